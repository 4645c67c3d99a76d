"""Programming languages by name and by file."""

import re
from pathlib import PurePosixPath

from sopgen.languages.base import Entry, Import, Language, TestFunction, TestReport
from sopgen.languages.plain import Plain
from sopgen.languages.python import Python

__all__ = [
    "SUPPORTED",
    "Entry",
    "Import",
    "Language",
    "TestFunction",
    "TestReport",
    "language",
    "language_of",
]

_SUPPORTED: dict[str, Language] = {"python": Python()}
SUPPORTED = tuple(_SUPPORTED)
"""The languages that sopgen can install, test and start projects in."""
_SUFFIXES = {
    "c": (".c", ".h"),
    "c++": (".cc", ".cpp", ".hpp"),
    "c#": (".cs",),
    "css": (".css",),
    "csv": (".csv",),
    "go": (".go",),
    "html": (".htm", ".html"),
    "java": (".java",),
    "javascript": (".cjs", ".js", ".jsx", ".mjs"),
    "json": (".json",),
    "kotlin": (".kt",),
    "markdown": (".md",),
    "php": (".php",),
    "ruby": (".rb",),
    "rust": (".rs",),
    "shell": (".sh",),
    "sql": (".sql",),
    "svg": (".svg",),
    "swift": (".swift",),
    "toml": (".toml",),
    "typescript": (".ts", ".tsx"),
    "xml": (".xhtml", ".xml"),
    "yaml": (".yaml", ".yml"),
}
_ALIASES = {"js": "javascript", "ts": "typescript", "py": "python", "golang": "go", "cpp": "c++"}


def language(name: str) -> Language:
    """Return the language of a name as people write it: `Python 3.11`, `js`, `node.js`."""
    bare = re.split(r"[\s\d(/,;]", name.strip().lower(), maxsplit=1)[0].strip(".-,")
    known = _ALIASES.get(bare, "javascript" if bare.startswith("node") else bare)
    return _SUPPORTED.get(known) or Plain(known or "text", _SUFFIXES.get(known, ()))


def language_of(path: str) -> Language:
    """Return the language of a file by the end of its name; `text` where nothing is known."""
    suffix = PurePosixPath(path).suffix.lower()
    for supported in _SUPPORTED.values():
        if suffix in supported.suffixes:
            return supported
    found = (name for name, suffixes in _SUFFIXES.items() if suffix in suffixes)
    name = next(found, "text")
    return Plain(name, _SUFFIXES.get(name, ()))
