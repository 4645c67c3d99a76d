"""A run may end after any event and at any moment; resuming gives the project of a whole run."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import sample
import sample_run
from test_pipeline_repair import broken_answers
from test_pipeline_run import asked, git, tree

from sopgen.assembly import Order, carry_out
from sopgen.errors import Interrupted
from sopgen.events import CallFinished, Event

COUNT = 34
"""Events of a run that executes nothing; a test below holds it to that."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[Event]]:
    """Return tree and events of an uninterrupted run."""
    events: list[Event] = []
    folder = tmp_path_factory.mktemp("whole")
    made = sample_run.make(folder, sample_run.answers(), report=events.append, execute=False)
    return tree(made.project), events


def only_project(folder: Path) -> Path:
    (project,) = (folder / "workspace").iterdir()
    return project


def check_whole(project: Path, whole: str) -> None:
    assert tree(project) == whole
    assert git(project, "status", "--porcelain") == ""
    fsck = subprocess.run(
        ["git", "-C", str(project), "fsck", "--strict"], capture_output=True, check=True
    )
    assert b"error" not in fsck.stderr
    assert not list((project / ".git").rglob("*.lock"))


def test_the_number_of_events_is_known(whole: tuple[str, list[Event]]) -> None:
    assert len(whole[1]) == COUNT


@pytest.mark.parametrize("number", range(COUNT))
def test_a_stop_after_any_event_resumes_to_the_same_project(
    number: int, whole: tuple[str, list[Event]], tmp_path: Path
) -> None:
    seen: list[Event] = []

    def report(event: Event) -> None:
        seen.append(event)
        if len(seen) == number + 1:
            around.stopping.set()

    given = sample_run.answers()
    around = sample_run.surroundings(tmp_path, given, report, execute=False)
    try:
        carry_out(Order(text="Write a command that converts temperatures between C and F."), around)
    except Interrupted:
        pass
    paid = {event.call for event in seen if isinstance(event, CallFinished)}
    later: list[Event] = []
    result = sample_run.resume(
        tmp_path, only_project(tmp_path), given, report=later.append, execute=False
    )
    check_whole(result.project, whole[0])
    assert not paid.intersection(asked(later))


def die_in(
    folder: Path, number: int, *, event: str = "Event", repairing: bool = False, after: float = 0.0
) -> None:
    """Run in a child that kills itself, as SIGKILL does, some seconds after its n-th event.

    Only events of one kind count where `event` names it. A run that repairs also executes.
    """
    tests = Path(sample_run.__file__).parent
    given = "test_pipeline_interrupted.repaired_answers()" if repairing else "sample_run.answers()"
    program = (
        "import os, signal, sys, threading\n"
        f"sys.path[:0] = {[str(tests), str(tests / 'pipeline')]!r}\n"
        "from pathlib import Path\n"
        "import sample_run, test_pipeline_interrupted\n"
        "from sopgen import events\n"
        "def die(): os.kill(os.getpid(), signal.SIGKILL)\n"
        "seen = []\n"
        "def report(event):\n"
        f"    if isinstance(event, events.{event}): seen.append(event)\n"
        f"    if len(seen) == {number}:\n"
        f"        threading.Timer({after}, die).start() if {after} else die()\n"
        f"folder = Path({str(folder)!r})\n"
        f"sample_run.make(folder, {given}, report=report, execute={repairing})\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert ended.returncode == -signal.SIGKILL, ended.stderr


@pytest.mark.parametrize("number", [2, 5, 6, 12, 17, 23])
def test_a_kill_at_an_event_resumes_to_the_same_project(
    number: int, whole: tuple[str, list[Event]], tmp_path: Path
) -> None:
    die_in(tmp_path, number)
    project = only_project(tmp_path)
    result = sample_run.resume(tmp_path, project, sample_run.answers(), execute=False)
    check_whole(result.project, whole[0])


def killed_after(folder: Path, seconds: float) -> bool:
    """Run in a child and kill it after a while; say whether it was still running."""
    program = (
        "import sys\n"
        f"sys.path[:0] = {[str(Path(sample_run.__file__).parent)]!r}\n"
        "from pathlib import Path\n"
        "import sample_run\n"
        "print('up', flush=True)\n"
        f"sample_run.make(Path({str(folder)!r}), sample_run.answers(), execute=False)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE)
    assert child.stdout is not None
    child.stdout.readline()
    time.sleep(seconds)
    running = child.poll() is None
    child.kill()
    child.wait()
    child.stdout.close()
    return running


def kill_and_resume(folder: Path, seconds: float, whole: str) -> None:
    assert killed_after(folder, seconds), "it ended before it could be killed"
    workspace = folder / "workspace"
    found = list(workspace.iterdir()) if workspace.exists() else []
    if not found or not (found[0] / ".sopgen" / "artifacts" / "requirement.yaml").exists():
        return  # Killed before anything was asked or paid.
    result = sample_run.resume(folder, found[0], sample_run.answers(), execute=False)
    check_whole(result.project, whole)


@pytest.mark.parametrize("seed", range(3))
def test_a_kill_at_a_random_moment_resumes_to_the_same_project(
    seed: int, whole: tuple[str, list[Event]], tmp_path: Path
) -> None:
    kill_and_resume(tmp_path, random.Random(seed).uniform(0.05, 0.4), whole[0])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 160))
def test_many_kills_at_random_moments_resume_to_the_same_project(
    seed: int, whole: tuple[str, list[Event]], tmp_path: Path
) -> None:
    kill_and_resume(tmp_path, random.Random(seed).uniform(0.0, 0.5), whole[0])


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.8, 0.99])
def test_a_journal_cut_anywhere_resumes_to_the_same_project(
    share: float, whole: tuple[str, list[Event]], tmp_path: Path
) -> None:
    given = sample_run.answers()
    made = sample_run.make(tmp_path, given, stop_after="code", execute=False)
    journal = made.project / ".sopgen" / "journal.jsonl"
    content = journal.read_bytes()
    journal.write_bytes(content[: int(len(content) * share)])
    git(made.project, "reset", "--hard", "--quiet", "sopgen/1/prd")
    result = sample_run.resume(tmp_path, made.project, given, execute=False)
    check_whole(result.project, whole[0])


def repaired_answers() -> dict[str, str]:
    """Answer so that tests run, fail, and are repaired in one round."""
    right = sample_run.in_blocks({"converter.py": sample.CONVERTER})
    return broken_answers() | {"code/repair-1#1": right}


@pytest.fixture(scope="module")
def repaired(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, int]:
    """Return tree and number of events of a whole run that executes and repairs."""
    events: list[Event] = []
    folder = tmp_path_factory.mktemp("repaired")
    made = sample_run.make(folder, repaired_answers(), report=events.append)
    return tree(made.project), len(events)


@pytest.mark.parametrize(
    ("event", "number", "after"),
    [
        ("Executing", 2, 0.1),  # importing all modules
        ("Executing", 3, 0.1),  # the Engineer's unit tests
        ("Executing", 5, 0.1),  # QA's acceptance tests
        ("Executing", 6, 0.05),  # the start-up proof
        ("CallFinished", 7, 0.0),  # the repair's answer is paid for
        ("StageCommitted", 6, 0.0),  # the repair stands, and nobody has judged it
        ("Executing", 9, 0.1),  # the tests of the repaired project
    ],
)
def test_a_kill_while_code_runs_or_is_repaired_resumes_to_the_same_project(
    event: str, number: int, after: float, repaired: tuple[str, int], tmp_path: Path
) -> None:
    die_in(tmp_path, number, event=event, repairing=True, after=after)
    project = only_project(tmp_path)
    result = sample_run.resume(tmp_path, project, repaired_answers())
    check_whole(result.project, repaired[0])
    assert not running_in(project)


def running_in(folder: Path) -> list[str]:
    """Return the commands of processes that work in a folder or name it."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (
                (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            )
            inside = Path(os.readlink(process / "cwd")).is_relative_to(folder)
        except OSError:
            continue  # It has ended, or is another user's.
        if inside or str(folder) in command:
            found.append(command)
    return found


@pytest.mark.parametrize("share", [0.4, 0.55, 0.7, 0.8])
def test_a_stop_while_code_runs_or_is_repaired_resumes_to_the_same_project(
    share: float, repaired: tuple[str, int], tmp_path: Path
) -> None:
    seen: list[Event] = []

    def report(event: Event) -> None:
        seen.append(event)
        if len(seen) == int(repaired[1] * share):
            around.stopping.set()

    around = sample_run.surroundings(tmp_path, repaired_answers(), report)
    with pytest.raises(Interrupted):
        carry_out(Order(text=sample.requirement().text), around)
    paid = {event.call for event in seen if isinstance(event, CallFinished)}
    later: list[Event] = []
    project = only_project(tmp_path)
    result = sample_run.resume(tmp_path, project, repaired_answers(), report=later.append)
    check_whole(result.project, repaired[0])
    assert not paid.intersection(asked(later))
