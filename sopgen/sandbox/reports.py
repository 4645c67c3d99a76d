"""Read back what a command left in its report folder, trusting nothing about it."""

import os
import stat
from pathlib import Path

LARGEST = 4 << 20
MOST = 32


def read_reports(folder: Path) -> dict[str, bytes]:
    """Return the regular files at the top of the folder by name.

    Links, folders, devices and files over 4 MB are left out.
    """
    found: dict[str, bytes] = {}
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return found
    for name in names[:MOST]:
        content = _read(folder / name)
        if content is not None:
            found[name] = content
    return found


def _read(path: Path) -> bytes | None:
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
    try:
        with open(path, "rb", opener=lambda name, _: os.open(name, flags)) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode) or status.st_size > LARGEST:
                return None
            return file.read(LARGEST)
    except OSError:
        return None
