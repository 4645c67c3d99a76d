"""What is known of a run so far, as a value; events are folded into it in `folding`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from sopgen.artifacts import Outcome, RoleName, StageName, Usage
from sopgen.events import FileState

StageStatus = Literal["waiting", "working", "done", "fresh", "failed"]

ROLES: Mapping[StageName, RoleName] = MappingProxyType(
    {
        "prd": "product_manager",
        "design": "architect",
        "plan": "project_manager",
        "code": "engineer",
        "qa": "qa_engineer",
    }
)
ROLE_TITLES: Mapping[RoleName, str] = MappingProxyType(
    {
        "product_manager": "Product Manager",
        "architect": "Architect",
        "project_manager": "Project Manager",
        "engineer": "Engineer",
        "qa_engineer": "QA Engineer",
    }
)


@dataclass(frozen=True)
class StageState:
    """One stage: how far it is, since when, and what it used."""

    name: StageName
    status: StageStatus = "waiting"
    since: float = 0.0
    """When it began to work this time, in seconds of the clock."""
    worked: float = 0.0
    """Seconds of earlier rounds."""
    usage: Usage = field(default_factory=Usage)
    round: int = 0
    commit: str = ""
    errors: int = 0
    """Findings raised since it last began, errors only."""

    def seconds(self, now: float) -> float:
        """Return how long it has worked in all."""
        return self.worked + (now - self.since if self.status == "working" else 0.0)


@dataclass(frozen=True)
class FileProgress:
    """One file of the code stage."""

    state: FileState = "waiting"
    attempt: int = 1


@dataclass(frozen=True)
class Wait:
    """Something that the run waits for."""

    since: float
    detail: str = ""


@dataclass(frozen=True)
class RunView:
    """A run as it stands."""

    model: str = ""
    replayed: bool = False
    sandbox: str = ""
    project: str = ""
    requirement: str = ""
    resumed: bool = False
    began: float = 0.0
    stages: Mapping[StageName, StageState] = field(
        default_factory=lambda: {name: StageState(name) for name in ROLES}
    )
    files: Mapping[str, FileProgress] = field(default_factory=dict)
    waits: Mapping[str, Wait] = field(default_factory=dict)
    """What is being waited for: call ids and executions."""
    usage: Usage = field(default_factory=Usage)
    reused: int = 0
    """Calls that were answered from the journal."""
    outcome: Outcome | None = None
    error: str = ""
    stopped_after: StageName | None = None

    @property
    def ended(self) -> bool:
        return bool(self.outcome or self.error or self.stopped_after)
