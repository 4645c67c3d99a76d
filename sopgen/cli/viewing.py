"""Choose the view that suits the settings and the terminal."""

import os
import sys
import threading

from sopgen.assembly import Result
from sopgen.cli.session import Session
from sopgen.clock import Clock
from sopgen.events import Event, Report
from sopgen.person import Nobody, Person
from sopgen.redact import Redactor
from sopgen.ui.base import View
from sopgen.ui.lines import JsonLines, Plain, Quiet
from sopgen.ui.terminal_person import TerminalPerson


def choose_view(session: Session, stopping: threading.Event) -> View:
    """Return a board for a terminal, lines for a pipe, or what the settings ask for.

    `stopping` is set when nobody reads the lines any more.
    """
    output = session.settings.output
    write_line = LineWriter(stopping)
    if output.json_events:
        return JsonLines(write_line, session.clock)
    if output.quiet:
        return Quiet()
    if session.console.is_terminal and not session.console.is_dumb_terminal:
        return _board(session, output.verbose)
    return Plain(write_line, output.verbose)


def choose_person(session: Session, view: View, stopping: threading.Event | None) -> Person:
    """Return the person at the terminal, or nobody; without `stopping` nobody is to be asked."""
    output = session.settings.output
    silent = output.json_events or output.quiet
    if stopping is None or silent or not (sys.stdin.isatty() and session.console.is_terminal):
        return Nobody()
    return TerminalPerson(session.console, view.pause, stopping.is_set)


def redacted(report: Report, redact: Redactor) -> Report:
    """Return a listener that hands events on without keys."""

    def hand_on(event: Event) -> None:
        text = event.model_dump_json()
        safe = redact(text)
        report(event if safe == text else type(event).model_validate_json(safe))

    return hand_on


class LineWriter:
    """Writes to standard output at once; when its reader has gone, asks the run to stop."""

    def __init__(self, stopping: threading.Event) -> None:
        self._stopping = stopping

    def __call__(self, line: str) -> None:
        try:
            print(line, flush=True)
        except BrokenPipeError:
            silence_output()
            self._stopping.set()


def silence_output() -> None:
    """Let nobody have standard output, or Python fails once more when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _board(session: Session, verbose: bool) -> View:
    # Imported here: rich's live display is only needed in a terminal.
    from sopgen.ui.board import Board

    clock: Clock = session.clock
    return Board(session.console, clock, verbose=verbose)


def show_ending(session: Session, result: Result, seconds: float) -> None:
    """Say where the project is, how to run it, what was verified and what it cost."""
    if session.settings.output.json_events:
        return  # The last event says it.
    # Imported here: tables are only needed once, at the end.
    from sopgen.project.project import Project
    from sopgen.ui.ending import Ending, draw_ending

    ending = Ending(
        project=result.project,
        design=Project(result.project).artifacts().design,
        verdict=result.verdict,
        usage=result.usage,
        model=result.model,
        replayed=result.replayed,
        stopped_after=result.stopped_after,
        seconds=seconds,
    )
    draw_ending(ending, session.console)
