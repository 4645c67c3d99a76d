"""One answer as it arrives, piece by piece."""

from typing import Any

from sopgen.artifacts import Usage
from sopgen.events import CallProgressed
from sopgen.llm.base import FinishReason, Prompt
from sopgen.llm.parts import Parts
from sopgen.llm.tokens import estimate, prompt_tokens

_TELL_EVERY = 0.1
_FINISHES: dict[str, FinishReason] = {
    "length": "length",
    "max_tokens": "length",
    "content_filter": "refusal",
    "refusal": "refusal",
}


class Received:
    """What has come so far; tells how much, ten times a second at most."""

    def __init__(self, parts: Parts, call: str) -> None:
        self._parts = parts
        self._call = call
        self._pieces: list[str] = []
        self._characters = 0
        self._told = -_TELL_EVERY
        self._reason: str | None = None
        self._refused = False
        self.counted: Any = None
        """The provider's own count, where it gave one."""
        self.model = ""

    @property
    def text(self) -> str:
        return "".join(self._pieces)

    @property
    def finish_reason(self) -> FinishReason:
        if self._refused:
            return "refusal"
        return _FINISHES.get(self._reason or "stop", "stop")

    def take(self, piece: dict[str, Any]) -> None:
        """Add one piece of a stream, or the whole of an answer that came at once."""
        self.model = piece.get("model") or self.model
        usage = piece.get("usage") or {}
        if usage.get("prompt_tokens") or usage.get("completion_tokens"):
            self.counted = usage  # The library fills in zeros where the provider gave no count.
        for choice in piece.get("choices") or ():
            self._reason = choice.get("finish_reason") or self._reason
            said = choice.get("delta") or choice.get("message") or {}
            self._refused = self._refused or bool(said.get("refusal"))
            self._add(said.get("content") or said.get("refusal") or "")

    def _add(self, piece: str) -> None:
        if not piece:
            return
        self._pieces.append(piece)
        self._characters += len(piece)
        now = self._parts.clock.monotonic()
        if now - self._told >= _TELL_EVERY:
            self._told = now
            self._parts.report(CallProgressed(call=self._call, characters=self._characters))

    def usage(self, prompt: Prompt) -> Usage:
        """Return the tokens, as counted by the provider or else as estimated; no price yet."""
        if not self.counted:
            return Usage(prompt_tokens=prompt_tokens(prompt), completion_tokens=estimate(self.text))
        details = self.counted.get("prompt_tokens_details") or {}
        return Usage(
            prompt_tokens=self.counted.get("prompt_tokens") or 0,
            completion_tokens=self.counted.get("completion_tokens") or 0,
            cached_tokens=details.get("cached_tokens") or 0,
        )
