"""Single settings as a file gives them: the value, and the line it stands on."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from sopgen.config.schema import Key, all_groups, all_settings, nearest
from sopgen.errors import ConfigurationError

_LARGEST_FILE = 1_000_000
_SECRET_WORDS = ("key", "token", "secret", "password")


@dataclass(frozen=True)
class Entry:
    """A value that one source gives to one setting."""

    key: Key
    value: Any
    """As JSON would hold it."""
    source: str
    """What gave it, for a person: a file's path, a variable, a flag."""
    place: str = ""
    """Where exactly, when that is more than the source: `FILE:LINE`."""

    @property
    def where(self) -> str:
        return self.place or self.source


def read_file(path: Path) -> list[Entry]:
    """Return the settings of a YAML file; none when there is no such file.

    Raises ConfigurationError for what is unreadable, not YAML or unknown.
    """
    try:
        if not path.exists():
            return []
        if path.stat().st_size > _LARGEST_FILE:
            raise ConfigurationError(f"{path} is too large to be a settings file.")
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ConfigurationError(
            f"{path} cannot be read: {error.strerror}", "Mend its rights, or move it away."
        ) from error
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"{path} is not UTF-8 text.", "Save it as UTF-8.") from error
    return _Reader(path, text).entries()


class _Reader:
    """Walk a document along the settings tree."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._loader = yaml.SafeLoader(text)
        self._settings = all_settings()
        self._groups = all_groups()

    def entries(self) -> list[Entry]:
        try:
            root = self._loader.get_single_node()
            return [] if root is None else self._group(root, ())
        except (yaml.YAMLError, ValueError, RecursionError) as error:
            # ValueError: `!!int "a"`; RecursionError: brackets without end.
            raise ConfigurationError(
                f"{self._path} is not valid YAML: {' '.join(str(error).split())}",
                "Mend that line and run again.",
            ) from error
        finally:
            self._loader.dispose()

    def _group(self, node: yaml.Node, above: Key) -> list[Entry]:
        found: list[Entry] = []
        for name, value in self._pairs(node, above):
            key = (*above, str(name.value))
            if key in self._groups:
                found += self._group(value, key)
            elif key not in self._settings:
                raise unknown(".".join(key), self._place(name))
            elif self._settings[key].is_open:
                pairs = self._pairs(value, key)
                found += [self._entry((*key, str(item.value)), item, b) for item, b in pairs]
            else:
                found.append(self._entry(key, name, value))
        return found

    def _pairs(self, node: yaml.Node, above: Key) -> list[tuple[yaml.Node, yaml.Node]]:
        if isinstance(node, yaml.ScalarNode) and node.tag == "tag:yaml.org,2002:null":
            return []
        if not isinstance(node, yaml.MappingNode):
            what = ".".join(above) or "the file"
            raise ConfigurationError(
                f"{self._place(node)}: {what} must hold lines of the form `name: value`."
            )
        seen = set()
        for name, _ in node.value:
            if str(name.value) in seen:
                raise ConfigurationError(
                    f"{self._place(name)}: {'.'.join((*above, name.value))} stands there twice.",
                    "Take one of them away.",
                )
            seen.add(str(name.value))
        return list(node.value)

    def _entry(self, key: Key, name: yaml.Node, node: yaml.Node) -> Entry:
        value = self._loader.construct_object(node, deep=True)
        as_json = json.loads(json.dumps(value, default=str))
        return Entry(key, as_json, str(self._path), self._place(name))

    def _place(self, node: yaml.Node) -> str:
        return f"{self._path}:{node.start_mark.line + 1}"


def unknown(name: str, place: str) -> ConfigurationError:
    """Return the error for a name that is no setting."""
    known = [".".join(key) for key in (*all_groups(), *all_settings())]
    hint = nearest(name, known) or "`sopgen config` lists all settings."
    if any(name.rpartition(".")[2].lower().endswith(word) for word in _SECRET_WORDS):
        hint = "Keys are read from the environment or from .env in your configuration folder only."
    return ConfigurationError(f"{place}: there is no setting {name}.", hint)
