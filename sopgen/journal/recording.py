"""Recorded runs: journals from which a whole run can be replayed without a model."""

import os
from collections import Counter
from pathlib import Path

from sopgen.artifacts.requirement import sentence_key
from sopgen.errors import ConfigurationError, StorageFailed
from sopgen.journal.entries import Entry, HeaderEntry, ReplyEntry, good_lines, parse, to_line
from sopgen.llm.base import Reply

_FOLDER = Path(__file__).resolve().parent.parent / "recordings"


class Recording:
    """The answers of an earlier run, by call id; of two for one call the later counts."""

    def __init__(
        self, name: str, header: HeaderEntry | None, replies: dict[str, ReplyEntry]
    ) -> None:
        self.name = name
        self.header = header
        self._replies = replies

    @classmethod
    def load(cls, path: Path) -> "Recording":
        """Read a recording or a journal; raises ConfigurationError when it is damaged."""
        entries = _entries(path)
        header = next((entry for entry in entries if isinstance(entry, HeaderEntry)), None)
        replies = {entry.call: entry for entry in entries if isinstance(entry, ReplyEntry)}
        return cls(path.stem, header, replies)

    @property
    def sentence(self) -> str:
        """The requirement it answers; empty for a bare journal."""
        return self.header.sentence if self.header else ""

    @property
    def calls(self) -> tuple[str, ...]:
        """The ids of the calls it can answer, in the order in which they were first asked."""
        return tuple(self._replies)

    @property
    def entries(self) -> tuple[ReplyEntry, ...]:
        """The answers that count, with what each of them cost."""
        return tuple(self._replies.values())

    def reply(self, call: str) -> Reply | None:
        """Return the recorded answer to a call."""
        entry = self._replies.get(call)
        return entry.reply if entry else None


def bundled() -> dict[str, Recording]:
    """Return the recordings that ship with sopgen, by name."""
    return {path.stem: Recording.load(path) for path in sorted(_FOLDER.glob("*.jsonl"))}


def for_sentence(text: str) -> Recording | None:
    """Return the shipped recording of a sentence, whatever its case, spacing or final dot."""
    wanted = sentence_key(text)
    found = (item for item in bundled().values() if sentence_key(item.sentence) == wanted)
    return next(found, None)


def write_recording(journal: Path, target: Path, sentence: str, made: str, how: str) -> None:
    """Make a recording from a run's journal: a header and the answers that count."""
    replies = [entry for entry in _entries(journal) if isinstance(entry, ReplyEntry)]
    if not replies:
        raise ConfigurationError(f"{journal} holds no answers.", "Record a run first.")
    models = Counter(entry.reply.model for entry in replies)
    header = HeaderEntry(sentence=sentence, made=made, how=how, model=models.most_common(1)[0][0])
    newest = {entry.call: entry for entry in replies}
    lines = [to_line(header), *(to_line(entry) for entry in newest.values())]
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        unfinished = target.with_name(f".{target.name}.part")
        unfinished.write_bytes(b"".join(lines))
        os.replace(unfinished, target)
    except OSError as error:
        raise StorageFailed.because(error, f"The recording {target}") from error


def _entries(path: Path) -> list[Entry]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ConfigurationError(
            f"The recording {path} cannot be read: {error.strerror}.",
            "Name an existing file, or a recording that ships with sopgen.",
        ) from error
    found, end = [], 0
    for payload, end in good_lines(data):
        found.append(parse(payload, str(path)))
    if end < len(data):
        raise ConfigurationError(
            f"The recording {path} is damaged after line {len(found)}.",
            "Take a fresh copy of it.",
        )
    return found
