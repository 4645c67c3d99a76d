"""Retries and repair rounds: what fails when it is run goes back to the Engineer, bounded."""

from pathlib import Path

import sample
import sample_run
from test_pipeline_run import asked, git

from sopgen.artifacts import Verdict
from sopgen.events import Event
from sopgen.project.project import Project

WRONG = sample.CONVERTER.replace("self.value * 9 / 5 + 32", "self.value * 9 / 5 + 30")


def broken_answers() -> dict[str, str]:
    """Answer with a converter that its own unit tests do not catch."""
    files = {"converter.py": WRONG, "tests/test_converter.py": sample.TEST_CONVERTER}
    return sample_run.answers() | {"code/converter.py#1": sample_run.in_blocks(files)}


def verdict_of(project: Path) -> Verdict:
    verdict = Project(project).artifacts().verdict
    assert verdict is not None
    return verdict


def test_a_failing_acceptance_test_is_repaired_in_a_commit_of_its_own(tmp_path: Path) -> None:
    right = sample_run.in_blocks({"converter.py": sample.CONVERTER})
    result = sample_run.make(tmp_path, broken_answers() | {"code/repair-1#1": right})
    assert result.exit_code == 0
    subjects = git(result.project, "log", "--format=%s").splitlines()
    assert subjects[0] == "qa: passed, 2 of 3 requirements proven"
    assert subjects[1] == "repair: round 1"
    assert subjects[2].startswith("qa: failed")
    assert verdict_of(result.project).repairs == 1


def test_a_repair_that_brings_nothing_is_the_last(tmp_path: Path) -> None:
    other = sample_run.in_blocks({"converter.py": WRONG + "\n# Nothing changed.\n"})
    events: list[Event] = []
    answers = broken_answers() | {"code/repair-1#1": other}
    result = sample_run.make(tmp_path, answers, report=events.append)
    assert result.exit_code == 1
    assert verdict_of(result.project).no_progress
    head = git(result.project, "rev-parse", "HEAD")
    sample_run.resume(tmp_path, result.project, {})
    assert git(result.project, "rev-parse", "HEAD") == head


def test_a_repair_that_removes_a_function_is_refused(tmp_path: Path) -> None:
    gone = sample_run.in_blocks({"converter.py": sample.CONVERTER.partition("def parse")[0]})
    right = sample_run.in_blocks({"converter.py": sample.CONVERTER})
    answers = broken_answers() | {"code/repair-1#1": gone, "code/repair-1#2": right}
    events: list[Event] = []
    result = sample_run.make(tmp_path, answers, report=events.append)
    assert result.exit_code == 0
    assert "code/repair-1#2" in asked(events)


def test_a_failing_unit_test_is_a_retry_of_its_file(tmp_path: Path) -> None:
    strict = sample.TEST_CONVERTER + (
        "\n\ndef test_boiling():\n"
        '    assert Temperature(100.0, "C").to("F") == Temperature(212.0, "F")\n'
    )
    wrong = {"converter.py": WRONG, "tests/test_converter.py": strict}
    right = {"converter.py": sample.CONVERTER}
    answers = sample_run.answers() | {
        "code/converter.py#1": sample_run.in_blocks(wrong),
        "code/converter.py#2": sample_run.in_blocks(right),
    }
    result = sample_run.make(tmp_path, answers)
    assert result.exit_code == 0
    code = Project(result.project).artifacts().code
    assert code is not None
    attempts = {file.path: file.attempts for file in code.files}
    assert attempts["converter.py"] == 2
    assert attempts["main.py"] == 1


def test_a_stub_is_sent_back_before_anything_runs(tmp_path: Path) -> None:
    stub = sample.MAIN.partition("    if not arguments")[0] + "    pass\n"
    first = sample_run.in_blocks({"main.py": stub, "tests/test_main.py": sample.TEST_MAIN})
    answers = sample_run.answers()
    answers |= {"code/main.py#1": first, "code/main.py#2": answers["code/main.py#1"]}
    events: list[Event] = []
    assert sample_run.make(tmp_path, answers, report=events.append).exit_code == 0
    assert "code/main.py#2" in asked(events)


def test_an_answer_without_its_file_is_asked_again(tmp_path: Path) -> None:
    answers = sample_run.answers()
    answers |= {
        "code/main.py#1": "I would rather talk about the weather.",
        "code/main.py#2": answers["code/main.py#1"],
    }
    assert sample_run.make(tmp_path, answers).exit_code == 0


def test_unusable_acceptance_tests_are_asked_again(tmp_path: Path) -> None:
    path = "tests/test_acceptance.py"
    answers = sample_run.answers()
    empty = sample_run.in_blocks({path: "def test_nothing():\n    pass\n"})
    answers |= {f"qa/{path}#1": empty, f"qa/{path}#2": answers[f"qa/{path}#1"]}
    assert sample_run.make(tmp_path, answers).exit_code == 0
