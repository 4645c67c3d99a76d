"""The person at the terminal is asked, and never keeps a run from stopping."""

import sys

import pytest
from terminal import Terminal

PROGRAM = """
import threading
from contextlib import nullcontext
from rich.console import Console
from sopgen.cli.interrupt import Interrupts
from sopgen.ui.terminal_person import TerminalPerson
stopping = threading.Event()
person = TerminalPerson(Console(), nullcontext, stopping.is_set)
with Interrupts(stopping, lambda event: None):
    answer = {question}
print("answer:", len(answer) if isinstance(answer, str) and len(answer) > 99 else repr(answer))
"""
CONFIRM = "person.confirm('Go on?', default={default})"
PASTE = "person.paste('Paste it')"


def asked(question: str) -> Terminal:
    return Terminal([sys.executable, "-c", PROGRAM.format(question=question)])


@pytest.mark.parametrize(
    ("default", "typed", "answer"),
    [(True, "\r", True), (False, "\r", False), (True, "no\r", False), (False, "Y\r", True)],
)
def test_a_yes_or_no_question(default: bool, typed: str, answer: bool) -> None:
    terminal = asked(CONFIRM.format(default=default))
    terminal.read_until("[Y/n]" if default else "[y/N]")
    terminal.type(typed)
    assert terminal.read_to_end() == 0
    assert f"answer: {answer}" in terminal.text


def test_a_question_is_put_again_until_it_is_answered() -> None:
    terminal = asked(CONFIRM.format(default=True))
    terminal.read_until("[Y/n]")
    terminal.type("perhaps\r")
    terminal.read_until("Please answer yes or no.")
    terminal.type("n\r")
    terminal.read_to_end()
    assert "answer: False" in terminal.text


def test_one_line_of_text() -> None:
    terminal = asked("person.ask('Which size?')")
    terminal.read_until("Which size?")
    terminal.type(" grün \r")
    terminal.read_to_end()
    assert "answer: 'grün'" in terminal.text


@pytest.mark.parametrize("end", [".\r", "\x04"])
def test_a_pasted_text_keeps_its_lines(end: str) -> None:
    terminal = asked(PASTE)
    terminal.read_until("only .")
    terminal.type("one\r\r  zwei…\r" + end)
    terminal.read_to_end()
    assert r"answer: 'one\n\n  zwei…'" in terminal.text


def test_a_pasted_line_may_be_longer_than_a_terminal_line() -> None:
    terminal = asked(PASTE)
    terminal.read_until("only .")
    assert not terminal.cuts_lines()
    terminal.type("x" * 20_000 + "\r.\r")
    terminal.read_until("answer: 20000")
    assert terminal.cuts_lines()
    terminal.read_to_end()


@pytest.mark.parametrize("question", [CONFIRM.format(default=False), PASTE])
def test_ctrl_c_answers_with_the_default(question: str) -> None:
    terminal = asked(question)
    terminal.read_until("[y/N]" if "confirm" in question else "only .")
    terminal.type("\x03")
    assert terminal.read_to_end() == 0
    assert "answer: ''" in terminal.text or "answer: False" in terminal.text


def test_two_questions_at_once_are_put_one_after_the_other() -> None:
    both = (
        "__import__('concurrent.futures').futures.ThreadPoolExecutor(2).map("
        "lambda name: name + person.ask(name + '?'), ['A', 'B'])"
    )
    terminal = asked(f"' '.join({both})")
    terminal.read_until("?")
    terminal.type("1\r")
    terminal.read_until("B?" if "A?" in terminal.text else "A?")
    terminal.type("2\r")
    terminal.read_to_end()
    assert "answer: 'A1 B2'" in terminal.text or "answer: 'A2 B1'" in terminal.text
