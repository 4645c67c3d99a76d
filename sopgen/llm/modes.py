"""The ways to ask for a JSON answer, best first, and how each is put into a request."""

import re
from typing import Any, Literal

from sopgen.llm.schema import without_bounds

Mode = Literal["schema", "bare", "json", "text"]
MODES: tuple[Mode, ...] = ("schema", "bare", "json", "text")
"""Native schema; native schema without patterns and limits; JSON mode; words alone."""
_REFUSED = re.compile(
    r"response.?format|json.?schema|json.?object|json.?mode|schema|structured|output.?(format|config)"
    r"|grammar|guided|unknown.*format|format.*not",
    re.IGNORECASE,
)


def response_format(mode: Mode, schema: dict[str, Any]) -> dict[str, Any] | None:
    """Return the request's `response_format`; None for words alone."""
    if mode == "text":
        return None
    if mode == "json":
        return {"type": "json_object"}
    wanted = schema if mode == "schema" else without_bounds(schema)
    return {
        "type": "json_schema",
        "json_schema": {"name": "answer", "schema": wanted, "strict": True},
    }


def next_mode(mode: Mode) -> Mode | None:
    """Return the next best way, None when there is no other."""
    place = MODES.index(mode) + 1
    return MODES[place] if place < len(MODES) else None


def refuses_format(message: str) -> bool:
    """Tell whether a server's complaint is about the way in which JSON was asked for."""
    return _REFUSED.search(message) is not None
