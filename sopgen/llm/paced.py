"""New requests start no faster than a provider allows."""

import threading

from sopgen.events import CallDelayed
from sopgen.llm.base import Model, Prompt, Reply
from sopgen.llm.parts import Parts
from sopgen.llm.stoppable import pause


class Paced:
    """Give each call its slot; slots are equally far apart."""

    def __init__(self, inner: Model, per_minute: int, parts: Parts) -> None:
        self.name = inner.name
        self._inner = inner
        self._gap = 60.0 / per_minute
        self._clock = parts.clock
        self._report = parts.report
        self._stop = parts.stop
        self._next = 0.0
        self._lock = threading.Lock()

    def ask(self, prompt: Prompt) -> Reply:
        with self._lock:
            now = self._clock.monotonic()
            slot = max(now, self._next)
            self._next = slot + self._gap
        if slot > now:
            reason = "the cap on requests per minute"
            self._report(CallDelayed(call=prompt.call, seconds=slot - now, reason=reason))
            pause(slot - now, self._clock, self._stop)
        return self._inner.ask(prompt)
