"""Put a run together from settings and surroundings, and carry it out."""

import shlex
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sopgen.artifacts import Requirement
from sopgen.clock import Clock
from sopgen.config.settings import Settings
from sopgen.contents import Contents, refuse_edited_documents
from sopgen.errors import AnswerInvalid, SopgenError
from sopgen.events import Event, Report, RunFinished, RunStarted, RunStopped
from sopgen.gateway import gateway
from sopgen.journal.entries import BeginEntry
from sopgen.journal.journal import Journal
from sopgen.journal.log import EventLog
from sopgen.llm.provider import warm_up
from sopgen.order import Order, Result, Surroundings, refuse_unsafe
from sopgen.pipeline import Pipeline
from sopgen.project.project import Project, RunState
from sopgen.project.workspace import Workspace
from sopgen.render.documents import RunLabel
from sopgen.render.templates import Templates
from sopgen.roles.desk import Desk, Draft, Rules
from sopgen.run import Run
from sopgen.sandbox.base import Sandbox
from sopgen.sandbox.choice import choose as choose_sandbox
from sopgen.sandbox.workbench import Workbench
from sopgen.sop import Stage
from sopgen.source import Source, find_source, refuse_unpriced

__all__ = ["Order", "Result", "Surroundings", "carry_out"]


def carry_out(order: Order, around: Surroundings) -> Result:
    """Run the procedure over a new or a resumed project; raises SopgenError when it cannot end."""
    workspace = Workspace(around.settings.workspace, around.clock)
    refuse_unsafe(order, workspace.root, around.redact)
    project = Project(order.resume) if order.resume else None
    text = project.artifacts().requirement.text if project else order.text
    state = project.read_state() if project else RunState()
    source = find_source(text, state.model, around.settings, around.environment)
    refuse_unpriced(source, around.settings)
    if source.is_live:
        warm_up()
    execute = around.settings.sandbox.execute
    templates = Templates(_overrides(around.settings, project))
    sandbox = choose_sandbox(around.settings.sandbox.mechanism) if execute else None
    means = Means(workspace, source, templates, sandbox)
    if project is None:
        with workspace.begun() as project:
            project.write_artifact(_requirement(order, around.settings))
            with project.lock():
                return _carried_out(order, around, means, project)
    with project.lock():
        return _carried_out(order, around, means, project)


@dataclass(frozen=True)
class Means:
    """What was found and probed before the first call."""

    workspace: Workspace
    source: Source
    templates: Templates
    sandbox: Sandbox | None


def _carried_out(order: Order, around: Surroundings, means: Means, project: Project) -> Result:
    journal = Journal(project.state / "journal.jsonl", around.redact)
    state = _begun(project, order, means.source, around.clock)
    _tidied(project, journal)
    log = EventLog(lambda: run.project.state / "log", around.redact, around.clock)

    def report(event: Event) -> None:
        run.listen(event)
        log.write(event)
        around.report(event)

    run = Run(
        project=project,
        workspace=means.workspace,
        journal=journal,
        contents=Contents(
            means.templates,
            RunLabel(means.source.label, means.source.replayed, means.source.recorded),
            around.settings.run.order,
        ),
        report=report,
    )
    report(
        RunStarted(
            run=state.run,
            project=str(project.root),
            requirement=run.artifacts.requirement.text,
            model=means.source.label,
            replayed=means.source.replayed,
            sandbox=means.sandbox.name if means.sandbox else "nothing is executed",
            resumed=order.resume is not None,
        )
    )
    with _told(run, report), closing(journal):
        _pipeline(run, around, means, report).walk(order.stop_after)
        return _finished(run, order, report)


def _pipeline(run: Run, around: Surroundings, means: Means, report: Report) -> Pipeline:
    settings = around.settings
    model_for = gateway(run, around, means.source, means.templates, report)
    rules = Rules(settings.run.file_retries, settings.model.concurrency, settings.run.order)

    def desk_for(stage: Stage, take: int, draft: Draft) -> Desk:
        return Desk(
            stage=stage.name,
            role=stage.role,
            take=take,
            model=model_for(stage.role),
            templates=means.templates,
            draft=draft,
            report=report,
            workbench=_workbench(run.project, means.sandbox, settings),
            rules=rules,
        )

    executes = means.sandbox is not None
    return Pipeline(run, desk_for, report, around.stopping, settings.run.qa_rounds, executes)


def _workbench(project: Project, sandbox: Sandbox | None, settings: Settings) -> Workbench | None:
    if sandbox is None:
        return None
    return Workbench(sandbox, project.state, settings.sandbox.limits)


@contextmanager
def _told(run: Run, report: Report) -> Iterator[None]:
    """Report an error that stops the run before it goes on its way."""
    try:
        yield
    except SopgenError as error:
        if isinstance(error, AnswerInvalid) and error.partial:
            (run.project.state / "partial.yaml").write_text(error.partial, encoding="utf-8")
        command = f"sopgen --resume {shlex.quote(str(run.project.root))}"
        error.hint = error.hint.replace("--resume", command, 1)
        report(
            RunStopped(
                project=str(run.project.root),
                error=error.message,
                hint=error.hint,
                exit_code=error.exit_code,
            )
        )
        raise


def _finished(run: Run, order: Order, report: Report) -> Result:
    verdict = run.artifacts.verdict if order.stop_after in {None, "qa"} else None
    if verdict:
        state = run.project.read_state()
        run.project.write_state(state.model_copy(update={"outcome": verdict.outcome}))
    result = Result(
        project=run.project.root,
        verdict=verdict,
        usage=run.journal.spent(),
        stopped_after=None if verdict else order.stop_after,
        model=run.contents.label.model,
        replayed=run.contents.label.replayed,
    )
    report(
        RunFinished(
            project=str(result.project),
            outcome=verdict.outcome if verdict else "not executed",
            reasons=verdict.reasons if verdict else (),
            usage=result.usage,
            stopped_after=result.stopped_after,
        )
    )
    return result


def _requirement(order: Order, settings: Settings) -> Requirement:
    """Return what the user asked for, as the first artifact."""
    return Requirement(
        text=order.text,
        attachments=order.attachments,
        document_language=settings.run.document_language,
        programming_language=settings.run.language,
        project_name=order.name,
    )


def _tidied(project: Project, journal: Journal) -> None:
    """Clean up after a killed run, and make a person's uncommitted edits their own commit."""
    repository = project.repository
    last = journal.last()
    repository.recover(isinstance(last, BeginEntry))
    if repository.head() is not None:
        refuse_edited_documents(project)
        repository.commit_edits("edit: changes made by hand")


def _overrides(settings: Settings, project: Project | None) -> list[Path]:
    """Return the template folders that take precedence: the project's own, then the user's."""
    own = [project.state / "templates"] if project else []
    wanted = [settings.templates] if settings.templates else []
    return [folder for folder in own if folder.is_dir()] + wanted


def _begun(project: Project, order: Order, source: Source, clock: Clock) -> RunState:
    """Write down what this run is, so that a resumed one knows."""
    state = project.read_state()
    takes = dict(state.takes)  # A take that was wanted and has no commit yet is still wanted.
    if order.restart:
        done = (r.take for r in project.repository.records() if r.stage == order.restart)
        takes[order.restart] = next(done, 1) + 1
    state = state.model_copy(
        update={
            "takes": takes,
            "model": source.name,
            "created": state.created or clock.now().isoformat(timespec="seconds"),
            "outcome": None,
        }
    )
    project.write_state(state)
    return state
