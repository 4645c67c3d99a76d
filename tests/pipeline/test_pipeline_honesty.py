"""Nothing is shown or called more than it is: stale verdicts, edits, broken runs, lost causes."""

from pathlib import Path

import pytest
import sample
import sample_run
from test_pipeline_run import asked, committed, git, tree

from sopgen.artifacts import PRD, Code, Design, Plan, Verdict
from sopgen.errors import RecordingIncomplete
from sopgen.events import Event
from sopgen.project.project import Project

ACCEPTANCE = "tests/test_acceptance.py"


def edit(project: Path, artifact: PRD | Design | Plan | Verdict) -> None:
    path = project / ".sopgen" / "artifacts" / f"{artifact.kind}.yaml"
    path.write_text(artifact.to_yaml(), encoding="utf-8")


def other_plan() -> Plan:
    task = sample.plan().tasks[1].model_copy(update={"logic": "Print each with one decimal."})
    return sample.plan().model_copy(update={"tasks": (sample.plan().tasks[0], task)})


def code_of(project: Path) -> Code:
    code = Project(project).artifacts().code
    assert code is not None
    return code


def test_code_that_nobody_judged_bears_no_verdict(tmp_path: Path) -> None:
    made = sample_run.make(tmp_path, sample_run.answers())
    edit(made.project, other_plan())
    wrong = sample_run.in_blocks({"main.py": sample.MAIN.replace(".1f", ".3f")})
    given = sample_run.answers() | {"code/main.py#1": wrong}
    sample_run.resume(tmp_path, made.project, given, stop_after="code")
    assert "Status: verified" not in (made.project / "README.md").read_text(encoding="utf-8")
    assert not (made.project / "docs" / "qa_report.md").exists()
    assert Project(made.project).artifacts().verdict is None


def test_a_rewind_before_a_new_take_brings_the_first_take_back(tmp_path: Path) -> None:
    made = sample_run.make(tmp_path, sample_run.answers())
    head = git(made.project, "rev-parse", "HEAD")
    given = sample_run.answers() | {"plan/plan#1": sample_run.in_json(other_plan())}
    sample_run.resume(tmp_path, made.project, given, restart="plan")
    git(made.project, "reset", "--hard", "--quiet", head)
    events: list[Event] = []
    sample_run.resume(tmp_path, made.project, {}, report=events.append)
    assert committed(events) == []
    assert git(made.project, "rev-parse", "HEAD") == head


def test_a_take_that_was_cut_off_is_still_wanted(tmp_path: Path) -> None:
    made = sample_run.make(tmp_path, sample_run.answers())
    given = sample_run.answers()
    del given["plan/plan#1"]
    with pytest.raises(RecordingIncomplete, match="plan/plan#1"):
        sample_run.resume(tmp_path, made.project, given, restart="plan")
    events: list[Event] = []
    sample_run.resume(tmp_path, made.project, sample_run.answers(), report=events.append)
    assert asked(events) == ["plan/plan#1"]


def test_edited_acceptance_tests_count_on_both_sides(tmp_path: Path) -> None:
    made = sample_run.make(tmp_path, sample_run.answers())
    tests = sample.acceptance_tests()
    content = tests.files[0].content + "\n\n# From the artifact.\n"
    file = tests.files[0].model_copy(update={"content": content})
    path = made.project / ".sopgen" / "artifacts" / "acceptance_tests.yaml"
    path.write_text(tests.model_copy(update={"files": (file,)}).to_yaml(), encoding="utf-8")
    sample_run.resume(tmp_path, made.project, {})
    assert "# From the artifact." in (made.project / ACCEPTANCE).read_text(encoding="utf-8")
    (made.project / ACCEPTANCE).write_text(content + "# From the file.\n", encoding="utf-8")
    sample_run.resume(tmp_path, made.project, {})
    assert "# From the file." in path.read_text(encoding="utf-8")
    edits = [m for m in Project(made.project).messages() if m.sent_from == "user"]
    assert [m.artifact for m in edits] == ["requirement", "acceptance_tests", "acceptance_tests"]


def test_deleted_acceptance_tests_are_not_passed(tmp_path: Path) -> None:
    made = sample_run.make(tmp_path, sample_run.answers())
    (made.project / ACCEPTANCE).unlink()
    result = sample_run.resume(tmp_path, made.project, {})
    assert result.exit_code == 1


def test_a_verdict_that_a_person_wrote_does_not_count(tmp_path: Path) -> None:
    broken = sample_run.in_blocks({"converter.py": sample.CONVERTER.replace("9 / 5", "9 / 4")})
    given = sample_run.answers() | {"code/converter.py#1": broken}
    given |= {f"code/repair-{r}#{n}": broken for r in (1, 2, 3) for n in (1, 2, 3, 4)}
    made = sample_run.make(tmp_path, given)
    assert made.verdict is not None and made.verdict.outcome == "failed"
    edit(made.project, made.verdict.model_copy(update={"outcome": "passed", "reasons": ()}))
    assert sample_run.resume(tmp_path, made.project, given).exit_code == 1


def test_old_acceptance_tests_do_not_keep_new_code_from_its_trial(tmp_path: Path) -> None:
    made = sample_run.make(tmp_path, sample_run.answers())
    design = sample.design()
    text = design.to_yaml().replace("parse", "read_temperature")
    (made.project / ".sopgen" / "artifacts" / "design.yaml").write_text(text, encoding="utf-8")
    given = {
        call: answer.replace("parse", "read_temperature")
        for call, answer in sample_run.answers().items()
    }
    result = sample_run.resume(tmp_path, made.project, given)
    assert result.exit_code == 0, result.verdict
    assert code_of(made.project).findings == ()


def test_a_file_that_the_plan_forgot_is_written(tmp_path: Path) -> None:
    plan = sample.plan().model_copy(update={"tasks": sample.plan().tasks[:1]})
    given = sample_run.answers()
    given |= {f"plan/plan#{number}": sample_run.in_json(plan) for number in (1, 2, 3)}
    assert sample_run.make(tmp_path, given).exit_code == 0


def test_a_program_that_cannot_be_started_here_is_not_repaired(tmp_path: Path) -> None:
    runtime = sample.design().runtime.model_copy(update={"kind": "gui"})
    design = sample.design().model_copy(update={"runtime": runtime})
    events: list[Event] = []
    given = sample_run.answers() | {
        f"design/design#{number}": sample_run.in_json(design) for number in (1, 2, 3)
    }
    result = sample_run.make(tmp_path, given, report=events.append)
    assert result.exit_code == 1
    assert result.verdict is not None and result.verdict.outcome == "not executed"
    assert not [call for call in asked(events) if "repair" in call]


def test_tests_that_hang_are_a_failure_to_repair_and_prove_nothing(tmp_path: Path) -> None:
    hanging = sample.TEST_ACCEPTANCE + "\n\nimport os, atexit\natexit.register(os._exit, 3)\n"
    untestable = "NOT TESTABLE R2.2: Only a person understands."
    right = sample_run.in_blocks({"main.py": sample.MAIN + "\n# Touched.\n"})
    given = sample_run.answers() | {
        f"qa/{ACCEPTANCE}#1": sample_run.in_blocks({ACCEPTANCE: hanging}) + untestable,
        "code/repair-1#1": right,
    }
    result = sample_run.make(tmp_path, given)
    assert result.verdict is not None
    assert {item.outcome for item in result.verdict.requirements} != {"passed"}
    assert "acceptance tests" in [failure.name for failure in result.verdict.failures]


def test_failures_whose_words_differ_each_time_are_no_progress(tmp_path: Path) -> None:
    chance = '\n\ndef test_chance():\n    """R1.1: draws."""\n    assert object() == 1\n'
    tests = sample_run.in_blocks({ACCEPTANCE: sample.TEST_ACCEPTANCE + chance})
    untestable = "NOT TESTABLE R2.2: Only a person understands."
    given = sample_run.answers() | {f"qa/{ACCEPTANCE}#1": tests + untestable}
    given |= {f"code/repair-1#{number}": "no" for number in (1, 2, 3, 4)}
    events: list[Event] = []
    result = sample_run.make(tmp_path / "one", given, report=events.append)
    assert result.verdict is not None and result.verdict.no_progress
    assert len([call for call in asked(events) if "repair" in call]) == 4
    again = sample_run.make(tmp_path / "two", given)
    assert tree(again.project) == tree(result.project)


def test_criteria_called_untestable_stay_so_in_a_second_answer(tmp_path: Path) -> None:
    given = sample_run.answers()
    second = given[f"qa/{ACCEPTANCE}#1"].partition("NOT TESTABLE")[0]
    first = sample_run.in_blocks({ACCEPTANCE: "def test_x():\n    pass\n"})
    given |= {
        f"qa/{ACCEPTANCE}#1": first + "NOT TESTABLE R2.2: Only a person understands.",
        f"qa/{ACCEPTANCE}#2": second,
    }
    assert sample_run.make(tmp_path, given).exit_code == 0
