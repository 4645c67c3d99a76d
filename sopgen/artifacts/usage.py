"""Tokens and money of one or many calls."""

from sopgen.artifacts.base import Value


class Usage(Value):
    """Tokens as the provider counted them, and the price in US dollars."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    """The part of the prompt tokens that came from the provider's prompt cache."""
    cost: float = 0.0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            cost=self.cost + other.cost,
        )

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens
