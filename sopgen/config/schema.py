"""The names of all settings, read from the settings tree."""

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, get_origin

from pydantic_core import to_jsonable_python

from sopgen.config.settings import Group, Settings

Key = tuple[str, ...]
"""The way to a setting: `("model", "name")`."""


@dataclass(frozen=True)
class Setting:
    """One setting, as the tree declares it."""

    key: Key
    annotation: Any
    default: Any
    """As JSON would hold it."""
    description: str

    @property
    def name(self) -> str:
        return ".".join(self.key)

    @property
    def is_open(self) -> bool:
        """Whether it maps names that a person chooses."""
        return get_origin(self.annotation) is dict


def all_settings() -> dict[Key, Setting]:
    """Return every setting by its key, in the order of the tree."""
    return {setting.key: setting for setting in _settings_of(Settings, ())}


def all_groups() -> tuple[Key, ...]:
    """Return the keys that hold further settings."""
    above = (key[:size] for key in all_settings() for size in range(1, len(key)))
    return tuple(dict.fromkeys(above))


def nearest(name: str, known: Iterable[str], closeness: float = 0.5) -> str:
    """Return a hint that names the known name nearest to a wrong one; empty if none is near."""
    matches = difflib.get_close_matches(name, list(known), n=1, cutoff=closeness)
    return f"Did you mean {matches[0]}?" if matches else ""


def _settings_of(group: type[Group], above: Key) -> list[Setting]:
    found = []
    for name, field in group.model_fields.items():
        key = (*above, name)
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, Group):
            found += _settings_of(kind, key)
        else:
            default = to_jsonable_python(field.get_default(call_default_factory=True))
            found.append(Setting(key, kind, default, field.description or ""))
    return found
