"""Whole runs through the command line, answered from a recording of the sample."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import sample
import sample_run
from cli_kit import Call, in_terminal, make_project

SENTENCE = sample.requirement().text


@pytest.fixture
def tape(home: Path) -> str:
    return str(sample_run.record(home.parent / "tape.jsonl", sample_run.answers()))


def projects(home: Path) -> list[str]:
    return sorted(path.name for path in (home / "workspace").iterdir())


def test_a_sentence_becomes_a_verified_project(sopgen: Call, home: Path, tape: str) -> None:
    ended = sopgen(SENTENCE, "--replay", tape)
    assert ended.exit_code == 0, ended
    lines = ended.out.splitlines()
    assert lines[0].startswith("sopgen replays the recorded run tape: no model is asked")
    assert "qa: QA Engineer begins" in lines
    assert "✔ Verified" in lines
    assert "   run it   cd workspace/temperature_converter && python3 main.py" in ended.out
    assert projects(home) == ["temperature_converter"]


def test_without_execution_it_is_made_but_not_verified(sopgen: Call, home: Path, tape: str) -> None:
    ended = sopgen(SENTENCE, "--replay", tape, "--no-execute", "--quiet")
    assert ended.exit_code == 1
    assert ended.out.splitlines()[1] == "– Made, but nothing was executed"
    assert projects(home) == ["temperature_converter"]


def test_events_are_told_as_json_and_nothing_else(sopgen: Call, tape: str) -> None:
    ended = sopgen(SENTENCE, "--replay", tape, "--no-execute", "--json")
    names = [json.loads(line)["event"] for line in ended.out.splitlines()]
    assert (names[0], names[-1]) == ("run_started", "run_finished")


def test_a_stop_after_a_stage_is_resumed_from_anywhere(
    sopgen: Call, home: Path, tape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped = sopgen(SENTENCE, "--replay", tape, "--no-execute", "--stop-after", "design")
    assert stopped.exit_code == 0
    assert "sopgen --resume workspace/temperature_converter" in stopped.out
    monkeypatch.chdir(home / "workspace/temperature_converter")
    resumed = sopgen("--resume", "--no-execute")
    assert resumed.exit_code == 1
    assert "prd: up to date" in resumed.out
    assert "plan: Project Manager begins" in resumed.out


def test_the_sentence_itself_names_the_project_to_resume(
    sopgen: Call, home: Path, tape: str
) -> None:
    sopgen(SENTENCE, "--replay", tape, "--no-execute", "--stop-after", "prd")
    make_project(home / "workspace", stages=1, name="newer")
    resumed = sopgen("--resume", f"  {SENTENCE.upper()} ", "--no-execute", "--stop-after", "prd")
    assert "goes on with workspace/temperature_converter;" in resumed.out
    other = sopgen("--resume", "workspace/newer", "Build something else")
    assert other.exit_code == 2
    assert "was made from another sentence" in other.err
    assert sopgen("--resume", "An unheard of sentence").exit_code == 2


def test_the_same_sentence_makes_a_second_project_and_names_the_first(
    sopgen: Call, home: Path, tape: str
) -> None:
    arguments = (SENTENCE, "--replay", tape, "--no-execute")
    sopgen(*arguments)
    again = sopgen(*arguments)
    assert "The same sentence made workspace/temperature_converter before" in again.out
    assert projects(home) == ["temperature_converter", "temperature_converter-2"]


def test_an_unfinished_project_of_the_sentence_is_pointed_out(
    sopgen: Call, home: Path, tape: str
) -> None:
    arguments = (SENTENCE, "--replay", tape, "--no-execute", "--stop-after", "prd")
    sopgen(*arguments)
    again = sopgen(*arguments)
    assert "sopgen --resume workspace/temperature_converter would go on with it" in again.out
    assert projects(home) == ["temperature_converter", "temperature_converter-2"]


def test_a_person_is_offered_the_unfinished_project(home: Path, tape: str) -> None:
    stop = ["--replay", tape, "--no-execute", "--stop-after"]
    first = in_terminal(SENTENCE, *stop, "prd")
    assert first.read_to_end() == 0
    assert "Stopped after prd" in first.text
    second = in_terminal(SENTENCE, *stop, "design")
    second.read_until("Go on with it?")
    second.type("y\r")
    assert second.read_to_end() == 0
    assert projects(home) == ["temperature_converter"]
    assert "up to date" in second.text


def test_a_terminal_shows_the_board(tape: str) -> None:
    terminal = in_terminal(SENTENCE, "--replay", tape, "--no-execute")
    assert terminal.read_to_end() == 1
    assert "files, 2 of 2 done" in terminal.text
    assert terminal.text.rindex("\x1b[?25h") > terminal.text.rindex("\x1b[?25l")


def test_a_call_that_the_recording_lacks_ends_the_run_resumable(
    sopgen: Call, home: Path, tape: str
) -> None:
    given = sample_run.answers()
    plan = given.pop("plan/plan#1")
    Path(tape).unlink()
    sample_run.record(Path(tape), given)
    ended = sopgen(SENTENCE, "--replay", tape, "--no-execute")
    assert ended.exit_code == 5
    assert "plan/plan#1" in ended.err
    assert "stopped; `sopgen --resume workspace/temperature_converter` goes on" in ended.out
    Path(tape).unlink()
    sample_run.record(Path(tape), given | {"plan/plan#1": plan})
    assert sopgen("--resume", "--no-execute").exit_code == 1


def test_from_a_stage_asks_that_stage_anew(sopgen: Call, home: Path, tape: str) -> None:
    sopgen(SENTENCE, "--replay", tape, "--no-execute")
    again = sopgen("--from", "plan", "--no-execute")
    assert "design: up to date" in again.out
    assert "plan: Project Manager begins" in again.out


def test_ctrl_c_leaves_a_project_that_can_be_resumed(home: Path, tape: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "sopgen", SENTENCE, "--model", "manual", "--no-execute"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if "prd: Product Manager begins" in line:
                break
        time.sleep(0.5)
        os.kill(process.pid, signal.SIGINT)
        out, _ = process.communicate(timeout=20)
    assert process.returncode == 130, out
    assert "goes on" in out
    assert len(projects(home)) == 1
    ended = subprocess.run(
        [sys.executable, "-m", "sopgen", "--resume", "--replay", tape, "--no-execute", "--quiet"],
        capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip
    assert ended.returncode == 1, ended


def test_attachments_and_languages_reach_the_requirement(
    sopgen: Call, home: Path, tape: str
) -> None:
    (home / "notes.md").write_text("Use Kelvin too.\n")
    sopgen(
        SENTENCE, "--replay", tape, "--no-execute", "--attach", "notes.md",
        "--language", "python", "--doc-language", "English", "--stop-after", "prd",
    )  # fmt: skip
    out = sopgen("show", "requirement", "--yaml").out
    for line in ("path: notes.md", "document_language: English", "programming_language: python"):
        assert line in out


def test_a_terminal_of_few_abilities_gets_lines(tape: str) -> None:
    terminal = in_terminal(SENTENCE, "--replay", tape, "--no-execute", term="dumb")
    assert terminal.read_to_end() == 1
    assert "qa: QA Engineer begins" in terminal.text
    assert "\x1b[?25l" not in terminal.text


def test_output_in_another_encoding_is_no_error(tape: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "sopgen", SENTENCE, "--replay", tape, "--no-execute"],
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        capture_output=True, stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip
    assert ended.returncode == 1, ended
    assert b"- Made, but nothing was executed" in ended.stdout


def test_a_run_whose_reader_goes_away_stops_and_can_be_resumed(home: Path, tape: str) -> None:
    command = f"{sys.executable} -m sopgen '{SENTENCE}' --replay {tape} --no-execute | head -n 1"
    ended = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip
    assert "Traceback" not in ended.stderr
    assert ended.returncode == 130
    assert len(projects(home)) == 1
