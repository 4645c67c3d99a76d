"""The providers that `auto` looks for: where their key is, and a good model that each has today."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Access:
    """How one provider is reached."""

    provider: str
    variables: tuple[str, ...]
    """Environment variables that may hold its key, best first."""
    model: str
    """The default: writes good code at a moderate price; a test finds it in litellm's table."""

    def key(self, environment: Mapping[str, str]) -> str | None:
        """Return the key, if there is one."""
        return next((environment[name] for name in self.variables if environment.get(name)), None)


PROVIDERS = (
    Access("anthropic", ("ANTHROPIC_API_KEY",), "anthropic/claude-sonnet-5-5"),
    Access("openai", ("OPENAI_API_KEY",), "openai/gpt-5.6-terra"),
    Access("gemini", ("GEMINI_API_KEY", "GOOGLE_API_KEY"), "gemini/gemini-3.8-flash"),
    Access("deepseek", ("DEEPSEEK_API_KEY",), "deepseek/deepseek-v4-pro"),
    Access("openrouter", ("OPENROUTER_API_KEY",), "openrouter/openai/gpt-5.6-terra"),
    Access("mistral", ("MISTRAL_API_KEY",), "mistral/mistral-medium-3-5"),
    Access("groq", ("GROQ_API_KEY",), "groq/openai/gpt-oss-120b"),
    Access("xai", ("XAI_API_KEY",), "xai/grok-4.5"),
)
"""In the order in which `auto` tries them."""
_BARE = {"claude": "anthropic", "gpt": "openai", "o1": "openai", "o3": "openai", "o4": "openai"}


def provider_of(name: str) -> str:
    """Return the provider of a model's name; a name without one is told by how it begins."""
    if "/" in name:
        return name.split("/", 1)[0]
    return next((provider for start, provider in _BARE.items() if name.startswith(start)), "")


def access_to(provider: str) -> Access | None:
    """Return how a provider is reached, None for one that is not in the list."""
    return next((access for access in PROVIDERS if access.provider == provider), None)


def key_for(provider: str, environment: Mapping[str, str]) -> str | None:
    """Return a provider's key: from the variables listed, else from `<PROVIDER>_API_KEY`."""
    access = access_to(provider)
    if access is not None:
        return access.key(environment)
    return environment.get(f"{provider.upper()}_API_KEY") or None


def base_for(provider: str, environment: Mapping[str, str]) -> str | None:
    """Return the address that the environment gives for a provider, such as OPENAI_API_BASE."""
    stem = provider.removesuffix("_chat").upper()
    names = (f"{stem}_API_BASE", f"{stem}_BASE_URL")
    return next((environment[name] for name in names if environment.get(name)), None)
