"""`sopgen run`: from flags to an order, from the order to a project and its ending."""

import shlex
import threading
from pathlib import Path

from sopgen.assembly import Order, Surroundings, carry_out
from sopgen.cli.estimating import show_estimate
from sopgen.cli.finding import find_project, find_unfinished, same_sentence, workspace_of
from sopgen.cli.flags import RunFlags
from sopgen.cli.interrupt import Interrupts
from sopgen.cli.requirement import check_name, read_attachments, read_requirement
from sopgen.cli.session import Session, open_session
from sopgen.cli.viewing import choose_person, choose_view, redacted, show_ending
from sopgen.events import Noticed, Report
from sopgen.person import Person
from sopgen.project.project import Project
from sopgen.ui.words import near


def carry(flags: RunFlags) -> int:
    """Do what the flags ask for; return the exit code."""
    flags.check()
    if flags.estimate:
        return show_estimate(flags)
    session = open_session(flags.entries())
    stopping = threading.Event()
    view = choose_view(session, stopping)
    person = choose_person(session, view, None if flags.yes else stopping)
    report = redacted(view, session.redact)
    order = make_order(flags, session, report, person)
    around = Surroundings(
        settings=session.settings,
        environment=session.environment,
        report=report,
        person=person,
        clock=session.clock,
        stopping=stopping,
    )
    began = session.clock.monotonic()
    with view, Interrupts(stopping, report):
        result = carry_out(order, around)
    show_ending(session, result, session.clock.monotonic() - began)
    return result.exit_code


def make_order(flags: RunFlags, session: Session, report: Report, person: Person) -> Order:
    """Return what is asked for; raises UsageError."""
    if flags.resumes:
        return Order(
            resume=_project_to_resume(flags, session).root,
            restart=flags.restart,
            stop_after=flags.stop_after,
        )
    text = read_requirement(flags)
    attachments = read_attachments(flags.attach or ())
    name = check_name(flags.name) if flags.name is not None else ""
    earlier = _offer_earlier(session, text, report, person)
    if earlier is not None:
        return Order(resume=earlier, stop_after=flags.stop_after)
    return Order(text=text, attachments=attachments, name=name, stop_after=flags.stop_after)


def _project_to_resume(flags: RunFlags, session: Session) -> Project:
    sentence = read_requirement(flags) if flags.requirement else ""
    workspace = workspace_of(session)
    if flags.restart and not flags.resume and not sentence:
        # A finished project may be taken up again from one of its stages.
        return find_project(workspace, None)
    return find_unfinished(workspace, flags.resume or "", sentence)


def _offer_earlier(session: Session, text: str, report: Report, person: Person) -> Path | None:
    """Say where the same sentence was built before; return the project to go on with, if any."""
    earlier = same_sentence(workspace_of(session), text)
    if not earlier:
        return None
    newest = earlier[0]
    place = near(str(newest.path))
    if newest.finished:
        report(Noticed(text=f"The same sentence made {place} before; this makes another."))
        return None
    question = f"{place} was begun from the same sentence and is unfinished. Go on with it?"
    if person.present and person.confirm(question, default=True):
        return newest.path
    hint = f"sopgen --resume {shlex.quote(place)} would go on with it"
    report(Noticed(text=f"{place} is an unfinished project of this sentence ({hint})."))
    return None
