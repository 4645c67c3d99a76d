"""A program on the user's own terminal: keys reach it, its screen is shown, Ctrl-C is its own."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
import urllib.request
from pathlib import Path

from sopgen.sandbox.base import Sandbox
from sopgen.sandbox.launch import free_port

TOOL = """
import sys
from pathlib import Path
from sopgen.artifacts import Command
from sopgen.sandbox.choice import choose
from sopgen.sandbox.workbench import Workbench

bench = Workbench(choose(sys.argv[1]), Path(sys.argv[2]))
bench.prepare(())
text = Path(sys.argv[3]).read_text()
sys.exit(bench.run_interactive(Command(argv=("python", "game.py")), {"game.py": text}))
"""
ASKS = """
import os, sys, time
columns, lines = os.get_terminal_size()
name = input(f"{columns}x{lines} name? ")
try:
    print("stop me", flush=True)
    while True:
        time.sleep(0.01)
except KeyboardInterrupt:
    print("stopped", name)
sys.exit(5)
"""


def play(folder: Path, program: str, keys: list[tuple[str, str]]) -> tuple[int, str, bool]:
    """Run a program as a person would; return its exit code, the screen, and whether the
    terminal is as before.
    """
    (folder / "program.py").write_text(program)
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 90, 0, 0))
    before = termios.tcgetattr(slave)
    argv = [sys.executable, "-c", TOOL, "auto", str(folder / ".sopgen"), str(folder / "program.py")]
    tool = subprocess.Popen(argv, stdin=slave, stdout=slave, stderr=slave)
    screen = ""
    try:
        for awaited, answer in keys:
            while awaited not in screen and select.select([master], [], [], 20)[0]:
                screen += os.read(master, 4096).decode()
            os.write(master, answer.encode())
        while tool.poll() is None:
            if select.select([master], [], [], 0.05)[0]:
                screen += os.read(master, 4096).decode()
        code = tool.returncode
    finally:
        tool.kill()
        tool.wait()
    while select.select([master], [], [], 0)[0]:
        screen += os.read(master, 4096).decode()
    same = termios.tcgetattr(slave) == before
    os.close(master)
    os.close(slave)
    return code, screen, same


def test_a_person_plays_on_their_own_terminal(tmp_path: Path) -> None:
    code, screen, same = play(tmp_path, ASKS, [("name? ", "Ada\r"), ("stop me", "\x03")])
    assert "90x30 name? Ada" in screen
    assert "stopped Ada" in screen
    assert (code, same) == (5, True)


def test_more_keys_than_a_program_reads_do_not_hold_it_up(tmp_path: Path) -> None:
    deaf = "import time\nprint('go', flush=True)\ntime.sleep(0.5)\nprint('x' * 9000)\n"
    code, screen, same = play(tmp_path, deaf, [("go", "k" * 4000), ("go", "k" * 4000)])
    assert (code, same) == (0, True)
    assert "x" * 9000 in screen.replace("k", "")


def test_without_a_terminal_input_and_output_are_passed_on(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text("import sys; print(sys.stdin.read().upper()); sys.exit(4)")
    argv = [sys.executable, "-c", TOOL, "auto", str(tmp_path / ".sopgen")]
    done = subprocess.run(
        [*argv, str(tmp_path / "program.py")],
        input="ada",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (4, "ADA\n", "")


SERVE = """
import sys
from pathlib import Path
from sopgen.artifacts import Command
from sopgen.sandbox.choice import choose
from sopgen.sandbox.workbench import Workbench

bench = Workbench(choose(sys.argv[1]), Path(sys.argv[2]))
bench.prepare(())
argv = ("{python}", "-m", "http.server", "--bind", "127.0.0.1", "{port}")
bench.run_interactive(Command(argv=argv), {"page.txt": "hello"}, True, int(sys.argv[3]))
"""


def test_a_server_can_be_reached_once_a_person_agreed(sandbox: Sandbox, tmp_path: Path) -> None:
    port = free_port()
    argv = [sys.executable, "-c", SERVE, sandbox.name, str(tmp_path / ".sopgen"), str(port)]
    tool = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        assert page_of(port) == b"hello"
    finally:
        tool.terminate()
        tool.wait()


def page_of(port: int) -> bytes:
    end = time.monotonic() + 20
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/page.txt", timeout=5) as answer:
                return bytes(answer.read())
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)
