"""`sopgen config`: every setting with its value and the source that gave it."""

import json
from typing import Any

from rich.table import Table
from rich.text import Text

from sopgen.cli.session import Session, open_session
from sopgen.config.loader import DEFAULT


def show_settings() -> None:
    """Write all settings: as a table in a terminal, as lines of three columns elsewhere."""
    session = open_session()
    rows = [
        (row.name, session.redact(_written(row.value)), session.redact(row.source))
        for row in session.configuration.rows()
    ]
    if not session.console.is_terminal:
        for row in rows:
            session.say("\t".join(row))
        return
    _draw(session, rows)


def _draw(session: Session, rows: list[tuple[str, str, str]]) -> None:
    table = Table.grid(padding=(0, 2))
    for name, value, source in rows:
        style = "dim" if source == DEFAULT else "bold"
        table.add_row(name, Text(value, style=style), Text(source, style=style))
    session.console.print(table)


def _written(value: Any) -> str:
    return value if isinstance(value, str) and value else json.dumps(value, ensure_ascii=False)
