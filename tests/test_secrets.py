"""A key that is planted in the environment and echoed by the model is nowhere afterwards."""

import subprocess
import sys
from pathlib import Path

import bench
import sample
import sample_run
from bench_server import Server, serving

KEY = "sk-canary-0123456789abcdef0123456789"
SPY = f'''

def test_the_environment_holds_no_key():
    """R1.1: spies."""
    import os
    assert not [value for value in os.environ.values() if {KEY!r} in value]
'''


def answers() -> dict[str, str]:
    """Answer like the sample, with the key in a document and in code."""
    prd = sample.prd().model_copy(update={"requirement_analysis": f"Your key is {KEY}."})
    given = sample_run.answers() | {"prd/prd#1": sample_run.in_json(prd)}
    tests = {"tests/test_acceptance.py": sample.TEST_ACCEPTANCE + SPY}
    untestable = "NOT TESTABLE R2.2: Only a person understands."
    given["qa/tests/test_acceptance.py#1"] = sample_run.in_blocks(tests) + untestable
    return given


def traces(folder: Path) -> list[str]:
    """Return the files, and the git objects, that hold the key."""
    found = [
        str(path)
        for path in folder.rglob("*")
        if path.is_file() and not path.is_symlink() and KEY.encode() in path.read_bytes()
    ]
    for repository in folder.rglob(".git"):
        command = [
            "git",
            "-C",
            str(repository.parent),
            "cat-file",
            "--batch-all-objects",
            "--batch",
        ]
        objects = subprocess.run(command, capture_output=True, check=True).stdout
        found += [str(repository)] if KEY.encode() in objects else []
    return found


def test_a_planted_key_is_in_no_file_commit_or_output(tmp_path: Path) -> None:
    server = Server(answers().get)
    with serving(server) as url:
        environment = bench.environment_for(tmp_path, url) | {"OPENAI_API_KEY": KEY}
        command = bench.sopgen(tmp_path, "--verbose", sentence=sample.requirement().text)
        command.remove("--quiet")
        ran = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert KEY.encode() not in ran.stdout + ran.stderr
    assert traces(tmp_path) == []
    prd = tmp_path / "workspace" / "temperature_converter" / "docs" / "prd.md"
    assert "redacted" in prd.read_text(encoding="utf-8")


def test_an_error_that_echoes_the_key_does_not_show_it(tmp_path: Path) -> None:
    environment = bench.environment_for(tmp_path, "http://127.0.0.1:9/" + KEY)
    command = [sys.executable, "-m", "sopgen", "Make a clock", "--model", "openai/x", "--budget"]
    command += ["none", "--workspace", str(tmp_path / "w"), "--yes"]
    settings = {"OPENAI_API_KEY": KEY, "SOPGEN_MODEL_TRIES": "1"}
    ran = subprocess.run(command, env=environment | settings, capture_output=True, check=False)
    assert ran.returncode == 5
    assert KEY.encode() not in ran.stdout + ran.stderr
    assert traces(tmp_path) == []
