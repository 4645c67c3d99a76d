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
        if not _take(handle):
            raise ProjectBusy(
                f"Another run is at work on {path.parent.parent}: {_holder(handle)}.",
                "Wait for it to end, or stop it.",
            )
        started = clock.now().isoformat(timespec="seconds")
        line = f"process {os.getpid()} on {socket.gethostname()} since {started}\n"
        os.ftruncate(handle, 0)
        os.write(handle, line.encode())
        yield
    finally:
        os.close(handle)


def _take(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _holder(handle: int) -> str:
    try:
        text = os.read(handle, 200).decode("utf-8", "replace").strip()
    except OSError:  # Windows keeps a locked range from being read.
        return "it does not say which"
    return text or "it does not say which"
