"""After Ctrl-C, calls in flight end and no new one starts."""

import threading

from sopgen.clock import Clock
from sopgen.errors import Interrupted
from sopgen.llm.base import Model, Prompt, Reply

_SLICE = 1.0


class Stoppable:
    """Refuse to start a call once the stop flag is set."""

    def __init__(self, inner: Model, stop: threading.Event) -> None:
        self.name = inner.name
        self._inner = inner
        self._stop = stop

    def ask(self, prompt: Prompt) -> Reply:
        check(self._stop)
        return self._inner.ask(prompt)


def check(stop: threading.Event) -> None:
    """Raise Interrupted when the run was asked to stop."""
    if stop.is_set():
        raise Interrupted("Stopped before the next call.", "Go on with --resume.")


def pause(seconds: float, clock: Clock, stop: threading.Event) -> None:
    """Sleep, in slices short enough for Ctrl-C; raises Interrupted."""
    end = clock.monotonic() + seconds
    while (left := end - clock.monotonic()) > 0:
        check(stop)
        clock.sleep(min(left, _SLICE))
