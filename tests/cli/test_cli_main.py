"""The command line as a whole: help, errors and exit codes."""

import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cli_kit import Call, in_terminal

from sopgen import __version__

HEAVY = ("litellm", "pydantic", "git", "yaml", "rich.live", "jinja2", "sopgen.artifacts")
PLAN_TO_STOP = """
import threading
from sopgen.cli.interrupt import Interrupts
stopping, never = threading.Event(), threading.Event()
with Interrupts(stopping, lambda event: print(event.text, flush=True)):
    print("ready", flush=True)
    {wait}.wait()
print("checkpointed", flush=True)
"""


def test_the_version_is_told(sopgen: Call) -> None:
    assert sopgen("--version").out == f"sopgen {__version__}\n"


def test_help_names_every_command_and_the_short_form(sopgen: Call) -> None:
    ended = sopgen("--help")
    assert ended.exit_code == 0
    for text in ("start", "test", "remove", "status", "config", 'sopgen "Create a 2048 game"'):
        assert text in ended.out


def test_help_takes_under_half_a_second_of_cpu_and_loads_nothing_heavy() -> None:
    program = (
        "import sys, sopgen.cli.main as m\n"
        "try: m.main()\n"
        "finally: print([name for name in sys.argv.pop().split() if name in sys.modules])"
    )
    argv = [sys.executable, "-c", program, "--help", " ".join(HEAVY)]

    argv[2] = program.replace("m.main()", "sys.argv.append(sys.argv.pop()); m.app(sys.argv[1:-1])")
    seconds = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        ended = subprocess.run(argv, capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        assert ended.stdout.rstrip().endswith("[]"), ended
    assert min(seconds) < 0.5


def test_an_unknown_option_is_a_usage_error(sopgen: Call) -> None:
    ended = sopgen("list", "--bogus")
    assert ended.exit_code == 2
    assert "--bogus" in ended.err


def test_an_empty_requirement_is_one_sentence_and_a_hint(sopgen: Call) -> None:
    ended = sopgen(stdin=b"  \n")
    assert ended.exit_code == 2
    assert ended.err == (
        'sopgen: The requirement is empty.\n  Say what to build: sopgen "Create a …".\n'
    )


def test_a_huge_requirement_is_refused_in_one_sentence(sopgen: Call, home: Path) -> None:
    ended = sopgen("x " * 100_000)
    assert ended.exit_code == 2
    assert len(ended.err) < 300
    assert not list(home.iterdir())


def test_without_a_model_no_project_is_begun(sopgen: Call, home: Path) -> None:
    ended = sopgen("Make tea in a way nobody has recorded")
    assert ended.exit_code == 3
    assert "no model" in ended.err
    assert not list(home.iterdir())


def test_a_mistyped_command_is_named(sopgen: Call) -> None:
    ended = sopgen("lst")
    assert ended.exit_code == 2
    assert "Did you mean list?" in ended.err


def test_a_broken_settings_file_is_named_with_its_line(sopgen: Call, home: Path) -> None:
    (home / ".sopgen.yaml").write_text("model:\n  tires: 3\n")
    ended = sopgen("list")
    assert ended.exit_code == 3
    assert f"{home / '.sopgen.yaml'}:2: there is no setting model.tires." in ended.err
    assert "Did you mean model.tries?" in ended.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--budget", "-1"], "--budget: this cannot be -1.0."),
        (["--budget", "nan"], "--budget: this cannot be NaN."),
        (["--concurrency", "0"], "--concurrency: this cannot be 0."),
        (["--model-for", "cook=x"], '--model-for: this cannot be "x".'),
        (["--name", "My Game"], "such as my_game"),
        (["--attach", "/bin/true"], "is not UTF-8 text"),
        (["--file", "missing.md"], "missing.md cannot be read"),
        (["--resume", "nowhere"], "There is no project nowhere to resume"),
        (["--resume"], "nothing to resume"),
        (["--from", "code"], "There is no project in"),
    ],
)
def test_a_flag_that_cannot_be_is_a_usage_error(
    sopgen: Call, home: Path, arguments: list[str], message: str
) -> None:
    sentence = [] if {"--file", "--resume", "--from"} & set(arguments) else ["Make a clock"]
    ended = sopgen(*sentence, *arguments)
    assert (ended.exit_code, ended.out) == (2, "")
    assert message in ended.err
    assert not list(home.iterdir())


def test_a_folder_that_is_gone_is_explained(sopgen: Call, home: Path) -> None:
    home.rmdir()
    ended = sopgen("list")
    assert ended.exit_code == 2
    assert "The current folder no longer exists." in ended.err


def test_alone_in_a_terminal_it_shows_its_help() -> None:
    terminal = in_terminal()
    assert terminal.read_to_end() == 0
    assert "One sentence in, a tested git repository out." in terminal.text


def test_a_closed_standard_input_counts_as_empty() -> None:
    ended = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m sopgen <&-"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 2
    assert "The requirement is empty." in ended.stderr


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m sopgen config | head -n 0"
    ended = subprocess.run(
        ["bash", "-c", f"sleep 0.1; {command}"], capture_output=True, text=True, check=False
    )
    assert ended.stderr == ""


def test_ctrl_c_once_lets_the_run_come_to_its_end() -> None:
    out, code = _interrupted("stopping", times=1)
    assert "Stopping once the calls in flight are answered" in out
    assert "checkpointed" in out
    assert code == 0


def test_ctrl_c_twice_stops_at_once() -> None:
    out, code = _interrupted("never", times=2)
    assert "Ctrl-C again stops at once" in out
    assert "checkpointed" not in out
    assert code == 130


def _interrupted(wait: str, times: int) -> tuple[str, int]:
    with subprocess.Popen(
        [sys.executable, "-c", PLAN_TO_STOP.format(wait=wait)],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        out = process.stdout.readline()
        for _ in range(times):
            os.kill(process.pid, signal.SIGINT)
            if times > 1:
                out += process.stdout.readline()
        out += process.stdout.read()
        return out, process.wait(timeout=10)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shell_completion_offers_commands(shell: str) -> None:
    environment = os.environ | {
        "_SOPGEN_COMPLETE": f"complete_{shell}",
        "COMP_WORDS": "sopgen sta",
        "COMP_CWORD": "1",
        "_TYPER_COMPLETE_ARGS": "sopgen sta",
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    ended = subprocess.run(
        [sys.executable, "-m", "sopgen"],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "start" in ended.stdout
    assert "status" in ended.stdout


def test_shell_completion_offers_the_options_of_run_after_a_sentence() -> None:
    for words in ("sopgen --rep", "sopgen sentence --rep"):
        environment = os.environ | {
            "_SOPGEN_COMPLETE": "complete_bash",
            "COMP_WORDS": words,
            "COMP_CWORD": str(words.count(" ")),
        }
        ended = subprocess.run(
            [sys.executable, "-m", "sopgen"],
            env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert ended.stdout.strip() == "--replay"
