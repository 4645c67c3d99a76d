"""The workbench: private copies, one environment, and nothing of sopgen's own in it."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sopgen.artifacts import Command, Limits
from sopgen.sandbox.choice import choose
from sopgen.sandbox.workbench import Workbench


def line(text: str) -> Command:
    return Command(argv=("{python}", "-c", text))


def test_each_command_gets_a_fresh_copy_of_the_files(workbench: Workbench) -> None:
    files = {"a.txt": "Grüße\r\n", "deep/er/b.txt": ""}
    text = "import pathlib; p = pathlib.Path('a.txt'); print(p.read_bytes()); p.write_text('x')"
    outputs = {workbench.run(line(text), files).output for _ in range(2)}
    assert outputs == {"b'Gr\\xc3\\xbc\\xc3\\x9fe\\r\\n'\n"}


@pytest.mark.parametrize("path", ["../x", "/x", ".git/hooks/pre-commit", ".sopgen/venv/x"])
def test_a_path_outside_the_project_is_refused(workbench: Workbench, path: str) -> None:
    with pytest.raises(ValueError, match="not a path inside the project"):
        workbench.run(line("pass"), {path: "x"})


def test_what_belongs_to_sopgen_cannot_be_imported(workbench: Workbench) -> None:
    text = (
        "import importlib\nfor name in ('pydantic', 'sopgen', 'pytest', 'yaml'):\n"
        "    try:\n        importlib.import_module(name); print(name)\n"
        "    except ImportError:\n        pass"
    )
    assert workbench.run(line(text), {}).output == ""


def test_the_copy_has_the_same_name_in_every_run(workbench: Workbench) -> None:
    text = "import os, sys; print(os.getcwd(), *sys.argv[1:]); os.chdir(sys.argv[1])"
    text += "; open('a', 'w').write(sys.argv[1])"
    execution = workbench.run(Command(argv=("{python}", "-c", text, "{report}")), {})
    assert execution.output == "/work /report\n"
    assert execution.reports == {"a": b"/report"}


def test_commands_run_at_the_same_time(workbench: Workbench) -> None:
    def ask(number: int) -> str:
        return workbench.run(line(f"import time; time.sleep(0.2); print({number})"), {}).output

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(ask, range(6))) == [f"{number}\n" for number in range(6)]


def test_nothing_is_left_behind(
    workbench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    workbench.run(line("open('x', 'w').write('x')"), {"a.py": ""})
    assert list(scratch.iterdir()) == []


def test_a_limit_of_the_command_wins_over_the_workbench(tmp_path: Path) -> None:
    bench = Workbench(choose("auto"), tmp_path / ".sopgen", Limits(wall_seconds=30, memory_mb=300))
    bench.prepare(())
    hungry = "x = bytearray(b'x') * (500 << 20); import time; time.sleep(5)"
    assert bench.run(line(hungry), {}).limit == "memory"
    brief = line("while True: pass").model_copy(update={"limits": Limits(wall_seconds=0.5)})
    assert bench.run(brief, {}).limit == "time"
