"""Rows of text in columns: cut to the width of a terminal, whole in a pipe."""

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from sopgen.cli.session import Session
from sopgen.ui.words import clean

_GAP = "  "


def write_rows(session: Session, rows: Sequence[Sequence[str]]) -> None:
    """Write rows of equal length, one line each, keys taken out."""
    safe = [[session.redact(clean(cell)) for cell in row] for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(*safe, strict=True)]
    for row in safe:
        cells = (set_cell_size(cell, width) for cell, width in zip(row, widths, strict=True))
        line = _GAP.join(cells).rstrip()
        if session.console.is_terminal:
            session.console.print(Text(line), no_wrap=True, overflow="ellipsis")
        else:
            print(line)
