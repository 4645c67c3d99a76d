"""What others do while a stage is committed, and what a cut-off run left behind."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from project_kit import Change, GitCommand

from sopgen.clock import FakeClock
from sopgen.errors import ProjectBusy, ProjectChanged, StorageFailed
from sopgen.project.project import Project
from sopgen.project.workspace import Workspace


@pytest.fixture
def interfere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A script that runs, once, just before sopgen's git moves the branch."""
    script = tmp_path / "interfere"
    shim = tmp_path / "bin" / "git"
    shim.parent.mkdir()
    shim.write_text(
        f"#!/bin/sh\nfor word; do if [ \"$word\" = update-ref ] && mv '{script}' '{script}.ran'"
        f" 2>/dev/null; then sh '{script}.ran'; fi; done\nexec '{shutil.which('git')}' \"$@\"\n"
    )
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", f"{shim.parent}:{os.environ['PATH']}")
    yield script
    assert not script.exists(), "the branch was never moved"


MINE = "unset GIT_DIR GIT_WORK_TREE; git -c user.name=A -c user.email=a@b "


def test_a_commit_in_between_is_kept_and_the_stage_undone(
    project: Project, git: GitCommand, change: Change, interfere: Path
) -> None:
    interfere.write_text("true")
    project.repository.commit(change("code", {"a.py": "1\n", "gone.py": "1\n"}))
    interfere.write_text(f"{MINE} commit -q --allow-empty -m mine")
    with pytest.raises(ProjectChanged, match="moved while sopgen ran"):
        project.repository.commit(
            change("code", {"a.py": "2\n", "new/b.py": "2\n"}, round=1, removed=("gone.py",))
        )
    assert git("log", "--format=%s").splitlines() == ["mine", "code: make it"]
    assert git("tag", "--list") == "sopgen/1/code"
    assert git("status", "--porcelain") == ""
    assert (project.root / "a.py").read_text() == "1\n"
    assert not (project.root / "new").exists()
    project.repository.commit(change("code", {"a.py": "2\n"}, round=1))


def test_a_label_moved_in_between_stops_the_stage_too(
    project: Project, git: GitCommand, change: Change, interfere: Path
) -> None:
    interfere.write_text("true")
    first = project.repository.commit(change("prd", {"a": "1\n"}))
    interfere.write_text(f"{MINE} tag sopgen/1/design")
    with pytest.raises(ProjectChanged):
        project.repository.commit(change("design", {"b": "1\n"}))
    assert project.repository.head() == first
    assert git("status", "--porcelain") == ""


def test_an_edit_made_during_the_commit_survives_its_refusal(
    project: Project, change: Change, interfere: Path
) -> None:
    interfere.write_text("true")
    project.repository.commit(change("code", {"a.py": "1\n", "b.py": "1\n"}))
    interfere.write_text(f"echo mine > a.py; {MINE} commit -q --allow-empty -m mine")
    with pytest.raises(ProjectChanged):
        project.repository.commit(change("code", {"a.py": "2\n", "b.py": "2\n"}, round=1))
    assert (project.root / "a.py").read_text() == "mine\n"
    assert (project.root / "b.py").read_text() == "1\n"


def test_locks_that_a_killed_run_left_are_moved_aside(
    project: Project, git: GitCommand, change: Change
) -> None:
    project.repository.commit(change("prd", {"a": "1\n"}))
    names = ["index.lock", "HEAD.lock", "refs/heads/main.lock", "refs/tags/sopgen/1/prd.lock"]
    for name in names:
        (project.root / ".git" / name).write_text("")
    project.repository.recover(True)
    project.repository.commit(change("design", {"b": "1\n"}))
    assert [name for name in names if (project.root / ".git" / name).exists()] == []
    assert git("status", "--porcelain") == ""


def test_a_lock_that_no_run_of_sopgens_left_stays(project: Project, change: Change) -> None:
    project.repository.commit(change("prd", {"a": "1\n"}))
    lock = project.root / ".git/index.lock"
    lock.write_text("")
    with pytest.raises(ProjectBusy, match=r"index\.lock") as caught:
        project.repository.recover(False)
    assert "delete that file" in caught.value.hint
    assert lock.exists()


def test_a_lock_of_a_git_at_work_stays(project: Project, change: Change) -> None:
    project.repository.commit(change("prd", {"a": "1\n"}))
    lock = project.root / ".git/index.lock"
    lock.write_text("")
    command = ["git", "cat-file", "--batch-check"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=project.root, stdin=pipe, stdout=pipe) as at_work:
        assert at_work.stdin is not None
        assert at_work.stdout is not None
        at_work.stdin.write(b"HEAD\n")
        at_work.stdin.flush()
        assert b"commit" in at_work.stdout.readline()
        with pytest.raises(ProjectBusy):
            project.repository.recover(True)
        assert at_work.poll() is None
    assert lock.exists()
    with lock.open(), pytest.raises(ProjectBusy):
        project.repository.recover(True)


def test_a_commit_under_the_lock_of_another_git_is_told_and_completed_later(
    project: Project, git: GitCommand, change: Change
) -> None:
    project.repository.commit(change("prd", {"a": "1\n"}))
    lock = project.root / ".git/index.lock"
    lock.write_text("")
    with pytest.raises(ProjectBusy, match=r"index\.lock"):
        project.repository.commit(change("design", {"b": "1\n"}))
    lock.unlink()
    project.repository.recover(True)
    assert [record.stage for record in project.repository.records()] == ["design", "prd"]
    assert git("status", "--porcelain") == ""


def test_recovering_a_project_in_order_changes_nothing(
    project: Project, git: GitCommand, change: Change
) -> None:
    head = project.repository.commit(change("prd", {"a": "1\n"}))
    (project.root / "a").write_text("mine\n")
    project.repository.recover(True)
    assert (project.root / "a").read_text() == "mine\n"
    assert git("rev-parse", "HEAD") == head


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system with room for little; needs the right to mount one."""
    folder = tmp_path / "small"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(folder)]
    may_mount = sys.platform == "linux" and os.geteuid() == 0
    if not may_mount or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("mounting a small file system is not allowed here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_stops_the_stage_and_room_lets_it_go_on(
    small_disk: Path, change: Change
) -> None:
    project = Workspace(small_disk, FakeClock()).stage_new()
    first = project.repository.commit(change("prd", {"a.py": "1\n"}))
    ballast = small_disk / "ballast"
    noise = {"a.py": "2\n", "b.bin": os.urandom(20_000).hex()}
    with ballast.open("wb", buffering=0) as file, pytest.raises(OSError, match="No space left"):
        while True:
            file.write(b"x" * 4096)
    os.truncate(ballast, ballast.stat().st_size - 8192)
    with pytest.raises(StorageFailed, match="disk is full") as caught:
        project.repository.commit(change("code", noise))
    assert caught.value.hint == "Make room and resume."
    assert project.repository.head() == first
    assert (project.root / "a.py").read_text() == "1\n"
    ballast.unlink()
    project.repository.recover(True)
    assert project.repository.commit_edits("Keep edits") is None
    project.repository.commit(change("code", noise))
    assert project.repository.text_files() == noise
