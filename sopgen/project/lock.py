"""One run per project: a lock that the system frees when its holder dies, however it dies."""

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sopgen.clock import Clock
from sopgen.errors import ProjectBusy, StorageFailed


@contextmanager
def locked(path: Path, clock: Clock) -> Iterator[None]:
    """Hold a lock file; raises ProjectBusy naming its holder.

    Python opens files so that programs started meanwhile do not inherit them.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise StorageFailed.because(error, f"The lock {path}") from error
    try:
        _take(handle, path, clock)
        yield
    finally:
        os.close(handle)


def _take(handle: int, path: Path, clock: Clock) -> None:
    """Lock an open file and write into it whose it is now."""
    started = clock.now().isoformat(timespec="seconds")
    line = f"process {os.getpid()} on {socket.gethostname()} since {started}\n"
    try:
        _lock(handle)
        os.ftruncate(handle, 0)
        os.write(handle, line.encode())
    except (BlockingIOError, PermissionError) as error:  # The second is what Windows says.
        raise ProjectBusy(
            f"Another run is at work on {path.parent.parent}: {_holder(handle)}.",
            "Wait for it to end, or stop it.",
        ) from error
    except OSError as error:
        raise StorageFailed.because(error, f"The lock {path}") from error


def _lock(handle: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _holder(handle: int) -> str:
    try:
        text = os.read(handle, 200).decode("utf-8", "replace").strip()
    except OSError:  # Windows keeps a locked range from being read.
        text = ""
    return text or "it does not say which"
