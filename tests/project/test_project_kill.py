"""A stage commit killed at each of its points: what was is whole, and a resume completes it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from project_killer import work
from project_kit import Change

from sopgen.project.project import Project

KILLER = Path(__file__).with_name("project_killer.py")


@pytest.fixture
def template(project: Project, change: Change) -> Path:
    """A project after its first stage, with files to change, to remove and to keep."""
    files = {
        ".gitignore": "/.sopgen/*\n!/.sopgen/artifacts/\n", "docs/prd.md": "first\n",
        "old/gone.py": "1\n", "keep.py": "1\n",
    }  # fmt: skip
    project.repository.commit(change("prd", files))
    return project.root


def look(root: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=root, capture_output=True, check=False, encoding="utf-8"
    )
    return f"{done.stdout}{done.stderr}".strip()


def state_of(root: Path) -> dict[str, object]:
    """Describe all of a project that a resume must bring to the same end."""
    return {
        "tree": look(root, "rev-parse", "HEAD^{tree}"),
        "subjects": look(root, "log", "--format=%s").splitlines(),
        "labels": look(root, "for-each-ref", "--format=%(refname) %(subject)", "refs/tags"),
        "status": look(root, "status", "--porcelain"),
        "fsck": look(root, "fsck", "--strict", "--no-dangling"),
        "files": sorted(
            str(path.relative_to(root))
            for path in root.rglob("*")
            if path.is_file() and ".git" not in path.parts and "locks" not in path.parts
        ),
        "locks": [str(path) for path in (root / ".git").rglob("*.lock")],
    }


def expected(template: Path, tmp_path: Path) -> dict[str, object]:
    whole = tmp_path / "uninterrupted"
    shutil.copytree(template, whole, symlinks=True)
    work(whole)
    state = state_of(whole)
    assert state["subjects"] == ["code: make it", "prd: make it"]
    assert (state["status"], state["fsck"], state["locks"]) == ("", "", [])
    return state


def test_a_run_killed_at_any_of_its_writes_is_completed_by_a_resume(
    template: Path, tmp_path: Path
) -> None:
    want = expected(template, tmp_path)
    killed = tmp_path / "killed"
    subprocess.run([sys.executable, str(KILLER), str(template), str(killed)], check=True)
    copies = sorted(killed.iterdir(), key=lambda path: int(path.name))
    assert len(copies) > 40
    for copy in copies:
        assert look(copy, "fsck", "--strict", "--no-dangling") == "", copy.name
        work(copy)
        assert state_of(copy) == want, copy.name


SHIM = """\
#!/bin/sh
# Runs git; the {which}-th time under strace, which kills it at its {write}-th write; a killed git
# takes sopgen with it.
count=$(cat '{counter}' 2>/dev/null || echo 0)
count=$((count + 1))
echo $count > '{counter}'
if [ $count -ne {which} ]; then exec '{git}' "$@"; fi
strace -qq -o /dev/null -e trace={calls} -e inject={calls}:signal=SIGKILL:when={write} '{git}' "$@"
status=$?
if [ $status -gt 128 ]; then kill -9 $PPID; fi
exit $status
"""
WRITES = "write,pwrite64,rename,renameat,renameat2,link,linkat,unlink,mkdir,fsync"


def killed_in_git(template: Path, copy: Path, shim: Path, which: int, write: int) -> bool:
    """Run the stage in a copy with one git process killed at one call; says whether it died."""
    git = shutil.which("git")
    counter = shim.parent / "counter"
    counter.unlink(missing_ok=True)
    shim.write_text(SHIM.format(which=which, write=write, counter=counter, git=git, calls=WRITES))
    shim.chmod(0o755)
    shutil.copytree(template, copy, symlinks=True)
    environment = {**os.environ, "PATH": f"{shim.parent}:{os.environ['PATH']}"}
    command = [sys.executable, str(KILLER), "work", str(copy)]
    done = subprocess.run(command, env=environment, stderr=subprocess.DEVNULL, check=False)
    return done.returncode != 0


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
@pytest.mark.parametrize("which", range(1, 18))
def test_a_run_killed_inside_any_git_process_is_completed_by_a_resume(
    template: Path, tmp_path: Path, which: int
) -> None:
    want = expected(template, tmp_path)
    shim = tmp_path / "bin" / "git"
    shim.parent.mkdir()
    write = 0
    while True:
        write += 1
        copy = tmp_path / f"killed-{write}"
        died = killed_in_git(template, copy, shim, which, write)
        assert look(copy, "fsck", "--strict", "--no-dangling", "--connectivity-only") == "", write
        work(copy)
        assert state_of(copy) == want, write
        shutil.rmtree(copy)
        if not died:
            return


BETWEEN = """\
#!/bin/sh
# Runs git; where it is to move branch and tag, moves the branch only and kills sopgen.
case "$*" in
*update-ref*) ;;
*) exec '{git}' "$@" ;;
esac
new=$(tr '\\0' '\\n' | sed -n 3p)
'{git}' update-ref refs/heads/main "$new"
kill -9 $PPID
"""


def test_a_run_killed_between_branch_and_tag_gets_its_tag_from_a_resume(
    template: Path, tmp_path: Path
) -> None:
    want = expected(template, tmp_path)
    shim = tmp_path / "bin" / "git"
    shim.parent.mkdir()
    shim.write_text(BETWEEN.format(git=shutil.which("git")))
    shim.chmod(0o755)
    environment = {**os.environ, "PATH": f"{shim.parent}:{os.environ['PATH']}"}
    command = [sys.executable, str(KILLER), "work", str(template)]
    assert subprocess.run(command, env=environment, check=False).returncode == -9
    assert state_of(template)["subjects"] == want["subjects"]
    assert state_of(template)["labels"] != want["labels"]
    work(template)
    assert state_of(template) == want


CTRL_C = """\
#!/bin/sh
[ "$1" = version ] || kill -INT -$PPID
exec '{git}' "$@"
"""
PATIENT = """
import signal, sys
from pathlib import Path
sys.path.append(sys.argv[2])
from project_killer import work
signal.signal(signal.SIGINT, lambda *_: None)
work(Path(sys.argv[1]))
"""


def test_ctrl_c_reaches_sopgen_and_not_the_git_that_it_waits_for(
    template: Path, tmp_path: Path
) -> None:
    want = expected(template, tmp_path)
    shim = tmp_path / "bin" / "git"
    shim.parent.mkdir()
    shim.write_text(CTRL_C.format(git=shutil.which("git")))
    shim.chmod(0o755)
    subprocess.run(
        [sys.executable, "-c", PATIENT, str(template), str(KILLER.parent)],
        env={**os.environ, "PATH": f"{shim.parent}:{os.environ['PATH']}"}, check=True, start_new_session=True,
    )  # fmt: skip
    assert state_of(template) == want
