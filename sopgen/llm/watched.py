"""A call to a provider is never silent for long."""

from sopgen.llm.base import Model, Prompt, Reply
from sopgen.llm.heartbeat import Heart


class Watched:
    """Say that the answer is what is waited for."""

    def __init__(self, inner: Model, heart: Heart) -> None:
        self.name = inner.name
        self._inner = inner
        self._heart = heart

    def ask(self, prompt: Prompt) -> Reply:
        with self._heart.waiting(prompt.call, f"the answer of {self.name}"):
            return self._inner.ask(prompt)
