"""Settings from environment variables: SOPGEN_MODEL_NAME is model.name."""

import json
from collections.abc import Mapping
from typing import Any

import yaml
from pydantic import TypeAdapter, ValidationError

from sopgen.config.entries import Entry
from sopgen.config.schema import Key, Setting, all_settings, nearest
from sopgen.errors import ConfigurationError

PREFIX = "SOPGEN_"
_SHORT: dict[str, Key] = {
    "SOPGEN_MODEL": ("model", "name"),
    "SOPGEN_BUDGET": ("budget", "limit"),
    "SOPGEN_SANDBOX": ("sandbox", "mechanism"),
}


def variable_of(key: Key) -> str:
    """Return the variable that gives a setting."""
    return PREFIX + "_".join(key).upper()


def read_variables(environment: Mapping[str, str]) -> list[Entry]:
    """Return the settings that SOPGEN_* variables give; empty ones count as absent.

    A long name comes after its short form, so that it wins.
    Raises ConfigurationError for a name that is no setting.
    """
    settings = all_settings()
    names = _SHORT | {variable_of(key): key for key in settings}
    given = {name: text for name, text in environment.items() if name.startswith(PREFIX) and text}
    for name in given:
        if name not in names:
            raise ConfigurationError(
                f"There is no setting for the environment variable {name}.",
                nearest(name, names) or "`sopgen config` lists all settings.",
            )
    return [
        entry
        for name, key in names.items()
        if name in given
        for entry in _entries(settings[key], name, given[name])
    ]


def _entries(setting: Setting, name: str, text: str) -> list[Entry]:
    value = _value(setting, name, text)
    if not setting.is_open:
        return [Entry(setting.key, value, name)]
    if not isinstance(value, dict):
        raise ConfigurationError(
            f"{name} must hold a mapping.", "Write it as {name: value, name: value}."
        )
    return [Entry((*setting.key, str(item)), below, name) for item, below in value.items()]


def _value(setting: Setting, name: str, text: str) -> Any:
    adapter = TypeAdapter[Any](setting.annotation)
    if _fits(adapter, text):
        return text
    if text.lower() == "none" and _fits(adapter, None):
        return None
    try:
        value = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ConfigurationError(
            f"{name} cannot be understood.", "Write it as in .sopgen.yaml."
        ) from error
    if isinstance(value, str) and not _fits(adapter, value) and _fits(adapter, [value]):
        return [part.strip() for part in value.split(",")]
    return value


def _fits(adapter: TypeAdapter[Any], value: Any) -> bool:
    try:
        adapter.validate_json(json.dumps(value), strict=True)
    except ValidationError:
        return False
    return True
