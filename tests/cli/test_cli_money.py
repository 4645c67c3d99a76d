"""What a run may cost is settled before anything is asked or made."""

import json
from pathlib import Path
from statistics import mean
from typing import get_args

import pytest
import sample
import sample_run
from cli_kit import MODEL, STAGES, Call, make_project

from sopgen.artifacts import RoleName, Usage
from sopgen.journal.journal import Journal
from sopgen.journal.recording import bundled
from sopgen.llm.base import Prompt, Reply
from sopgen.llm.tokens import estimate as tokens_of


def test_a_model_without_a_known_price_is_refused_before_anything_is_made(
    sopgen: Call, home: Path
) -> None:
    ended = sopgen("Create a 2048 game", "--model", "hosted_vllm/own")
    assert ended.exit_code == 3
    assert "The price of hosted_vllm/own is not known" in ended.err
    assert "budget: prices: hosted_vllm/own: [INPUT, OUTPUT]" in ended.err
    assert "--budget none" in ended.err
    assert not (home / "workspace").exists()


def test_a_role_with_a_model_without_a_known_price_is_refused_too(sopgen: Call, home: Path) -> None:
    ended = sopgen("Create a 2048 game", "--model-for", "engineer=hosted_vllm/own")
    assert ended.exit_code == 3
    assert "The price of hosted_vllm/own is not known" in ended.err
    assert not (home / "workspace").exists()


def test_an_estimate_is_told_from_the_shipped_runs_and_makes_nothing(
    sopgen: Call, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-estimate-0123456789")
    ended = sopgen("Create a chess clock", "--estimate")
    assert ended.exit_code == 0
    lines = ended.out.splitlines()
    assert lines[0] == "Estimate of 'Create a chess clock' by anthropic/claude-sonnet-5-5"
    assert [line.split()[0] for line in lines[1:7]] == [*STAGES, "all"]
    assert "Told from the recorded runs that ship with sopgen (3), without a prompt cache." in lines
    assert lines[-1] == "Nothing was asked of a model, and nothing was spent."
    assert not (home / "workspace").exists()


def test_an_estimate_adds_up_what_the_shipped_runs_used(
    sopgen: Call, settings_folder: Path
) -> None:
    prices = "budget:\n  prices:\n    hosted_vllm/own: [2, 10]\n"
    (settings_folder / "config.yaml").write_text(prices)
    sentence = "Create a 2048 game"
    told = json.loads(sopgen(sentence, "--estimate", "--json", "--model", "hosted_vllm/own").out)
    runs = [[entry.reply.usage for entry in recording.entries] for recording in bundled().values()]
    used = [sum(run, Usage()) for run in runs]
    assert told["completion_tokens"] == pytest.approx(
        mean(u.completion_tokens for u in used), abs=5
    )
    # The other sentences are a few words longer than this one.
    assert told["prompt_tokens"] == pytest.approx(mean(u.prompt_tokens for u in used), rel=0.02)
    assert told["cost"] == pytest.approx(
        (2 * told["prompt_tokens"] + 10 * told["completion_tokens"]) / 1e6
    )
    assert told["lowest"] < told["cost"] < told["highest"]
    assert sum(stage["cost"] for stage in told["stages"]) == pytest.approx(told["cost"])


def test_an_estimate_grows_with_the_requirement_in_each_call(sopgen: Call, home: Path) -> None:
    (home / "rules.txt").write_text("Every tile slides as far as it can go. " * 100)
    asked = ("Create a 2048 game", "--estimate", "--json", "--model", "ollama/any")
    short = json.loads(sopgen(*asked).out)
    long = json.loads(sopgen(*asked, "--attach", "rules.txt").out)
    more = tokens_of((home / "rules.txt").read_text())
    calls = sum(stage["calls"] for stage in short["stages"])
    assert long["prompt_tokens"] - short["prompt_tokens"] == pytest.approx(calls * more, abs=5)


def test_an_estimate_prefers_what_the_same_model_used_here(sopgen: Call, home: Path) -> None:
    project = make_project(home / "workspace")
    journal = Journal(project.state / "journal.jsonl", lambda text: text)
    for stage, role in zip(STAGES, get_args(RoleName), strict=True):
        prompt = Prompt(call=f"{stage}/x#1", role=role, stage=stage, system="", shared="", task="")
        usage = Usage(prompt_tokens=1000, completion_tokens=300)
        journal.record(prompt, stage, Reply(text="x", usage=usage))
    journal.close()
    told = json.loads(sopgen("Anything", "--estimate", "--json", "--model", MODEL).out)
    assert (told["source"], told["runs"]) == ("finished runs of this model in the workspace", 1)
    assert told["completion_tokens"] == 5 * 300
    other = json.loads(sopgen("Anything", "--estimate", "--json", "--model", "ollama/any").out)
    assert other["source"] == "finished runs of other models in the workspace"


def test_an_estimate_without_a_price_still_tells_the_tokens(sopgen: Call) -> None:
    ended = sopgen("Create a 2048 game", "--estimate", "--model", "hosted_vllm/own")
    assert ended.exit_code == 0
    assert "price unknown" in ended.out
    assert "The price is not known: give it under budget.prices in your settings." in ended.out


def test_an_estimate_warns_where_the_budget_may_not_be_enough(sopgen: Call, home: Path) -> None:
    (home / ".sopgen.yaml").write_text("budget:\n  prices:\n    hosted_vllm/own: [100, 500]\n")
    ended = sopgen("Create a 2048 game", "--estimate", "--model", "hosted_vllm/own")
    assert "The budget of $3.00 may not be enough: --budget raises it." in ended.out


def test_a_roles_limit_ends_the_run_and_holds_after_a_resume(
    sopgen: Call, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tape = str(sample_run.record(home.parent / "tape.jsonl", sample_run.answers()))
    monkeypatch.setenv("SOPGEN_LIMITS_ENGINEER_CALLS", "1")
    ended = sopgen(sample.requirement().text, "--replay", tape, "--no-execute")
    assert ended.exit_code == 4
    assert "The engineer has made 1 of the 1 calls that it may make." in ended.err
    assert "Raise limits.engineer.calls in your settings" in ended.err
    assert sopgen("--resume", "--no-execute").exit_code == 4
    monkeypatch.setenv("SOPGEN_LIMITS_ENGINEER_CALLS", "9")
    resumed = sopgen("--resume", "--no-execute")
    assert resumed.exit_code == 1, resumed.err
    assert "Made, but nothing was executed" in resumed.out
