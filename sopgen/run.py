"""A run's state between stages: artifacts, pool, journal and commits of one project."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field

from sopgen.artifacts import (
    PRD,
    Artifact,
    ArtifactKind,
    Artifacts,
    Code,
    Pool,
    StageName,
    Usage,
)
from sopgen.checks import waves
from sopgen.checks.waves import Order
from sopgen.errors import ProjectChanged
from sopgen.events import CallFinished, Event, FindingRaised, ProjectNamed, Report, StageCommitted
from sopgen.journal.journal import Journal
from sopgen.project.base import StageChange, StageRecord
from sopgen.project.project import Project, gitignore_text
from sopgen.project.workspace import Workspace
from sopgen.render.documents import RunLabel, render_documents, yaml_of
from sopgen.render.templates import Templates
from sopgen.sop import Stage, readers


@dataclass
class Run:
    """One run over one project. Only the pipeline changes it."""

    project: Project
    workspace: Workspace
    journal: Journal
    templates: Templates
    label: RunLabel
    report: Report
    order: Order = "interfaces"
    artifacts: Artifacts = field(init=False)
    pool: Pool = field(init=False)
    _records: list[StageRecord] = field(init=False)

    def __post_init__(self) -> None:
        files = self.project.repository.text_files()
        self.artifacts = self.project.artifacts().adopting(files)
        self.pool = Pool(self.project.messages())
        self._records = self.project.repository.records()
        self._takes = self.project.read_state().takes
        self._usage: dict[StageName, Usage] = {}
        self._lock = threading.Lock()

    def listen(self, event: Event) -> None:
        """Add up what the calls of each stage cost, for its commit."""
        if isinstance(event, CallFinished):
            with self._lock:
                self._usage[event.stage] = self._usage.get(event.stage, Usage()) + event.usage

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

    def take(self, stage: StageName) -> int:
        """Return which take of a stage is asked for: 1, and one more for each `--from`."""
        return self._takes.get(stage, 1)

    def newest(self, stage: StageName) -> StageRecord:
        """Return the newest commit of a stage that has one."""
        return next(record for record in self._records if record.stage == stage)

    def is_fresh(self, stage: Stage) -> bool:
        """Say whether a stage's newest commit read what its action would read now."""
        record = next((r for r in self._records if r.stage == stage.name), None)
        if record is None or record.take != self.take(stage.name):
            return False
        current = {kind: self.artifact(kind) for kind in (*stage.needs, stage.makes)}
        return all(
            artifact is not None
            and (kind == stage.makes or record.inputs.get(kind) == artifact.digest)
            for kind, artifact in current.items()
        )

    def round_of(self, stage: Stage) -> int:
        """Return the repair round that a stage belongs to: 0 before the first repair."""
        done = self.artifacts.code.repairs if self.artifacts.code else 0
        if "code" not in stage.needs:
            return 0
        return done + 1 if stage.makes == "code" else done

    def files_for(self, stage: Stage) -> dict[str, str]:
        """Return the project's files; what the stage itself made before only if it reads it."""
        files = self.project.repository.text_files()
        if self.artifacts.code and stage.makes == "code" and "code" not in stage.needs:
            for file in self.artifacts.code.files:
                files.pop(file.path, None)
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
        before = self.artifacts
        self.hold(stage, artifact)
        documents = self._documents()
        usage = self._usage.pop(stage.name, Usage())
        message = self._message(stage, round_)
        subject, _, body = message.partition("\n")
        change = StageChange(
            stage=stage.name,
            run=self.artifacts.requirement.run,
            take=self.take(stage.name),
            round=round_,
            subject=subject,
            body=body.strip(),
            inputs=inputs,
            output=artifact.digest,
            model=self.label.model,
            usage=usage,
            files=self._record_files() | documents | _encoded(changes),
            removed=_removed(before.code, self.artifacts.code),
        )
        commit = self.project.repository.commit(change)
        self._records = self.project.repository.records()
        self.journal.done(stage.name, commit)
        self.report(
            StageCommitted(
                stage=stage.name,
                commit=commit,
                subject=subject,
                files=len(change.files),
                usage=usage,
                round=round_,
            )
        )

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

    def _documents(self) -> dict[str, bytes]:
        """Render all documents; refuse when a person edited one instead of its artifact."""
        rendered = render_documents(self.artifacts, self.templates, self.label, self._waves())
        for finding in rendered.findings:
            self.report(FindingRaised(stage="design", finding=finding))
        edited = self.project.repository.edited(list(rendered.files))
        if edited:
            raise ProjectChanged(
                f"{edited[0]} was edited, but it is rendered from {yaml_of(edited[0])}.",
                f"Put the change into {yaml_of(edited[0])}, take {edited[0]} back"
                " (git checkout of an earlier commit), and run sopgen --resume.",
            )
        return rendered.files

    def _waves(self) -> tuple[tuple[str, ...], ...]:
        plan, design = self.artifacts.plan, self.artifacts.design
        return waves(plan, design, self.order) if plan and design else ()

    def _record_files(self) -> dict[str, bytes]:
        files = {
            self.project.artifact_file(artifact.kind): artifact.to_yaml().encode()
            for artifact in self.artifacts.all()
        }
        files[self.project.messages_file()] = self.project.messages_text(self.pool.messages)
        if not (self.project.root / ".gitignore").exists():  # A person may have changed it since.
            files[".gitignore"] = gitignore_text().encode()
        return files

    def _message(self, stage: Stage, round_: int) -> str:
        return self.templates.document(
            "commit", stage=stage.name, round=round_, known=self.artifacts
        )


def _removed(before: Code | None, after: Code | None) -> tuple[str, ...]:
    if before is None or after is None:
        return ()
    kept = {file.path for file in after.files}
    return tuple(file.path for file in before.files if file.path not in kept)


def _encoded(files: Mapping[str, str]) -> dict[str, bytes]:
    return {path: text.encode() for path, text in files.items()}
