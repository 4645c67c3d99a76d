"""What is known of a run after some events."""

from collections.abc import Sequence

import pytest
from ui_story import BEGINNING, CODING, ENDING, PROJECT, WHOLE

from sopgen import events
from sopgen.artifacts import StageName, Usage
from sopgen.events import Event
from sopgen.ui.folding import fold
from sopgen.ui.state import ROLES, FileProgress, RunView, Wait


def told(story: Sequence[tuple[float, Event]], view: RunView | None = None) -> RunView:
    view = view or RunView()
    for at, event in story:
        view = fold(view, event, at)
    return view


def test_the_beginning_names_model_project_and_finished_stages() -> None:
    view = told(BEGINNING)
    assert (view.model, view.project) == ("anthropic/claude-sonnet-4-5", PROJECT)
    assert [stage.status for stage in view.stages.values()] == [
        "done", "fresh", "done", "waiting", "waiting",
    ]  # fmt: skip
    assert view.stages["prd"].seconds(99) == 12
    assert view.stages["plan"].seconds(99) == 18


def test_a_stage_works_as_soon_as_one_of_its_calls_is_asked() -> None:
    view = told([*BEGINNING, *CODING])
    assert view.stages["qa"].status == "working"
    assert view.stages["qa"].seconds(45) == 14


def test_waits_end_with_their_answer_and_tell_their_delay() -> None:
    view = told([*BEGINNING, *CODING])
    assert view.waits == {
        "code/game.py#1": Wait(31, "pausing 8 s: rate limit"),
        "qa/tests#1": Wait(31),
        "unit tests of board.py": Wait(44),
    }


def test_files_keep_their_order_and_their_newest_state() -> None:
    view = told([*BEGINNING, *CODING])
    assert list(view.files) == ["board.py", "game.py", "main.py", "assets/標題.svg"]
    assert view.files["game.py"] == FileProgress("repairing", 2)


def test_tokens_add_up_by_stage_and_in_all_but_reused_answers_cost_nothing() -> None:
    used = Usage(prompt_tokens=10, completion_tokens=5, cost=0.5)
    view = RunView()
    calls: list[tuple[StageName, bool]] = [
        ("prd", False), ("prd", False), ("design", False), ("design", True),
    ]  # fmt: skip
    for stage, reused in calls:
        finished = events.CallFinished(
            call=f"{stage}/x#1", role="architect", stage=stage, usage=used, reused=reused
        )
        view = fold(view, finished, 0)
    assert view.stages["prd"].usage.tokens == 30
    assert view.stages["design"].usage.tokens == 15
    assert (view.usage.tokens, view.usage.cost, view.reused) == (45, 1.5, 1)


def test_a_repair_round_goes_on_counting_the_stages_time() -> None:
    view = told(
        [
            (0, events.StageStarted(stage="code", role="engineer")),
            (10, _committed("code")),
            (15, events.StageStarted(stage="code", role="engineer", round=1)),
        ]
    )
    stage = view.stages["code"]
    assert (stage.status, stage.round, stage.seconds(18)) == ("working", 1, 13)


def test_a_finished_run_waits_for_nothing() -> None:
    view = told(WHOLE)
    assert (view.outcome, view.ended, view.waits) == ("passed", True, {})
    assert view.stages["qa"].round == 1


def test_a_run_stopped_after_a_stage_has_no_outcome() -> None:
    finished = ENDING[-1][1].model_copy(update={"stopped_after": "prd", "outcome": "not executed"})
    view = told([*BEGINNING, (31, finished)])
    assert (view.outcome, view.stopped_after, view.ended) == (None, "prd", True)


def test_an_error_stops_the_stages_at_work() -> None:
    stopped = events.RunStopped(project=PROJECT, error="Budget reached.", hint="", exit_code=4)
    view = told([*BEGINNING, *CODING, (50, stopped)])
    assert view.stages["code"].status == "failed"
    assert view.stages["code"].seconds(999) == 20
    assert (view.error, view.waits) == ("Budget reached.", {})


@pytest.mark.parametrize("stage", list(ROLES))
def test_every_stage_is_on_the_board_from_the_start(stage: StageName) -> None:
    assert RunView().stages[stage].status == "waiting"


def _committed(stage: StageName) -> Event:
    return events.StageCommitted(
        stage=stage, commit="aaaa", subject=f"{stage}: x", files=1, usage=Usage()
    )
