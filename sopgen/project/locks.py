"""Lock files that a killed run left in a repository, told from those of a git at work."""

import os
from collections.abc import Iterator
from pathlib import Path

from sopgen.errors import ProjectBusy, StorageFailed

_PROCESSES = Path("/proc")


def clear_locks(folder: Path, state: Path, *, shared: bool) -> None:
    """Delete sopgen's own stale locks, and with `shared` move aside git's that nobody holds.

    Call it with the project's lock held. Raises ProjectBusy for a lock that may be in use.
    """
    try:
        for own in (*state.glob("index*"), *(folder / "refs/tags/sopgen").rglob("*.lock")):
            own.unlink()
        stale = [*folder.glob("*.lock"), *(folder / "refs").rglob("*.lock")]
        if not stale:
            return
        if not shared or _git_at_work(folder, stale):
            raise ProjectBusy(
                f"Another git command is at work here: {stale[0]} exists.",
                "Wait for it to end; if none is running, delete that file. Then run again.",
            )
        aside = state / "locks"
        aside.mkdir(exist_ok=True)
        for lock in stale:
            os.replace(lock, aside / "_".join(lock.relative_to(folder).parts))
    except OSError as error:
        raise StorageFailed.because(error, str(folder)) from error


def _git_at_work(folder: Path, locks: list[Path]) -> bool:
    """Say whether some process has a lock open or is a git in this project.

    Where the system does not tell, the answer is yes: a person has to decide.
    """
    if not _PROCESSES.is_dir():
        return True
    held = {str(lock) for lock in locks}
    here = str(folder.parent)
    return any(_holds(process, held, here) for process in _running())


def _running() -> Iterator[Path]:
    return (entry for entry in _PROCESSES.iterdir() if entry.name.isdigit())


def _holds(process: Path, locks: set[str], here: str) -> bool:
    try:
        name = (process / "comm").read_text(encoding="utf-8", errors="replace").strip()
        place = os.readlink(process / "cwd")
        if name == "git" and (place == here or place.startswith(here + os.sep)):
            return True
        return any(os.readlink(handle) in locks for handle in (process / "fd").iterdir())
    except OSError:  # It has ended meanwhile, or it is another user's.
        return False
