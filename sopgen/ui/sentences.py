"""One line per event of interest, for listeners that are not a terminal."""

import shlex
from collections.abc import Callable, Mapping
from typing import Any

from sopgen import events
from sopgen.events import Event
from sopgen.ui.state import ROLE_TITLES
from sopgen.ui.words import clean, money, near, number_of, tokens


def sentence(event: Event, verbose: bool = False) -> str:
    """Return the line that tells an event; empty for what is of no interest."""
    tell = _TOLD.get(type(event)) or (_TOLD_TO_THE_CURIOUS.get(type(event)) if verbose else None)
    return clean(tell(event)) if tell else ""


def model_line(model: str, replayed: bool) -> str:
    """Say what answers: a model, or a recording."""
    if replayed:
        return f"replays the {model}: no model is asked, everything else is real"
    return f"asks {model}"


def _run_started(event: events.RunStarted) -> str:
    verb = "goes on with" if event.resumed else "starts"
    return (
        f"sopgen {model_line(event.model, event.replayed)}; {verb} {near(event.project)};"
        f" sandbox: {event.sandbox}"
    )


def _stage_started(event: events.StageStarted) -> str:
    again = f", repair round {event.round}" if event.round else ""
    return f"{event.stage}: {ROLE_TITLES[event.role]} begins{again}"


def _stage_committed(event: events.StageCommitted) -> str:
    cost = f", {tokens(event.usage)}, {money(event.usage.cost)}" if event.usage.tokens else ""
    return (
        f"{event.stage}: committed {event.commit[:8]}, {number_of(event.files, 'file')}{cost}:"
        f" {event.subject.removeprefix(f'{event.stage}: ')}"
    )


def _file_changed(event: events.FileChanged) -> str:
    if event.state not in {"repairing", "done", "failed"}:
        return ""
    attempt = f" (attempt {event.attempt})" if event.attempt > 1 else ""
    return f"code: {event.path} {event.state}{attempt}"


def _executed(event: events.Executed) -> str:
    detail = f": {event.detail}" if event.detail else ""
    return f"{'passed' if event.passed else 'failed'}: {event.what}{detail}"


def _heartbeat(event: events.Heartbeat) -> str:
    waits = (f"{wait.call} for {wait.what} ({wait.seconds:.0f} s)" for wait in event.waits)
    return f"waiting: {'; '.join(waits)}"


def _run_finished(event: events.RunFinished) -> str:
    if event.stopped_after:
        return f"stopped after {event.stopped_after}, as asked"
    return f"finished: {event.outcome}"


def _run_stopped(event: events.RunStopped) -> str:
    # The error itself is said where the command ends.
    return f"stopped; `sopgen --resume {shlex.quote(near(event.project))}` goes on"


_Tell = Callable[[Any], str]
_TOLD: Mapping[type[Event], _Tell] = {
    events.RunStarted: _run_started,
    events.ProjectNamed: lambda event: f"the project is {near(event.project)}",
    events.StageStarted: _stage_started,
    events.StageFresh: lambda event: f"{event.stage}: up to date ({event.commit[:8]})",
    events.StageCommitted: _stage_committed,
    events.FileChanged: _file_changed,
    events.Executed: _executed,
    events.CallDelayed: lambda event: (
        f"{event.call}: waiting {event.seconds:.0f} s: {event.reason}"
        if event.seconds
        else f"{event.call}: {event.reason}"
    ),
    events.Heartbeat: _heartbeat,
    events.FindingRaised: lambda event: f"{event.stage}: {event.finding.severity} {event.finding}",
    events.Noticed: lambda event: event.text,
    events.RunFinished: _run_finished,
    events.RunStopped: _run_stopped,
}
_TOLD_TO_THE_CURIOUS: Mapping[type[Event], _Tell] = {
    events.CallStarted: lambda event: f"{event.stage}: asked {event.call}",
    events.CallFinished: lambda event: (
        f"{event.stage}: answered {event.call}"
        + (" from the journal" if event.reused else f", {tokens(event.usage)}")
    ),
    events.Executing: lambda event: f"running: {event.what}",
}
