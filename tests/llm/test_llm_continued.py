"""Answers that were cut off, and how their parts are joined."""

import pytest
from llm_gateway import a_prompt

from sopgen.artifacts import Usage
from sopgen.llm.base import Prompt, Reply
from sopgen.llm.continued import Continued, join
from sopgen.llm.scripted import Scripted


def _cut(text: str) -> Reply:
    return Reply(text=text, finish_reason="length", usage=Usage(completion_tokens=5))


def test_a_cut_answer_is_continued_under_its_own_call_id() -> None:
    answers: dict[str, str | Reply] = {
        "prd/prd#1": _cut("one, "),
        "prd/prd#1~1": _cut("two, "),
        "prd/prd#1~2": Reply(text="three", usage=Usage(completion_tokens=2)),
    }
    scripted = Scripted(dict(answers))
    reply = Continued(scripted, "Go on.").ask(a_prompt(answer_schema={"type": "object"}))
    assert (reply.text, reply.finish_reason) == ("one, two, three", "stop")
    assert reply.usage.completion_tokens == 12
    last = scripted.prompts[-1]
    assert [(turn.answer, turn.remark) for turn in last.turns] == [("one, two, ", "Go on.")]
    assert last.answer_schema is None


def test_after_four_continuations_the_answer_stays_marked_as_cut() -> None:
    scripted = Scripted(lambda prompt: _cut(f"and on to {len(prompt.turns[-1:])}{prompt.call}; "))
    assert Continued(scripted, "Go on.").ask(a_prompt()).finish_reason == "length"
    assert len(scripted.calls) == 5


@pytest.mark.parametrize("text", ["and on ", "Tiles move in one direction until they meet. " * 9])
def test_a_continuation_that_brings_nothing_new_is_the_last(text: str) -> None:
    scripted = Scripted(lambda prompt: _cut(text))
    reply = Continued(scripted, "Go on.").ask(a_prompt())
    assert (reply.text, reply.finish_reason) == (text, "length")
    assert reply.usage.completion_tokens == 10
    assert len(scripted.calls) == 2


def test_an_answer_that_is_given_anew_instead_of_continued_counts_once() -> None:
    text = "".join(f"value_{n} = {n}\n" for n in range(40))
    answers = iter([_cut(text[:200]), Reply(text=text)])
    reply = Continued(Scripted(lambda prompt: next(answers)), "Go on.").ask(a_prompt())
    assert (reply.text, reply.finish_reason) == (text, "stop")


def test_an_answer_without_a_word_is_not_continued() -> None:
    scripted = Scripted(lambda prompt: _cut(""))
    Continued(scripted, "Go on.").ask(a_prompt())
    assert len(scripted.calls) == 1


@pytest.mark.parametrize(
    ("start", "rest", "whole"),
    [
        ("def move(s", "elf):", "def move(self):"),
        ("x = 1\n    def mov", "    def move(self):\n", "x = 1\n    def move(self):\n"),
        ("a long line of text", "line of text goes on", "a long line of text goes on"),
        ("```python\nx = 1\n", "```python\ny = 2\n```\n", "```python\nx = 1\ny = 2\n```\n"),
        ("```python\nx = 1\n", "```\ny = 2\n```\n", "```python\nx = 1\ny = 2\n```\n"),
        ("```python\nx = 1\n", "```\nDone.", "```python\nx = 1\n```\nDone."),
        ("Text.\n", "```python\nx\n```", "Text.\n```python\nx\n```"),
        ("{\n}", "}\n", "{\n}}\n"),
        ("if x)", ") == 3", "if x)) == 3"),
    ],
)
def test_parts_are_joined_without_what_the_second_repeats(
    start: str, rest: str, whole: str
) -> None:
    assert join(start, rest) == whole


def test_a_program_cut_anywhere_is_whole_again() -> None:
    text = "### a.py\n```python\n" + "".join(f"value_{n} = {n}\n" for n in range(40)) + "```\n"

    def answer(prompt: Prompt) -> Reply:
        done = prompt.turns[-1].answer if prompt.turns else ""
        rest = text[len(done) :]
        short = len(rest) > 150
        return Reply(text=rest[:150], finish_reason="length" if short else "stop")

    assert Continued(Scripted(answer), "Go on.").ask(a_prompt()).text == text
