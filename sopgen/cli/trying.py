"""`sopgen start` and `sopgen test`: the project in its verified environment."""

import threading
from collections.abc import Iterable, Sequence

from sopgen.cli.finding import find_project, workspace_of
from sopgen.cli.session import Session, open_session
from sopgen.cli.viewing import choose_person, redacted
from sopgen.config import Entry
from sopgen.order import Surroundings
from sopgen.trying import start_project as start_in_environment
from sopgen.trying import test_project as test_in_environment
from sopgen.ui.lines import Plain


def start_project(
    flags: Iterable[Entry], wanted: str | None, arguments: Sequence[str], *, agreed: bool
) -> int:
    """Start a project; what follows its name is handed to it. Return its exit code."""
    session = open_session(flags)
    if wanted and wanted.startswith("-"):
        arguments, wanted = [wanted, *arguments], None
    project = find_project(workspace_of(session), wanted)
    return start_in_environment(project.root, _surroundings(session), arguments, agreed=agreed)


def test_project(flags: Iterable[Entry], wanted: str | None) -> int:
    """Run a project's tests, show their output, return their exit code."""
    session = open_session(flags)
    project = find_project(workspace_of(session), wanted)
    exit_code, output = test_in_environment(project.root, _surroundings(session))
    session.say(output.removesuffix("\n"))
    return exit_code


def _surroundings(session: Session) -> Surroundings:
    view, stopping = Plain(session.complain), threading.Event()
    return Surroundings(
        settings=session.settings,
        environment=session.environment,
        report=redacted(view, session.redact),
        person=choose_person(session, view, stopping),
        clock=session.clock,
        stopping=stopping,
    )
