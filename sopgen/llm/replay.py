"""A recorded run answers, by call id, offline."""

from collections.abc import Callable

from sopgen.errors import RecordingIncomplete
from sopgen.llm.base import Prompt, Reply


class Replay:
    """Give the replies of a recording; `replies` returns None for a call it does not hold."""

    def __init__(self, label: str, replies: Callable[[str], Reply | None]) -> None:
        self.name = f"replay/{label}"
        self._label = label
        self._replies = replies

    def ask(self, prompt: Prompt) -> Reply:
        reply = self._replies(prompt.call)
        if reply is None:
            raise RecordingIncomplete(
                f"The recording {self._label} holds no answer to the call {prompt.call}.",
                "Go on with a model: --resume --model NAME. The recording was made for an earlier"
                " course of the run; what it answered so far is kept.",
            )
        return reply.model_copy(update={"usage": reply.usage.model_copy(update={"cost": 0.0})})
