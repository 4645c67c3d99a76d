"""Draw mermaid text with box characters for a terminal; owner of termaid."""

import re

_CLASS = re.compile(r'^  class (c\d+)\["([^"(]*)(?:\(([^"]*)\))?"\]', re.MULTILINE)
_POINT = re.compile(r'^  "([^"]*)":', re.MULTILINE)
_LABEL = 36  # Columns after which a message is broken.
_AXIS = re.compile(r'"([^"]*)" --> "([^"]*)"')


def draw_text(mermaid: str) -> str:
    """Return the diagram as lines of text; its mermaid text where it cannot be drawn."""
    import termaid  # Only `show` needs it.

    try:
        drawn = termaid.render(_plain(mermaid), max_label_width=_LABEL)
    except (ValueError, LookupError, TypeError, RecursionError):
        return mermaid
    return drawn.rstrip() + "\n" if drawn.strip() else mermaid


def _plain(mermaid: str) -> str:
    """Write names where termaid knows no labels."""
    if mermaid.startswith("quadrantChart"):
        return _AXIS.sub(r"\1 --> \2", _POINT.sub(r"  \1:", mermaid))
    if not mermaid.startswith("classDiagram"):
        return mermaid.replace("<br/>", " ")
    names: dict[str, str] = {}
    for match in _CLASS.finditer(mermaid):
        name = re.sub(r"\W+", "_", match[2]).strip("_") or match[1]
        names[match[1]] = f"{name}_{match[1]}" if name in names.values() else name
    text = _CLASS.sub(lambda match: f"  class {names[match[1]]}{_base(match[3])}", mermaid)
    return re.sub(
        r"^  (c\d+) (\S+) (c\d+)$",
        lambda relation: f"  {names[relation[1]]} {relation[2]} {names[relation[3]]}",
        text,
        flags=re.MULTILINE,
    )


def _base(name: str | None) -> str:
    return f" <<{name}>>" if name and re.fullmatch(r"\w+", name) else ""
