"""One generated project: its repository, its artifacts and what sopgen keeps beside them."""

import json
import os
from collections.abc import Iterable
from contextlib import AbstractContextManager
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from pydantic import Field, ValidationError

from sopgen.artifacts import (
    PRD,
    AcceptanceTests,
    Artifact,
    ArtifactKind,
    Artifacts,
    Code,
    Design,
    Message,
    Plan,
    Requirement,
    StageName,
    Value,
    Verdict,
    first_problem,
)
from sopgen.clock import Clock, SystemClock
from sopgen.errors import ConfigurationError, StorageFailed
from sopgen.project.lock import locked
from sopgen.project.repository import Repository
from sopgen.project.worktree import write_atomic

STATE = ".sopgen"
AnyArtifact = TypeVar("AnyArtifact", bound=Artifact)
_MESSAGES = f"{STATE}/messages.jsonl"
_GITIGNORE = """\
# sopgen keeps its journal, lock and environment here; artifacts and messages are committed.
/.sopgen/*
!/.sopgen/artifacts/
!/.sopgen/messages.jsonl

__pycache__/
*.py[cod]
*.egg-info/
.pytest_cache/
.coverage
.venv/
venv/
build/
dist/
node_modules/
.env
"""


class RunState(Value):
    """What a run has to know when it is taken up again and git does not tell."""

    run: int = 1
    token: str = ""
    takes: dict[StageName, int] = Field(default_factory=dict)
    """How often each stage was started anew with `--from`; absent: once."""
    model: str = ""
    created: str = ""
    """ISO date and time of the first run."""
    outcome: str | None = None
    """How the newest run ended; None: it has not."""


class Project:
    """A project's folder. Nothing is read before it is asked for."""

    def __init__(self, root: Path, clock: Clock | None = None) -> None:
        self.root = Path(os.path.abspath(root))
        self._clock = clock or SystemClock()

    @property
    def state(self) -> Path:
        """The folder of all that sopgen keeps."""
        return self.root / STATE

    @cached_property
    def repository(self) -> Repository:
        """The project's repository; raises UsageError when it has none."""
        return Repository(self.root)

    def lock(self) -> AbstractContextManager[None]:
        """Hold the project for one run; raises ProjectBusy naming the run that has it."""
        return locked(self.state / "lock", self._clock)

    def artifact_file(self, kind: ArtifactKind) -> str:
        """Return where an artifact is stored, relative to the project."""
        return f"{STATE}/artifacts/{kind}.yaml"

    def artifacts(self) -> Artifacts:
        """Read the artifacts as they are on disk; raises ConfigurationError for a broken one."""
        return Artifacts(
            requirement=self.requirement(),
            prd=self._artifact(PRD),
            design=self._artifact(Design),
            plan=self._artifact(Plan),
            code=self._artifact(Code),
            acceptance_tests=self._artifact(AcceptanceTests),
            verdict=self._artifact(Verdict),
        )

    def requirement(self) -> Requirement:
        """Read what the user asked for; raises ConfigurationError when it is missing or broken."""
        requirement = self._artifact(Requirement)
        if requirement is None:
            raise ConfigurationError(
                f"{self.root / self.artifact_file('requirement')} is missing:"
                " there is nothing to go on with.",
                "Take it back with `git checkout`, or start a new run.",
            )
        return requirement

    def write_artifact(self, artifact: Artifact) -> None:
        """Store an artifact; a stage's commit does so itself."""
        path = self.root / self.artifact_file(artifact.kind)
        write_atomic(path, artifact.to_yaml().encode("utf-8", "replace"))

    def messages(self) -> tuple[Message, ...]:
        """Read the pool; raises ConfigurationError naming a line that is broken."""
        text = self._text(_MESSAGES) or ""
        return tuple(
            self._message(line, number)
            for number, line in enumerate(text.split("\n"), 1)
            if line.strip()
        )

    def messages_text(self, messages: Iterable[Message]) -> bytes:
        """Return the pool as it is stored: one JSON object per line."""
        lines = (json.dumps(m.model_dump(mode="json"), ensure_ascii=False) for m in messages)
        return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")

    def messages_file(self) -> str:
        """Return where the pool is stored, relative to the project."""
        return _MESSAGES

    def read_state(self) -> RunState:
        """Return what is known of the newest run; the defaults before the first."""
        text = self._text(f"{STATE}/run.json")
        try:
            return RunState() if text is None else RunState.model_validate_json(text)
        except ValidationError as error:
            raise ConfigurationError(
                f"{self.state / 'run.json'} cannot be used: {first_problem(error)}",
                "Delete that file and resume.",
            ) from error

    def write_state(self, state: RunState) -> None:
        """Keep what is known of the newest run."""
        write_atomic(self.state / "run.json", state.model_dump_json(indent=2).encode())

    def _artifact(self, kind: type[AnyArtifact]) -> AnyArtifact | None:
        path = self.artifact_file(kind.kind)
        text = self._text(path)
        return None if text is None else kind.from_yaml(text, str(self.root / path))

    def _message(self, line: str, number: int) -> Message:
        try:
            return Message.model_validate_json(line)
        except ValidationError as error:
            raise ConfigurationError(
                f"{self.root / _MESSAGES}, line {number}, is no message: {first_problem(error)}",
                "Take the file back with `git checkout -- .sopgen/messages.jsonl`.",
            ) from error

    def _text(self, path: str) -> str | None:
        """Return a file's text; None when there is none."""
        try:
            return (self.root / path).read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except UnicodeDecodeError as error:
            raise ConfigurationError(
                f"{self.root / path} is not UTF-8 text: {error.reason}.",
                f"Take the file back with `git checkout -- {path}`.",
            ) from error
        except OSError as error:
            raise StorageFailed.because(error, str(self.root / path)) from error


def gitignore_text() -> str:
    """Return the `.gitignore` of a generated project."""
    return _GITIGNORE
