"""The journal of a project: every answer that was paid for, on disk before it is used."""

import os
import threading
import weakref
from collections.abc import Callable
from pathlib import Path

from sopgen.artifacts import RoleName, StageName, Usage
from sopgen.clock import Clock, SystemClock
from sopgen.errors import StorageFailed
from sopgen.events import Reading
from sopgen.journal.entries import (
    BeginEntry,
    DoneEntry,
    Entry,
    FailedEntry,
    ReadEntry,
    ReplyEntry,
    good_lines,
    parse,
    sum_of,
    to_line,
)
from sopgen.llm.base import Prompt, Reply


class Journal:
    """An append-only file of entries; safe to use from several threads.

    Opening it keeps every line before the first damage and moves the rest to `journal.torn`.
    """

    def __init__(
        self,
        path: Path,
        redact: Callable[[str], str],
        run: int = 1,
        clock: Clock | None = None,
    ) -> None:
        self.path = path
        self.run = run
        self._redact = redact
        self._clock = clock or SystemClock()
        self._lock = threading.Lock()
        self._replies: dict[str, Reply] = {}
        self._calls: list[ReplyEntry] = []
        self._failed: list[FailedEntry] = []
        self._readings: dict[tuple[int, int, str], Reading] = {}
        self._last: Entry | None = None
        self._file: int | None = None
        self._load()

    def find(self, request: str) -> Reply | None:
        """Return the answer already paid for under a request's hash."""
        return self._replies.get(request)

    def record(self, prompt: Prompt, request: str, reply: Reply) -> None:
        """Append an answer and force it to disk; raises StorageFailed."""
        text = self._redact(reply.text.encode("utf-8", "replace").decode())
        entry = ReplyEntry(
            call=prompt.call,
            request=request,
            role=prompt.role,
            stage=prompt.stage,
            take=prompt.take,
            run=self.run,
            characters=sum(len(message["content"]) for message in prompt.messages()),
            at=self._now(),
            reply=reply.model_copy(update={"text": text, "model": self._redact(reply.model)}),
        )
        self._append(entry)

    def record_failure(self, prompt: Prompt, request: str, reason: str, usage: Usage) -> None:
        """Append what a try used that gave no answer; raises StorageFailed."""
        entry = FailedEntry(
            call=prompt.call,
            request=request,
            role=prompt.role,
            stage=prompt.stage,
            take=prompt.take,
            run=self.run,
            reason=self._redact(reason),
            at=self._now(),
            usage=usage,
        )
        self._append(entry)

    def spent(self) -> Usage:
        """Return the sum of all recorded calls of this run, failed tries included."""
        return sum_of(self._tries())

    def tally(self, role: RoleName) -> tuple[int, int]:
        """Return how many calls a role has made in this run, and the tokens that they used."""
        own = [entry for entry in self._tries() if entry.role == role]
        return len(own), sum_of(own).tokens

    def calls(self) -> list[ReplyEntry]:
        """Return all recorded calls, oldest first."""
        with self._lock:
            return list(self._calls)

    def _tries(self) -> list[ReplyEntry | FailedEntry]:
        with self._lock:
            tries: list[ReplyEntry | FailedEntry] = [*self._calls, *self._failed]
        return [entry for entry in tries if entry.run == self.run]

    def begin(self, stage: StageName, take: int, round: int) -> None:
        """Say that a stage's commit is about to be made."""
        self._append(BeginEntry(stage=stage, take=take, round=round, at=self._now()))

    def done(self, stage: StageName, commit: str) -> None:
        """Say that the commit stands."""
        self._append(DoneEntry(stage=stage, commit=commit, at=self._now()))

    def note_reading(self, call: str, take: int, model: str, reading: Reading) -> None:
        """Append how an answer could be read, unless that is known."""
        key, name = (self.run, take, call), self._redact(model)
        if self._readings.get(key) != reading:
            self._append(
                ReadEntry(
                    call=call, take=take, run=self.run, model=name, reading=reading, at=self._now()
                )
            )

    def last(self) -> Entry | None:
        """Return the newest entry."""
        return self._last

    def close(self) -> None:
        """Let go of the file; `moved` takes it up again."""
        with self._lock:
            if self._file is not None:
                self._closer()
                self._file = None

    def moved(self, path: Path) -> None:
        """Go on in the same file after its folder was renamed."""
        self.close()
        with self._lock:
            self.path = path
            self._open()

    def _now(self) -> str:
        return self._clock.now().isoformat(timespec="milliseconds")

    def _append(self, entry: Entry) -> None:
        line = to_line(entry)
        with self._lock:
            if self._file is None:
                raise StorageFailed(f"The journal {self.path} is closed.")
            try:
                _append_whole(self._file, line)
            except OSError as error:
                raise StorageFailed.because(error, f"The journal {self.path}") from error
            self._remember(entry)

    def _remember(self, entry: Entry) -> None:
        self._last = entry
        if isinstance(entry, ReplyEntry):
            self._replies[entry.request] = entry.reply
            self._calls.append(entry)
        elif isinstance(entry, FailedEntry):
            self._failed.append(entry)
        elif isinstance(entry, ReadEntry):
            self._readings[entry.run, entry.take, entry.call] = entry.reading

    def _load(self) -> None:
        try:
            data = self.path.read_bytes() if self.path.exists() else b""
            end = 0
            for payload, end in good_lines(data):
                self._remember(parse(payload, str(self.path)))
            self._open()
            if end < len(data):
                self._set_aside(data[end:], end)
        except OSError as error:
            raise StorageFailed.because(error, f"The journal {self.path}") from error

    def _open(self) -> None:
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        is_new = not self.path.exists()
        self._file = os.open(self.path, flags, 0o600)
        self._closer = weakref.finalize(self, os.close, self._file)
        if is_new:
            _sync_folder(self.path.parent)

    def _set_aside(self, rest: bytes, end: int) -> None:
        """Keep what follows the good lines, in case a person wants to look; never use it."""
        torn = os.open(
            self.path.with_suffix(".torn"), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600
        )
        try:
            os.write(torn, rest + b"\n")
            os.fsync(torn)
        finally:
            os.close(torn)
        if self._file is not None:
            os.ftruncate(self._file, end)
            os.fsync(self._file)


def _append_whole(file: int, line: bytes) -> None:
    """Append a line with one write and force it to disk, or leave the file as it was."""
    before = os.fstat(file).st_size
    try:
        written = os.write(file, line)
        if written < len(line):
            os.write(file, line[written:])  # Says why the first write was short.
            raise OSError("the line was written in two parts")
        os.fsync(file)
    except OSError:
        os.ftruncate(file, before)
        raise


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":  # Windows does not open folders.
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
