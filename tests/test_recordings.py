"""The runs that ship: each answers its sentence to the end, says when and how it was made, and
keeps to its token budget.
"""

import subprocess
import sys
import threading
from pathlib import Path

import bench
import pytest
from bench_server import Server, serving

from sopgen.assembly import Order, Surroundings, carry_out
from sopgen.clock import SystemClock
from sopgen.config import Settings
from sopgen.events import ignore
from sopgen.journal.recording import bundled, for_sentence
from sopgen.person import Nobody

SENTENCES = {
    "2048": "Create a 2048 game",
    "bookmarks": "Build a bookmark service with a REST API",
    "csv": "Write a CLI that converts CSV files to nested JSON",
}


def around(folder: Path, name: str, *, execute: bool = True) -> Surroundings:
    settings = Settings.model_validate(
        {
            "workspace": folder,
            "model": {"name": f"replay:{name}"},
            "sandbox": {"execute": execute},
        }
    )
    return Surroundings(settings, {}, ignore, Nobody(), SystemClock(), threading.Event())


def test_the_sentences_of_the_readme_are_recorded() -> None:
    assert {name: tape.sentence for name, tape in bundled().items()} == SENTENCES
    for name, sentence in SENTENCES.items():
        found = for_sentence(sentence.upper() + " .")
        assert found is not None and found.name == name


@pytest.mark.parametrize("name", SENTENCES)
def test_a_recording_says_when_and_how_it_was_made(name: str) -> None:
    header = bundled()[name].header
    assert header is not None
    assert header.made.startswith("20") and header.how


@pytest.mark.parametrize("name", SENTENCES)
def test_a_recorded_sentence_ends_verified(name: str, tmp_path: Path) -> None:
    result = carry_out(Order(text=SENTENCES[name]), around(tmp_path, name))
    assert result.verdict is not None
    assert result.verdict.reasons == ()
    assert result.exit_code == 0
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"],
        cwd=result.project,
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout


def test_a_whole_2048_run_needs_fewer_than_16500_prompt_tokens(tmp_path: Path) -> None:
    server = Server(bench.recorded)
    with serving(server) as url:
        command = bench.sopgen(tmp_path, "--no-execute")
        subprocess.run(command, env=bench.environment_for(tmp_path, url), check=False)
    assert len(server.served) == 8
    assert sum(item.prompt_tokens for item in server.served) < 16_500


def test_the_bookmark_run_holds_failing_tests_and_their_repair(tmp_path: Path) -> None:
    result = carry_out(Order(text=SENTENCES["bookmarks"]), around(tmp_path, "bookmarks"))
    command = ["git", "-C", str(result.project), "log", "--reverse", "--format=%s"]
    subjects = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert [line.partition(",")[0] for line in subjects.splitlines()][4:] == [
        "qa: failed",
        "repair: round 1",
        "qa: failed",
        "repair: round 2",
        "qa: passed",
    ]
