"""Programs that open pseudo-terminals, under every mechanism that holds here."""

import os
import pty

import pytest

from sopgen.artifacts import Command, Limits
from sopgen.sandbox.base import Execution, Rooms, Sandbox

PAIR = """
import os
maker, taker = os.openpty()
os.write(taker, b"from the taker")
print(os.read(maker, 100).decode(), os.isatty(taker), os.get_inheritable(taker))
"""
CHILD = """
import os, pty
pid, screen = pty.fork()
if not pid:
    os.write(1, f"on a terminal: {os.isatty(0)}".encode())
    os._exit(7)
print(os.read(screen, 100).decode(), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
"""
MANY = """
import os
for _ in range(3):
    pairs = [os.openpty() for _ in range(40)]
    for number, (maker, taker) in enumerate(pairs):
        os.write(taker, b"%d" % number)
    assert [os.read(maker, 9) for maker, _ in pairs] == [b"%d" % n for n in range(40)]
    for pair in pairs:
        os.close(pair[0]), os.close(pair[1])
print("each its own")
"""
NOT_A_TERMINAL = """
import errno, fcntl, os
for descriptor in (os.open("main.py", os.O_RDONLY), os.pipe()[0], 400):
    try:
        fcntl.ioctl(descriptor, 0x5441, os.O_RDWR)
    except OSError as error:
        print(errno.errorcode[error.errno])
"""
OF_OTHERS = """
import os, sys
try:
    os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY)
    print("opened")
except OSError as error:
    print(type(error).__name__)
"""
ENDS_BADLY = "import os, signal\nos.openpty()\nos.kill(os.getpid(), signal.SIGKILL)\n"
HANGS = "import os, time\nos.openpty()\nwhile True:\n    time.sleep(1)\n"


def run(sandbox: Sandbox, rooms: Rooms, program: str, *arguments: str, wall: int = 20) -> Execution:
    (rooms.work / "main.py").write_text(program)
    argv = ("{python}", "-I", "main.py", *arguments)
    return sandbox.run(Command(argv=argv, limits=Limits(wall_seconds=wall)), rooms)


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (PAIR, "from the taker True False"),
        (CHILD, "on a terminal: True 7"),
        (MANY, "each its own"),
        (NOT_A_TERMINAL, "ENOTTY\nENOTTY\nEBADF"),
    ],
    ids=["pair", "child", "many", "not-a-terminal"],
)
def test_programs_open_terminals_of_their_own(
    sandbox: Sandbox, rooms: Rooms, program: str, said: str
) -> None:
    execution = run(sandbox, rooms, program)
    assert (execution.exit_code, execution.output.strip()) == (0, said)


def test_a_terminal_of_the_user_stays_closed(sandbox: Sandbox, rooms: Rooms) -> None:
    maker, taker = pty.openpty()
    try:
        execution = run(sandbox, rooms, OF_OTHERS, os.ttyname(taker))
        assert execution.output.strip() in {"PermissionError", "FileNotFoundError"}
    finally:
        os.close(maker)
        os.close(taker)


def test_a_signal_is_the_programs_own_end(sandbox: Sandbox, rooms: Rooms) -> None:
    assert run(sandbox, rooms, ENDS_BADLY).exit_code == 137


def test_a_program_with_a_terminal_ends_at_its_time_limit(sandbox: Sandbox, rooms: Rooms) -> None:
    execution = run(sandbox, rooms, HANGS, wall=1)
    assert execution.limit == "time"
    assert execution.seconds < 10
