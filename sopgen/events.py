"""What a run tells whoever listens: board, plain lines, JSON, ledger, tracer."""

from collections.abc import Callable
from typing import ClassVar, Literal

from sopgen.artifacts import Finding, Outcome, RoleName, StageName, Usage, Value

Reading = Literal["valid", "repaired", "asked again", "failed"]
"""How a structured answer could be read: as it came; after repairs that cost nothing; not wholly,
so that fields were asked for again; not at all, after the last try."""
FileState = Literal["waiting", "asked", "checking", "repairing", "done", "failed"]


class Event(Value):
    """Something that happened in a run."""

    name: ClassVar[str]


class RunStarted(Event):
    name: ClassVar[str] = "run_started"
    run: int
    project: str
    """Path of the project's folder, possibly still a staging folder."""
    requirement: str
    model: str
    """What answers: a model's name, or `recorded run 2048`."""
    replayed: bool
    sandbox: str
    resumed: bool = False


class ProjectNamed(Event):
    name: ClassVar[str] = "project_named"
    project: str


class StageStarted(Event):
    name: ClassVar[str] = "stage_started"
    stage: StageName
    role: RoleName
    round: int = 0
    """0, or the number of the repair round."""


class StageFresh(Event):
    """A stage needs no work: its commit stands and nothing it reads has changed."""

    name: ClassVar[str] = "stage_fresh"
    stage: StageName
    commit: str


class StageCommitted(Event):
    name: ClassVar[str] = "stage_committed"
    stage: StageName
    commit: str
    subject: str
    files: int
    usage: Usage
    round: int = 0


class CallStarted(Event):
    name: ClassVar[str] = "call_started"
    call: str
    role: RoleName
    stage: StageName


class CallProgressed(Event):
    name: ClassVar[str] = "call_progressed"
    call: str
    characters: int


class CallFinished(Event):
    name: ClassVar[str] = "call_finished"
    call: str
    role: RoleName
    stage: StageName
    usage: Usage
    reused: bool
    """The answer came from the journal and cost nothing now."""


class CallDelayed(Event):
    """Nothing is wrong yet, but somebody has to wait."""

    name: ClassVar[str] = "call_delayed"
    call: str
    seconds: float
    reason: str


class Waiting(Value):
    """What one call waits for, and how long it has."""

    call: str
    what: str
    seconds: float


class Heartbeat(Event):
    """Nothing else was to be told for ten seconds; this is what is waited for."""

    name: ClassVar[str] = "heartbeat"
    waits: tuple[Waiting, ...]


class AnswerRead(Event):
    """A structured answer was read."""

    name: ClassVar[str] = "answer_read"
    call: str
    take: int
    model: str
    reading: Reading


class FileChanged(Event):
    name: ClassVar[str] = "file_changed"
    path: str
    state: FileState
    attempt: int = 1


class Executing(Event):
    """Something runs in the sandbox or is installed for it."""

    name: ClassVar[str] = "executing"
    what: str


class Executed(Event):
    name: ClassVar[str] = "executed"
    what: str
    passed: bool
    detail: str = ""


class FindingRaised(Event):
    name: ClassVar[str] = "finding_raised"
    stage: StageName
    finding: Finding


class Noticed(Event):
    """Something a person should know that is neither a finding nor an error."""

    name: ClassVar[str] = "noticed"
    text: str


class RunFinished(Event):
    name: ClassVar[str] = "run_finished"
    project: str
    outcome: Outcome
    reasons: tuple[str, ...]
    usage: Usage
    stopped_after: StageName | None = None


class RunStopped(Event):
    name: ClassVar[str] = "run_stopped"
    project: str
    error: str
    hint: str
    exit_code: int


Report = Callable[[Event], None]
"""Where events go; called from any thread, must not raise."""


def ignore(event: Event) -> None:
    """Listen to nothing."""
