"""Executors for the judge: each runs an attack through one of sopgen's sandboxes."""

import os
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sopgen.artifacts import Command, Limits
from sopgen.sandbox.base import Rooms, Sandbox
from sopgen.sandbox.bubblewrap import Bubblewrap, find_program
from sopgen.sandbox.environment import base_interpreter, interpreter_folders
from sopgen.sandbox.landlock import Landlock, landlock_abi
from sopgen.sandbox.launch import PAYLOAD
from sopgen.sandbox.none import Unconfined
from sopgen.sandbox.supervisor import Supervised
from sopgen.sandbox.system import is_root


def known() -> dict[str, Sandbox]:
    """Return each sandbox by the name of its executor below."""
    program = find_program() or Path("/nonexistent/bwrap")
    sandboxes: dict[str, Sandbox] = {
        "bubblewrap": Supervised(Bubblewrap(program, is_root())),
        "landlock": Supervised(Landlock(landlock_abi(), is_root())),
        "none": Supervised(Unconfined()),
    }
    if is_root():
        sandboxes["bubblewrap_userns"] = Supervised(Bubblewrap(program, False))
        sandboxes["landlock_root"] = Supervised(Landlock(landlock_abi(), False))
    return sandboxes


def run_for_judge(
    name: str, argv: Sequence[str], ws: str, env: Mapping[str, str], home: str
) -> dict[str, Any]:
    """Run an attack as the workbench would run a command, on a copy of ws without `.git`."""
    base = Path(tempfile.mkdtemp(prefix="copy-", dir=os.path.dirname(home)))
    base.chmod(0o711)
    work, report = base / "work", base / "report"
    shutil.copytree(ws, work, ignore=shutil.ignore_patterns(".git"))
    report.mkdir()
    limits = Limits(
        wall_seconds=float(env["HOSTILE_WALL"]), memory_mb=1024, processes=256, disk_mb=256
    )
    words = [part.replace(ws, str(work)) for part in argv[1:]]
    command = Command(argv=("{python}", *words), limits=limits)
    rooms = Rooms(work, report, base_interpreter(), (*interpreter_folders(), PAYLOAD))
    execution = known()[name].run(command, rooms)
    for entry in work.iterdir():
        if not os.path.lexists(os.path.join(ws, entry.name)):
            os.rename(entry, os.path.join(ws, entry.name))  # The judge looks for evidence there.
    return {
        "rc": execution.exit_code,
        "out": execution.output.encode(),
        "timed_out": execution.limit == "time",
        "limit": execution.limit,
    }


def bubblewrap(*given: Any) -> dict[str, Any]:
    return run_for_judge("bubblewrap", *given)


def bubblewrap_userns(*given: Any) -> dict[str, Any]:
    return run_for_judge("bubblewrap_userns", *given)


def landlock(*given: Any) -> dict[str, Any]:
    return run_for_judge("landlock", *given)


def landlock_root(*given: Any) -> dict[str, Any]:
    return run_for_judge("landlock_root", *given)


def none(*given: Any) -> dict[str, Any]:
    return run_for_judge("none", *given)


if __name__ == "__main__":
    sys.exit(f"Run judge.py --exec executors:NAME; NAME is one of {', '.join(known())}.")
