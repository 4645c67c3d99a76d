"""After Ctrl-C, calls in flight end and no new one starts."""

import threading

from sopgen.errors import Interrupted
from sopgen.llm.base import Model, Prompt, Reply


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
