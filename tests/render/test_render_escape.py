"""Text from a model is data: no filter lets it change the document around it."""

import tomllib

import pytest
import yaml
from hypothesis import given
from markdown_structure import NASTY, PARSER, STEADY, plain, structure

from sopgen.render import escape


@STEADY
@given(NASTY)
def test_inline_text_is_shown_as_it_was_written(text: str) -> None:
    assert plain(escape.inline(text)) == "".join(escape.clean(text).replace("`", "").split())


@STEADY
@given(NASTY, NASTY)
def test_inline_text_stays_in_its_heading_its_item_and_its_cell(one: str, two: str) -> None:
    shape = "# {0}\n\n- {0}\n- {1}\n\n| a | b |\n|---|---|\n| {0} | {1} |\n\n## last\n"
    nasty = structure(shape.format(escape.inline(one), escape.inline(two)))
    harmless = structure(shape.format("one", "two"))
    assert (nasty.tables, nasty.html) == (harmless.tables, ())
    assert [tag for tag, _ in nasty.headings] == ["h1", "h2"]


@STEADY
@given(NASTY)
def test_a_block_makes_no_headings_tables_or_html(text: str) -> None:
    shape = "# first\n\n{}\n\n## last\n"
    assert structure(shape.format(escape.block(text))) == structure(shape.format("harmless"))


@STEADY
@given(NASTY)
def test_a_block_at_the_very_start_is_no_front_matter(text: str) -> None:
    assert escape.block(text).partition("\n")[0].rstrip() != "---"


@STEADY
@given(NASTY)
def test_a_fence_holds_any_text(text: str) -> None:
    tokens = PARSER.parse(escape.fence(text, "py") + "\n\n# after\n")
    assert [token.type for token in tokens[:2]] == ["fence", "heading_open"]
    assert tokens[0].info == "py"
    assert tokens[0].content.splitlines() == PARSER.parse(
        "~" * 99 + "\n" + escape.clean(text).strip("\n") + "\n" + "~" * 99
    )[0].content.splitlines()  # fmt: skip


@STEADY
@given(NASTY)
def test_code_is_one_code_span_with_its_text(text: str) -> None:
    children = PARSER.parseInline(escape.code(text))[0].children or []
    expected = " ".join(escape.clean(text).split())
    assert [child.content for child in children] == ([expected] if expected else [])


@STEADY
@given(NASTY)
def test_a_cell_of_code_stays_a_cell(text: str) -> None:
    table = f"| a | b |\n|---|---|\n| {escape.cell(text)} | end |\n"
    cells = [token for token in PARSER.parse(table) if token.type == "inline"]
    assert [cell.content for cell in cells][-1] == "end"
    assert len(cells) == 4


@STEADY
@given(NASTY)
def test_a_quote_holds_every_line(text: str) -> None:
    tokens = PARSER.parse(escape.quote(text) + "\n\n# after\n")
    assert [token.type for token in tokens if not token.level][0:3] == [
        "blockquote_open",
        "blockquote_close",
        "heading_open",
    ]


@STEADY
@given(NASTY)
def test_toml_and_yaml_give_the_text_back(text: str) -> None:
    assert tomllib.loads(f"key = {escape.toml(text)}")["key"] == text
    assert yaml.safe_load(f"key: {escape.yaml(text)}")["key"] == text


@STEADY
@given(NASTY)
def test_a_slug_is_a_name_anywhere(text: str) -> None:
    assert escape.slug(text).replace("-", "a").isalnum()
    assert escape.slug(text).isascii()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("# of items | total", "\\# of items \\| total"),
        ("call `a|b`, then `ok`", "call \\`a\\|b\\`, then `ok`"),
        ("1. first\n- second", "1\\. first - second"),
        ("snake_case and __init__", "snake_case and \\_\\_init\\_\\_"),
        ("a < b && c &lt; d", "a &lt; b && c &amp;lt; d"),
        ("4 * 5 = 20", "4 * 5 = 20"),
    ],
)
def test_inline_escapes_only_what_it_must(text: str, line: str) -> None:
    assert escape.inline(text) == line


def test_a_block_keeps_lists_emphasis_and_closes_an_open_fence() -> None:
    text = "- *one*\n  - `two`\n\n```py\n# no heading\nprint(1)"
    assert escape.block(text) == text + "\n```"


def test_lone_surrogates_and_reordering_marks_do_not_reach_a_file() -> None:
    assert escape.inline("a\ud800b\u202ec") == "a?bc"


def test_an_excerpt_says_that_there_was_more() -> None:
    assert escape.excerpt("one\ntwo\nthree", lines=2) == "one\ntwo \u2026"
    assert escape.excerpt("one") == "one"
