"""What litellm's table says of a model, and the user's own price of it; without the library."""

from collections.abc import Mapping
from dataclasses import dataclass

from sopgen.errors import ConfigurationError
from sopgen.llm.keys import provider_of
from sopgen.llm.known import table

FREE = frozenset({"ollama", "ollama_chat"})
"""Providers that cost nothing by definition."""
THINKING = 8000
"""Tokens on top of the answer's cap for models that think within it."""
MARGIN = 1.5
"""A prompt may have more tokens than estimated, and writing a cache costs a quarter more."""
_OWN_MEANS = ("manual", "replay:")
"""What answers without a provider begins like this, and costs nothing either."""


@dataclass(frozen=True)
class Facts:
    """Prices in US dollars per token, sizes in tokens; None where nobody knows."""

    name: str
    price: tuple[float, float] | None = None
    """Of input and of output."""
    window: int | None = None
    """Prompt and answer together."""
    longest_answer: int | None = None
    reasons: bool = False
    is_free: bool = False

    def cap(self, wanted: int) -> int:
        """Return the most tokens that an answer of so many may take, thinking included."""
        whole = wanted + (THINKING if self.reasons and not self.is_free else 0)
        return min(whole, self.longest_answer or whole)

    def cost(self, prompt_tokens: float, completion_tokens: float) -> float | None:
        """Return what so many tokens cost without a prompt cache."""
        if self.is_free:
            return 0.0
        if self.price is None:
            return None
        return self.price[0] * prompt_tokens + self.price[1] * completion_tokens


def facts_of(name: str, prices: Mapping[str, tuple[float, float]]) -> Facts:
    """Return what is known of a model; `prices`, per million tokens, win over the table."""
    if name.startswith(_OWN_MEANS):
        return Facts(name, is_free=True)
    known = _entry(name)
    return Facts(
        name=name,
        price=_price(prices.get(name), known),
        window=_size(known.get("max_input_tokens")),
        longest_answer=_size(known.get("max_output_tokens")),
        reasons=bool(known.get("supports_reasoning")),
        is_free=provider_of(name) in FREE,
    )


def unpriced(name: str) -> ConfigurationError:
    """Return the error for a model without a known price."""
    return ConfigurationError(
        f"The price of {name} is not known, so no budget can be kept.",
        f"Give it in config.yaml in your configuration folder as budget: prices: {name}:"
        " [INPUT, OUTPUT], in US dollars per million tokens; or run with --budget none.",
    )


def _entry(name: str) -> Mapping[str, object]:
    models = table()
    if name in models:
        alias = models[name].get("alias_of")
        return models.get(alias, {}) if alias else models[name]
    facts = models.get(name.rpartition("/")[2], {})
    provider = provider_of(name)
    # OpenRouter hands prices through; elsewhere a model of the same name costs something else.
    return facts if provider in {"openrouter", facts.get("litellm_provider")} else {}


def _price(
    given: tuple[float, float] | None, known: Mapping[str, object]
) -> tuple[float, float] | None:
    if given is not None:
        return given[0] / 1e6, given[1] / 1e6
    halves = known.get("input_cost_per_token"), known.get("output_cost_per_token")
    if not (isinstance(halves[0], int | float) and isinstance(halves[1], int | float)):
        return None
    return float(halves[0]), float(halves[1])


def _size(value: object) -> int | None:
    return int(value) if isinstance(value, int | float) and value > 0 else None
