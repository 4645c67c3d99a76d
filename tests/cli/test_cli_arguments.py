"""How a command line is understood."""

from pathlib import Path
from typing import Any, get_args

import pytest
from typer.main import get_command

from sopgen.artifacts import StageName
from sopgen.cli import options
from sopgen.cli.app import app
from sopgen.cli.arguments import arrange, bind_resume
from sopgen.cli.flags import RunFlags
from sopgen.config.settings import SandboxChoice
from sopgen.errors import UsageError

COMMANDS = ("run", "start", "test", "list", "remove", "status", "show", "log", "diff", "config")
SENTENCE = "Create a 2048 game"


def parsed(*arguments: str) -> RunFlags:
    """Return the flags of `sopgen run ARGUMENTS`, as typer reads them."""
    command: Any = get_command(app)
    context = command.commands["run"].make_context("run", bind_resume(arguments))
    return RunFlags(**context.params)


@pytest.mark.parametrize(
    ("arguments", "arranged"),
    [
        ([SENTENCE], ["run", SENTENCE]),
        (["run", SENTENCE], ["run", SENTENCE]),
        (["run", "list"], ["run", "list"]),
        (["list"], ["list"]),
        (["list", "--workspace", "x"], ["list", "--workspace", "x"]),
        (["--model", "x", SENTENCE], ["run", "--model", "x", SENTENCE]),
        ([SENTENCE, "--model", "x"], ["run", SENTENCE, "--model", "x"]),
        (["-"], ["run", "-"]),
        (["--", "list"], ["run", "--", "list"]),
        (["--resume"], ["run", "--resume="]),
        (["--help"], ["--help"]),
        (["-h"], ["-h"]),
        (["--version"], ["--version"]),
        (["show", "--resume"], ["show", "--resume"]),
    ],
)
def test_what_is_no_command_is_a_run(arguments: list[str], arranged: list[str]) -> None:
    assert arrange(arguments, COMMANDS, piped=True) == arranged


def test_nothing_at_all_is_a_run_in_a_pipe_and_help_in_a_terminal() -> None:
    assert arrange([], COMMANDS, piped=True) == ["run"]
    assert arrange([], COMMANDS, piped=False) == ["--help"]


@pytest.mark.parametrize(
    ("arguments", "resume", "words"),
    [
        ([SENTENCE], None, [SENTENCE]),
        (["--resume"], "", []),
        (["--resume", "here"], "here", []),
        (["--resume", "my game"], "my game", []),
        (["--resume=my lost game"], "my lost game", []),
        (["--resume", "lost/game"], "lost/game", []),
        (["--resume", "game_2048"], "game_2048", []),
        (["--resume", SENTENCE], "", [SENTENCE]),
        ([SENTENCE, "--resume"], "", [SENTENCE]),
        ([SENTENCE, "--resume", "here"], "here", [SENTENCE]),
        (["--resume", "here", SENTENCE], "here", [SENTENCE]),
        (["--resume", "--model", "x"], "", []),
        (["--resume", "--", "here"], "", ["here"]),
        (["--", "--resume", "here"], None, ["--resume", "here"]),
    ],
)
def test_resume_takes_what_exists_or_is_one_word_and_leaves_a_sentence(
    home: Path, arguments: list[str], resume: str | None, words: list[str]
) -> None:
    (home / "here").mkdir()
    (home / "my game").mkdir()
    flags = parsed(*arguments)
    assert (flags.resume, list(flags.requirement or ())) == (resume, words)


def test_an_empty_resume_path_is_refused() -> None:
    with pytest.raises(UsageError, match="empty path"):
        bind_resume(["--resume", ""])


def test_unquoted_words_are_one_requirement() -> None:
    assert parsed("Create", "a", "game", "--yes").requirement == ["Create", "a", "game"]


def test_each_flag_gives_its_setting() -> None:
    flags = parsed(
        SENTENCE, "--workspace", "w", "--model", "m", "--model-for", "qa-engineer=q",
        "--model-for", "engineer=e", "--budget", "$1.5", "--concurrency", "2", "--language", "l",
        "--doc-language", "d", "--sandbox", "landlock", "--no-execute", "--verbose", "--json",
    )  # fmt: skip
    assert {entry.source: (entry.key, entry.value) for entry in flags.entries()} == {
        "--workspace": (("workspace",), Path("w")),
        "--model": (("model", "name"), "m"),
        "--model-for": (("model", "roles", "engineer"), "e"),
        "--budget": (("budget", "limit"), 1.5),
        "--concurrency": (("model", "concurrency"), 2),
        "--language": (("run", "language"), "l"),
        "--doc-language": (("run", "document_language"), "d"),
        "--sandbox": (("sandbox", "mechanism"), "landlock"),
        "--no-execute": (("sandbox", "execute"), False),
        "--verbose": (("output", "verbose"), True),
        "--json": (("output", "json_events"), True),
    }
    assert (("model", "roles", "qa_engineer"), "q") in [(e.key, e.value) for e in flags.entries()]


def test_flags_left_out_give_no_setting() -> None:
    assert parsed(SENTENCE).entries() == []


@pytest.mark.parametrize(
    ("flags", "key", "value"),
    [
        (["--budget", "none"], ("budget", "limit"), None),
        (["--replay", "2048"], ("model", "name"), "replay:2048"),
        (["--quiet"], ("output", "quiet"), True),
    ],
)
def test_special_values(flags: list[str], key: tuple[str, ...], value: object) -> None:
    (entry,) = parsed(SENTENCE, *flags).entries()
    assert (entry.key, entry.value) == (key, value)


@pytest.mark.parametrize("text", ["engineer", "engineer=", "cheap"])
def test_a_model_for_a_role_needs_both(text: str) -> None:
    with pytest.raises(UsageError, match="does not name a role and a model"):
        parsed(SENTENCE, "--model-for", text).entries()


def test_a_budget_is_an_amount() -> None:
    with pytest.raises(UsageError, match="is not an amount"):
        parsed(SENTENCE, "--budget", "cheap").entries()


@pytest.mark.parametrize(
    "arguments",
    [
        [SENTENCE, "--model", "x", "--replay", "y"],
        [SENTENCE, "--json", "--quiet"],
        [SENTENCE, "--file", "x"],
        ["--resume", "--file", "x"],
        ["--resume", "--attach", "x"],
        ["--resume", "--name", "x"],
        ["--resume", "--from", "code", "--stop-after", "design"],
    ],
)
def test_flags_that_contradict_one_another_are_refused(arguments: list[str]) -> None:
    with pytest.raises(UsageError):
        parsed(*arguments).check()


def test_the_choices_are_those_of_the_contracts() -> None:
    assert get_args(options.Stage) == get_args(StageName)
    assert get_args(options.Sandbox) == get_args(SandboxChoice)
