"""Read a journal or a recording without taking it into use."""

from pathlib import Path

from sopgen.errors import StorageFailed
from sopgen.journal.entries import Entry, good_lines, parse


def read_entries(path: Path) -> list[Entry]:
    """Return the entries before the first damage; none where there is no file.

    Raises StorageFailed, or ConfigurationError for a line of another version.
    """
    try:
        data = path.read_bytes() if path.is_file() else b""
    except OSError as error:
        raise StorageFailed.because(error, f"The journal {path}") from error
    return [parse(payload, str(path)) for payload, _ in good_lines(data)]
