"""The contract of a sandbox: what it runs, where, within which limits, and what comes back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from sopgen.artifacts import Command


@dataclass(frozen=True)
class Rooms:
    """The folders a command may see besides the system's own."""

    work: Path
    """A private copy of the project without `.git`; writable, thrown away afterwards."""
    report: Path
    """Writable and empty; its files come back as `Execution.reports`."""
    python: Path
    """The interpreter of the project's environment."""
    read_only: tuple[Path, ...]
    """Environment, its base interpreter, pytest, payload scripts."""


@dataclass(frozen=True)
class Execution:
    """How a command ended."""

    exit_code: int
    """As a shell gives it: 128 + signal when it was killed."""
    output: str
    """Standard output and error together, head and tail, decoded with replacement."""
    seconds: float
    limit: str = ""
    """Which limit ended it: `time`, `memory`, `processes`, `disk`; empty: none."""
    reports: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def passed(self) -> bool:
        return self.exit_code == 0 and not self.limit


@dataclass(frozen=True)
class Streams:
    """Where an attached command reads and writes."""

    input: int
    """An open descriptor: the slave side of a pseudo-terminal, or any file."""
    output: int
    port: int = 0
    """The loopback port that it may serve; 0: the sandbox chooses."""


class Sandbox(Protocol):
    """Runs hostile commands. The whole process tree is dead when `run` returns."""

    @property
    def name(self) -> str:
        """Return `bubblewrap`, `landlock` or `none`; written into the verdict."""

    @property
    def gaps(self) -> tuple[str, ...]:
        """Return what it does not isolate, in words for the verdict."""

    @property
    def unfit_for(self) -> tuple[str, ...]:
        """Return the kinds of program whose tests may fail for what it denies them."""

    def run(self, command: Command, rooms: Rooms) -> Execution:
        """Run one command; a limit that is hit is an Execution, not an exception."""

    def attach(
        self, command: Command, rooms: Rooms, streams: Streams, network: bool = False
    ) -> Execution:
        """Run one command on a person's streams, without a time limit; nothing is captured.

        `network` shares the machine's network: a person agreed to it.
        """
