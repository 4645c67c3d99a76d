"""The run's log: every event with its time, for bug reports; keys are taken out."""

import json
import threading
from collections.abc import Callable
from pathlib import Path

from sopgen.clock import Clock
from sopgen.events import CallProgressed, Event


class EventLog:
    """Append events as JSON lines. A log that cannot be written does not stop a run."""

    def __init__(
        self, path: Callable[[], Path], redact: Callable[[str], str], clock: Clock
    ) -> None:
        self._path = path
        """Asked anew each time, because a project moves when it gets its name."""
        self._redact = redact
        self._clock = clock
        self._lock = threading.Lock()

    def write(self, event: Event) -> None:
        """Append one event; progress within a call is left out."""
        if isinstance(event, CallProgressed):
            return
        line = {"at": self._clock.now().isoformat(), "event": event.name, **event.model_dump()}
        text = self._redact(json.dumps(line, ensure_ascii=False)) + "\n"
        try:
            with self._lock, self._path().open("a", encoding="utf-8") as file:
                file.write(text)
        except OSError:
            return  # What a run made matters more than the record for bug reports.
