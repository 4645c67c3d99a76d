"""The lines of a journal: what they hold, and how damage to one of them shows."""

import json
import zlib
from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError

from sopgen.artifacts import RoleName, StageName, Usage, Value, first_problem
from sopgen.errors import ConfigurationError
from sopgen.events import Reading
from sopgen.llm.base import Reply


class HeaderEntry(Value):
    """First line of a recording: where it comes from."""

    entry: Literal["header"] = "header"
    sentence: str
    made: str
    """ISO date."""
    how: str
    model: str


class ReplyEntry(Value):
    """An answer that was paid for; its prompt is not stored, only how long it was."""

    entry: Literal["reply"] = "reply"
    call: str
    request: str
    """The hash of the request, by which a resumed run finds the answer."""
    role: RoleName
    stage: StageName
    take: int
    run: int
    characters: int
    """Length of the prompt."""
    left_out: tuple[str, ...] = ()
    at: str
    """When it was recorded, in ISO form."""
    reply: Reply


class FailedEntry(Value):
    """A try that was paid for, at least in part, and gave no answer."""

    entry: Literal["failed"] = "failed"
    call: str
    request: str
    role: RoleName
    stage: StageName
    take: int
    run: int
    reason: str
    at: str
    usage: Usage


class BeginEntry(Value):
    """A stage's commit is about to be made."""

    entry: Literal["begin"] = "begin"
    stage: StageName
    take: int
    round: int
    at: str


class DoneEntry(Value):
    """The commit that was begun stands."""

    entry: Literal["done"] = "done"
    stage: StageName
    commit: str
    at: str


class ReadEntry(Value):
    """How a structured answer could be read."""

    entry: Literal["read"] = "read"
    call: str
    take: int
    run: int
    model: str
    reading: Reading
    at: str


Entry = HeaderEntry | ReplyEntry | FailedEntry | BeginEntry | DoneEntry | ReadEntry
_ENTRY: TypeAdapter[Entry] = TypeAdapter(Annotated[Entry, Field(discriminator="entry")])
_DIGITS = 8


def to_line(entry: Entry) -> bytes:
    """Return an entry as `crc32 SP json LF`."""
    data = json.dumps(entry.model_dump(mode="json"), ensure_ascii=False, separators=(",", ":"))
    payload = data.encode("utf-8", "replace")
    return b"%08x %s\n" % (zlib.crc32(payload), payload)


def good_lines(data: bytes) -> Iterator[tuple[bytes, int]]:
    """Yield the payload of each whole line with the offset of its end, up to the first damage."""
    start = 0
    while (end := data.find(b"\n", start)) >= 0:
        checksum, separator, payload = (
            data[start : start + _DIGITS],
            data[start + _DIGITS : start + _DIGITS + 1],
            data[start + _DIGITS + 1 : end],
        )
        if separator != b" " or checksum != b"%08x" % zlib.crc32(payload):
            return
        start = end + 1
        yield payload, start


def parse(payload: bytes, where: str) -> Entry:
    """Return the entry of an undamaged line; raises ConfigurationError when it is not known."""
    try:
        return _ENTRY.validate_json(payload)
    except ValidationError as error:
        raise ConfigurationError(
            f"{where} holds a line that this version of sopgen does not know:"
            f" {first_problem(error)}",
            "Use the version that wrote it, or start a new run.",
        ) from error


def usage_of(entry: ReplyEntry | FailedEntry) -> Usage:
    """Return what an answer or a failed try used."""
    return entry.usage if isinstance(entry, FailedEntry) else entry.reply.usage


def sum_of(tries: Iterable[ReplyEntry | FailedEntry]) -> Usage:
    """Add up what answers and failed tries used."""
    return sum(map(usage_of, tries), Usage())
