"""Whole runs over the sample project: real git, sandbox and files; the answers are recorded."""

import subprocess
import sys
from pathlib import Path

import pytest
import sample
import sample_run

from sopgen.errors import ProjectChanged, RecordingIncomplete
from sopgen.events import CallFinished, Event, RunStarted, StageCommitted, StageFresh
from sopgen.project.project import Project

STAGES = ["prd", "design", "plan", "code", "qa"]


def git(project: Path, *arguments: str) -> str:
    command = ["git", "-C", str(project), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def tree(project: Path) -> str:
    return git(project, "rev-parse", "HEAD^{tree}")


def committed(events: list[Event]) -> list[str]:
    return [event.stage for event in events if isinstance(event, StageCommitted)]


def asked(events: list[Event]) -> list[str]:
    done = [event for event in events if isinstance(event, CallFinished)]
    return sorted(event.call for event in done if not event.reused)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Event]]:
    events: list[Event] = []
    folder = tmp_path_factory.mktemp("größe 大")
    result = sample_run.make(folder, sample_run.answers(), report=events.append)
    assert result.exit_code == 0
    return result.project, events


def test_a_sentence_becomes_a_verified_repository(finished: tuple[Path, list[Event]]) -> None:
    project, _ = finished
    subjects = [line.partition(":")[0] for line in git(project, "log", "--format=%s").splitlines()]
    assert subjects == STAGES[::-1]
    assert git(project, "status", "--porcelain") == ""
    assert set(git(project, "tag").splitlines()) == {f"sopgen/1/{stage}" for stage in STAGES}
    verdict = Project(project).artifacts().verdict
    assert verdict is not None and verdict.outcome == "passed"


def test_every_call_is_asked_once_and_in_the_stage_it_belongs_to(
    finished: tuple[Path, list[Event]],
) -> None:
    _, events = finished
    assert asked(events) == sorted(sample_run.answers())
    done = [event for event in events if isinstance(event, CallFinished)]
    assert all(event.call.startswith(f"{event.stage}/") for event in done)


def test_the_project_says_that_its_replies_were_replayed(
    finished: tuple[Path, list[Event]],
) -> None:
    project, events = finished
    started = next(event for event in events if isinstance(event, RunStarted))
    assert started.replayed
    assert "replayed from a recording" in (project / "README.md").read_text(encoding="utf-8")


def test_every_artifact_that_a_stage_read_is_in_the_pool(
    finished: tuple[Path, list[Event]],
) -> None:
    project, _ = finished
    opened = Project(project)
    told = {(message.artifact, message.digest) for message in opened.messages()}
    for record in opened.repository.records():
        assert set(record.inputs.items()) <= told
    assert opened.messages()[0].sent_from == "user"


def test_the_tests_of_the_project_pass_outside_sopgen(
    finished: tuple[Path, list[Event]], tmp_path: Path
) -> None:
    project, _ = finished
    git(tmp_path, "clone", "--quiet", str(project), "clone")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    ran = subprocess.run(command, cwd=tmp_path / "clone", capture_output=True, check=False)
    assert ran.returncode == 0, ran.stdout


def test_the_same_answers_give_the_same_tree(
    finished: tuple[Path, list[Event]], tmp_path: Path
) -> None:
    again = sample_run.make(tmp_path, sample_run.answers())
    assert tree(again.project) == tree(finished[0])


@pytest.mark.parametrize("stage", STAGES[:-1])
def test_a_run_stopped_after_a_stage_resumes_to_the_same_tree(
    stage: str, finished: tuple[Path, list[Event]], tmp_path: Path
) -> None:
    stopped = sample_run.make(tmp_path, sample_run.answers(), stop_after=stage)
    assert stopped.exit_code == 0 and stopped.stopped_after == stage
    events: list[Event] = []
    sample_run.resume(tmp_path, stopped.project, sample_run.answers(), report=events.append)
    assert tree(stopped.project) == tree(finished[0])
    assert committed(events) == STAGES[STAGES.index(stage) + 1 :]


def test_resuming_a_finished_run_makes_nothing(tmp_path: Path) -> None:
    made = sample_run.make(tmp_path, sample_run.answers())
    head = git(made.project, "rev-parse", "HEAD")
    events: list[Event] = []
    sample_run.resume(tmp_path, made.project, {}, report=events.append)
    assert git(made.project, "rev-parse", "HEAD") == head
    assert [event.stage for event in events if isinstance(event, StageFresh)] == STAGES


def test_a_rewind_with_git_redoes_what_follows_without_asking(
    finished: tuple[Path, list[Event]], tmp_path: Path
) -> None:
    made = sample_run.make(tmp_path, sample_run.answers())
    git(made.project, "reset", "--hard", "--quiet", "sopgen/1/design")
    events: list[Event] = []
    sample_run.resume(tmp_path, made.project, {}, report=events.append)
    assert committed(events) == ["plan", "code", "qa"]
    assert asked(events) == []
    assert tree(made.project) == tree(finished[0])


def test_from_asks_a_stage_anew_and_keeps_what_did_not_change(tmp_path: Path) -> None:
    made = sample_run.make(tmp_path, sample_run.answers())
    events: list[Event] = []
    given = sample_run.answers()
    sample_run.resume(tmp_path, made.project, given, report=events.append, restart="design")
    assert asked(events) == ["design/design#1"]
    assert committed(events) == ["design"]
    assert "sopgen/1/design.2" in git(made.project, "tag").splitlines()


def test_an_edited_artifact_makes_stale_what_reads_it(tmp_path: Path) -> None:
    made = sample_run.make(tmp_path, sample_run.answers())
    edited = made.project / ".sopgen" / "artifacts" / "plan.yaml"
    plan = sample.plan()
    logic = plan.tasks[1].model_copy(update={"logic": "Print each with one decimal."})
    new = plan.model_copy(update={"tasks": (plan.tasks[0], logic)})
    edited.write_text(new.to_yaml(), encoding="utf-8")
    events: list[Event] = []
    sample_run.resume(tmp_path, made.project, sample_run.answers(), report=events.append)
    assert asked(events) == ["code/main.py#1"]
    assert committed(events) == ["code", "qa"]
    assert "Print each with one decimal." in (made.project / "docs" / "tasks.md").read_text()


def test_edited_source_is_the_new_code_and_only_qa_is_stale(tmp_path: Path) -> None:
    made = sample_run.make(tmp_path, sample_run.answers())
    source = made.project / "main.py"
    source.write_text(sample.MAIN + "\n# A person was here.\n", encoding="utf-8")
    events: list[Event] = []
    sample_run.resume(tmp_path, made.project, {}, report=events.append)
    assert committed(events) == ["qa"]
    code = Project(made.project).artifacts().code
    assert code is not None
    assert {file.path: file.author for file in code.files}["main.py"] == "person"
    assert "A person was here" in source.read_text()


def test_an_edited_document_is_not_overwritten(tmp_path: Path) -> None:
    made = sample_run.make(tmp_path, sample_run.answers(), stop_after="plan")
    document = made.project / "docs" / "prd.md"
    document.write_text("mine", encoding="utf-8")
    with pytest.raises(ProjectChanged, match=r"docs/prd\.md.*prd\.yaml"):
        sample_run.resume(tmp_path, made.project, sample_run.answers())
    assert document.read_text(encoding="utf-8") == "mine"


def test_a_call_that_the_recording_lacks_is_named_and_nothing_is_lost(tmp_path: Path) -> None:
    given = sample_run.answers()
    del given["plan/plan#1"]
    with pytest.raises(RecordingIncomplete, match="plan/plan#1"):
        sample_run.make(tmp_path, given)
    project = next((tmp_path / "workspace").iterdir())
    assert sample_run.resume(tmp_path, project, sample_run.answers()).exit_code == 0


def test_what_is_not_executed_is_never_passed(tmp_path: Path) -> None:
    result = sample_run.make(tmp_path, sample_run.answers(), execute=False)
    assert result.exit_code == 1
    assert result.verdict is not None and result.verdict.outcome == "not executed"
    assert result.verdict.unit_tests == "not measured"
    later = sample_run.resume(tmp_path, result.project, {})
    assert later.verdict is not None and later.verdict.outcome == "passed"


def test_a_projects_own_templates_take_precedence(tmp_path: Path) -> None:
    made = sample_run.make(tmp_path, sample_run.answers(), stop_after="prd")
    own = made.project / ".sopgen" / "templates" / "documents"
    own.mkdir(parents=True)
    (own / "system_design.md.j2").write_text("Ours: {{ artifacts.prd.project_name }}\n")
    sample_run.resume(tmp_path, made.project, sample_run.answers(), stop_after="design")
    text = (made.project / "docs" / "system_design.md").read_text(encoding="utf-8")
    assert text == "Ours: temperature_converter\n"
    assert git(made.project, "status", "--porcelain") == ""
