"""Where projects land, how they are found again, and that none is ever overwritten."""

import os
import threading
from pathlib import Path

import pytest
from project_kit import ASK, REQUIREMENT, Change

from sopgen.clock import FakeClock
from sopgen.errors import ProjectBusy, Refused, StorageFailed, UsageError
from sopgen.project.project import Project
from sopgen.project.workspace import Workspace

ARTIFACTS = ".sopgen/artifacts"


def finished(project: Project, change: Change) -> None:
    files = {f"{ARTIFACTS}/requirement.yaml": REQUIREMENT, f"{ARTIFACTS}/verdict.yaml": "x: 1\n"}
    project.repository.commit(change("prd", files))
    project.repository.commit(change("qa", {"t.py": "1\n"}))
    state = project.read_state()
    project.write_state(state.model_copy(update={"outcome": "passed", "model": "m"}))


def test_a_taken_name_gets_the_next_number(workspace: Workspace) -> None:
    names = [workspace.settle(workspace.stage_new(), "game").root.name for _ in range(3)]
    assert names == ["game", "game-2", "game-3"]


def test_any_folder_or_file_takes_a_name_whatever_its_case(workspace: Workspace) -> None:
    project = workspace.stage_new()
    (workspace.root / "Game").mkdir()
    (workspace.root / "game-2").write_text("a file")
    assert workspace.settle(project, "game").root.name == "game-3"
    assert list((workspace.root / "Game").iterdir()) == []


def test_projects_settling_at_the_same_moment_get_different_names(tmp_path: Path) -> None:
    workspaces = [Workspace(tmp_path, FakeClock(seed)) for seed in range(8)]
    staged = [workspace.stage_new() for workspace in workspaces]
    roots: list[str] = []
    barrier = threading.Barrier(len(staged))

    def settle(workspace: Workspace, project: Project) -> None:
        barrier.wait()
        roots.append(workspace.settle(project, "game").root.name)

    threads = [
        threading.Thread(target=settle, args=pair) for pair in zip(workspaces, staged, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(roots) == ["game", *(f"game-{number}" for number in range(2, 9))]


def test_a_settled_project_stays_where_it_is(workspace: Workspace) -> None:
    project = workspace.settle(workspace.stage_new(), "game")
    assert workspace.settle(project, "other").root == project.root


@pytest.mark.parametrize("name", ["", "..", "a/b", ".hidden", "con", "-rf", "a\nb"])
def test_an_unusable_name_is_refused(workspace: Workspace, name: str) -> None:
    with pytest.raises(UsageError, match="cannot be called"):
        workspace.settle(workspace.stage_new(), name)


def test_a_list_tells_stage_outcome_and_words_of_each_project(
    workspace: Workspace, change: Change
) -> None:
    finished(workspace.settle(workspace.stage_new(), "game"), change)
    half = workspace.stage_new()
    half.repository.commit(change("prd", {f"{ARTIFACTS}/requirement.yaml": REQUIREMENT}))
    begun, done = sorted(workspace.projects(), key=lambda item: item.name)
    assert (done.name, done.requirement, done.stage) == ("game", ASK, "qa")
    assert (done.outcome, done.model, done.finished) == ("passed", "m", True)
    assert (begun.path, begun.stage, begun.finished) == (half.root, "prd", False)


def test_a_broken_project_is_listed_with_its_problem(workspace: Workspace, change: Change) -> None:
    finished(workspace.settle(workspace.stage_new(), "good"), change)
    for name in ("no_git", "bad_yaml", "bad_state", "empty"):
        finished(workspace.settle(workspace.stage_new(), name), change)
    os.rename(workspace.root / "no_git/.git", workspace.root / "no_git/git")
    (workspace.root / "bad_yaml" / ARTIFACTS / "requirement.yaml").write_text("text: [")
    (workspace.root / "bad_state/.sopgen/run.json").write_text("{")
    (workspace.root / "empty" / ARTIFACTS / "requirement.yaml").unlink()
    (workspace.root / "unrelated").mkdir()
    problems = {item.name: item.problem for item in workspace.projects()}
    assert problems.keys() == {"good", "no_git", "bad_yaml", "bad_state", "empty"}
    assert problems.pop("good") == ""
    assert "not a git repository" in problems["no_git"]
    assert "not valid YAML" in problems["bad_yaml"]
    assert "run.json" in problems["bad_state"]
    assert "is missing" in problems["empty"]


def test_the_newest_unfinished_project_is_found(tmp_path: Path, change: Change) -> None:
    clock = FakeClock()
    workspace = Workspace(tmp_path, clock)
    assert workspace.newest_unfinished() is None
    for name in ("older", "newer", "done"):
        project = workspace.settle(workspace.stage_new(), name)
        project.repository.commit(change("prd", {f"{ARTIFACTS}/requirement.yaml": REQUIREMENT}))
        clock.sleep(60)
    finished(Project(tmp_path / "done"), change)
    newest = workspace.newest_unfinished()
    assert newest is not None
    assert newest.root.name == "newer"


def test_the_same_sentence_is_recognised(workspace: Workspace, change: Change) -> None:
    finished(workspace.settle(workspace.stage_new(), "game"), change)
    found = workspace.same_requirement("  create a   2048 GAME. ")
    assert [item.name for item in found] == ["game"]
    assert workspace.same_requirement("Create a 4096 game") == []


def test_the_project_around_a_folder_is_found(workspace: Workspace, change: Change) -> None:
    project = workspace.stage_new()
    project.repository.commit(
        change("prd", {f"{ARTIFACTS}/requirement.yaml": REQUIREMENT, "src/a/b.py": "1"})
    )
    inside = workspace.around(project.root / "src/a")
    assert inside is not None
    assert inside.root == project.root
    assert workspace.around(workspace.root) is None


def test_a_removed_project_is_gone(workspace: Workspace, change: Change, tmp_path: Path) -> None:
    project = workspace.settle(workspace.stage_new(), "game")
    finished(project, change)
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "keep").write_text("keep")
    (project.root / "link").symlink_to(outside)
    workspace.remove(project)
    assert list(workspace.root.iterdir()) == []
    assert (outside / "keep").exists()


def test_only_projects_of_the_workspace_are_removed(workspace: Workspace, tmp_path: Path) -> None:
    project = workspace.settle(workspace.stage_new(), "game")
    elsewhere = Workspace(tmp_path / "other", FakeClock()).stage_new()
    (workspace.root / "link").symlink_to(elsewhere.root)
    (workspace.root / "plain").mkdir()
    for folder in (elsewhere.root, workspace.root / "link", project.root / ".sopgen"):
        with pytest.raises(Refused):
            workspace.remove(Project(folder))
    with pytest.raises(UsageError, match="is no project"):
        workspace.remove(Project(workspace.root / "plain"))
    with pytest.raises(Refused):
        workspace.remove(Project(workspace.root / "game" / ".." / ".."))
    assert elsewhere.root.exists()


def test_a_project_in_use_is_not_removed(workspace: Workspace) -> None:
    project = workspace.settle(workspace.stage_new(), "game")
    with project.lock(), pytest.raises(ProjectBusy):
        workspace.remove(project)
    assert project.root.exists()


def test_a_workspace_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StorageFailed, match="workspace") as caught:
        Workspace(tmp_path / "file" / "w", FakeClock()).stage_new()
    assert caught.value.hint
    with pytest.raises(StorageFailed):
        Workspace(tmp_path / "file", FakeClock()).projects()
