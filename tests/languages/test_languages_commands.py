"""Commands are argument vectors that run, and their real reports are read back."""

import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sample

import sopgen.sandbox
from sopgen.artifacts import Command, RuntimeContract, StartProof
from sopgen.languages import language

PYTHON = language("python")
TOOLS = Path(sopgen.sandbox.__file__).parent / "payload"
EMPTY = StartProof(
    arguments=(), keys=None, exit_code=None, output=None, http_path=None, http_status=None
)


def _runtime(kind: str, *start: str, **proof: Any) -> RuntimeContract:
    return RuntimeContract.model_validate(
        {"kind": kind, "start": start, "proof": EMPTY.model_copy(update=proof)}
    )


def _run(command: Command, folder: Path, files: dict[str, str]) -> dict[str, bytes]:
    """Run a command the way a sandbox would, but without one."""
    work, report = folder / "work", folder / "report"
    report.mkdir(exist_ok=True)
    for path, text in files.items():
        (work / path).parent.mkdir(parents=True, exist_ok=True)
        (work / path).write_text(text, "utf-8")
    places = {"{python}": sys.executable, "{tools}": str(TOOLS), "{report}": str(report)}
    argv = []
    for part in command.argv:
        for name, value in places.items():
            part = part.replace(name, value)
        argv.append(part)
    subprocess.run(
        argv,
        cwd=work,
        env={"PATH": os.defpath, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    return {path.name: path.read_bytes() for path in report.iterdir()}


def test_each_kind_of_program_is_started_by_its_payload() -> None:
    starts = [
        PYTHON.start_command(_runtime("cli", "python3", "main.py", arguments=("100C",))),
        PYTHON.start_command(_runtime("tui", "python", "-m", "game", keys="-q")),
        PYTHON.start_command(
            _runtime("web_service", "uvicorn", "app:app", "--port={port}", http_path="/health")
        ),
        PYTHON.start_command(_runtime("gui", "python", "main.py")),
    ]
    tools = ["{python}", "{tools}/%s", "--report", "{report}"]
    assert [list(start.argv) if start else None for start in starts] == [
        [*tools[:1], "{tools}/run_plain.py", *tools[2:], "--", "{python}", "main.py", "100C"],
        [
            *(*tools[:1], "{tools}/on_terminal.py", *tools[2:]),
            *("--keys=-q", "--", "{python}", "-m", "game"),
        ],
        [*tools[:1], "{tools}/probe_http.py", *tools[2:], "--port={port}", "--path=/health"]
        + ["--", "{python}", "-m", "uvicorn", "app:app", "--port={port}"],
        None,
    ]


def test_a_person_starts_the_program_without_the_proof() -> None:
    command = PYTHON.run_command(_runtime("cli", "python", "main.py", arguments=("100C",)))
    assert command.argv == ("{python}", "main.py")


@pytest.mark.parametrize(
    ("script", "advice"),
    [
        ("app/main.py", "use -m app.main"),
        ("app/__main__.py", "use -m app"),
        ("src/app/__main__.py", "put the package at the project's top and use -m app"),
        ("main.py", ""),
        ("src/main.py", ""),
    ],
)
def test_a_script_in_a_folder_would_not_find_the_others(script: str, advice: str) -> None:
    problem = PYTHON.entry(["python", script], [script, "app/board.py"]).problem
    assert problem.endswith(advice)
    assert bool(problem) == bool(advice)


def test_only_source_modules_are_imported() -> None:
    files = ["main.py", "src/pkg/a.py", "src/pkg/__init__.py", "game/__main__.py", "setup.py"]
    files += ["tests/test_main.py", "conftest.py", "data.json", "my-script.py"]
    command = PYTHON.import_command(files)
    assert command.argv[-5:] == ("--", "game", "main", "pkg", "pkg.a")


@pytest.mark.parametrize(
    ("source", "tests"),
    [
        ("game.py", "tests/test_game.py"),
        ("pkg/board.py", "tests/test_board.py"),
        ("pkg/api/board.py", "tests/test_api_board.py"),
        ("src/pkg/board.py", "tests/test_board.py"),
        ("my-tool.py", "tests/test_my_tool.py"),
        ("pkg/__init__.py", None),
        ("pkg/__main__.py", None),
        ("tests/test_game.py", None),
        ("levels.json", None),
    ],
)
def test_unit_tests_have_a_place_that_follows_from_the_source(source: str, tests: str) -> None:
    assert PYTHON.test_path(source) == tests


def test_a_real_test_run_is_read_back(tmp_path: Path) -> None:
    failing = {
        "tests/test_more.py": "class TestSum:\n    def test_two(self):\n        assert 1 + 1 == 3\n",
        "tests/test_broken.py": "import nowhere\n",
    }
    files = sample.files() | failing
    command = PYTHON.test_command([path for path in files if path.startswith("tests/")])
    report = PYTHON.read_tests(_run(command, tmp_path, files))
    outcomes = {result.name: result.outcome for result in report.results}
    assert report.problem == ""
    assert outcomes.pop("tests/test_more.py::TestSum::test_two") == "failed"
    assert outcomes.pop("tests/test_broken.py") == "error"
    assert outcomes == {
        f"{path}::{test.name}": "passed"
        for path, text in sample.files().items()
        for test in PYTHON.tests(path, text)
    }
    assert any("assert (1 + 1) == 3" in result.message for result in report.results)


def test_a_real_import_run_is_read_back(tmp_path: Path) -> None:
    files = sample.sources() | {"broken.py": "import nowhere\n"}
    reports = _run(PYTHON.import_command(list(files)), tmp_path, files)
    (found,) = PYTHON.read_imports(reports, list(files))
    assert (found.check, found.path) == ("imports.failed", "broken.py")
    assert "nowhere" in found.message


def test_a_real_start_is_judged(tmp_path: Path) -> None:
    runtime = sample.design().runtime
    command = PYTHON.start_command(runtime)
    assert command is not None
    result = PYTHON.read_start(runtime, _run(command, tmp_path, sample.sources()))
    assert (result.outcome, result.command) == ("passed", "python main.py 100C")
    assert result.evidence == "it ended with exit code 0; the output holds '212.0F'"


def test_a_real_service_is_judged(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    start = ("python", "-m", "http.server", "{port}")
    runtime = _runtime("web_service", *start, http_path="/main.py")
    command = PYTHON.start_command(runtime)
    assert command is not None
    argv = tuple(part.replace("{port}", port) for part in command.argv)
    reports = _run(Command(argv=argv), tmp_path, sample.sources())
    assert PYTHON.read_start(runtime, reports).evidence == (
        "GET /main.py was answered with status 200"
    )


def test_a_real_terminal_program_is_judged(tmp_path: Path) -> None:
    game = (
        "import curses\n\ndef run(screen):\n    screen.addstr(0, 0, 'score: 7')\n"
        "    screen.refresh()\n    while screen.getch() != ord('-'):\n        pass\n\n"
        "curses.wrapper(run)\n"
    )
    runtime = _runtime("tui", "python", "game.py", keys="-", exit_code=0, output="score: 7")
    command = PYTHON.start_command(runtime)
    assert command is not None
    result = PYTHON.read_start(runtime, _run(command, tmp_path, {"game.py": game}))
    assert result.evidence == "it ended with exit code 0; the output holds 'score: 7'"
