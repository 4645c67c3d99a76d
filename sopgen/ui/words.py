"""How numbers, times and foreign texts are written on a screen."""

import unicodedata
from pathlib import Path

from sopgen.artifacts import Usage

_CONTROLS = frozenset({"Cc", "Cf", "Cs"})


def clean(text: str, longest: int = 2000) -> str:
    """Return text from outside as one line without control characters.

    A model or a file name must not move the cursor or colour the screen.
    """
    safe = harmless(" ".join(text.split()))
    return safe if len(safe) <= longest else safe[: longest - 1] + "…"


def harmless(text: str) -> str:
    """Return text without control characters but for line ends and tabs."""
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in _CONTROLS)


def duration(seconds: float) -> str:
    """Write seconds as 0:07, 12:34 or 1:02:03."""
    whole = max(0, int(seconds))
    hours, minutes = whole // 3600, whole // 60 % 60
    if hours:
        return f"{hours}:{minutes:02}:{whole % 60:02}"
    return f"{minutes}:{whole % 60:02}"


def money(dollars: float) -> str:
    """Write an amount: $0, $0.004, $1.25."""
    if dollars == 0:
        return "$0"
    if dollars < 0.0005:
        return "<$0.001"
    return f"${dollars:.3f}" if dollars < 1 else f"${dollars:,.2f}"


def tokens(usage: Usage) -> str:
    """Write what calls used: 12,300 tokens (1,200 cached)."""
    cached = f" ({usage.cached_tokens:,} cached)" if usage.cached_tokens else ""
    return f"{usage.tokens:,} tokens{cached}"


def near(path: str) -> str:
    """Write a path as seen from the current folder, where that is shorter."""
    here = Path.cwd()
    return str(Path(path).relative_to(here)) if Path(path).is_relative_to(here) else path


def number_of(count: int, noun: str) -> str:
    """Write a count with its noun: 1 file, 2 files."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
