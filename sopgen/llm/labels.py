"""Tell which file a fenced block is meant to be, from the many ways in which models say it."""

import re

_NAMED = re.compile(r"""(?:title|file|filename|filepath|path|name)\s*[=:]\s*["']?([^"'\s}]+)""")
_PATH = re.compile(
    r"(?:[A-Za-z]:)?[/\\~]*"
    r"(?:[\w@.+-]+(?:[/\\][\w@.+ -]+)*\.[A-Za-z0-9_]{1,12}|[\w.@-]+(?:[/\\][\w.@-]+)+|\.\w+)"
)
_BARE_NAMES = frozenset({"Makefile", "Dockerfile", "LICENSE", "Procfile", "README", "NOTICE"})
_DECORATION = re.compile(r"^[\s#>*+`\"'-]+|[\s*`\"':]+$")
_UNDERLINED = re.compile(r"^(__?)(.+)\1$")
_NUMBERED = re.compile(r"^\d+[.)]\s+")
_WORD = re.compile(
    r"^(?:the\s+)?(?:file\s*name|file\s*path|file|path)\s*:?\s+|^file:", re.IGNORECASE
)
_REMARK = re.compile(r"\s+\((?:new|changed|updated|modified|complete|full)[^)]*\)$", re.IGNORECASE)
_COMMENT = re.compile(r"^\s*(?:#+|//+|--|;+|/\*+|<!--|%+|\"\"\")\s*(.*?)\s*(?:\*/|-->|\"\"\")?\s*$")
_QUOTED = re.compile(r"`([^`]+)`")


def in_info(info: str) -> str | None:
    """Return the path in a fence's info string: `python game.py`, `python title="game.py"`."""
    named = _NAMED.search(info)
    if named:
        return _as_path(named.group(1))
    tokens = re.split(r"[\s:]+", info.strip().strip("{}"))
    return next((path for token in tokens if (path := _as_path(token))), None)


def in_line(line: str) -> str | None:
    """Return the path in the line above a block: `### game.py`, `**game.py**`, `File: game.py`."""
    bare = _bare(line)
    path = _as_path(bare)
    if path is not None:
        return path
    quoted = _QUOTED.findall(line)
    if len(quoted) == 1 and (line.rstrip().endswith((":", ":**")) or line.lstrip().startswith("#")):
        return _as_path(quoted[0])
    return None


def in_comment(line: str) -> str | None:
    """Return the path in a block's first line: `# file: game.py`, `<!-- index.html -->`."""
    comment = _COMMENT.match(line)
    if comment is None or line.startswith("#!"):
        return None
    return _as_path(_WORD.sub("", comment.group(1)))


def _bare(line: str) -> str:
    text = line
    for _ in range(2):
        text = _DECORATION.sub("", _NUMBERED.sub("", _DECORATION.sub("", text)))
        text = _REMARK.sub("", _WORD.sub("", text))
    return _DECORATION.sub("", _UNDERLINED.sub(r"\2", text))


def _as_path(text: str) -> str | None:
    text = text.strip().strip("`\"'").removeprefix("./")
    if _PATH.fullmatch(text) or text in _BARE_NAMES:
        return text
    return None
