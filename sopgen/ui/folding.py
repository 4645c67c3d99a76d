"""Fold one event into what is known of a run; pure, so that it is tested without a screen."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from sopgen import events
from sopgen.artifacts import StageName
from sopgen.events import Event
from sopgen.ui.state import FileProgress, RunView, StageState, Wait


def fold(view: RunView, event: Event, now: float) -> RunView:
    """Return the run after an event that happened at `now`, in seconds of the clock."""
    step = _STEPS.get(type(event))
    return step(view, event, now) if step else view


def _run_started(view: RunView, event: events.RunStarted, now: float) -> RunView:
    return replace(
        view,
        model=event.model,
        replayed=event.replayed,
        sandbox=event.sandbox,
        project=event.project,
        requirement=event.requirement,
        resumed=event.resumed,
        began=now,
    )


def _project_named(view: RunView, event: events.ProjectNamed, now: float) -> RunView:
    return replace(view, project=event.project)


def _stage_started(view: RunView, event: events.StageStarted, now: float) -> RunView:
    stage = view.stages[event.stage]
    since = stage.since if stage.status == "working" else now
    return _with_stage(
        view, replace(stage, status="working", since=since, round=event.round, errors=0)
    )


def _stage_fresh(view: RunView, event: events.StageFresh, now: float) -> RunView:
    return _with_stage(view, replace(view.stages[event.stage], status="fresh", commit=event.commit))


def _stage_committed(view: RunView, event: events.StageCommitted, now: float) -> RunView:
    stage = view.stages[event.stage]
    return _with_stage(
        view,
        replace(stage, status="done", worked=stage.seconds(now), commit=event.commit),
    )


def _call_started(view: RunView, event: events.CallStarted, now: float) -> RunView:
    stage = view.stages[event.stage]
    if stage.status == "waiting":
        # QA's tests are asked for while the Engineer works.
        view = _with_stage(view, replace(stage, status="working", since=now))
    return replace(view, waits={**view.waits, event.call: Wait(now)})


def _call_progressed(view: RunView, event: events.CallProgressed, now: float) -> RunView:
    wait = view.waits.get(event.call, Wait(now))
    detail = f"{event.characters:,} characters"
    return replace(view, waits={**view.waits, event.call: replace(wait, detail=detail)})


def _call_delayed(view: RunView, event: events.CallDelayed, now: float) -> RunView:
    wait = view.waits.get(event.call, Wait(now))
    detail = f"pausing {event.seconds:.0f} s: {event.reason}" if event.seconds else event.reason
    return replace(view, waits={**view.waits, event.call: replace(wait, detail=detail)})


def _call_finished(view: RunView, event: events.CallFinished, now: float) -> RunView:
    view = replace(view, waits=_without(view.waits, event.call))
    if event.reused:
        return replace(view, reused=view.reused + 1)
    stage = view.stages[event.stage]
    view = _with_stage(view, replace(stage, usage=stage.usage + event.usage))
    return replace(view, usage=view.usage + event.usage)


def _file_changed(view: RunView, event: events.FileChanged, now: float) -> RunView:
    progress = FileProgress(event.state, event.attempt)
    return replace(view, files={**view.files, event.path: progress})


def _executing(view: RunView, event: events.Executing, now: float) -> RunView:
    return replace(view, waits={**view.waits, event.what: Wait(now)})


def _executed(view: RunView, event: events.Executed, now: float) -> RunView:
    return replace(view, waits=_without(view.waits, event.what))


def _finding_raised(view: RunView, event: events.FindingRaised, now: float) -> RunView:
    if event.finding.severity != "error":
        return view
    stage = view.stages[event.stage]
    return _with_stage(view, replace(stage, errors=stage.errors + 1))


def _run_finished(view: RunView, event: events.RunFinished, now: float) -> RunView:
    # A run that was stopped after a stage has not been judged.
    outcome = None if event.stopped_after else event.outcome
    return replace(
        view,
        project=event.project,
        outcome=outcome,
        stopped_after=event.stopped_after,
        waits={},
    )


def _run_stopped(view: RunView, event: events.RunStopped, now: float) -> RunView:
    stages = {
        name: replace(stage, status="failed", worked=stage.seconds(now))
        if stage.status == "working"
        else stage
        for name, stage in view.stages.items()
    }
    return replace(view, project=event.project, error=event.error, stages=stages, waits={})


_STEPS: Mapping[type[Event], Callable[[RunView, Any, float], RunView]] = {
    events.RunStarted: _run_started,
    events.ProjectNamed: _project_named,
    events.StageStarted: _stage_started,
    events.StageFresh: _stage_fresh,
    events.StageCommitted: _stage_committed,
    events.CallStarted: _call_started,
    events.CallProgressed: _call_progressed,
    events.CallDelayed: _call_delayed,
    events.CallFinished: _call_finished,
    events.FileChanged: _file_changed,
    events.Executing: _executing,
    events.Executed: _executed,
    events.FindingRaised: _finding_raised,
    events.RunFinished: _run_finished,
    events.RunStopped: _run_stopped,
}


def _with_stage(view: RunView, stage: StageState) -> RunView:
    stages: dict[StageName, StageState] = {**view.stages, stage.name: stage}
    return replace(view, stages=stages)


def _without(waits: Mapping[str, Wait], what: str) -> dict[str, Wait]:
    return {key: wait for key, wait in waits.items() if key != what}
