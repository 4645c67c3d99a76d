"""What a mechanism makes of a job: an argument vector that runs it confined."""

import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from sopgen.artifacts import Command, Limits
from sopgen.sandbox.base import Rooms

SEARCH_PATH = "/usr/local/bin:/usr/bin:/bin"
PAYLOAD = Path(__file__).parent / "payload"


@dataclass(frozen=True)
class Job:
    """A command with its placeholders filled in."""

    argv: tuple[str, ...]
    environment: Mapping[str, str]
    rooms: Rooms
    limits: Limits
    port: int
    """The loopback port that the command is told to serve."""
    network: bool = False
    """A person agreed that the command shares the machine's network."""


@dataclass(frozen=True)
class Launch:
    """How the supervisor starts a confined job."""

    argv: tuple[str, ...]
    environment: Mapping[str, str]
    blobs: Mapping[str, bytes] = field(default_factory=dict)
    """Data handed over as open files; `descriptor_of(name)` in argv stands for the number."""


class Mechanism(Protocol):
    """One way to confine a job."""

    @property
    def name(self) -> str:
        """Return its name in settings and verdicts."""

    @property
    def gaps(self) -> tuple[str, ...]:
        """Return what it does not isolate, in words for the verdict."""

    def launch(self, job: Job) -> Launch:
        """Return how to start the job confined."""

    def port(self) -> int:
        """Return a loopback port that a job can serve."""


def descriptor_of(blob: str) -> str:
    """Return the word of an argument vector that the supervisor replaces by the number."""
    return f"@sopgen-descriptor:{blob}"


def job_of(command: Command, rooms: Rooms, port: int, network: bool = False) -> Job:
    """Fill in the placeholders of a command and the environment that it sees."""
    values = {
        "{python}": str(rooms.python),
        "{tools}": str(PAYLOAD),
        "{report}": str(rooms.report),
        "{work}": str(rooms.work),
        "{port}": str(port),
    }
    return Job(
        argv=tuple(_fill(part, values) for part in command.argv),
        environment=_environment(rooms) | command.environment,
        rooms=rooms,
        limits=command.limits,
        port=port,
        network=network,
    )


def free_port() -> int:
    """Return a loopback port that nobody serves right now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _fill(part: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        part = part.replace(name, value)
    return part


def _environment(rooms: Rooms) -> dict[str, str]:
    return {
        "PATH": f"{rooms.python.parent}:{SEARCH_PATH}",
        "HOME": "/tmp",
        "LANG": "C.UTF-8",
        "USER": "sandbox",
        "LOGNAME": "sandbox",
        "TERM": "xterm-256color",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
    }
