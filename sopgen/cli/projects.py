"""`sopgen list`, `remove` and `status`: the projects of the workspace."""

from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from sopgen.artifacts import StageName, Usage
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
    table = Table.grid(padding=(0, 2))
    for summary in projects:
        table.add_row(*(Text(session.redact(clean(cell))) for cell in _row(summary)))
    session.console.print(table)


def remove(flags: Iterable[Entry], wanted: str, *, yes: bool) -> None:
    """Delete a project of the workspace; raises UsageError when nobody confirms."""
    session = open_session(flags)
    workspace = workspace_of(session)
    project = named_project(workspace, wanted)
    if project is None:
        raise UsageError(f"There is no project {wanted}.", "`sopgen list` shows all projects.")
    if not yes:
        person = choose_person(session, Quiet(), asks=True)
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
    records = _newest_of_each_stage(project.repository.records())
    state = project.read_state()
    verdict = project.artifacts().verdict
    session.say(f"{project.root}")
    session.say(clean(project.artifacts().requirement.text, 300))
    table = Table.grid(padding=(0, 2))
    for record in records.values():
        again = (
            f"take {record.take}, round {record.round}" if record.take + record.round > 1 else ""
        )
        cells = (record.stage, record.commit[:8], tokens(record.usage), money(record.usage.cost))
        table.add_row(*(Text(clean(cell)) for cell in (*cells, record.model, again)))
    session.console.print(table)
    total = sum((record.usage for record in project.repository.records()), Usage())
    session.say(f"{number_of(len(records), 'stage')} done, {tokens(total)}, {money(total.cost)}")
    if verdict is None or state.outcome is None:
        session.say(f"Unfinished: sopgen --resume {project.root} goes on with it.")
        return
    session.say(f"Outcome: {state.outcome}")
    for reason in verdict.reasons:
        session.say(f"  {clean(reason)}")


def _newest_of_each_stage(records: Iterable[StageRecord]) -> dict[StageName, StageRecord]:
    newest: dict[StageName, StageRecord] = {}
    for record in records:
        newest.setdefault(record.stage, record)
    return dict(reversed(newest.items()))


def _row(summary: ProjectSummary) -> tuple[str, ...]:
    if summary.problem:
        return summary.path.name, "broken", "", "", summary.problem
    how_far = summary.outcome or f"unfinished after {summary.stage or 'nothing'}"
    return summary.path.name, how_far, summary.created[:16], summary.model, summary.requirement
