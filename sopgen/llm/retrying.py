"""A failure that may pass is waited out, for a while."""

import threading

from sopgen.clock import Clock
from sopgen.errors import ModelUnavailable
from sopgen.events import CallDelayed, Report
from sopgen.llm.base import Model, Prompt, Reply
from sopgen.llm.parts import Parts
from sopgen.llm.stoppable import pause

SHORTEST, LONGEST = 1.0, 60.0
PATIENCE = 300.0
"""A server that wants a longer pause than this is not waited for."""


class Retrying:
    """Ask again after a random, exponentially growing pause, or after the one the server names."""

    def __init__(self, inner: Model, parts: Parts) -> None:
        self.name = inner.name
        self._inner = inner
        self._tries = parts.settings.tries
        self._clock: Clock = parts.clock
        self._report: Report = parts.report
        self._stop: threading.Event = parts.stop
        self._heart = parts.heartbeat

    def ask(self, prompt: Prompt) -> Reply:
        for failed in range(1, self._tries):
            try:
                return self._inner.ask(prompt)
            except ModelUnavailable as error:
                self._wait(prompt, error, self._pause(error, failed))
        return self._inner.ask(prompt)

    def _pause(self, error: ModelUnavailable, failed: int) -> float:
        pause = self._clock.uniform(SHORTEST, min(LONGEST, SHORTEST * 2.0**failed))
        if error.retry_after is None:
            return pause
        if error.retry_after > PATIENCE:
            raise error
        # The random part keeps calls that were refused together from coming back together.
        return error.retry_after + self._clock.uniform(0, SHORTEST)

    def _wait(self, prompt: Prompt, error: ModelUnavailable, seconds: float) -> None:
        self._report(CallDelayed(call=prompt.call, seconds=seconds, reason=error.message))
        with self._heart.waiting(prompt.call, f"another try after: {error.message}"):
            pause(seconds, self._clock, self._stop)
