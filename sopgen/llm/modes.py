"""In which manner a server is asked, best first, and what to leave out when it refuses."""

import re
from dataclasses import dataclass, replace
from typing import Any, Literal

from sopgen.llm.schema import folded, without_bounds

Mode = Literal["schema", "bare", "json", "text"]
MODES: tuple[Mode, ...] = ("schema", "bare", "json", "text")
"""Native schema; native schema without patterns and limits; JSON mode; words alone."""
_COUNTING = re.compile(r"stream.?options|include.?usage", re.IGNORECASE)
_STREAMING = re.compile(r"\bstream(ing|ed)?\b|before a finish_reason", re.IGNORECASE)
_FORMAT = re.compile(
    r"response.?format|json.?schema|json.?object|json.?mode|schema|structured|output.?(format|config)"
    r"|grammar|guided|unknown.*format|format.*not",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Manner:
    """How a request is made."""

    mode: Mode
    stream: bool = True
    count: bool = True
    """Whether a stream is asked to count its tokens."""


def lesser(manner: Manner, complaint: str, *, structured: bool) -> Manner | None:
    """Return the manner without what the server complains of; None when it is something else."""
    if manner.stream and manner.count and _COUNTING.search(complaint):
        return replace(manner, count=False)
    if manner.stream and _STREAMING.search(complaint):
        return replace(manner, stream=False)
    place = MODES.index(manner.mode) + 1
    if structured and place < len(MODES) and _FORMAT.search(complaint):
        return replace(manner, mode=MODES[place])
    return None


def response_format(mode: Mode, schema: dict[str, Any]) -> dict[str, Any] | None:
    """Return the request's `response_format`; None for words alone."""
    if mode == "text":
        return None
    if mode == "json":
        return {"type": "json_object"}
    wanted = folded(schema) if mode == "schema" else without_bounds(schema)
    return {
        "type": "json_schema",
        "json_schema": {"name": "answer", "schema": wanted, "strict": True},
    }
