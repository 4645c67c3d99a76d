"""Nothing secret goes out or comes in, and a paid reply is on disk before it is used."""

from sopgen.artifacts import Usage
from sopgen.errors import ModelFailed
from sopgen.llm.base import CallRecord, Model, Prompt, Reply, Turn
from sopgen.redact import Redactor


class Recorded:
    """Redact the prompt, ask, redact the reply, record it."""

    def __init__(self, inner: Model, record: CallRecord, redact: Redactor) -> None:
        self.name = inner.name
        self._inner = inner
        self._record = record
        self._redact = redact

    def ask(self, prompt: Prompt) -> Reply:
        # The hash is that of the prompt as asked, so that it does not depend on which keys are set.
        request = prompt.request_digest(self.name)
        clean = self._without_secrets(prompt)
        try:
            reply = self._inner.ask(clean)
        except ModelFailed as error:
            used = Usage(
                prompt_tokens=error.tokens[0], completion_tokens=error.tokens[1], cost=error.cost
            )
            if used.tokens:
                self._record.record_failure(clean, request, error.message, used)
            raise
        reply = reply.model_copy(update={"text": self._redact(reply.text)})
        self._record.record(clean, request, reply)
        return reply

    def _without_secrets(self, prompt: Prompt) -> Prompt:
        redact = self._redact
        turns = tuple(
            Turn(answer=redact(turn.answer), remark=redact(turn.remark)) for turn in prompt.turns
        )
        return prompt.model_copy(
            update={
                "system": redact(prompt.system),
                "shared": redact(prompt.shared),
                "task": redact(prompt.task),
                "turns": turns,
            }
        )
