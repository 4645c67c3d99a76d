"""Walk the procedure: make what is stale, commit each hand-off, and stop where asked."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sopgen.artifacts import Artifact, Finding, StageName, Verdict
from sopgen.errors import Interrupted
from sopgen.events import Report, StageFresh, StageStarted
from sopgen.roles.desk import Desk, Draft
from sopgen.run import Run
from sopgen.sop import SOP, Loop, Stage

DeskMaker = Callable[[Stage, int, Draft], Desk]
"""Makes the desk of a stage's role: stage, take, draft."""


@dataclass(frozen=True)
class Pipeline:
    """One walk through the procedure."""

    run: Run
    desk_for: DeskMaker
    report: Report
    stopping: threading.Event
    """Set when a person wants to stop: no further stage begins."""
    qa_rounds: int = 3
    executes: bool = True

    def walk(self, stop_after: StageName | None = None) -> None:
        """Make every stale stage in order; a walk to the end leaves a verdict."""
        for step in SOP:
            if isinstance(step, Loop):
                self._loop(step, stop_after)
            else:
                self._make_if_stale(step)
                if step.name == stop_after:
                    return

    def _loop(self, loop: Loop, stop_after: StageName | None) -> None:
        if stop_after == loop.make.name:
            self._make_if_stale(loop.make)
            return
        with self._meanwhile(loop.meanwhile) as beside:
            self._make_if_stale(loop.make)
        tests = beside.result()
        if tests is not self.run.artifact(loop.meanwhile.makes):
            self.run.hold(loop.meanwhile, tests)
        if self.run.is_fresh(loop.judge) and not self._was_not_executed():
            self._tell_fresh(loop.judge)
        else:
            self._make(loop.judge)
        while self._repair_may_help():
            self._make(loop.repair)
            self._make(loop.judge)

    @contextmanager
    def _meanwhile(self, stage: Stage) -> Iterator["Future[Artifact]"]:
        """Do a stage's work beside the body of the `with`; its calls end before we go on."""
        known = self.run.artifact(stage.makes)
        with ThreadPoolExecutor(1) as pool:
            if known is not None and self.run.is_fresh(stage):
                yield pool.submit(lambda: known)
            else:
                yield pool.submit(self._act, stage, Draft({}))

    def _make_if_stale(self, stage: Stage) -> None:
        if self.run.is_fresh(stage):
            self._tell_fresh(stage)
        else:
            self._make(stage)

    def _make(self, stage: Stage) -> None:
        """Let the role work, then commit what it made."""
        if self.stopping.is_set():
            raise Interrupted(f"Stopped before the stage {stage.name}.", "Go on with --resume.")
        round_ = self.run.round_of(stage)
        self.report(StageStarted(stage=stage.name, role=stage.role, round=round_))
        self.run.begin(stage, round_)
        draft = Draft(self.run.files_for(stage))
        artifact = self._act(stage, draft)
        if isinstance(artifact, Verdict) and self.run.follows_repair():
            artifact = self._compared(artifact)
        self.run.commit(stage, artifact, draft.changes(), round_)

    def _act(self, stage: Stage, draft: Draft) -> Any:
        inputs = {kind: self.run.needed(kind) for kind in stage.needs}
        return stage.action(self.desk_for(stage, self.run.take(stage.name), draft), **inputs)

    def _compared(self, verdict: Verdict) -> Verdict:
        """Note on the verdict of a repair round that the round brought nothing."""
        before = self.run.artifacts.verdict
        same = before is not None and _complaints(before) == _complaints(verdict)
        return verdict.model_copy(update={"no_progress": same})

    def _repair_may_help(self) -> bool:
        verdict, code = self.run.artifacts.verdict, self.run.artifacts.code
        if verdict is None or code is None or verdict.outcome != "failed":
            return False
        has_cause = bool(verdict.failures or _for_engineer(verdict))
        has_cause = has_cause or verdict.start.outcome == "failed"
        return has_cause and code.repairs < self.qa_rounds and not verdict.no_progress

    def _was_not_executed(self) -> bool:
        """Say whether the last verdict came about without executing, and now one could."""
        verdict = self.run.artifacts.verdict
        return self.executes and verdict is not None and verdict.outcome == "not executed"

    def _tell_fresh(self, stage: Stage) -> None:
        record = self.run.newest(stage.name)
        assert record is not None
        self.report(StageFresh(stage=stage.name, commit=record.commit))


def _complaints(verdict: Verdict) -> tuple[object, ...]:
    """Return what fails, without the words: those may differ from run to run."""
    failing = sorted((result.name, result.outcome) for result in verdict.failures)
    findings = sorted((finding.check, finding.path) for finding in verdict.findings)
    return (failing, verdict.start.outcome, findings)


def _for_engineer(verdict: Verdict) -> list[Finding]:
    """Return the errors that changed code may mend; the tests themselves are not the Engineer's."""
    errors = (finding for finding in verdict.findings if finding.severity == "error")
    return [finding for finding in errors if not finding.check.startswith("qa.")]
