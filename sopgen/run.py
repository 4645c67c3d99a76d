"""A run's state between stages: artifacts, pool, journal and commits of one project."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from sopgen.artifacts import PRD, Artifact, ArtifactKind, Artifacts, Code, Pool, StageName, Usage
from sopgen.contents import Contents, encoded
from sopgen.errors import ProjectChanged
from sopgen.events import (
    AnswerRead,
    CallFinished,
    Event,
    FindingRaised,
    ProjectNamed,
    Report,
    StageCommitted,
)
from sopgen.journal.journal import Journal
from sopgen.project.base import StageChange, StageRecord
from sopgen.project.project import Project
from sopgen.project.workspace import Workspace
from sopgen.sop import Stage, readers


@dataclass
class Run:
    """One run over one project. Only the pipeline changes it."""

    project: Project
    workspace: Workspace
    journal: Journal
    contents: Contents
    report: Report
    artifacts: Artifacts = field(init=False)
    pool: Pool = field(init=False)
    _records: list[StageRecord] = field(init=False)

    def __post_init__(self) -> None:
        repository = self.project.repository
        files = repository.text_files()
        self.artifacts = self.project.artifacts().adopting(files, repository.edited(files))
        self.pool = Pool(self.project.messages())
        self._records = repository.records()
        self._usage: dict[StageName, Usage] = {}
        self._lock = threading.Lock()

    def listen(self, event: Event) -> None:
        """Add up what the calls of each stage cost, for its commit; note how answers were read."""
        if isinstance(event, CallFinished):
            with self._lock:
                self._usage[event.stage] = self._usage.get(event.stage, Usage()) + event.usage
        elif isinstance(event, AnswerRead):
            self.journal.note_reading(event.call, event.take, event.model, event.reading)

    # What is there

    def artifact(self, kind: ArtifactKind) -> Artifact | None:
        """Return the newest artifact of a kind."""
        return self.artifacts.get(kind)

    def needed(self, kind: ArtifactKind) -> Artifact:
        """Return an artifact that a stage cannot start without."""
        artifact = self.artifact(kind)
        if artifact is None:
            raise ProjectChanged(
                f"The project has no {kind} although the stage before is done.",
                f"Take .sopgen/artifacts/{kind}.yaml back with git, or use --from.",
            )
        return artifact

    def newest(self, stage: StageName | None = None) -> StageRecord | None:
        """Return the newest commit of a stage, or of all."""
        found = (record for record in self._records if stage in {None, record.stage})
        return next(found, None)

    def take(self, stage: StageName) -> int:
        """Return which take of a stage is asked for.

        That of its newest commit, unless `--from` wants a new one that has no commit yet.
        """
        record = self.newest(stage)
        return max(self._wanted(stage), record.take if record else 1)

    def is_fresh(self, stage: Stage) -> bool:
        """Say whether a stage's newest commit read what its action would read now."""
        record = self.newest(stage.name)
        made = self.artifact(stage.makes)
        if record is None or made is None or record.take != self.take(stage.name):
            return False
        if stage.makes == "verdict" and record.output != made.digest:
            return False  # A verdict is computed, whatever a person writes into it.
        needs = {kind: self.artifact(kind) for kind in stage.needs}
        return all(
            artifact is not None and record.inputs.get(kind) == artifact.digest
            for kind, artifact in needs.items()
        )

    def round_of(self, stage: Stage) -> int:
        """Return the repair round that a stage belongs to: 0 before the first repair."""
        done = self.artifacts.code.repairs if self.artifacts.code else 0
        if "code" not in stage.needs:
            return 0
        return done + 1 if stage.makes == "code" else done

    def follows_repair(self) -> bool:
        """Say whether the newest commit is a repair that nobody has judged yet."""
        record = self.newest()
        return record is not None and record.stage == "code" and record.round > 0

    def files_for(self, stage: Stage) -> dict[str, str]:
        """Return the project's files; what roles made of them before only if the stage reads it."""
        files = self.project.repository.text_files()
        if stage.makes == "code" and "code" not in stage.needs:
            code, tests = self.artifacts.code, self.artifacts.acceptance_tests
            made = [file.path for file in code.files] if code else []
            made += [file.path for file in tests.files] if tests else []
            files = {path: text for path, text in files.items() if path not in made}
        return {path: text for path, text in files.items() if not path.startswith(".sopgen/")}

    # What changes

    def begin(self, stage: Stage, round_: int) -> None:
        """Note that a stage is under way; what a person gave or edited comes into the pool."""
        cause = "edit" if self.pool.messages else "ask"
        for kind in stage.needs:
            self._publish(cause, "user", self.needed(kind), stage.name)
        self.journal.begin(stage.name, self.take(stage.name), round_)

    def hold(self, stage: Stage, artifact: Artifact) -> None:
        """Take over what a stage made; it is committed now or with a later stage."""
        self.artifacts = self.artifacts.holding(artifact)
        self._publish(stage.action.__name__, stage.role, artifact, stage.name)

    def commit(
        self, stage: Stage, artifact: Artifact, changes: Mapping[str, str], round_: int
    ) -> None:
        """Put an artifact, its documents and the changed files into the stage's commit."""
        if isinstance(artifact, PRD):
            self._name_project(artifact)
        inputs: dict[str, str] = {kind: self.needed(kind).digest for kind in stage.needs}
        before = self.artifacts.code
        self.hold(stage, artifact)
        outdated = self._drop_outdated_verdict(artifact, round_)
        rendered = self.contents.documents(self.artifacts)
        for finding in rendered.findings:
            self.report(FindingRaised(stage="design", finding=finding))
        usage = self._usage.pop(stage.name, Usage())
        subject, body = self.contents.message(stage.name, round_, self.artifacts)
        record = self.contents.record(self.artifacts, self.pool, self.project)
        change = StageChange(
            stage=stage.name,
            run=self.artifacts.requirement.run,
            take=self.take(stage.name),
            round=round_,
            subject=subject,
            body=body,
            inputs=inputs,
            output=artifact.digest,
            model=self.contents.label.model,
            usage=usage,
            files=record | rendered.files | encoded(changes),
            removed=(*_removed(before, self.artifacts.code), *outdated),
        )
        self._end(change)

    def _end(self, change: StageChange) -> None:
        commit = self.project.repository.commit(change)
        self._records = self.project.repository.records()
        self.journal.done(change.stage, commit)
        state = self.project.read_state()
        takes = {stage: take for stage, take in state.takes.items() if stage != change.stage}
        self.project.write_state(state.model_copy(update={"takes": takes}))
        self.report(
            StageCommitted(
                stage=change.stage,
                commit=commit,
                subject=change.subject,
                files=len(change.files),
                usage=change.usage,
                round=change.round,
            )
        )

    def _drop_outdated_verdict(self, artifact: Artifact, round_: int) -> tuple[str, ...]:
        """Forget a verdict on something else than what there is now; return its files.

        The verdict that a repair answers stays until the next: it says that the project fails.
        """
        record = self.newest("qa")
        judged = record.inputs.get(artifact.kind, artifact.digest) if record else artifact.digest
        if self.artifacts.verdict is None or round_ or judged == artifact.digest:
            return ()
        self.artifacts = replace(self.artifacts, verdict=None)
        return (self.project.artifact_file("verdict"), "docs/qa_report.md")

    def _wanted(self, stage: StageName) -> int:
        return self.project.read_state().takes.get(stage, 1)

    def _name_project(self, prd: PRD) -> None:
        """Move a project that had no name yet to the place where it stays."""
        before = self.project.root
        name = self.artifacts.requirement.project_name or prd.project_name
        self.project = self.workspace.settle(self.project, name)
        if self.project.root == before:
            return
        self.journal.moved(self.project.state / "journal.jsonl")
        self.report(ProjectNamed(project=str(self.project.root)))

    def _publish(self, cause: str, sender: str, artifact: Artifact, stage: StageName) -> None:
        """Put a message into the pool, unless this very artifact has been handed over before."""
        if not self.pool.holds(artifact.kind, artifact.digest):
            self.pool.publish(
                run=self.artifacts.requirement.run,
                stage=stage,
                cause_by=cause,
                sent_from=sender,
                send_to=readers(artifact.kind),
                artifact=artifact.kind,
                digest=artifact.digest,
            )


def _removed(before: Code | None, after: Code | None) -> tuple[str, ...]:
    if before is None or after is None:
        return ()
    kept = {file.path for file in after.files}
    return tuple(file.path for file in before.files if file.path not in kept)
