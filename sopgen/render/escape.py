"""Make text from a model safe inside documents: it is data and never changes their structure."""

import json
import re
from html import escape as escape_html
from itertools import pairwise
from urllib.parse import quote as percent_encode

# Directions that reorder what a person reads, and marks that nobody sees.
_INVISIBLE = re.compile(
    "[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u0000-\u0008\u000e-\u001b\u007f]"
)
_CODE_SPAN = re.compile(r"(`[^`]+`)")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_ALWAYS = re.compile(r"[\\\[\]|`]|~(?=~)")
_EMPHASIS = re.compile(r"(?<!\s)\*|\*(?!\s)|(?<![^\W_])_|_(?![^\W_])")
_LIST_NUMBER = re.compile(r"(\d{1,9})([.)])(?=\s|$)")
_CONTAINERS = re.compile(r"\s*(?:(?:[-+*]|\d{1,9}[.)])\s+|>\s?)*")
_HEADING = re.compile(r"#{1,6}(?:\s|$)|=+\s*$|-+\s*$|:-|-+\s*:?\s*$")
_FENCE = re.compile(r"(\s*)(`{3,}|~{3,})\s*([\w+#.-]*)[^`]*$")


def inline(text: object) -> str:
    """Put a text in one line that stays plain text in a table, a heading or a list item.

    Pairs of single backticks stay code.
    """
    line = " ".join(clean(text).split())
    line = "".join(
        part if index % 2 and "|" not in part else _EMPHASIS.sub(r"\\\g<0>", _literal(part))
        for index, part in enumerate(_CODE_SPAN.split(line))
    )
    if line[:1] in {"#", ">", "-", "+", "*", "=", "~"} and line:
        return "\\" + line
    return _LIST_NUMBER.sub(r"\1\\\2", line, count=1) if _LIST_NUMBER.match(line) else line


def block(text: object) -> str:
    """Keep paragraphs, lists, emphasis and fenced code of a text, and nothing that could reach
    beyond it: no headings, tables, HTML, links, front matter or open fences.
    """
    lines = clean(text).expandtabs(4).splitlines()
    done: list[str] = []
    while lines:
        opening = _FENCE.match(lines[0])
        if opening is None:
            done.append(_prose(lines.pop(0)))
            continue
        body = _take_fenced(lines, opening)
        done.append(fence(body, opening[3]))
    return "\n".join(done).strip("\n")


def quote(text: object) -> str:
    """Quote a text line by line, each line as plain text."""
    lines = [inline(line) for line in clean(text).strip().splitlines()] or [""]
    kept = [line + "\\" if line and after else line for line, after in pairwise([*lines, ""])]
    return "\n".join(f"> {line}".rstrip() for line in kept)


def excerpt(text: object, lines: int = 20, characters: int = 1500) -> str:
    """Keep the head of a text and say by `…` that there was more."""
    whole = str(text).strip()
    head = "\n".join(whole.splitlines()[:lines])[:characters].rstrip()
    return head if head == whole else head + " \u2026"


def code(text: object) -> str:
    """Put a text in one line of code; for a table there is `cell`."""
    line = " ".join(clean(text).split())
    if not line:
        return ""
    marks = "`" * (_longest_run(line) + 1)
    space = " " if "`" in (line[0], line[-1]) else ""
    return f"{marks}{space}{line}{space}{marks}"


def cell(text: object) -> str:
    """Put a text in one line of code inside a table, where a bar would end the cell."""
    line = " ".join(clean(text).split())
    if "|" not in line:
        return code(line)
    body = re.sub(r"[\\`*_\[\]|~$]", lambda char: f"&#{ord(char[0])};", escape_html(line))
    return f"<code>{body}</code>"


def fence(text: object, info: str = "") -> str:
    """Fence a text with more backticks than any run of them in it."""
    body = clean(text).strip("\n")
    marks = "`" * max(3, _longest_run(body) + 1)
    return f"{marks}{re.sub(r'[^A-Za-z0-9_+#.-]', '', info)}\n{body}\n{marks}"


def toml(text: object) -> str:
    """Quote a text as a TOML basic string."""
    quoted = json.dumps(_encodable(text), ensure_ascii=False)
    return quoted.replace("\x7f", "\\u007f")


def yaml(text: object) -> str:
    """Quote a text as a YAML double-quoted scalar."""
    quoted = json.dumps(_encodable(text), ensure_ascii=False)
    return re.sub(
        "[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]", lambda char: f"\\u{ord(char[0]):04x}", quoted
    )


def slug(text: object) -> str:
    """Reduce a text to lower-case ASCII letters, digits and hyphens; never empty."""
    return re.sub(r"[^a-z0-9]+", "-", str(text).lower()).strip("-") or "x"


def url(path: object) -> str:
    """Percent-encode a path for a link."""
    return percent_encode(_encodable(path), safe="/")


def clean(text: object) -> str:
    """Drop characters that cannot be stored, are invisible or reorder what is read."""
    return _INVISIBLE.sub("", _encodable(text))


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)


def _encodable(text: object) -> str:
    return str(text).encode("utf-8", "replace").decode("utf-8")


def _literal(text: str) -> str:
    text = _ENTITY.sub("&amp;", text)
    text = _ALWAYS.sub(r"\\\g<0>", text).replace("<", "&lt;")
    return text.replace("$", "\\$") if text.count("$") > 1 else text


def _prose(line: str) -> str:
    start = _CONTAINERS.match(line)
    head = start[0] if start else ""
    body = "".join(
        part if index % 2 else _literal(part)
        for index, part in enumerate(_CODE_SPAN.split(line[len(head) :]))
    )
    return (head + ("\\" if _HEADING.match(body) else "") + body).rstrip()


def _take_fenced(lines: list[str], opening: re.Match[str]) -> str:
    indent, marks = len(opening[1]), opening[2]
    del lines[0]
    body: list[str] = []
    while lines:
        line = lines.pop(0)
        mark = line.strip()
        if mark.startswith(marks) and not mark.strip(marks[0]):
            break
        body.append(line[min(indent, len(line) - len(line.lstrip())) :])
    return "\n".join(body)
