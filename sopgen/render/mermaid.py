"""Derive diagrams from typed fields as mermaid text that every mermaid accepts."""

import re
from collections.abc import Iterator
from itertools import chain

from sopgen.artifacts import PRD, Attribute, ClassInterface, Design, FunctionInterface
from sopgen.render.escape import clean

_LONGEST_LABEL, _LONGEST_MEMBER, _LONGEST_MESSAGE, _LINE = 40, 64, 120, 36
_LONGEST_POINT, _POINT_WIDTH, _POINT_HEIGHT = 28, 0.35, 0.08  # The last two in chart widths.
# Marks that mermaid or the HTML of its labels reads as its own, and what looks like them.
_LOOKALIKES = str.maketrans(
    {";": ",", "#": "\N{MUSIC SHARP SIGN}", '"': "'", "`": "'",
     "<": "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}", "\\": "/", "&": "+",
     ">": "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"}
)  # fmt: skip
# In a member, braces end the class, parentheses make a method and ~ makes a generic.
_MEMBER_MARKS = str.maketrans({"{": "[", "}": "]", "(": "[", ")": "]", "~": "-", "*": "", "$": ""})


def class_diagram(design: Design) -> str:
    """Draw the classes with their members, bases and uses; empty without classes."""
    classes = [entry for file in design.interfaces for entry in file.classes]
    if not classes:
        return ""
    ids = {entry.name: f"c{number}" for number, entry in enumerate(classes, 1)}
    lines = ["classDiagram"]
    for number, entry in enumerate(classes, 1):
        lines.extend(_class_box(f"c{number}", entry, ids))
    relations: dict[tuple[str, str], str] = {}
    for number, entry in enumerate(classes, 1):
        for other, arrow in _relations(entry, ids):
            if other != f"c{number}":
                relations.setdefault((f"c{number}", other), arrow)
    lines.extend(f"  {one} {arrow} {other}" for (one, other), arrow in relations.items())
    return "\n".join(lines) + "\n"


def sequence_diagram(design: Design) -> str:
    """Draw the main scenario; empty without steps."""
    if not design.call_flow:
        return ""
    names = dict.fromkeys(
        chain.from_iterable((step.caller, step.callee) for step in design.call_flow)
    )
    ids = {name: f"p{number}" for number, name in enumerate(names, 1)}
    lines = ["sequenceDiagram", "  autonumber"]
    lines.extend(f"  participant {key} as {_label(name)}" for name, key in ids.items())
    for step in design.call_flow:
        message = _wrapped(_safe(step.message, _LONGEST_MESSAGE))
        lines.append(f"  {ids[step.caller]}->>{ids[step.callee]}: {message}")
    return "\n".join(lines) + "\n"


def quadrant_chart(prd: PRD) -> str:
    """Draw the competitors by reach and fit; empty without competitors.

    Points whose labels would lie on one another are moved apart; the document's table has the
    exact numbers.
    """
    if not prd.competitors:
        return ""
    lines = [
        "quadrantChart",
        "  title Reach and fit of existing products",
        '  x-axis "Low reach" --> "High reach"',
        '  y-axis "Low fit" --> "High fit"',
    ]
    placed: list[tuple[float, float]] = []
    for rival in sorted(prd.competitors, key=lambda rival: -abs(rival.fit - 0.5)):
        point = _apart(rival.reach, rival.fit, placed)
        placed.append(point)
        label = _safe(_label(rival.name), _LONGEST_POINT)
        lines.append(f'  "{label}": [{_share(point[0])}, {_share(point[1])}]')
    return "\n".join(lines) + "\n"


def _class_box(key: str, entry: ClassInterface, ids: dict[str, str]) -> Iterator[str]:
    outside = [base for base in entry.bases if base not in ids and base != "object"]
    suffix = f"({', '.join(outside)})" if outside else ""
    label = _label(entry.name + suffix).replace("[", "(").replace("]", ")")
    members = [*map(_attribute, entry.attributes), *map(_method, entry.methods)]
    if not members:
        yield f'  class {key}["{label}"]'
        return
    yield f'  class {key}["{label}"] {{'
    yield from (f"    {member}" for member in members)
    yield "  }"


def _relations(entry: ClassInterface, ids: dict[str, str]) -> Iterator[tuple[str, str]]:
    for base in entry.bases:
        if base in ids:
            yield ids[base], "--|>"
    for attribute in entry.attributes:
        yield from ((ids[word], "-->") for word in _words(attribute.type) if word in ids)
    for method in entry.methods:
        types = [method.returns, *method.raises, *(each.type for each in method.parameters)]
        used = (word for type_ in types for word in _words(type_))
        yield from ((ids[word], "..>") for word in used if word in ids)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def _attribute(attribute: Attribute) -> str:
    return _member(f"{_part(attribute.name)}: {_part(attribute.type)}", attribute.name)


def _method(method: FunctionInterface) -> str:
    """Give types where they fit in a readable line, else names alone."""
    name, returns = _part(method.name), _part(method.returns)
    typed = ", ".join(f"{_part(each.name)}: {_part(each.type)}" for each in method.parameters)
    names = ", ".join(_part(each.name) for each in method.parameters)
    for inside in (typed, names, "\N{HORIZONTAL ELLIPSIS}"):
        line = f"{name}({inside}) {returns}"
        if len(line) <= _LONGEST_MEMBER:
            break
    return _member(line, method.name)


def _member(line: str, name: str) -> str:
    return ("-" if name.startswith("_") and not name.startswith("__") else "+") + line


def _part(text: str) -> str:
    return _safe(text.translate(_MEMBER_MARKS), _LONGEST_LABEL) or "?"


def _label(text: str) -> str:
    return _safe(text.translate(str.maketrans("{}", "()")), _LONGEST_LABEL) or "?"


def _safe(text: str, longest: int) -> str:
    line = " ".join(clean(text).translate(_LOOKALIKES).split())
    line = re.sub("%(?=%)", "% ", line)  # Two of them begin a comment.
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "\u2026"


def _wrapped(text: str) -> str:
    """Break a message into lines; words alone are too long where there are no spaces."""
    lines = [""]
    for word in re.findall(rf"\S{{1,{_LINE}}}", text):
        if lines[-1] and len(lines[-1]) + len(word) >= _LINE:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return "<br/>".join(lines) or "?"


def _apart(x: float, y: float, placed: list[tuple[float, float]]) -> tuple[float, float]:
    """Move a point away from the nearer edge until its label is free."""
    x, y = min(max(x, 0.02), 0.98), min(max(y, 0.08), 0.97)
    step = 0.01 if y < 0.5 else -0.01
    rivals = [other_y for other_x, other_y in placed if abs(x - other_x) < _POINT_WIDTH]
    while any(abs(y - other_y) < _POINT_HEIGHT for other_y in rivals):
        y += step
    return x, y


def _share(value: float) -> str:
    """Write a number from 0 to 1 as mermaid reads it: `1`, not `1.0`."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
