"""`sopgen config`: every setting with its value and the source that gave it."""

import json
from typing import Any

from rich.text import Text

from sopgen.cli.session import open_session
from sopgen.config import user_folder
from sopgen.config.loader import DEFAULT


def show_settings() -> None:
    """Write one line per setting: name, value, source; those that are not defaults in bold."""
    session = open_session()
    rows = [
        (row.name, session.redact(_written(row.value)), session.redact(row.source))
        for row in session.configuration.rows()
    ]
    names, values = (max(len(row[column]) for row in rows) for column in (0, 1))
    for name, value, source in rows:
        line = f"{name:<{names}}  {value:<{values}}  {source}"
        style = "dim" if source == DEFAULT else "bold"
        session.console.print(Text(line, style=style), soft_wrap=True)
    if session.console.is_terminal:
        session.say(f"Your own config.yaml and .env belong in {user_folder()}")


def _written(value: Any) -> str:
    return value if isinstance(value, str) and value else json.dumps(value, ensure_ascii=False)
