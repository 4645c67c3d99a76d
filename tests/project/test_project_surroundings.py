"""Other people's machines: their git configuration, environment, folders and rights."""

import os
import subprocess
from pathlib import Path

import pytest
from project_kit import Change, GitCommand

from sopgen.clock import FakeClock
from sopgen.errors import ConfigurationError, Refused, UsageError
from sopgen.project.project import Project
from sopgen.project.repository import Repository
from sopgen.project.workspace import Workspace


def test_without_an_identity_sopgen_signs_with_its_own_name(
    project: Project, git: GitCommand, change: Change
) -> None:
    project.repository.commit(change("prd", {"a": "1"}))
    assert git("log", "-1", "--format=%an <%ae> %cn") == "sopgen <sopgen@localhost> sopgen"


def test_the_users_identity_is_used_where_there_is_one(
    home: Path, project: Project, git: GitCommand, change: Change
) -> None:
    (home / ".gitconfig").write_text("[user]\n\tname = Zoë\n\temail = zoe@example.org\n")
    project.repository.commit(change("prd", {"a": "1"}))
    assert git("log", "-1", "--format=%an <%ae> %cn") == "Zoë <zoe@example.org> Zoë"


HOSTILE = """\
[user]
	useConfigOnly = true
	signingKey = nothing
[commit]
	gpgSign = true
	template = /nonexistent
[tag]
	gpgSign = true
	forceSignAnnotated = true
[gpg]
	program = {trap}
[core]
	hooksPath = {hooks}
	autocrlf = true
	safecrlf = true
	fsmonitor = {trap}
	attributesFile = {attributes}
	editor = {trap}
	pager = {trap}
	quotePath = true
[filter "trap"]
	clean = {trap}
	smudge = {trap}
	required = true
[diff]
	external = {trap}
	noprefix = true
[init]
	templateDir = {template}
	defaultBranch = trunk
[i18n]
	commitEncoding = ISO-8859-1
	logOutputEncoding = ISO-8859-1
[log]
	showSignature = true
	date = relative
[color]
	ui = always
[gc]
	auto = 1
[pack]
	threads = 1
"""


@pytest.fixture
def trapped(home: Path, tmp_path: Path) -> Path:
    """A user whose git runs a program at every opportunity; returns the file it would leave."""
    sprung = tmp_path / "sprung"
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\necho \"$0 $*\" >> '{sprung}'\nexit 1\n")
    trap.chmod(0o755)
    hooks, template = tmp_path / "hooks", tmp_path / "template"
    (template / "hooks").mkdir(parents=True)
    hooks.mkdir()
    names = "pre-commit commit-msg post-commit reference-transaction post-index-change"
    for name in names.split():
        for folder in (hooks, template / "hooks"):
            (folder / name).symlink_to(trap)
    attributes = tmp_path / "attributes"
    attributes.write_text("* filter=trap ident\n")
    text = HOSTILE.format(trap=trap, hooks=hooks, template=template, attributes=attributes)
    (home / ".gitconfig").write_text(text)
    return sprung


def test_hooks_signing_filters_and_templates_stay_out_of_the_way(
    trapped: Path, workspace: Workspace, change: Change
) -> None:
    project = workspace.stage_new()
    text = {"übung.py": "1\r\n2\n", "b.py": "$Id$\n"}
    commit = project.repository.commit(change("code", text))
    (project.root / "b.py").write_text("mine\r\n")
    project.repository.commit_edits("Änderung")
    project.repository.commit(change("qa", {"t.py": "1\n"}))
    assert project.repository.branch() == "main"
    assert project.repository.read(commit, "übung.py") == b"1\r\n2\n"
    assert [entry.subject for entry in project.repository.log()][1] == "Änderung"
    assert "mine" in project.repository.diff(commit, "HEAD")
    assert not trapped.exists()


def test_a_signed_commit_of_the_user_is_read_without_running_the_signing_program(
    trapped: Path, workspace: Workspace, change: Change
) -> None:
    project = workspace.stage_new()
    commit = project.repository.commit(change("code", {"a.py": "1\n"}))
    plain = ["git", "-c", f"core.hooksPath={os.devnull}"]
    whole = subprocess.run(
        [*plain, "cat-file", "commit", commit],
        cwd=project.root, capture_output=True, check=True, encoding="utf-8",
    ).stdout  # fmt: skip
    signature = " -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n"
    head, _, message = whole.partition("\n\n")
    signed = subprocess.run(
        [*plain, "hash-object", "-t", "commit", "-w", "--stdin"], cwd=project.root, check=True,
        input=f"{head}\ngpgsig{signature}\n{message}", capture_output=True, encoding="utf-8",
    ).stdout.strip()  # fmt: skip
    subprocess.run([*plain, "update-ref", "refs/heads/main", signed], cwd=project.root, check=True)
    repository = project.repository
    assert [record.commit for record in repository.records()] == [signed]
    assert "+1" in repository.patch(signed)
    assert repository.edited(["a.py"]) == []
    assert not trapped.exists()


def test_a_rewind_under_autocrlf_leaves_nothing_to_commit(
    trapped: Path, workspace: Workspace, change: Change
) -> None:
    project = workspace.stage_new()
    project.repository.commit(change("code", {"a.py": "1\n2\n"}))
    project.repository.commit(change("code", {"a.py": "3\n4\n"}, round=1))
    reset = ["git", "-c", f"core.hooksPath={os.devnull}", "-c", "core.fsmonitor=false",
             "reset", "-q", "--hard", "sopgen/1/code"]  # fmt: skip
    subprocess.run(reset, cwd=project.root, check=True)
    assert (project.root / "a.py").read_bytes() == b"1\n2\n"
    assert project.repository.commit_edits("Keep edits") is None


def test_line_ends_that_git_changed_in_any_repository_are_no_edit(
    home: Path, tmp_path: Path, change: Change
) -> None:
    (home / ".gitconfig").write_text("[core]\n\tautocrlf = true\n")
    root = tmp_path / "theirs"
    subprocess.run(["git", "init", "-q", "-b", "main", str(root)], check=True)
    repository = Repository(root)
    repository.commit(change("code", {"a.py": "1\n", "b.py": "1\n"}))
    (root / "a.py").write_bytes(b"1\r\n")
    assert repository.commit_edits("Keep edits") is None
    (root / "b.py").write_bytes(b"2\r\n")
    assert repository.commit_edits("Keep edits")
    assert repository.read("HEAD", "b.py") == b"2\n"
    repository.commit(change("code", {"a.py": "3\n", "c.txt": "as it is\r\n"}, round=1))
    assert repository.read("HEAD", "c.txt") == b"as it is\r\n"


def test_files_behind_a_filter_are_left_to_git(home: Path, tmp_path: Path, change: Change) -> None:
    root = tmp_path / "theirs"
    subprocess.run(["git", "init", "-q", "-b", "main", str(root)], check=True)
    repository = Repository(root)
    repository.commit(change("code", {".gitattributes": "*.bin filter=lfs\n", "x.bin": "pointer"}))
    (root / "x.bin").write_text("the real, large content")
    assert repository.commit_edits("Keep edits") is None


def test_variables_of_another_git_are_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workspace: Workspace, change: Change
) -> None:
    other = tmp_path / "other"
    subprocess.run(["git", "init", "-q", str(other)], check=True)
    before = sorted(path.name for path in (other / ".git").iterdir())
    for name, value in {
        "GIT_DIR": other / ".git", "GIT_WORK_TREE": other, "GIT_INDEX_FILE": other / "index",
        "GIT_OBJECT_DIRECTORY": other / "objects", "GIT_COMMON_DIR": other / ".git",
        "GIT_DEFAULT_HASH": "sha256", "GIT_NAMESPACE": "x", "GIT_CONFIG_COUNT": "nonsense",
        "GIT_TRACE": tmp_path / "trace", "GIT_AUTHOR_NAME": "", "GIT_PREFIX": "sub/",
    }.items():  # fmt: skip
        monkeypatch.setenv(name, str(value))
    project = workspace.stage_new()
    project.repository.commit(change("prd", {"a": "1\n"}))
    assert project.repository.text_files() == {"a": "1\n"}
    assert sorted(path.name for path in (other / ".git").iterdir()) == before
    assert not (tmp_path / "trace").exists()


def test_no_secret_reaches_a_program_that_sopgen_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workspace: Workspace, change: Change
) -> None:
    real = subprocess.run(
        ["sh", "-c", "command -v git"], capture_output=True, check=True, encoding="utf-8"
    ).stdout.strip()
    shim, seen = tmp_path / "bin" / "git", tmp_path / "seen"
    shim.parent.mkdir()
    shim.write_text(f"#!/bin/sh\nenv >> '{seen}'\nexec {real} \"$@\"\n")
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", f"{shim.parent}:{os.environ['PATH']}")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary-0123456789")
    workspace.stage_new().repository.commit(change("prd", {"a": "1\n"}))
    assert "GIT_TERMINAL_PROMPT=0" in seen.read_text()
    assert "canary" not in seen.read_text()


def test_a_project_inside_an_ignored_folder_touches_only_itself(
    tmp_path: Path, change: Change
) -> None:
    outer = tmp_path / "outer"
    subprocess.run(["git", "init", "-q", str(outer)], check=True)
    (outer / ".gitignore").write_text("workspace/\n")
    project = Workspace(outer / "workspace", FakeClock()).stage_new()
    project.repository.commit(change("prd", {"a": "1\n"}))
    status = ["git", "status", "--porcelain"]
    shown = subprocess.run(status, cwd=outer, capture_output=True, check=True, encoding="utf-8")
    assert shown.stdout == "?? .gitignore\n"
    assert not (outer / ".git/index").exists()


@pytest.mark.parametrize(
    "name", ["mit Leerzeichen", "größe", "项目", "-rf", "a:b", 'quo"te', "new\nline"]
)
def test_projects_work_in_oddly_named_folders(tmp_path: Path, change: Change, name: str) -> None:
    project = Workspace(tmp_path / name / "w", FakeClock()).stage_new()
    project.repository.commit(change("prd", {"docs/prd.md": "1\n"}))
    (project.root / "mine.txt").write_text("mine\n")
    project.repository.commit_edits("Keep edits")
    project.repository.recover(True)
    assert project.repository.text_files() == {"docs/prd.md": "1\n", "mine.txt": "mine\n"}


def test_a_folder_without_a_repository_is_told(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    inner = tmp_path / "inner"
    inner.mkdir()
    with pytest.raises(UsageError, match="is not a git repository"):
        Repository(inner)


def test_a_broken_repository_is_told(project: Project) -> None:
    (project.root / ".git/HEAD").unlink()
    with pytest.raises(UsageError, match="not a usable git repository"):
        Repository(project.root)


def test_a_bare_repository_is_told(project: Project, git: GitCommand) -> None:
    git("config", "core.bare", "true")
    with pytest.raises(UsageError, match="bare"):
        Repository(project.root)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_another_user_is_not_trusted(project: Project) -> None:
    for path in (project.root, project.root / ".git"):
        os.chown(path, 12345, 12345)
    with pytest.raises(Refused, match="another user") as caught:
        Repository(project.root)
    assert "safe.directory" in caught.value.hint


def test_a_missing_git_is_told(
    project: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ConfigurationError, match="git was not found"):
        Repository(project.root)


def test_a_project_that_could_not_be_begun_leaves_nothing_behind(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ConfigurationError):
        workspace.stage_new()
    assert list(workspace.root.iterdir()) == []
