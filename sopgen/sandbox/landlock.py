"""Confine by Landlock and a system call filter, where namespaces are refused."""

import ctypes
import json
import os
from dataclasses import dataclass
from pathlib import Path

from sopgen.sandbox.launch import PAYLOAD, Job, Launch, free_port
from sopgen.sandbox.seccomp import landlock_filter
from sopgen.sandbox.system import ETC, SYSTEM, give_to, spare_user

_CREATE_RULESET, _ASK_VERSION = 444, 1
_NEWEST_ABI = 6
_DEVICES = (
    "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty", "/dev/ptmx",
)  # fmt: skip
_FACTS = (
    "/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/loadavg",
    "/sys/devices/system/cpu", "/etc/hosts", "/etc/nsswitch.conf", "/etc/passwd", "/etc/group",
    "/etc/services", "/etc/protocols",
)  # fmt: skip
_ALWAYS = (
    "the program cannot use process pools or unix sockets",
    "a port that the program serves is open to other programs of this machine",
)
_NO_NETWORK = "the program has no network at all, so that no server of it can be asked"
_NO_SCOPE = "signals are not contained: the program could end other processes of the user"


@dataclass(frozen=True)
class Landlock:
    """File and network rules that a process puts on itself before it becomes the command."""

    abi: int
    as_spare_user: bool = False
    name: str = "landlock"

    @property
    def gaps(self) -> tuple[str, ...]:
        missing = [(4, _NO_NETWORK), (6, _NO_SCOPE)]
        return (*_ALWAYS, *(gap for since, gap in missing if self.abi < since))

    def port(self) -> int:
        return free_port()

    def launch(self, job: Job) -> Launch:
        rooms = job.rooms
        scratch = rooms.report / "tmp"
        scratch.mkdir(exist_ok=True)
        user = None
        if self.as_spare_user:
            user = spare_user(rooms.work)
            give_to(user, (rooms.work, rooms.report))
        hidden = not all(map(_open_to_all, (*rooms.read_only, rooms.python, rooms.work)))
        lookups = ("/etc/resolv.conf",) if job.network else ()
        order = {
            "abi": min(self.abi, _NEWEST_ABI),
            "read": [*SYSTEM, *ETC, *_FACTS, *lookups, *map(str, (*rooms.read_only, PAYLOAD))],
            "write": [str(rooms.work), str(rooms.report)],
            "devices": _DEVICES,
            "network": job.network,
            "filter": landlock_filter(os.uname().machine, self.abi, job.network).hex(),
            "user": user,
            "read_any": hidden,
            "processes": job.limits.processes,
            "terminal": any(part.endswith("/on_terminal.py") for part in job.argv),
        }
        stub = (str(rooms.python), "-I", "-S", str(PAYLOAD / "confine.py"), json.dumps(order), "--")
        environment = {**job.environment, "HOME": str(scratch), "TMPDIR": str(scratch)}
        return Launch((*stub, *job.argv), environment)


def _open_to_all(path: Path) -> bool:
    """Say whether any user can reach a path."""
    return all(folder.stat().st_mode & 0o001 for folder in path.absolute().parents)


def landlock_abi() -> int:
    """Return the version of Landlock that the kernel speaks; 0: none."""
    libc = ctypes.CDLL(None, use_errno=True)
    return max(0, int(libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _ASK_VERSION)))
