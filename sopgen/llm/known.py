"""The names that litellm knows, read from its data files without loading the library."""

import difflib
import importlib.util
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

_MODELS = "model_prices_and_context_window_backup.json"
_PROVIDERS = "provider_endpoints_support_backup.json"


@dataclass(frozen=True)
class KnownNames:
    """Models and providers; both empty where the library's files are not as expected."""

    models: frozenset[str]
    providers: frozenset[str]

    def accepts(self, name: str) -> bool:
        """Tell whether litellm would know where to send this name."""
        if not self.models or name in self.models:
            return True
        provider, slash, model = name.partition("/")
        return bool(slash and model) and provider in self.providers

    def nearest(self, name: str) -> list[str]:
        """Return up to three names that look like this one; a misspelt provider comes first."""
        provider, slash, model = name.partition("/")
        spelt = difflib.get_close_matches(provider, sorted(self.providers), n=1, cutoff=0.7)
        own = [f"{spelt[0]}/{model}"] if slash and spelt else []
        return own or difflib.get_close_matches(name, sorted(self.models), n=3, cutoff=0.5)


def known_names() -> KnownNames:
    """Read the names of chat models and of providers."""
    models = {name: facts for name, facts in table().items() if facts.get("mode") == "chat"}
    providers = set(_read(_PROVIDERS).get("providers", {}))
    providers |= {name.split("/", 1)[0] for name in models if "/" in name}
    return KnownNames(frozenset(models), frozenset(providers))


@lru_cache(maxsize=1)
def table() -> Mapping[str, Mapping[str, Any]]:
    """Read what the library knows of each model: prices, sizes, abilities."""
    return _read(_MODELS)


def _read(name: str) -> dict[str, Any]:
    spec = importlib.util.find_spec("litellm")
    if spec is None or not spec.submodule_search_locations:
        return {}
    try:
        path = Path(spec.submodule_search_locations[0]) / name
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}
