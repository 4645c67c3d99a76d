"""Read files out of an answer: fenced blocks, each under a line with its path; never raises."""

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from sopgen.artifacts import check_path
from sopgen.llm import labels

_CODE = re.compile(
    r"#!|//|/\*|<!|<(html|svg|\?xml)\b|[{\[]\s*[\"\n]|['\"]use strict|"
    r"(import|export|const|let|var|function|class|async|package|@charset|:root)\b"
)
"""How a file that is not Python begins, and prose does not."""
_FENCE = re.compile(r"^([ \t]*)(`{3,}|~{3,})[ \t]*([^`]*?)[ \t]*$")


@dataclass(frozen=True)
class Blocks:
    """The files of an answer."""

    files: dict[str, str] = field(default_factory=dict)
    rest: str = ""
    """The text outside the files."""
    rejected: list[tuple[str, str]] = field(default_factory=list)
    """Path and reason of each block that cannot be taken."""


@dataclass(frozen=True)
class _Block:
    begin: int
    end: int
    """The lines of the whole block, label and fences included."""
    path: str | None
    body: str
    closed: bool


def files_in(text: str, expected: Sequence[str] = (), *, complete: bool = True) -> Blocks:
    """Return the files in an answer.

    `expected` are the paths that were asked for: one block without a path is the one file that
    was, and a bare name stands for the path that ends in it. With `complete=False` the answer was
    cut off, and a block without its end is rejected. A path given twice: the last one counts.
    """
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    found = _scan(lines, expected)
    named = [block for block in found if block.path is not None]
    if not named and len(expected) == 1 and complete and (code := _bare(lines, expected[0])):
        return Blocks({expected[0]: code})
    if not named and len(found) == 1 and len(expected) == 1:
        only = found[0]
        named = [_Block(only.begin, only.end, expected[0], only.body, only.closed)]
    files: dict[str, str] = {}
    rejected: list[tuple[str, str]] = []
    for block in named:
        path = _settle(block.path or "", expected)
        reason = _why_not(path, block, complete=complete)
        if reason:
            rejected.append((path, reason))
        else:
            files[path] = block.body
    return Blocks(files, _rest(lines, named), rejected)


def _bare(lines: list[str], path: str) -> str:
    """Return the answer as the one file that was asked for, if it is code without a fence."""
    if any(line.startswith(("```", "~~~")) for line in lines):
        return ""
    text = "\n".join(lines).strip("\n")
    first, _, rest = text.partition("\n")
    if labels.in_line(first) == path:
        text = rest.strip("\n")
    return f"{text}\n" if _is_code(text, path) else ""


def _is_code(text: str, path: str) -> bool:
    if not path.endswith(".py"):
        return _CODE.match(text) is not None
    try:
        statements = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return any(not isinstance(statement, ast.Expr) for statement in statements)


def _scan(lines: list[str], expected: Sequence[str]) -> list[_Block]:
    blocks: list[_Block] = []
    place = 0
    while place < len(lines):
        if _FENCE.match(lines[place]):
            block = _block_at(lines, place, floor=blocks[-1].end if blocks else 0)
            blocks.append(block)
            place = block.end
        else:
            place += 1
    return blocks


def _block_at(lines: list[str], opening: int, floor: int) -> _Block:
    fence = _FENCE.match(lines[opening])
    assert fence is not None
    indent, marks, info = fence.groups()
    begin, path = opening, labels.in_info(info)
    label = _line_above(lines, opening, floor)
    if label is not None and (above := labels.in_line(lines[label])) is not None:
        begin, path = label, path or above
    first = opening + 1
    if path is None and first < len(lines) and (inside := labels.in_comment(lines[first])):
        path, first = inside, first + 1
    end = _end_of(lines, first, marks, path=path or "")
    body = [line.removeprefix(indent) for line in lines[first : len(lines) if end is None else end]]
    while end is None and body and not body[-1].strip():
        body.pop()
    text = "\n".join(body) + "\n" if body else ""
    return _Block(begin, len(lines) if end is None else end + 1, path, text, end is not None)


def _line_above(lines: list[str], opening: int, floor: int) -> int | None:
    """Return the number of the line that may hold the label: at most one blank line between."""
    for number in (opening - 1, opening - 2):
        if number >= floor and lines[number].strip():
            return number
    return None


def _end_of(lines: list[str], first: int, marks: str, *, path: str) -> int | None:
    """Return the line of the closing fence.

    A fence with an info string opens a block inside the block. Where bare fences leave a doubt,
    Python must parse, and Markdown has its inner fences in pairs.
    """
    closings = _closings(lines, first, marks)
    if len(closings) > 1 and path.endswith(".py"):
        fitting = (end for end in closings if _parses("\n".join(lines[first:end])))
        return next(fitting, closings[0])
    if path.endswith((".md", ".markdown")) and len(closings) % 2 == 1:
        return closings[-1]
    return closings[0] if closings else None


def _closings(lines: list[str], first: int, marks: str) -> list[int]:
    """Return the lines that may close the block, up to the next block that has a label."""
    closings: list[int] = []
    depth = 0
    for number in range(first, len(lines)):
        fence = _FENCE.match(lines[number])
        if fence is None or fence.group(2)[0] != marks[0] or len(fence.group(2)) < len(marks):
            continue
        if closings and not depth and _labelled(lines, number, fence.group(3)):
            break
        if fence.group(3):
            depth += 1
        elif depth:
            depth -= 1
        else:
            closings.append(number)
    return closings


def _labelled(lines: list[str], number: int, info: str) -> bool:
    if labels.in_info(info):
        return True
    above = _line_above(lines, number, 0)
    return above is not None and labels.in_line(lines[above]) is not None


def _parses(source: str) -> bool:
    try:
        ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _settle(path: str, expected: Sequence[str]) -> str:
    path = path.replace("\\", "/")
    if path in expected or "/" in path:
        return path
    ending = [wanted for wanted in expected if wanted.endswith("/" + path)]
    return ending[0] if len(ending) == 1 else path


def _why_not(path: str, block: _Block, *, complete: bool) -> str:
    if not block.closed and not complete:
        return "the answer was cut off inside this file"
    try:
        check_path(path)
    except ValueError as error:
        return str(error)
    return ""


def _rest(lines: list[str], named: list[_Block]) -> str:
    inside = {number for block in named for number in range(block.begin, block.end)}
    return "\n".join(line for number, line in enumerate(lines) if number not in inside).strip()
