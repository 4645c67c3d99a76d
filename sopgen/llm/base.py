"""What a model is to sopgen: something that answers a prompt. Every wrapper is one too."""

from typing import Any, Literal, Protocol

from sopgen.artifacts import RoleName, StageName, Usage, Value, digest_of

FinishReason = Literal["stop", "length", "refusal"]


class Turn(Value):
    """One earlier exchange in the same conversation: the answer, and what was said about it."""

    answer: str
    remark: str


class Prompt(Value):
    """One question to a model.

    `system` and `shared` are the same for all calls of a role in a stage, byte for byte, so that
    providers can cache them; `task` is what this call alone asks.
    """

    call: str
    """The call's id: `prd/prd#1`, `code/game.py#2`; the number is the attempt."""
    role: RoleName
    stage: StageName
    system: str
    shared: str
    task: str
    turns: tuple[Turn, ...] = ()
    answer_schema: dict[str, Any] | None = None
    """JSON schema of the answer; None where code or prose is asked for."""
    max_tokens: int = 8192
    take: int = 1
    """Goes up with `--from`, so that a stage is asked anew."""

    def messages(self) -> list[dict[str, str]]:
        """Return the chat messages: system, user, then the turns so far."""
        messages = [
            {"role": "system", "content": self.system},
            {"role": "user", "content": f"{self.shared}\n\n{self.task}"},
        ]
        for turn in self.turns:
            messages.append({"role": "assistant", "content": turn.answer})
            messages.append({"role": "user", "content": turn.remark})
        return messages

    def request_digest(self, model: str) -> str:
        """Return the hash by which a resumed run finds the answer in its journal."""
        return digest_of(
            [model, self.call, self.messages(), self.answer_schema, self.max_tokens, self.take]
        )


class Reply(Value):
    """A model's answer."""

    text: str
    finish_reason: FinishReason = "stop"
    usage: Usage = Usage()
    model: str = ""
    """The model that answered, as the provider calls it."""


class Model(Protocol):
    """Answers prompts. Raises ModelFailed, ModelUnavailable, BudgetReached or Interrupted."""

    name: str
    """What is written into commits and hashes: `anthropic/claude-…`, `replay/2048`."""

    def ask(self, prompt: Prompt) -> Reply:
        """Return the answer, or raise."""


class CallRecord(Protocol):
    """The part of the journal that the gateway needs; implemented in `sopgen.journal`."""

    def find(self, request: str) -> Reply | None:
        """Return the answer already paid for under a request's hash."""

    def record(self, prompt: Prompt, request: str, reply: Reply) -> None:
        """Append the answer and force it to disk; raises StorageFailed."""

    def record_failure(self, prompt: Prompt, request: str, reason: str, usage: Usage) -> None:
        """Append what a try used that gave no answer; raises StorageFailed."""

    def spent(self) -> Usage:
        """Return the sum of all recorded calls of this run, failed tries included."""

    def tally(self, role: RoleName) -> tuple[int, int]:
        """Return how many calls a role has made in this run, and the tokens that they used."""
