"""New requests start no faster than the caps allow and the provider likes."""

from sopgen.errors import ModelUnavailable, RateLimited
from sopgen.events import CallDelayed
from sopgen.llm.base import Model, Prompt, Reply
from sopgen.llm.pace import Caps, Pace
from sopgen.llm.parts import Parts
from sopgen.llm.tokens import prompt_tokens


class Paced:
    """Give each call its turn, and tell the gate how it ended."""

    def __init__(self, inner: Model, parts: Parts) -> None:
        self.name = inner.name
        self._inner = inner
        settings = parts.settings
        caps = Caps(settings.requests_per_minute, settings.tokens_per_minute)
        self._pace = Pace(caps, parts.clock, parts.stop)
        self._parts = parts

    def ask(self, prompt: Prompt) -> Reply:
        def told(seconds: float, reason: str) -> None:
            self._parts.report(CallDelayed(call=prompt.call, seconds=seconds, reason=reason))

        expected = prompt_tokens(prompt) + prompt.max_tokens
        with self._parts.heartbeat.waiting(prompt.call, "its turn"):
            started = self._pace.enter(expected, told)
        try:
            reply = self._inner.ask(prompt)
        except RateLimited as error:
            self._pace.refused(started, error.retry_after or 0.0)
            raise
        except ModelUnavailable:
            self._pace.answered(expected, 0)
            raise
        self._pace.answered(expected, reply.usage.tokens)
        return reply
