"""API keys: from the environment, or from the `.env` file in the user's configuration folder."""

import re
from collections.abc import Mapping
from pathlib import Path

from sopgen.errors import ConfigurationError

KEY_FILE = ".env"
_LINE = re.compile(r"(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)")
_QUOTED = re.compile(r"""("([^"]*)"|'([^']*)')\s*(?:#.*)?""")


def read_environment(process: Mapping[str, str], user: Path) -> dict[str, str]:
    """Return the variables of the process and of the user's `.env`; the process wins.

    A `.env` of the current folder is never read: the folder may be a stranger's.
    """
    return _read(user / KEY_FILE) | dict(process)


def _read(path: Path) -> dict[str, str]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(
            f"{path} cannot be read.", "Make it UTF-8 text that you may read, or move it away."
        ) from error
    lines = enumerate(text.splitlines(), start=1)
    return dict(
        _variable(line.strip(), f"{path}:{number}")
        for number, line in lines
        if line.strip() and not line.lstrip().startswith("#")
    )


def _variable(line: str, place: str) -> tuple[str, str]:
    match = _LINE.fullmatch(line)
    if match is None:
        # The line is not quoted: it may be a key.
        raise ConfigurationError(f"{place} is not of the form NAME=value.", "Mend that line.")
    name, value = match.groups()
    quoted = _QUOTED.fullmatch(value)
    if quoted:
        return name, quoted[2] if quoted[2] is not None else quoted[3]
    return name, re.split(r"\s+#", value, maxsplit=1)[0]
