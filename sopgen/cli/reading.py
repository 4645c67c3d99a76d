"""`sopgen show`, `log` and `diff`: read a project's record back."""

from collections.abc import Iterable

from rich.markdown import Markdown
from rich.syntax import Syntax

from sopgen.artifacts import Artifact, ArtifactKind, StageName
from sopgen.cli.calls import rows_of_calls, rows_of_models
from sopgen.cli.columns import write_rows
from sopgen.cli.finding import find_project, workspace_of
from sopgen.cli.session import Session, open_session
from sopgen.config import Entry
from sopgen.errors import UsageError
from sopgen.journal.records import read_entries
from sopgen.project.project import Project
from sopgen.ui.words import harmless

_DOCUMENTS: dict[str, str] = {
    "requirement": "docs/requirement.md",
    "prd": "docs/prd.md",
    "design": "docs/system_design.md",
    "plan": "docs/tasks.md",
    "verdict": "docs/qa_report.md",
}


def show(flags: Iterable[Entry], kind: ArtifactKind, wanted: str | None, *, as_yaml: bool) -> None:
    """Write an artifact's document, or the artifact itself where there is none."""
    session = open_session(flags)
    project = find_project(workspace_of(session), wanted)
    artifact: Artifact | None = vars(project.artifacts())[kind]
    if artifact is None:
        raise UsageError(
            f"{project.root} has no {kind} yet.", f"sopgen --resume {project.root} goes on."
        )
    document = project.root / _DOCUMENTS.get(kind, "")
    if as_yaml or not document.is_file():
        _write(session, artifact.to_yaml(), "yaml")
    else:
        _write(session, document.read_bytes().decode("utf-8", "replace"), "markdown")


def log(flags: Iterable[Entry], wanted: str | None, *, calls: bool) -> None:
    """Write who handed what to whom, or which calls were made."""
    session = open_session(flags)
    project = find_project(workspace_of(session), wanted)
    if calls:
        entries = read_entries(project.state / "journal.jsonl")
        rows, further = rows_of_calls(entries), rows_of_models(entries)
    else:
        rows, further = list(_messages(project)), []
    if not rows:
        session.say(f"{project.root} has no {'call' if calls else 'message'} on record.")
        return
    write_rows(session, rows)
    if further:
        session.say("")
        write_rows(session, further)


def diff(flags: Iterable[Entry], stage: StageName | None, wanted: str | None) -> None:
    """Write what the newest commit of a stage changed."""
    session = open_session(flags)
    project = find_project(workspace_of(session), wanted)
    records = project.repository.records()
    record = next((r for r in records if stage in (None, r.stage)), None)
    if record is None:
        raise UsageError(
            f"{project.root} has no commit of {stage or 'any stage'} yet.",
            f"sopgen --resume {project.root} goes on.",
        )
    _write(session, project.repository.patch(record.commit), "diff")


def _messages(project: Project) -> Iterable[tuple[str, ...]]:
    for message in project.messages():
        yield (
            str(message.number),
            message.stage,
            message.sent_from,
            message.cause_by,
            message.artifact,
            message.digest[:8],
            ", ".join(message.send_to),
        )


def _write(session: Session, text: str, lexer: str) -> None:
    """Write a file: coloured in a terminal, as it is in a pipe."""
    if not session.console.is_terminal:
        session.say(text.removesuffix("\n"))
        return
    safe = harmless(session.redact(text))
    if lexer == "markdown":
        session.console.print(Markdown(safe, hyperlinks=False))
    else:
        session.console.print(Syntax(safe, lexer, background_color="default"))
