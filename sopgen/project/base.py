"""The values in which a project's history is told."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sopgen.artifacts import StageName, Usage


@dataclass(frozen=True)
class StageRecord:
    """A commit that ended a stage, read back from its trailers."""

    commit: str
    stage: StageName
    run: int
    take: int
    round: int
    """0, or the number of the repair round."""
    inputs: Mapping[str, str]
    """Digest of each artifact that the stage read, by kind."""
    output: str
    """Digest of the artifact that it made."""
    subject: str
    model: str
    usage: Usage


@dataclass(frozen=True)
class StageChange:
    """All that one stage's commit is to hold."""

    stage: StageName
    run: int
    take: int
    round: int
    subject: str
    body: str
    inputs: Mapping[str, str]
    output: str
    model: str
    usage: Usage
    files: Mapping[str, bytes] = field(default_factory=dict)
    """New content by path, `.sopgen/artifacts/…` included; all else stays as it is in HEAD."""
    removed: tuple[str, ...] = ()


@dataclass(frozen=True)
class LogEntry:
    """One commit of the project's history."""

    commit: str
    when: str
    """ISO date and time of the commit."""
    author: str
    subject: str
    record: StageRecord | None = None
    """Set when the commit ended a stage."""
