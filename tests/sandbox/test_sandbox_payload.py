"""The scripts that run inside a sandbox, in real sandboxes."""

import json
from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree

from sopgen.artifacts import Command
from sopgen.sandbox.base import Execution
from sopgen.sandbox.workbench import Workbench

CURSES = """
import curses

def play(screen):
    screen.addstr(2, 4, "Score:     12 " + "=" * 20)
    while screen.getch() != ord("q"):
        pass

curses.wrapper(play)
"""
SERVER = """
import http.server, sys

http.server.HTTPServer(
    ("localhost", int(sys.argv[1])), http.server.SimpleHTTPRequestHandler
).serve_forever()
"""


def run(
    bench: Workbench, files: Mapping[str, str], script: str, options: str, *after: str
) -> Execution:
    argv = ("{python}", f"{{tools}}/{script}.py", "--report", "{report}", *options.split(), "--")
    return bench.run(Command(argv=(*argv, *after)), files)


def start(bench: Workbench, files: Mapping[str, str], script: str, *after: str) -> dict[str, Any]:
    options = {"probe_http": "--port {port} --path /page.txt", "on_terminal": "--keys xq"}
    execution = run(bench, files, script, options.get(script, ""), *after)
    found: dict[str, Any] = json.loads(execution.reports["start.json"])
    return found


def test_pytest_reports_passes_failures_and_files_that_cannot_be_collected(
    workbench: Workbench,
) -> None:
    files = {
        "src/game.py": "SIZE = 4\n",
        "tests/test_size.py": "import game\n\n\ndef test_good():\n    assert game.SIZE == 4\n\n\n"
        "def test_bad():\n    assert game.SIZE == 5\n",
        "tests/test_lost.py": "import nowhere\n",
        "pyproject.toml": "[tool.pytest.ini_options]\naddopts = '--no-such-option'\n",
    }
    execution = run(workbench, files, "run_pytest", "", "tests/test_size.py", "tests/test_lost.py")
    cases = ElementTree.fromstring(execution.reports["junit.xml"]).iter("testcase")
    outcomes = {case.get("name"): [child.tag for child in case] for case in cases}
    assert outcomes == {"test_good": [], "test_bad": ["failure"], "tests.test_lost": ["error"]}
    assert execution.exit_code == 1


def test_a_test_run_says_the_same_every_time(workbench: Workbench) -> None:
    files = {"test_a.py": "import pathlib\n\n\ndef test_a():\n    pathlib.Path('x').read_text()\n"}
    outputs = [run(workbench, files, "run_pytest", "", "test_a.py").output for _ in range(2)]
    assert outputs[0] == outputs[1]
    assert "FileNotFoundError" in outputs[0]


def test_every_module_is_imported_and_none_hides_another(workbench: Workbench) -> None:
    files = {
        "good.py": "print('hello')\n",
        "package/__init__.py": "from package.part import X\n",
        "package/part.py": "X = 1\n",
        "broken.py": "import good\n\nimport nowhere\n",
        "leaves.py": "import sys\n\nsys.exit(3)\n",
        "dies.py": "import os\n\nos._exit(0)\n",
        "asks.py": "input()\n",
        "hangs.py": "while True:\n    pass\n",
    }
    modules = ("good", "package", "broken", "leaves", "dies", "asks", "hangs")
    execution = run(workbench, files, "import_all", "--seconds 1", *modules)
    assert json.loads(execution.reports["imports.json"]) == {
        "good": "",
        "package": "",
        "broken": "ModuleNotFoundError: No module named 'nowhere' (broken.py, line 3)",
        "leaves": "SystemExit: the module ends the program when it is imported (3)",
        "dies": "the process ended during the import",
        "asks": "EOFError: EOF when reading a line (asks.py, line 1)",
        "hangs": "the import did not end within 1 seconds",
    }


def test_a_plain_program_leaves_its_exit_code_and_output(workbench: Workbench) -> None:
    files = {"tool.py": "import sys\n\nprint('\\x1b[1musage\\x1b[0m')\nsys.exit(2)\n"}
    found = start(workbench, files, "run_plain", "python", "tool.py")
    assert (found["exit_code"], found["output"], found["error"]) == (2, "usage\n", "")


def test_a_program_finds_what_it_would_find_for_a_person(workbench: Workbench) -> None:
    files = {
        "src/shop/__init__.py": "",
        "src/shop/__main__.py": "import shop; print('in src')\n",
        "tool/main.py": "import tool\n",
        "tool/__init__.py": "",
    }
    assert start(workbench, files, "run_plain", "python", "-m", "shop")["output"] == "in src\n"
    found = start(workbench, files, "run_plain", "python", "tool/main.py")
    assert "No module named 'tool'" in found["output"]


def test_a_program_that_is_not_there_is_told(workbench: Workbench) -> None:
    found = start(workbench, {}, "run_plain", "no-such-program")
    assert found["error"] == "cannot start no-such-program: No such file or directory"


def test_a_server_is_asked_for_its_path(workbench: Workbench) -> None:
    files = {"server.py": SERVER, "page.txt": "bookmarks"}
    found = start(workbench, files, "probe_http", "python", "server.py", "{port}")
    assert (found["status"], found["body"], found["error"]) == (200, "bookmarks", "")


def test_a_server_that_ends_is_told_with_its_output(workbench: Workbench) -> None:
    files = {"server.py": "raise SystemExit('no database')\n"}
    found = start(workbench, files, "probe_http", "python", "server.py")
    assert found["error"] == "the server ended with 1 before it answered"
    assert found["output"] == "no database\n"


def test_a_curses_program_is_played_on_a_terminal(workbench: Workbench) -> None:
    found = start(workbench, {"game.py": CURSES}, "on_terminal", "python", "game.py")
    assert (found["exit_code"], found["error"]) == (0, "")
    assert "Score:     12 ====================" in found["output"]


def test_a_program_that_crashes_on_its_terminal_is_told(workbench: Workbench) -> None:
    found = start(workbench, {"game.py": "1 / 0\n"}, "on_terminal", "python", "game.py")
    assert found["exit_code"] == 1
    assert "ZeroDivisionError" in found["output"]
