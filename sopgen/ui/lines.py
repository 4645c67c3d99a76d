"""Views that write lines: plain sentences, JSON objects, or nothing at all."""

import json
import threading
from contextlib import AbstractContextManager, nullcontext
from typing import Self

from sopgen.clock import Clock
from sopgen.events import Event
from sopgen.ui.base import Write
from sopgen.ui.sentences import sentence


class Quiet:
    """A view that shows nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        return None

    def __call__(self, event: Event) -> None:
        return None

    def pause(self) -> AbstractContextManager[None]:
        return nullcontext()


class Plain(Quiet):
    """One line per event of interest."""

    def __init__(self, write: Write, verbose: bool = False) -> None:
        self._write = write
        self._verbose = verbose
        self._lock = threading.Lock()

    def __call__(self, event: Event) -> None:
        line = sentence(event, self._verbose)
        if line:
            with self._lock:
                self._write(line)


class JsonLines(Quiet):
    """One JSON object per event: its name, its time and its fields."""

    def __init__(self, write: Write, clock: Clock) -> None:
        self._write = write
        self._clock = clock
        self._lock = threading.Lock()

    def __call__(self, event: Event) -> None:
        with self._lock:
            line = {
                "event": event.name,
                "time": self._clock.now().isoformat(timespec="milliseconds"),
                **event.model_dump(mode="json"),
            }
            self._write(json.dumps(line, ensure_ascii=False))
