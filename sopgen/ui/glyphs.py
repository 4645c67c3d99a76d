"""The signs of the views, with plain letters for terminals that know no others."""

from dataclasses import dataclass

from rich.console import Console


@dataclass(frozen=True)
class Glyphs:
    """One sign for each state."""

    done: str = "✔"
    failed: str = "✘"
    working: str = "●"
    waiting: str = "○"
    unknown: str = "–"
    arrow: str = "→"
    dot: str = "·"
    ellipsis: str = "…"
    spinner: str = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"


_LETTERS = Glyphs(
    done="+",
    failed="x",
    working="*",
    waiting=".",
    unknown="-",
    arrow="->",
    dot="-",
    ellipsis="...",
    spinner="|/-\\",
)


def glyphs_for(console: Console) -> Glyphs:
    """Return the signs that a console can show."""
    return _LETTERS if console.options.ascii_only else Glyphs()
