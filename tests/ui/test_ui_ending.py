"""The last screen of a run."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
import sample
from rich.console import Console
from syrupy.assertion import SnapshotAssertion

from sopgen.artifacts import (
    NotVerified,
    RequirementVerdict,
    RuntimeContract,
    TestCounts,
    Usage,
    Verdict,
)
from sopgen.ui.ending import Ending, draw_ending, run_command


@pytest.fixture
def ending() -> Ending:
    return Ending(
        project=Path("workspace/my converter"),
        design=sample.design(),
        verdict=sample.verdict(),
        usage=Usage(prompt_tokens=8312, completion_tokens=4300, cached_tokens=2848, cost=0.1),
        model="anthropic/claude-sonnet-4-5",
        replayed=False,
        stopped_after=None,
        seconds=82,
    )


def drawn(ending: Ending, width: int = 80) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    with console.capture() as capture:
        draw_ending(ending, console)
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


@pytest.mark.parametrize("width", [100, 60])
def test_a_verified_project(ending: Ending, width: int, snapshot: SnapshotAssertion) -> None:
    assert drawn(ending, width) == snapshot


@pytest.mark.parametrize("width", [100, 60])
def test_a_project_that_is_not_verified_says_why(
    ending: Ending, width: int, snapshot: SnapshotAssertion
) -> None:
    assert drawn(replace(ending, verdict=_failed(sample.verdict())), width) == snapshot


def test_a_project_that_ran_in_part_is_told_from_one_that_did_not(ending: Ending) -> None:
    partly = sample.verdict().model_copy(update={"outcome": "not executed"})
    idle = partly.start.model_copy(update={"outcome": "not executed"})
    none = "not measured"
    nothing = partly.model_copy(
        update={"start": idle, "unit_tests": none, "acceptance_tests": none}
    )
    assert "not everything could be executed" in drawn(replace(ending, verdict=partly))
    assert "nothing was executed" in drawn(replace(ending, verdict=nothing))


def test_a_run_stopped_as_asked_says_how_to_go_on(ending: Ending) -> None:
    text = drawn(replace(ending, verdict=None, stopped_after="design"))
    assert "Stopped after design, as asked" in text
    assert "sopgen --resume 'workspace/my converter'" in text


def test_many_reasons_are_cut_short(ending: Ending) -> None:
    verdict = _failed(sample.verdict())
    gaps = tuple(NotVerified(what=f"thing {number}", why="untested") for number in range(20))
    text = drawn(replace(ending, verdict=verdict.model_copy(update={"not_verified": gaps})))
    assert "thing 5" in text
    assert "thing 6" not in text
    assert "14 more in docs/qa_report.md" in text


def test_a_server_is_told_its_port(ending: Ending) -> None:
    contract = sample.design().runtime.model_copy(
        update={"start": ("python", "-m", "app", "--port", "{port}")}
    )
    assert isinstance(contract, RuntimeContract)
    design = sample.design().model_copy(update={"runtime": contract})
    command = run_command(replace(ending, design=design))
    assert command == "cd 'workspace/my converter' && python3 -m app --port 8000"


def _failed(verdict: Verdict) -> Verdict:
    broken = RequirementVerdict(
        id="R9", priority="P1", text="撤销上一步\x1b[31m" * 10, outcome="failed"
    )
    return verdict.model_copy(
        update={
            "outcome": "failed",
            "reasons": ("R9 (P1): its test failed", "The start-up proof saw no output"),
            "requirements": (*verdict.requirements, broken),
            "acceptance_tests": TestCounts(collected=5, passed=4, failed=1),
            "unit_tests": "not measured",
        }
    )
