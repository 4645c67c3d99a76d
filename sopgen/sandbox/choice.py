"""Choose the strongest sandbox that works here, by trying to break out of it."""

import os
import socket
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Literal

from sopgen.artifacts import Command, Limits
from sopgen.errors import SandboxMissing
from sopgen.sandbox.base import Rooms, Sandbox
from sopgen.sandbox.bubblewrap import Bubblewrap, find_program
from sopgen.sandbox.environment import base_interpreter, interpreter_folders
from sopgen.sandbox.landlock import Landlock, landlock_abi
from sopgen.sandbox.launch import PAYLOAD, Mechanism
from sopgen.sandbox.none import Unconfined
from sopgen.sandbox.seccomp import supported
from sopgen.sandbox.supervisor import Supervised
from sopgen.sandbox.system import is_root

_PLANTED = "planted-outside-the-sandbox"
_CANARY = ("{python}", "-I", "-S", "{tools}/canary.py")
_NEEDED_BY = {"terminal": ("tui",), "port": ("web_service", "web_page")}
"""What the canary says it got: the kinds of program whose tests need it."""
_REMEDY = (
    "Allow unprivileged user namespaces (Ubuntu: `sudo sysctl -w"
    " kernel.apparmor_restrict_unprivileged_userns=0`; Docker: `--security-opt"
    " seccomp=unconfined`), or use a Linux kernel of 5.13 or newer with Landlock switched on."
    " `--no-execute` makes the project without running it; `--sandbox none` runs it UNSAFE."
)

Candidates = Sequence[Supervised]
SandboxChoice = Literal["auto", "bubblewrap", "landlock", "none"]


def choose(wanted: SandboxChoice, candidates: Candidates | None = None) -> Sandbox:
    """Return the first candidate that holds, or the one that was asked for.

    Raises SandboxMissing with the reason of each when none does.
    """
    if not sys.platform.startswith("linux"):
        raise SandboxMissing(
            f"generated code cannot be run on {sys.platform} yet: its limits need Linux",
            "`--no-execute` makes the project without running it.",
        )
    if wanted == "none":
        return Supervised(Unconfined())
    reasons: list[tuple[str, str]] = []
    for sandbox in known_sandboxes() if candidates is None else candidates:
        if wanted not in {"auto", sandbox.name}:
            continue
        said = _words_of_canary(sandbox)
        reason = _objection(said)
        if not reason:
            weaker = tuple(told for name, told in reasons if name != sandbox.name)
            unfit = chain(*(kinds for word, kinds in _NEEDED_BY.items() if word not in said))
            return replace(sandbox, passed_over=weaker, unfit_for=tuple(unfit))
        reasons.append((sandbox.name, f"{sandbox.name} does not work here: {reason}"))
    told = "; ".join(told for _, told in reasons) or f"there is no filter for {os.uname().machine}"
    raise SandboxMissing(f"nothing on this machine contains generated code ({told})", _REMEDY)


def known_sandboxes() -> list[Supervised]:
    """Return what could work here, strongest first."""
    if not supported(os.uname().machine):
        return []
    program, abi = find_program(), landlock_abi()
    ways = (True, False) if is_root() else (False,)
    mechanisms: list[Mechanism] = [Bubblewrap(program, way) for way in ways]
    mechanisms += [Landlock(abi, way) for way in ways]
    return [Supervised(mechanism) for mechanism in mechanisms]


def probe(sandbox: Sandbox) -> str:
    """Run the canary; return why the sandbox cannot be used, or an empty string."""
    return _objection(_words_of_canary(sandbox))


def _words_of_canary(sandbox: Sandbox) -> list[str]:
    """Run the canary in the sandbox and return its words."""
    with tempfile.TemporaryDirectory(prefix="sopgen-probe-") as folder, socket.socket() as listener:
        base = Path(folder).resolve()
        base.chmod(0o711)
        planted = base / "planted"
        planted.write_text(_PLANTED, encoding="utf-8")
        planted.chmod(0o644)
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        argv = (*_CANARY, str(planted), str(listener.getsockname()[1]))
        command = Command(argv=argv, limits=Limits(wall_seconds=10))
        try:
            execution = sandbox.run(command, _rooms(base))
        except OSError as error:
            return f"it cannot be set up: {error.strerror}".split()
    return (execution.output or f"it ended with {execution.exit_code} at once").split()


def _objection(said: list[str]) -> str:
    if "started" not in said:
        return " ".join(said)[:300]
    if _PLANTED in said:
        return "a file outside could be read"
    if "connected" in said:
        return "the machine's network could be reached"
    return ""


def _rooms(base: Path) -> Rooms:
    for name in ("work", "report"):
        os.mkdir(base / name, 0o700)
    read_only = (*interpreter_folders(), PAYLOAD)
    return Rooms(base / "work", base / "report", base_interpreter(), read_only)
