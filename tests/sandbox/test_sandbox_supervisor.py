"""The supervisor outlives nobody: when sopgen is killed, so is all that it started."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from sopgen.artifacts import Command
from sopgen.sandbox.base import Rooms, Sandbox

TOOL = """
import sys
from pathlib import Path
from sopgen.artifacts import Command
from sopgen.sandbox.base import Rooms
from sopgen.sandbox.choice import choose
from sopgen.sandbox.environment import base_interpreter, interpreter_folders
from sopgen.sandbox.launch import PAYLOAD

name, base = sys.argv[1], Path(sys.argv[2])
rooms = Rooms(base / "work", base / "report", base_interpreter(), (*interpreter_folders(), PAYLOAD))
text = (
    "import os, signal\\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\\nif os.fork(): os.setsid\\n"
    "open('up', 'w').write('')\\nwhile True: pass"
)
sandbox = choose(name)
print("ready", flush=True)
sandbox.run(Command(argv=("{python}", "-I", "-S", "-c", text, sys.argv[3])), rooms)
"""


def alive(mark: str) -> list[int]:
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                if mark.encode() in file.read():
                    found.append(int(name))
        except OSError:
            continue
    return found


@pytest.mark.parametrize("name", ["sandbox", "none"])
def test_killing_sopgen_leaves_no_survivors(
    sandbox: Sandbox, rooms: Rooms, tmp_path: Path, name: str
) -> None:
    mark = f"survivor-{os.getpid()}-{tmp_path.name}"
    chosen = sandbox.name if name == "sandbox" else name
    tool = subprocess.Popen(
        [sys.executable, "-c", TOOL, chosen, str(tmp_path), mark], stdout=subprocess.DEVNULL
    )
    wait_until(lambda: (rooms.work / "up").exists())
    assert len(alive(mark)) > 2
    tool.send_signal(signal.SIGKILL)
    tool.wait()
    wait_until(lambda: not alive(mark))


@pytest.mark.hostile
@pytest.mark.parametrize("name", ["bubblewrap", "landlock", "none"])
@pytest.mark.parametrize("milliseconds", [0, 10, 20, 30, 40, 60, 80, 120])
def test_killing_sopgen_at_any_moment_of_a_start_leaves_no_survivors(
    rooms: Rooms, tmp_path: Path, name: str, milliseconds: int
) -> None:
    mark = f"survivor-{os.getpid()}-{tmp_path.name}"
    argv = [sys.executable, "-c", TOOL, name, str(tmp_path), mark]
    with subprocess.Popen(argv, stdout=subprocess.PIPE) as tool:
        assert tool.stdout is not None
        assert tool.stdout.readline() == b"ready\n"
        time.sleep(milliseconds / 1000)
        tool.kill()
    wait_until(lambda: not alive(mark))
    time.sleep(0.3)
    assert not alive(mark)


def wait_until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while time.monotonic() < end:
        if done():
            return
        time.sleep(0.02)
    raise AssertionError("it did not happen within ten seconds")


def test_a_program_that_ignores_signals_is_ended(sandbox: Sandbox, rooms: Rooms) -> None:
    text = (
        "import signal, os\nfor n in (1, 2, 3, 15): signal.signal(n, signal.SIG_IGN)\n"
        "os.fork()\nwhile True: pass"
    )
    command = Command.model_validate(
        {"argv": ("{python}", "-S", "-c", text), "limits": {"wall_seconds": 0.5}}
    )
    execution = sandbox.run(command, rooms)
    assert (execution.limit, execution.exit_code) in {("time", 137), ("time", 143)}
    assert execution.seconds < 4


def test_output_held_open_by_a_child_does_not_hold_the_run(sandbox: Sandbox, rooms: Rooms) -> None:
    text = "import os, time\nprint('done', flush=True)\nif os.fork() == 0: time.sleep(30)"
    execution = sandbox.run(Command(argv=("{python}", "-S", "-c", text)), rooms)
    assert (execution.exit_code, execution.output) == (0, "done\n")
    assert execution.seconds < 5
