"""Executors for the judge: each runs an attack through one of sopgen's sandboxes."""

import os
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sopgen.artifacts import Command, Limits
from sopgen.sandbox.base import Rooms, Sandbox
from sopgen.sandbox.bubblewrap import Bubblewrap, find_program
from sopgen.sandbox.environment import base_interpreter, interpreter_folders
from sopgen.sandbox.landlock import Landlock, landlock_abi
from sopgen.sandbox.launch import PAYLOAD, Job, Launch, Mechanism, descriptor_of
from sopgen.sandbox.none import Unconfined
from sopgen.sandbox.supervisor import Supervised
from sopgen.sandbox.system import is_root


def known() -> dict[str, Sandbox]:
    """Return each sandbox by the name of its executor below."""
    program = find_program()
    sandboxes: dict[str, Sandbox] = {
        "bubblewrap": Supervised(Bubblewrap(program, is_root())),
        "landlock": Supervised(Landlock(landlock_abi(), is_root())),
        "none": Supervised(Unconfined()),
    }
    if is_root():
        sandboxes["bubblewrap_userns"] = Supervised(Bubblewrap(program, False))
        sandboxes["landlock_root"] = Supervised(Landlock(landlock_abi(), False))
    return sandboxes


LIMITS = Limits(memory_mb=1024, processes=256, disk_mb=256)


def run_in(
    sandbox: Sandbox,
    limits: Limits,
    argv: Sequence[str],
    ws: str,
    env: Mapping[str, str],
    home: str,
) -> dict[str, Any]:
    """Run an attack as the workbench would run a command, on a copy of ws without `.git`."""
    base = Path(tempfile.mkdtemp(prefix="copy-", dir=os.path.dirname(home)))
    base.chmod(0o711)
    work, report = base / "work", base / "report"
    shutil.copytree(ws, work, ignore=shutil.ignore_patterns(".git"))
    report.mkdir()
    words = [part.replace(ws, str(work)) for part in argv[1:]]
    wall = {"wall_seconds": float(env["HOSTILE_WALL"])}
    command = Command(argv=("{python}", *words), limits=limits.model_copy(update=wall))
    rooms = Rooms(work, report, base_interpreter(), (*interpreter_folders(), PAYLOAD))
    execution = sandbox.run(command, rooms)
    for entry in work.iterdir():
        if not os.path.lexists(os.path.join(ws, entry.name)):
            os.rename(entry, os.path.join(ws, entry.name))  # The judge looks for evidence there.
    return {
        "rc": execution.exit_code,
        "out": execution.output.encode(),
        "timed_out": execution.limit == "time",
        "limit": execution.limit,
    }


def run_for_judge(name: str, *given: Any) -> dict[str, Any]:
    return run_in(known()[name], LIMITS, *given)


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


@dataclass(frozen=True)
class Weakened:
    """A mechanism with some words of its command line left out."""

    whole: Mechanism
    left_out: tuple[str, ...]
    name: str = "weakened"
    gaps: tuple[str, ...] = ()

    def port(self) -> int:
        return self.whole.port()

    def launch(self, job: Job) -> Launch:
        launch = self.whole.launch(job)
        return replace(launch, argv=tuple(w for w in launch.argv if w not in self.left_out))


def without_network_namespace(*given: Any) -> dict[str, Any]:
    return run_weakened(("--unshare-net",), *given)


def without_process_namespace(*given: Any) -> dict[str, Any]:
    return run_weakened(("--unshare-pid",), *given)


def without_filter(*given: Any) -> dict[str, Any]:
    return run_weakened(("--seccomp", descriptor_of("seccomp")), *given)


def run_weakened(left_out: tuple[str, ...], *given: Any) -> dict[str, Any]:
    program = find_program()
    return run_in(Supervised(Weakened(Bubblewrap(program, False), left_out)), LIMITS, *given)


def landlock_without_scope(*given: Any) -> dict[str, Any]:
    return run_in(Supervised(Landlock(5, False)), LIMITS, *given)


def landlock_without_ports(*given: Any) -> dict[str, Any]:
    return run_in(Supervised(SharedNetwork(Landlock(landlock_abi(), False))), LIMITS, *given)


@dataclass(frozen=True)
class SharedNetwork:
    """A mechanism that always shares the machine's network."""

    whole: Mechanism
    name: str = "shared network"
    gaps: tuple[str, ...] = ()

    def port(self) -> int:
        return self.whole.port()

    def launch(self, job: Job) -> Launch:
        return self.whole.launch(replace(job, network=True))


def without_memory_limit(*given: Any) -> dict[str, Any]:
    limits = LIMITS.model_copy(update={"memory_mb": 8192})
    return run_in(known()["bubblewrap"], limits, *given)


def without_disk_limit(*given: Any) -> dict[str, Any]:
    limits = LIMITS.model_copy(update={"disk_mb": 8192})
    return run_in(known()["bubblewrap"], limits, *given)


if __name__ == "__main__":
    sys.exit(f"Run judge.py --exec executors:NAME; NAME is one of {', '.join(known())}.")
