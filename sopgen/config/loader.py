"""Settings from all sources: default < user file < .sopgen.yaml < SOPGEN_* < flag."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs
from pydantic import ValidationError

from sopgen.config.entries import Entry, read_file
from sopgen.config.guard import weakened
from sopgen.config.schema import Key, all_settings
from sopgen.config.settings import Settings
from sopgen.config.variables import read_variables
from sopgen.errors import ConfigurationError, SopgenError, UsageError

FOLDER_FILE = ".sopgen.yaml"
USER_FILE = "config.yaml"
DEFAULT = "default"


@dataclass(frozen=True)
class Row:
    """One setting with its value and the source that gave it."""

    name: str
    value: Any
    source: str


@dataclass(frozen=True)
class Configuration:
    """The settings and where they came from."""

    settings: Settings
    sources: Mapping[Key, str]
    """The source of each setting that is not a default."""

    def rows(self) -> list[Row]:
        """Return every setting, those with names of a person's choice one by one."""
        values = self.settings.model_dump(mode="json")
        return [row for key in all_settings() for row in self._rows(key, _value_at(values, key))]

    def _rows(self, key: Key, value: Any) -> list[Row]:
        below = [source_key for source_key in self.sources if source_key[:-1] == key]
        if not below:
            return [Row(".".join(key), value, self.sources.get(key, DEFAULT))]
        return [
            Row(".".join(item), _value_at(value, item[-1:]), self.sources[item]) for item in below
        ]


def user_folder() -> Path:
    """Return the folder of the user's own `config.yaml` and `.env`."""
    return Path(platformdirs.user_config_dir("sopgen", appauthor=False))


def load(
    flags: Iterable[Entry],
    environment: Mapping[str, str],
    *,
    folder: Path,
    user: Path,
) -> Configuration:
    """Read all sources; `folder` is the current one, `user` the user's configuration folder.

    Raises ConfigurationError naming the place.
    """
    own = read_file(user / USER_FILE)
    local = read_file(folder / FOLDER_FILE)
    _refuse_weakening(own, local, user / USER_FILE)
    entries = [*own, *local, *read_variables(environment), *flags]
    chosen = {entry.key: entry for entry in entries}
    return Configuration(_settings(entries), {key: entry.source for key, entry in chosen.items()})


def _refuse_weakening(own: list[Entry], local: list[Entry], user_file: Path) -> None:
    for key in weakened(_settings(own), _settings([*own, *local])):
        place = next(entry.where for entry in local if entry.key == key)
        raise ConfigurationError(
            f"{place}: a file of the current folder may not set {'.'.join(key)} like this,"
            " because it protects you less.",
            f"Say it in your own {user_file}, by an environment variable or by a flag.",
        )


def _settings(entries: list[Entry]) -> Settings:
    chosen = {entry.key: entry for entry in entries}
    tree: dict[str, Any] = {}
    for key, entry in chosen.items():
        node = tree
        for name in key[:-1]:
            node = node.setdefault(name, {})
        node[key[-1]] = entry.value
    try:
        return Settings.model_validate_json(json.dumps(tree, default=str), strict=True)
    except ValidationError as error:
        raise _explained(error, chosen) from error


def _explained(error: ValidationError, chosen: Mapping[Key, Entry]) -> SopgenError:
    problem = error.errors()[0]
    location = tuple(str(part) for part in problem["loc"])
    entry = next(entry for key, entry in chosen.items() if location[: len(key)] == key)
    what = problem["msg"].replace("Input should", "It should")
    refused = f"cannot be {json.dumps(entry.value, default=str)}. {what}."
    if entry.source.startswith("--"):
        return UsageError(f"{entry.source}: this {refused}", "`sopgen run --help` lists the flags.")
    return ConfigurationError(
        f"{entry.where}: {'.'.join(entry.key)} {refused}",
        "`.sopgen.yaml` in sopgen's repository explains every setting.",
    )


def _value_at(tree: Any, key: Key) -> Any:
    for name in key:
        tree = tree[name]
    return tree
