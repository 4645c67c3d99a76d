"""A stage's commit: what it holds, what it says, and what it does not touch."""

from pathlib import Path

import pytest
from project_kit import Change, GitCommand

from sopgen.artifacts import Usage
from sopgen.errors import ProjectBusy, ProjectChanged, Refused, UsageError
from sopgen.project.base import StageRecord
from sopgen.project.project import Project


def test_a_stage_commit_holds_its_files_and_leaves_the_status_clean(
    project: Project, git: GitCommand, change: Change
) -> None:
    commit = project.repository.commit(change("prd", {"docs/prd.md": "# PRD\n", "a/b/c.txt": "c"}))
    assert project.repository.head() == commit
    assert git("show", f"{commit}:docs/prd.md") == "# PRD"
    assert (project.root / "a/b/c.txt").read_text() == "c"
    assert git("status", "--porcelain") == ""
    assert git("fsck", "--strict") == ""


def test_a_record_reads_back_what_the_commit_was_made_from(
    project: Project, change: Change
) -> None:
    made = change("design", {"docs/design.md": "d\n"}, round=2)
    commit = project.repository.commit(made)
    assert project.repository.records() == [
        StageRecord(
            commit=commit,
            stage="design",
            run=1,
            take=1,
            round=2,
            inputs={"requirement": "ab12", "prd": "cd34"},
            output="ef56",
            subject="design: make it",
            model="scripted/test",
            usage=Usage(prompt_tokens=120, completion_tokens=30, cached_tokens=20, cost=0.0125),
        )
    ]


def test_git_itself_reads_the_trailers(project: Project, git: GitCommand, change: Change) -> None:
    project.repository.commit(change("prd", {"a": "a"}))
    form = "%(trailers:key=Sopgen-Inputs,valueonly)"
    assert git("log", "-1", f"--format={form}") == "prd=cd34 requirement=ab12"


def test_a_body_that_looks_like_trailers_is_not_believed(project: Project, change: Change) -> None:
    made = change("prd", {"a": "a"})
    forged = "Sopgen-Stage: qa\nSopgen-Run: 9"
    project.repository.commit(type(made)(**{**vars(made), "body": forged}))
    assert [(r.stage, r.run) for r in project.repository.records()] == [("prd", 1)]


def test_later_rounds_get_labels_of_their_own(
    project: Project, git: GitCommand, change: Change
) -> None:
    for number in range(3):
        project.repository.commit(change("code", {"game.py": f"{number}\n"}, round=number))
    project.repository.commit(change("qa", {"test.py": "t\n"}))
    assert git("tag", "--list").split() == [
        "sopgen/1/code", "sopgen/1/code.2", "sopgen/1/code.3", "sopgen/1/qa",
    ]  # fmt: skip


def test_a_label_left_behind_by_a_rewind_is_moved(
    project: Project, git: GitCommand, change: Change
) -> None:
    project.repository.commit(change("prd", {"a": "1\n"}))
    old = project.repository.commit(change("design", {"b": "1\n"}))
    git("reset", "-q", "--hard", "sopgen/1/prd")
    new = project.repository.commit(change("design", {"b": "2\n"}))
    assert git("rev-parse", "sopgen/1/design") == new != old
    assert git("tag", "--list", "sopgen/1/design*") == "sopgen/1/design"


def test_files_can_be_removed_and_empty_folders_go_with_them(
    project: Project, git: GitCommand, change: Change
) -> None:
    project.repository.commit(change("code", {"old/one.py": "1\n", "two.py": "2\n"}))
    project.repository.commit(change("code", {}, round=1, removed=("old/one.py",)))
    assert git("ls-files") == "two.py"
    assert not (project.root / "old").exists()


def test_the_same_change_again_makes_no_second_commit(
    project: Project, git: GitCommand, change: Change
) -> None:
    first = project.repository.commit(change("prd", {"a": "a"}))
    assert project.repository.commit(change("prd", {"a": "a"})) == first
    assert git("rev-list", "--count", "HEAD") == "1"


def test_an_executable_file_stays_executable(
    project: Project, git: GitCommand, change: Change
) -> None:
    project.repository.commit(change("code", {"run.sh": "echo 1\n"}))
    (project.root / "run.sh").chmod(0o755)
    project.repository.commit_edits("make it executable")
    project.repository.commit(change("code", {"run.sh": "echo 2\n"}, round=1))
    assert git("ls-tree", "HEAD", "run.sh").split()[0] == "100755"
    assert (project.root / "run.sh").stat().st_mode & 0o111
    assert git("status", "--porcelain") == ""


ODD_NAMES = ["grüße/Übung.py", "文档/说明.md", "a b/ c d.txt", "it's.txt", "x/--help", "tab-é.py"]


def test_odd_names_are_committed_as_they_are(
    project: Project, git: GitCommand, change: Change
) -> None:
    names = [name for name in ODD_NAMES if "/ " not in name]
    project.repository.commit(change("code", {name: name for name in names}))
    assert set(git("-c", "core.quotePath=false", "ls-files").splitlines()) == set(names)
    assert project.repository.text_files() == {name: name for name in names}
    assert git("status", "--porcelain") == ""


@pytest.mark.parametrize(
    "path", ["../x", "/etc/x", ".git/hooks/pre-commit", ".sopgen/journal.jsonl", "a/../b",
             ".sopgen/artifacts/../../x", "CON", "-rf", "a//b"],
)  # fmt: skip
def test_a_path_outside_the_projects_own_files_is_refused(
    project: Project, change: Change, path: str
) -> None:
    with pytest.raises(Refused):
        project.repository.commit(change("code", {path: "x"}))
    assert project.repository.head() is None


def test_names_that_differ_by_case_only_are_refused(project: Project, change: Change) -> None:
    project.repository.commit(change("code", {"Game.py": "1"}))
    with pytest.raises(Refused, match=r"Game\.py and game\.py"):
        project.repository.commit(change("code", {"game.py": "2"}))


def test_an_edit_in_the_way_stops_the_commit_before_the_first_write(
    project: Project, git: GitCommand, change: Change
) -> None:
    old = project.repository.commit(change("code", {"a.py": "1\n", "b.py": "1\n"}))
    (project.root / "b.py").write_text("mine\n")
    with pytest.raises(ProjectChanged, match=r"b\.py"):
        project.repository.commit(change("code", {"a.py": "2\n", "b.py": "2\n"}, round=1))
    assert (project.root / "a.py").read_text() == "1\n"
    assert (project.root / "b.py").read_text() == "mine\n"
    assert project.repository.head() == old
    assert git("status", "--porcelain") == "M b.py"


def test_an_ignored_file_of_the_user_is_not_overwritten(project: Project, change: Change) -> None:
    project.repository.commit(change("code", {".gitignore": ".env\n"}))
    (project.root / ".env").write_text("KEY=1\n")
    with pytest.raises(ProjectChanged):
        project.repository.commit(change("code", {".env": "KEY=2\n"}, round=1))
    assert (project.root / ".env").read_text() == "KEY=1\n"


def test_a_file_half_materialised_by_an_earlier_try_is_no_obstacle(
    project: Project, change: Change
) -> None:
    project.repository.commit(change("code", {"a.py": "1\n", "b.py": "1\n"}))
    (project.root / "a.py").write_text("2\n")
    (project.root / "b.py").unlink()
    project.repository.commit(change("code", {"a.py": "2\n", "b.py": "2\n"}, round=1))
    assert (project.root / "b.py").read_text() == "2\n"


def test_a_linked_folder_is_not_followed(project: Project, change: Change, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (project.root / "src").symlink_to(outside)
    with pytest.raises(ProjectChanged, match="src"):
        project.repository.commit(change("code", {"src/a.py": "1\n"}))
    assert list(outside.iterdir()) == []


def test_a_linked_file_is_replaced_and_its_target_kept(
    project: Project, git: GitCommand, change: Change, tmp_path: Path
) -> None:
    target = tmp_path / "target"
    target.write_text("keep\n")
    (project.root / "a.py").symlink_to(target)
    project.repository.commit_edits("a link")
    project.repository.commit(change("code", {"a.py": "new\n"}))
    assert target.read_text() == "keep\n"
    assert not (project.root / "a.py").is_symlink()
    assert git("ls-tree", "HEAD", "a.py").split()[0] == "100644"


def test_staged_work_of_the_user_stays_in_the_file(
    project: Project, git: GitCommand, change: Change
) -> None:
    project.repository.commit(change("code", {"a.py": "1\n"}))
    (project.root / "mine.py").write_text("mine\n")
    git("add", "mine.py")
    project.repository.commit(change("code", {"a.py": "2\n"}, round=1))
    assert (project.root / "mine.py").read_text() == "mine\n"
    assert git("ls-tree", "--name-only", "HEAD") == "a.py"


def test_a_detached_head_is_refused_with_the_remedy(
    project: Project, git: GitCommand, change: Change
) -> None:
    project.repository.commit(change("prd", {"a": "1"}))
    git("checkout", "-q", "--detach")
    with pytest.raises(UsageError, match="detached") as caught:
        project.repository.commit(change("design", {"b": "1"}))
    assert "git switch main" in caught.value.hint


def test_a_merge_under_way_is_refused_with_the_remedy(
    project: Project, git: GitCommand, change: Change
) -> None:
    project.repository.commit(change("prd", {"a": "1\n"}))
    git("switch", "-q", "-c", "other")
    project.repository.commit(change("design", {"b": "1\n"}))
    git("switch", "-q", "main")
    project.repository.commit(change("design", {"c": "1\n"}))
    git("merge", "-q", "--no-commit", "--no-ff", "other")
    with pytest.raises(UsageError, match="merge is under way"):
        project.repository.commit(change("plan", {"d": "1"}))


def test_a_file_that_stood_there_before_a_failed_commit_stands_there_after(
    project: Project, change: Change
) -> None:
    (project.root / "a.txt").write_text("1\n")
    lock = project.root / ".git" / "refs" / "heads" / "main.lock"
    lock.write_text("")
    with pytest.raises(ProjectBusy):
        project.repository.commit(change("prd", {"a.txt": "1\n", "b.txt": "2\n"}))
    assert (project.root / "a.txt").read_text() == "1\n"
    assert not (project.root / "b.txt").exists()
    lock.unlink()
    project.repository.commit(change("prd", {"a.txt": "1\n", "b.txt": "2\n"}))
    assert project.repository.read("HEAD", "b.txt") == b"2\n"
