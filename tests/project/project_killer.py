"""Make the same stage commit again and again, dying at a later point each time.

Run as a program, so that a process without threads does the forking:
`project_killer.py TEMPLATE DESTINATION` copies the project TEMPLATE to DESTINATION/1, /2 … and in
the n-th copy kills itself at the n-th thing that it does to a file or program, until one survives.
With KILL_SHIM set, git's own processes are killed instead, by the shim of that path.
"""

import os
import shutil
import signal
import sys
from pathlib import Path

from sopgen.artifacts import Usage
from sopgen.journal.entries import BeginEntry
from sopgen.journal.journal import Journal
from sopgen.project.base import StageChange
from sopgen.project.project import Project

TOUCHING = frozenset({
    "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.truncate", "shutil.rmtree",
    "subprocess.Popen", "fcntl.flock",
})  # fmt: skip


def change() -> StageChange:
    return StageChange(
        stage="code", run=1, take=1, round=0, subject="code: make it", body="Why.",
        inputs={"plan": "ab"}, output="cd", model="m", usage=Usage(),
        files={
            "game.py": b"print(2048)\n", "src/new/board.py": b"rows = 4\n",
            "docs/prd.md": b"second\n", ".sopgen/artifacts/code.yaml": b"files: []\n",
        },
        removed=("old/gone.py",),
    )  # fmt: skip


def work(root: Path) -> None:
    """Do what a run does around one stage; also what its resume does."""
    project = Project(root)
    with project.lock():
        journal = Journal(project.state / "journal.jsonl", str)
        project.repository.recover(isinstance(journal.last(), BeginEntry))
        project.repository.commit_edits("Keep edits")
        if all(record.stage != "code" for record in project.repository.records()):
            journal.begin("code", 1, 0)
            journal.done("code", project.repository.commit(change()))
        journal.close()


def die_at(number: int) -> None:
    """Kill this process when it touches a file or starts a program for the n-th time."""
    seen = 0

    def count(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal seen
        writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & os.O_ACCMODE
        if event in TOUCHING or writes:
            seen += 1
            if seen == number:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)


def survives(root: Path, number: int) -> bool:
    child = os.fork()
    if child == 0:
        if "KILL_SHIM" not in os.environ:
            die_at(number)
        work(root)
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def main(template: Path, destination: Path) -> None:
    number, alive = 0, False
    while not alive:
        number += 1
        copy = destination / str(number)
        shutil.copytree(template, copy, symlinks=True)
        alive = survives(copy, number)


if __name__ == "__main__":
    work(Path(sys.argv[2])) if sys.argv[1] == "work" else main(*map(Path, sys.argv[1:]))
