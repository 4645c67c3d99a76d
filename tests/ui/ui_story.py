"""A run as a list of events with the seconds at which they happen, for all tests of views."""

from sopgen import events
from sopgen.artifacts import Finding, Usage
from sopgen.events import Event

PROJECT = "workspace/game_2048"


def _used(prompt: int, completion: int, cached: int = 0) -> Usage:
    return Usage(
        prompt_tokens=prompt,
        completion_tokens=completion,
        cached_tokens=cached,
        cost=prompt * 3e-6 + completion * 15e-6,
    )


BEGINNING: list[tuple[float, Event]] = [
    (
        0,
        events.RunStarted(
            run=1,
            project="workspace/.staging-1a2b3c4d",
            requirement="Create a 2048 game",
            model="anthropic/claude-sonnet-4-5",
            replayed=False,
            sandbox="bubblewrap",
        ),
    ),
    (0, events.StageStarted(stage="prd", role="product_manager")),
    (0, events.CallStarted(call="prd/prd#1", role="product_manager", stage="prd")),
    (4, events.CallProgressed(call="prd/prd#1", characters=1800)),
    (
        12,
        events.CallFinished(
            call="prd/prd#1",
            role="product_manager",
            stage="prd",
            usage=_used(812, 1400),
            reused=False,
        ),
    ),
    (12, events.ProjectNamed(project=PROJECT)),
    (
        12,
        events.StageCommitted(
            stage="prd",
            commit="4f2a9c1be07d",
            subject="prd: say what a 2048 game must do",
            files=6,
            usage=_used(812, 1400),
        ),
    ),
    (12, events.StageFresh(stage="design", commit="99aa88bb77cc")),
    (12, events.StageStarted(stage="plan", role="project_manager")),
    (
        30,
        events.StageCommitted(
            stage="plan",
            commit="0b1c2d3e4f5a",
            subject="plan: order four files in two waves",
            files=3,
            usage=_used(2100, 900, 800),
        ),
    ),
]

CODING: list[tuple[float, Event]] = [
    (30, events.StageStarted(stage="code", role="engineer")),
    (30, events.FileChanged(path="board.py", state="asked")),
    (30, events.FileChanged(path="game.py", state="asked")),
    (30, events.FileChanged(path="main.py", state="waiting")),
    (30, events.FileChanged(path="assets/標題.svg", state="waiting")),
    (30, events.CallStarted(call="code/board.py#1", role="engineer", stage="code")),
    (31, events.CallStarted(call="code/game.py#1", role="engineer", stage="code")),
    (31, events.CallStarted(call="qa/tests#1", role="qa_engineer", stage="qa")),
    (
        40,
        events.CallFinished(
            call="code/board.py#1",
            role="engineer",
            stage="code",
            usage=_used(3000, 1200, 2048),
            reused=False,
        ),
    ),
    (41, events.FileChanged(path="board.py", state="done")),
    (42, events.CallDelayed(call="code/game.py#1", seconds=8, reason="rate limit")),
    (
        43,
        events.FindingRaised(
            stage="code",
            finding=Finding(
                check="imports.unresolved", message="no name moves in board", path="game.py", line=3
            ),
        ),
    ),
    (43, events.FileChanged(path="game.py", state="repairing", attempt=2)),
    (44, events.Executing(what="unit tests of board.py")),
    (44, events.Noticed(text="The model is slow today.")),
]

ENDING: list[tuple[float, Event]] = [
    (46, events.Executed(what="unit tests of board.py", passed=True, detail="7 passed")),
    (47, events.FileChanged(path="game.py", state="done", attempt=2)),
    (
        50,
        events.StageCommitted(
            stage="code",
            commit="aaaabbbbcccc",
            subject="code: write four files",
            files=9,
            usage=_used(3000, 1200, 2048),
        ),
    ),
    (50, events.StageStarted(stage="qa", role="qa_engineer", round=1)),
    (
        58,
        events.StageCommitted(
            stage="qa",
            commit="ddddeeeeffff",
            subject="qa: all requirements pass",
            files=4,
            usage=_used(2400, 800),
            round=1,
        ),
    ),
    (
        58,
        events.RunFinished(
            project=PROJECT, outcome="passed", reasons=(), usage=_used(8312, 4300, 2848)
        ),
    ),
]

WHOLE = [*BEGINNING, *CODING, *ENDING]
