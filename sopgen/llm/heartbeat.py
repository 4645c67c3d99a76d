"""While calls wait for something, say every ten seconds what for."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from sopgen.clock import Clock
from sopgen.events import Heartbeat, Report, Waiting

EVERY = 10.0
_LOOK_EVERY = 1.0


class Heart:
    """Knows what each call waits for; a thread of its own looks while there is something."""

    def __init__(self, report: Report, clock: Clock) -> None:
        self._report = report
        self._clock = clock
        self._waits: dict[object, tuple[str, str, float]] = {}
        self._told = 0.0
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    @contextmanager
    def waiting(self, call: str, what: str) -> Iterator[None]:
        """Say that a call waits for something while the block runs."""
        key = object()
        with self._changed:
            now = self._clock.monotonic()
            if not self._waits:
                self._told = now
            self._waits[key] = (call, what, now)
            if self._thread is None:
                self._thread = threading.Thread(target=self._watch, name="heartbeat", daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            with self._changed:
                del self._waits[key]
                self._changed.notify_all()

    def look(self) -> None:
        """Report what is waited for, if ten seconds have gone by since it was last said."""
        with self._changed:
            now = self._clock.monotonic()
            if not self._waits or now - self._told < EVERY:
                return
            self._told = now
            waits = tuple(
                Waiting(call=call, what=what, seconds=now - since)
                for call, what, since in self._waits.values()
            )
        self._report(Heartbeat(waits=waits))

    def _watch(self) -> None:
        while True:
            with self._changed:
                self._changed.wait(_LOOK_EVERY)
                if not self._waits:
                    self._thread = None
                    return
            self.look()
