"""Tokens are estimated close enough for a budget."""

import pytest
from llm_gateway import a_prompt

from sopgen.llm.tokens import estimate, prompt_tokens

PROSE = "The player moves all tiles in one direction and equal tiles merge into their sum. " * 20
CODE = "def merge(row: list[int]) -> list[int]:\n    return [x for x in row if x != 0]\n" * 20


def test_nothing_is_no_token() -> None:
    assert estimate("") == 0


@pytest.mark.parametrize(
    ("text", "characters"),
    [
        (PROSE, 4.0),
        (CODE, 2.5),
        ("创建一个游戏" * 50, 1.0),
        ("🎮" * 90, 0.33),
        ("игра" * 60, 1.5),
        ("a3f9b2c4" * 60, 1.25),
    ],
)
def test_each_kind_of_text_has_its_characters_to_a_token(text: str, characters: float) -> None:
    assert estimate(text) == pytest.approx(len(text) / characters, rel=0.01, abs=2)


def test_a_prompt_counts_its_schema() -> None:
    schema = {"type": "object", "properties": {"name": {"type": "string"}}}
    assert prompt_tokens(a_prompt(answer_schema=schema)) > prompt_tokens(a_prompt()) + 10
