"""Commands that read the projects of the workspace, and the one that deletes."""

import shutil
from pathlib import Path

import pytest
import sample
from cli_kit import MODEL, Call, in_terminal, make_project, record_call


@pytest.fixture
def workspace(home: Path) -> Path:
    return home / "workspace"


def test_an_empty_workspace_is_no_error(sopgen: Call, workspace: Path) -> None:
    assert sopgen("list").out == f"There is no project in {workspace}.\n"
    assert not workspace.exists()


def test_projects_are_listed_with_how_far_they_are(sopgen: Call, workspace: Path) -> None:
    make_project(workspace)
    make_project(workspace, stages=2, name="other")
    broken = make_project(workspace, name="broken")
    shutil.rmtree(broken.root / ".git")
    lines = {line.split()[0]: line for line in sopgen("list").out.splitlines()}
    assert "passed" in lines["converter"]
    assert "unfinished after design" in lines["other"]
    assert "broken" in lines["broken"].removeprefix("broken")
    assert len(lines) == 3


def test_status_tells_stages_cost_and_outcome(sopgen: Call, workspace: Path) -> None:
    project = make_project(workspace)
    out = sopgen("status").out
    assert out.startswith(f"{project.root}\n")
    lines = [line.split() for line in out.splitlines()]
    assert [line[0] for line in lines if MODEL in line] == ["prd", "design", "plan", "code", "qa"]
    assert "5 stages done, 5,000 tokens, $0.250" in out
    assert "Outcome: passed" in out


def test_status_of_an_unfinished_project_says_how_to_go_on(sopgen: Call, workspace: Path) -> None:
    project = make_project(workspace, stages=2)
    assert f"Unfinished: sopgen --resume {project.root} goes on" in sopgen("status").out


@pytest.mark.parametrize("where", ["name", "path", "inside"])
def test_a_project_is_found_by_name_by_path_and_from_inside(
    sopgen: Call, workspace: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    wanted = make_project(workspace, name="first")
    make_project(workspace, name="second")
    arguments = {"name": ["first"], "path": ["workspace/first"], "inside": []}[where]
    if where == "inside":
        monkeypatch.chdir(wanted.root / "docs")
    assert sopgen("status", *arguments).out.startswith(f"{wanted.root}\n")


def test_a_project_that_is_nowhere_is_a_usage_error(sopgen: Call, workspace: Path) -> None:
    ended = sopgen("status", "nowhere")
    assert ended.exit_code == 2
    assert "There is no project nowhere" in ended.err
    assert sopgen("status").exit_code == 2


def test_a_folder_without_repository_is_explained(sopgen: Call, workspace: Path) -> None:
    project = make_project(workspace)
    shutil.rmtree(project.root / ".git")
    ended = sopgen("status", "converter")
    assert ended.exit_code != 0
    assert "repository" in ended.err


def test_show_gives_the_document_or_the_artifact(sopgen: Call, workspace: Path) -> None:
    project = make_project(workspace, stages=2)
    assert sopgen("show", "prd").out == "# PRD\n\nConvert temperatures.\n"
    artifact = (project.root / ".sopgen/artifacts/prd.yaml").read_text(encoding="utf-8")
    assert sopgen("show", "prd", "--yaml").out == artifact
    assert sopgen("show", "design").out.startswith("schema_version: 1\n")
    missing = sopgen("show", "verdict")
    assert missing.exit_code == 2
    assert "has no verdict yet" in missing.err


def test_show_of_an_unknown_artifact_names_the_known(sopgen: Call, workspace: Path) -> None:
    ended = sopgen("show", "poem")
    assert ended.exit_code == 2
    assert "acceptance_tests" in ended.err


def test_log_tells_who_handed_what_to_whom(sopgen: Call, workspace: Path) -> None:
    make_project(workspace)
    assert sopgen("log").out.split() == [
        "1", "prd", "product_manager", "write_prd", "prd", "01234567", "architect,", "qa_engineer",
    ]  # fmt: skip


def test_log_tells_calls_with_what_they_cost(sopgen: Call, workspace: Path) -> None:
    project = make_project(workspace)
    assert sopgen("log", "--calls").out == f"{project.root} has no call on record.\n"
    record_call(project)
    head, call, *_ = sopgen("log", "--calls").out.splitlines()
    assert head.split() == [
        "call", "role", "prompt", "cached", "answer", "cost", "read", "model", "left", "out",
    ]  # fmt: skip
    shown = ["prd/prd#1", "product_manager", "800", "0%", "200", "$0.050", "asked", "again", MODEL]
    assert call.split() == shown
    models = sopgen("log", "--calls").out.splitlines()[-1]
    assert models.split() == [MODEL, "1", "0", "0", "1", "0"]


def test_reading_a_torn_journal_changes_nothing(sopgen: Call, workspace: Path) -> None:
    project = make_project(workspace)
    record_call(project)
    journal = project.state / "journal.jsonl"
    torn = journal.read_bytes() + b"0000"
    journal.write_bytes(torn)
    assert "prd/prd#1" in sopgen("log", "--calls").out
    assert journal.read_bytes() == torn


def test_rows_are_cut_in_a_terminal_and_whole_in_a_pipe(sopgen: Call, workspace: Path) -> None:
    make_project(workspace, name="a" * 40)
    (row,) = sopgen("list").out.splitlines()
    assert row.endswith(sample.requirement().text)
    terminal = in_terminal("list")
    terminal.read_to_end()
    (cut,) = terminal.text.splitlines()
    assert (len(cut), cut[-1]) == (100, "…")


def test_diff_shows_what_a_stage_changed(sopgen: Call, workspace: Path) -> None:
    make_project(workspace, stages=3)
    assert "+++ b/.sopgen/artifacts/plan.yaml" in sopgen("diff").out
    design = sopgen("diff", "design").out
    assert "+++ b/.sopgen/artifacts/design.yaml" in design
    assert "plan.yaml" not in design
    assert "+++ b/docs/prd.md" in sopgen("diff", "prd").out
    missing = sopgen("diff", "qa")
    assert missing.exit_code == 2
    assert "has no commit of qa yet" in missing.err


def test_a_project_is_started_with_what_follows_its_name(sopgen: Call, workspace: Path) -> None:
    make_project(workspace)
    started = sopgen("start", "converter", "100C")
    assert (started.exit_code, started.out) == (0, "212.0F\n")
    refused = sopgen("start", "converter", "--unknown")
    assert refused.exit_code == 1
    assert "--unknown" in refused.out


def test_the_tests_of_a_project_are_run_and_their_output_shown(
    sopgen: Call, workspace: Path
) -> None:
    project = make_project(workspace)
    good = sopgen("test")
    assert good.exit_code == 0, good
    assert "[100%]" in good.out
    (project.root / "converter.py").write_text("raise RuntimeError('spoilt')\n")
    bad = sopgen("test")
    assert bad.exit_code != 0
    assert "spoilt" in bad.out


def test_a_project_without_code_can_be_neither_started_nor_tested(
    sopgen: Call, workspace: Path
) -> None:
    make_project(workspace, stages=3)
    for command in ("start", "test"):
        ended = sopgen(command)
        assert ended.exit_code == 2
        assert "has no code yet" in ended.err


def test_remove_needs_a_yes(sopgen: Call, workspace: Path) -> None:
    project = make_project(workspace)
    refused = sopgen("remove", "converter")
    assert refused.exit_code == 2
    assert "--yes" in refused.err
    assert project.root.is_dir()
    assert sopgen("remove", "converter", "--yes").exit_code == 0
    assert not project.root.exists()


def test_remove_touches_nothing_outside_the_workspace(sopgen: Call, home: Path) -> None:
    project = make_project(home / "elsewhere")
    ended = sopgen("remove", str(project.root), "--yes")
    assert ended.exit_code == 6
    assert project.root.is_dir()


def test_text_from_a_project_cannot_steer_a_terminal_but_is_whole_in_a_pipe(
    sopgen: Call, workspace: Path
) -> None:
    nasty = "a\x1b]0;title\x07\tb\r\n"
    project = make_project(workspace, stages=2)
    (project.root / "docs/prd.md").write_bytes(nasty.encode())
    assert sopgen("show", "prd").out == nasty
    terminal = in_terminal("show", "prd")
    assert terminal.read_to_end() == 0
    assert "]0;title" in terminal.text
    assert "\x1b]0" not in terminal.text
