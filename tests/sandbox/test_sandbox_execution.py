"""What a sandbox gives a command, takes from it, and says about its end."""

import os

import pytest

from sopgen.artifacts import Command, Limits
from sopgen.sandbox.base import Execution, Rooms, Sandbox


def code(text: str, **limits: float) -> Command:
    return Command(
        argv=("{python}", "-I", "-S", "-u", "-c", text), limits=Limits.model_validate(limits)
    )


def test_a_command_ends_as_in_a_shell(sandbox: Sandbox, rooms: Rooms) -> None:
    execution = sandbox.run(code("import sys; print('hello'); sys.exit(7)"), rooms)
    assert execution == Execution(7, "hello\n", execution.seconds)
    assert not execution.passed


def test_a_killed_command_has_128_and_its_signal(sandbox: Sandbox, rooms: Rooms) -> None:
    execution = sandbox.run(code("import os; os.kill(os.getpid(), 15)"), rooms)
    assert (execution.exit_code, execution.limit) == (143, "")


def test_a_missing_program_is_an_execution_that_says_so(sandbox: Sandbox, rooms: Rooms) -> None:
    execution = sandbox.run(Command(argv=("/no/such/program",)), rooms)
    assert execution.exit_code != 0
    assert "No such file" in execution.output


def test_standard_input_is_the_given_text(sandbox: Sandbox, rooms: Rooms) -> None:
    command = code("print(input(), input())").model_copy(update={"stdin": "zwei\nüber\n"})
    assert sandbox.run(command, rooms).output == "zwei über\n"


def test_without_text_standard_input_is_at_its_end(sandbox: Sandbox, rooms: Rooms) -> None:
    assert sandbox.run(code("import sys; print(repr(sys.stdin.read()))"), rooms).output == "''\n"


def test_the_environment_is_an_allow_list(
    sandbox: Sandbox, rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    command = Command(argv=("/usr/bin/env",), environment={"GAME": "2048"})
    names = {line.partition("=")[0] for line in sandbox.run(command, rooms).output.splitlines()}
    expected = {
        "PATH", "HOME", "LANG", "USER", "LOGNAME", "TERM", "GAME",
        "PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED",
    }  # fmt: skip
    assert expected <= names <= expected | {"PWD", "TMPDIR", "LC_CTYPE"}


def test_long_output_keeps_its_head_and_tail(sandbox: Sandbox, rooms: Rooms) -> None:
    text = "print('first'); [print('x' * 99) for _ in range(20000)]; print('last')"
    output = sandbox.run(code(text, output_kb=64), rooms).output
    assert output.startswith("first\n")
    assert output.endswith("last\n")
    assert "bytes left out" in output
    assert len(output) < 70_000


GREEDY = {
    "time": "while True: pass",
    "memory": "held = [bytearray(b'x') * (50 << 20) for _ in range(9)]; time.sleep(9)",
    "processes": "try:\n    while True: os.fork()\nexcept OSError: time.sleep(9)",
    "disk": "for i in range(9): open(f'{i}', 'wb').write(b'x' * (5 << 20))\ntime.sleep(9)",
}


@pytest.mark.parametrize("limit", GREEDY)
def test_a_limit_ends_the_command_and_is_named(sandbox: Sandbox, rooms: Rooms, limit: str) -> None:
    text = f"import os, time\n{GREEDY[limit]}"
    command = code(text, wall_seconds=2, memory_mb=256, processes=16, disk_mb=20)
    execution = sandbox.run(command, rooms)
    # For an ordinary user the kernel's limit counts what runs elsewhere too, so that forks are
    # refused before the watchdog counts enough of them.
    refused = {"processes", "time"} if limit == "processes" else {limit}
    assert execution.limit in refused
    assert not execution.passed
    assert execution.seconds < 6


def test_reports_come_back_by_name_and_never_through_links(sandbox: Sandbox, rooms: Rooms) -> None:
    text = (
        "import os, sys; os.chdir(sys.argv[1]); open('a.json', 'w').write('1');"
        "os.symlink('/etc/passwd', 'b.json'); os.mkdir('c'); os.mkfifo('d');"
        "open('e', 'wb').write(b'x' * (5 << 20))"
    )
    command = code(text)
    command = command.model_copy(update={"argv": (*command.argv, "{report}")})
    execution = sandbox.run(command, rooms)
    assert execution.output == ""
    assert execution.reports == {"a.json": b"1"}


def test_work_is_written_and_the_rest_is_not(sandbox: Sandbox, rooms: Rooms) -> None:
    text = (
        "import sys\nfor path in ['here', sys.prefix + '/x', '/usr/x', '/etc/x', '/x', '/dev/x']:\n"
        "    try:\n        open(path, 'w').write('x')\n        print(path)\n"
        "    except OSError:\n        pass"
    )
    assert sandbox.run(code(text), rooms).output == "here\n"
    assert (rooms.work / "here").read_text() == "x"


def test_a_program_may_serve_and_ask_its_own_port(sandbox: Sandbox, rooms: Rooms) -> None:
    text = (
        "import socket, sys; s = socket.create_server(('127.0.0.1', int(sys.argv[1])));"
        "c = socket.create_connection(('localhost', int(sys.argv[1]))); s.accept(); print('met')"
    )
    command = code(text)
    command = command.model_copy(update={"argv": (*command.argv, "{port}")})
    assert sandbox.run(command, rooms).output == "met\n"


def test_ordinary_programs_work(sandbox: Sandbox, rooms: Rooms) -> None:
    text = (
        "import asyncio, os, shutil, sqlite3, subprocess, tempfile, threading, zoneinfo\n"
        "with tempfile.TemporaryDirectory() as folder:\n"
        "    open(folder + '/a', 'w').write('a'); shutil.copy2(folder + '/a', folder + '/b')\n"
        "    sqlite3.connect(folder + '/db').execute('create table t (x)').connection.close()\n"
        "thread = threading.Thread(target=print, args=('thread',)); thread.start(); thread.join()\n"
        "subprocess.run(['echo', 'child'], check=True)\n"
        "asyncio.run(asyncio.sleep(0)); print(os.path.expanduser('~') != '~')"
    )
    assert sandbox.run(code(text), rooms).output.split() == ["thread", "child", "True"]


def test_nothing_outlives_the_command(sandbox: Sandbox, rooms: Rooms) -> None:
    mark = f"orphan-{os.getpid()}-{rooms.work.parent.name}"
    text = (
        "import os, sys, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
        "        time.sleep(60)\n    os._exit(0)\ntime.sleep(0.2)"
    )
    command = code(text)
    command = command.model_copy(update={"argv": (*command.argv, mark)})
    assert sandbox.run(command, rooms).exit_code == 0
    assert mark not in _command_lines()


def _command_lines() -> str:
    lines = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                lines.append(file.read().decode("utf-8", "replace"))
        except OSError:
            continue
    return "\n".join(lines)
