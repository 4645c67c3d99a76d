"""The JSON finder understands what models write around and into their JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sopgen.llm.parsing import find_json

WANTED = {"name": "x", "items": [1, 2]}
TEXT = json.dumps(WANTED)


@pytest.mark.parametrize(
    "answer",
    [
        TEXT,
        "\ufeff" + TEXT,
        f"```json\n{TEXT}\n```",
        f"Here it is:\n\n```\n{TEXT}\n```\nAnything else?",
        f'<think>maybe {{\'name\': 1}} or {{"name": "y"}}</think>\n{TEXT}',
        f"As [1] says, use {{}} braces. {TEXT} See also [2].",
        f'First {{"name": "draft", "items": []}}, no, better: {TEXT}',
        "{'name': 'x', 'items': [1, 2]}",
        '{"name": "x", "items": [1, 2,],}',
        '{name: "x", items: [1, 2]}',
        '{"name": "x", // the name\n "items": [1, 2]}',
        '{"name": """x""", "items": [1, 2]}',
        '{"name": `x`, "items": [1, 2]}',
        '{"name": "" + "x", "items": [1, 2]}',
        '{"name": "x", "items": [1, 2]',
        "```json\n" + TEXT[:-1] + "\n```",
        'Sure! Use { to open.\n{"name": "x", "items": [1, 2]}',
    ],
)
def test_the_object_is_found_whatever_is_around_it(answer: str) -> None:
    assert find_json(answer, keys=WANTED) == WANTED


def test_what_a_model_only_thought_is_not_its_answer() -> None:
    assert not find_json(f"<think>{TEXT}</think>\nI cannot decide.")


def test_an_empty_object_in_the_text_is_not_the_answer() -> None:
    assert find_json(f"{TEXT}\nwhere {{}} means nothing") == WANTED


def test_line_breaks_inside_strings_are_let_through() -> None:
    assert find_json('{"text": "one\ntwo"}') == {"text": "one\ntwo"}


def test_a_part_of_a_broken_object_is_not_taken_for_the_answer() -> None:
    broken = '{"name": "x", "items": [{"name": "inner"}], "open": '
    assert find_json(broken, keys=["name", "items"], complete=False) is None


def test_a_cut_answer_is_not_repaired() -> None:
    cut = '{"name": "x", "items": [1, 2'
    assert find_json(cut) is not None
    assert find_json(cut, complete=False) is None


@pytest.mark.parametrize(
    "answer", ["", "no", "[", "{", "{{{{", '"text"', "12", "null", "```json\n```"]
)
def test_where_there_is_no_object_there_is_none(answer: str) -> None:
    assert not find_json(answer)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=15,
)
PROSE = st.text(st.characters(exclude_characters='{}[]<`"', exclude_categories=["Cs"]), max_size=60)


@given(st.text(st.sampled_from("{}[]\",:`'\\/<think>ab1 \n\ufeff"), max_size=200) | st.text())
def test_no_text_makes_it_raise(text: str) -> None:
    find_json(text)
    find_json(text, complete=False)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "[" * 5000 + "]" * 5000])
def test_depth_makes_it_neither_raise_nor_hang(text: str) -> None:
    find_json(text)


@given(PROSE, st.dictionaries(st.text(), JSON, min_size=1, max_size=5), PROSE, st.booleans())
def test_valid_json_is_found_anywhere(
    before: str, wanted: dict[str, object], after: str, ascii_only: bool
) -> None:
    text = json.dumps(wanted, ensure_ascii=ascii_only)
    assert find_json(f"{before}{text}{after}") == wanted
    assert find_json(f"{before}\n```json\n{text}\n```\n{after}") == wanted
