"""A person's work in a project: found, kept apart, never overwritten."""

import os
from pathlib import Path

import pytest
from project_kit import Change, GitCommand

from sopgen.project.project import Project


def test_edits_new_files_and_deletions_become_one_commit_of_the_person(
    project: Project, git: GitCommand, change: Change
) -> None:
    project.repository.commit(change("code", {"a.py": "1\n", "b.py": "1\n", "c.py": "1\n"}))
    (project.root / "a.py").write_text("mine\n")
    (project.root / "b.py").unlink()
    (project.root / "neu.txt").write_text("new\n")
    commit = project.repository.commit_edits("Keep edits")
    assert commit == project.repository.head()
    assert git("show", "--name-status", "--format=", "HEAD").splitlines() == [
        "M\ta.py", "D\tb.py", "A\tneu.txt",
    ]  # fmt: skip
    assert git("log", "-1", "--format=%B") == "Keep edits\n\nSopgen-Kind: user-edit"
    assert git("status", "--porcelain") == ""


def test_without_edits_there_is_no_commit(project: Project, change: Change) -> None:
    project.repository.commit(change("code", {"a.py": "1\n"}))
    assert project.repository.commit_edits("Keep edits") is None


def test_ignored_files_and_sopgens_own_state_are_no_edits(project: Project, change: Change) -> None:
    project.repository.commit(change("code", {".gitignore": "*.log\n"}))
    (project.root / "x.log").write_text("noise")
    (project.state / "journal.jsonl").write_text("noise")
    assert project.repository.commit_edits("Keep edits") is None


def test_an_edited_artifact_is_an_edit(project: Project, git: GitCommand, change: Change) -> None:
    project.repository.commit(change("prd", {".sopgen/artifacts/prd.yaml": "a: 1\n"}))
    (project.state / "artifacts/prd.yaml").write_text("a: 2\n")
    project.repository.commit_edits("Keep edits")
    assert git("show", "HEAD:.sopgen/artifacts/prd.yaml") == "a: 2"


def test_a_commit_of_the_user_in_between_survives(
    project: Project, git: GitCommand, change: Change
) -> None:
    project.repository.commit(change("code", {"a.py": "1\n"}))
    (project.root / "mine.txt").write_text("mine\n")
    git("add", "mine.txt")
    git("commit", "-q", "-m", "my own")
    project.repository.commit(change("qa", {"t.py": "1\n"}))
    assert git("ls-files").split() == ["a.py", "mine.txt", "t.py"]
    assert [record.stage for record in project.repository.records()] == ["qa", "code"]


def test_a_link_that_a_person_made_is_kept_as_a_link(
    project: Project, git: GitCommand, change: Change
) -> None:
    project.repository.commit(change("code", {"a.py": "1\n"}))
    (project.root / "link").symlink_to("a.py")
    project.repository.commit_edits("Keep edits")
    assert git("ls-tree", "HEAD", "link").split()[0] == "120000"
    assert git("status", "--porcelain") == ""


def test_a_folder_in_place_of_a_file_is_kept(
    project: Project, git: GitCommand, change: Change
) -> None:
    project.repository.commit(change("code", {"game": "1\n"}))
    (project.root / "game").unlink()
    (project.root / "game").mkdir()
    (project.root / "game/main.py").write_text("1\n")
    project.repository.commit_edits("Keep edits")
    assert git("ls-files") == "game/main.py"


def test_a_repository_inside_the_project_is_left_alone(
    project: Project, git: GitCommand, change: Change
) -> None:
    project.repository.commit(change("code", {"a.py": "1\n"}))
    git("init", "-q", "inner")
    (project.root / "inner/x").write_text("x")
    assert project.repository.commit_edits("Keep edits") is None


def test_a_name_that_is_not_utf8_is_kept(project: Project, git: GitCommand, change: Change) -> None:
    project.repository.commit(change("code", {"a.py": "1\n"}))
    (project.root / os.fsdecode(b"caf\xe9.txt")).write_text("x")
    project.repository.commit_edits("Keep edits")
    assert git("ls-files", "caf*") == '"caf\\351.txt"'


def test_edits_before_the_first_stage_make_the_first_commit(
    project: Project, git: GitCommand
) -> None:
    (project.root / "notes.txt").write_text("x")
    project.repository.commit_edits("Keep edits")
    assert git("ls-files") == "notes.txt"


def test_edited_names_the_documents_that_a_person_changed(project: Project, change: Change) -> None:
    project.repository.commit(change("prd", {"docs/prd.md": "1\n", "docs/tasks.md": "1\n"}))
    (project.root / "docs/prd.md").write_text("mine\n")
    (project.root / "docs/report.md").write_text("mine too\n")
    asked = ["docs/prd.md", "docs/tasks.md", "docs/report.md", "docs/none.md"]
    assert project.repository.edited(asked) == ["docs/prd.md", "docs/report.md"]
    project.repository.commit_edits("Keep edits")
    project.repository.commit(change("design", {"docs/design.md": "1\n"}))
    assert project.repository.edited(asked) == ["docs/prd.md", "docs/report.md"]


def test_a_document_taken_back_is_not_edited_any_more(
    project: Project, git: GitCommand, change: Change
) -> None:
    project.repository.commit(change("prd", {"docs/prd.md": "1\n"}))
    (project.root / "docs/prd.md").write_text("mine\n")
    project.repository.commit_edits("Keep edits")
    git("checkout", "-q", "sopgen/1/prd", "--", "docs/prd.md")
    assert project.repository.edited(["docs/prd.md"]) == []


def test_before_the_first_commit_a_file_that_is_there_is_a_persons(project: Project) -> None:
    (project.root / "README.md").write_text("mine\n")
    assert project.repository.edited(["README.md", "docs/prd.md"]) == ["README.md"]


def test_text_files_leaves_out_binary_large_and_linked_ones(
    project: Project, change: Change
) -> None:
    project.repository.commit(change("code", {"a.py": "ä\n", "big.txt": "x" * 1_000_001}))
    (project.root / "image.bin").write_bytes(b"\x00\x01")
    (project.root / "latin.txt").write_bytes(b"caf\xe9")
    (project.root / "link").symlink_to("a.py")
    project.repository.commit_edits("Keep edits")
    assert project.repository.text_files() == {"a.py": "ä\n"}


def test_history_can_be_read_at_any_commit(project: Project, change: Change) -> None:
    first = project.repository.commit(change("code", {"a.py": "1\n"}))
    second = project.repository.commit(change("code", {"a.py": "2\n"}, round=1))
    repository = project.repository
    assert repository.read(first, "a.py") == b"1\n"
    assert repository.read("sopgen/1/code.2", "a.py") == b"2\n"
    assert repository.read(second, "none.py") is None
    assert "-1\n+2\n" in repository.diff("sopgen/1/code", "HEAD")
    assert [entry.commit for entry in repository.log()] == [second, first]
    assert [entry.commit for entry in repository.log(limit=1)] == [second]


@pytest.mark.parametrize("name", ["no-such-tag", "--help", ""])
def test_an_unknown_commit_is_named(project: Project, change: Change, name: str) -> None:
    from sopgen.errors import UsageError

    project.repository.commit(change("code", {"a.py": "1\n"}))
    with pytest.raises(UsageError, match="no commit of this project"):
        project.repository.files(name)


def test_a_file_of_the_user_outside_git_is_never_read_through_a_link(
    project: Project, change: Change, tmp_path: Path
) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "key").write_text("secret\n")
    project.repository.commit(change("code", {"src/key": "1\n"}))
    (project.root / "src/key").unlink()
    (project.root / "src").rmdir()
    (project.root / "src").symlink_to(secret)
    project.repository.commit_edits("Keep edits")
    assert project.repository.files("HEAD").keys() == {"src"}
    assert project.repository.read("HEAD", "src") == os.fsencode(secret)
