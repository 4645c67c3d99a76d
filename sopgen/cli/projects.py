"""`sopgen list`, `remove` and `status`: the projects of the workspace."""

import shlex
import threading
from collections.abc import Iterable

from sopgen.artifacts import StageName, Usage
from sopgen.cli.columns import write_rows
from sopgen.cli.finding import find_project, named_project, workspace_of
from sopgen.cli.session import open_session
from sopgen.cli.viewing import choose_person
from sopgen.config import Entry
from sopgen.errors import UsageError
from sopgen.project.base import StageRecord
from sopgen.project.workspace import ProjectSummary
from sopgen.ui.lines import Quiet
from sopgen.ui.words import clean, money, number_of, tokens


def list_projects(flags: Iterable[Entry]) -> None:
    """Write one line per project, newest first."""
    session = open_session(flags)
    workspace = workspace_of(session)
    projects = sorted(workspace.projects(), key=lambda summary: summary.created, reverse=True)
    if not projects:
        session.say(f"There is no project in {workspace.root}.")
        return
    write_rows(session, [_row(summary) for summary in projects])


def remove(flags: Iterable[Entry], wanted: str, *, yes: bool) -> None:
    """Delete a project of the workspace; raises UsageError when nobody confirms."""
    session = open_session(flags)
    workspace = workspace_of(session)
    project = named_project(workspace, wanted)
    if project is None:
        raise UsageError(f"There is no project {wanted}.", "`sopgen list` shows all projects.")
    if not yes:
        person = choose_person(session, Quiet(), threading.Event())
        if not person.present:
            raise UsageError(
                f"Nobody is here to confirm that {project.root} may be deleted.", "Give --yes."
            )
        if not person.confirm(f"Delete {project.root} with its history?", default=False):
            session.say(f"{project.root} was kept.")
            return
    workspace.remove(project)
    session.say(f"{project.root} was deleted.")


def status(flags: Iterable[Entry], wanted: str | None) -> None:
    """Write how far a project is: its stages with their commits, and what it cost."""
    session = open_session(flags)
    project = find_project(workspace_of(session), wanted)
    records = project.repository.records()
    newest = _newest_of_each_stage(records)
    session.say(str(project.root))
    session.say(clean(project.requirement().text, 300))
    write_rows(session, [_stage_row(record) for record in newest])
    total = sum((record.usage for record in records), Usage())
    session.say(f"{number_of(len(newest), 'stage')} done, {tokens(total)}, {money(total.cost)}")
    outcome, verdict = project.read_state().outcome, project.artifacts().verdict
    if verdict is None or outcome is None:
        session.say(f"Unfinished: sopgen --resume {shlex.quote(str(project.root))} goes on.")
        return
    session.say(f"Outcome: {outcome}")
    for reason in verdict.reasons:
        session.say(f"  {clean(reason)}")


def _newest_of_each_stage(records: Iterable[StageRecord]) -> list[StageRecord]:
    """Return one record per stage, in the order of the procedure; records are newest first."""
    newest: dict[StageName, StageRecord] = {}
    for record in records:
        newest.setdefault(record.stage, record)
    return list(reversed(newest.values()))


def _stage_row(record: StageRecord) -> tuple[str, ...]:
    again = f"take {record.take}, round {record.round}" if record.take + record.round > 1 else ""
    used = tokens(record.usage), money(record.usage.cost)
    return record.stage, record.commit[:8], *used, record.model, again


def _row(summary: ProjectSummary) -> tuple[str, ...]:
    if summary.problem:
        return summary.path.name, "broken", "", "", summary.problem
    how_far = summary.outcome or f"unfinished after {summary.stage or 'nothing'}"
    return summary.path.name, how_far, summary.created[:16], summary.model, summary.requirement
