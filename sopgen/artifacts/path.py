"""Paths inside a generated project, checked before anything touches a disk."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Annotated

from pydantic import AfterValidator

_FORBIDDEN = re.compile(r'[\\:*?"<>|]')
_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?", re.IGNORECASE)
_GIT_OWN = re.compile(r"git~\d+|\.git.*", re.IGNORECASE)
_GIT_ALLOWED = frozenset({".gitignore", ".gitattributes", ".github"})
_LONGEST_PART, _LONGEST_PATH = 200, 400


def check_path(text: str) -> str:
    """Return the path unchanged when it is safe on every platform.

    Safe: relative, NFC, "/" between its parts, no part that is empty, `.`, `..`, reserved by
    Windows, git's or sopgen's own. Raises ValueError with the reason.
    """
    reason = _why_unsafe(text)
    if reason:
        raise ValueError(f"{text[:80]!r} is not a path inside the project: {reason}")
    return text


ProjectPath = Annotated[str, AfterValidator(check_path)]
"""A path that `check_path` let through; at run time it is a plain string."""


def clashes(paths: Iterable[str]) -> list[tuple[str, str]]:
    """Return pairs of paths that some file system cannot hold together.

    They differ by case only, or one is a folder of the other.
    """
    seen: dict[str, str] = {}
    found = []
    unique = sorted(set(paths))
    for path in unique:
        folded = path.casefold()
        if folded in seen:
            found.append((seen[folded], path))
        seen.setdefault(folded, path)
    for path in unique:
        parts = path.casefold().split("/")
        for end in range(1, len(parts)):
            folder = "/".join(parts[:end])
            if folder in seen:
                found.append((seen[folder], path))
    return found


def _why_unsafe(text: str) -> str:
    if not text or len(text) > _LONGEST_PATH:
        return "it is empty or too long"
    if text != unicodedata.normalize("NFC", text):
        return "it is not in Unicode normal form C"
    if any(unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"} for char in text):
        return "it holds an invisible character"
    if _FORBIDDEN.search(text):
        return 'it holds one of \\ : * ? " < > |'
    if text[0] in "/~-":
        return f"it starts with {text[0]}"
    parts = text.split("/")
    return next((reason for part in parts if (reason := _why_part_unsafe(part))), "")


def _why_part_unsafe(part: str) -> str:
    if part in {"", ".", ".."}:
        return "it has an empty part, `.` or `..`"
    if len(part.encode()) > _LONGEST_PART:
        return "one part is too long"
    if part[-1] in ". " or part[0] == " ":
        return "a part begins or ends with a space or ends with a dot"
    if _RESERVED.fullmatch(part):
        return f"{part} is reserved on Windows"
    if _GIT_OWN.fullmatch(part) and part.casefold() not in _GIT_ALLOWED:
        return f"{part} belongs to git"
    if part.casefold() == ".sopgen":
        return ".sopgen belongs to sopgen"
    return ""
