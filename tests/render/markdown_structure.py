"""Read a document's structure with a Markdown parser, and texts that try to break it."""

from dataclasses import dataclass

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

STEADY = settings(
    deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
"""The same examples each time, however slow the machine is."""
PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])

FRAGMENTS = (
    "|", "\n", "\n\n", "# ", "\n# x", "\n---\n", "---", "===", "\n=\n", "-", "\n-\n", "> ", "\n> # x", "- # x",
    "1. ", "2) # x", "`", "``", "```", "\n```\n", "\n~~~\n", "````py\n", "<", "<!--", "-->", "<script>",
    "\n<div>\n", "<details>", "&", "&amp;", "&#35;", "\\", "\\|", "`a|b`", "*", "**", "_", "__init__",
    "~~", "$", "$$", "[", "](x)", "[a]: b", "![", "\n[a]: /b\n", "\t", "    ", "\n    # x", "\r", "\u2028",
    "\x00", "\x0b", "\x1b[31m", "\u202e", "\ufeff", "中文", "😀", "word", " ", ":-:", "\n|-|-|\n|a|b|\n",
    "{{ x }}", "{% raw %}", "%%", ";", ":", '"', "'", "end", "o", "x", "{", "}", "(", ")", "<br/>",
    "#35;", "->>", "::", "+", "~", "]]>", "click", "note",
)  # fmt: skip
NASTY = st.one_of(st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=12).map("".join), st.text(min_size=1))  # fmt: skip


@dataclass(frozen=True)
class Structure:
    """What text from a model must not change."""

    headings: tuple[tuple[str, str], ...]
    tables: tuple[tuple[int, ...], ...]
    """Cells per row, for each table."""
    html: tuple[str, ...]


def structure(document: str) -> Structure:
    """Return headings, tables and HTML blocks of a document."""
    tokens = PARSER.parse(document)
    headings = tuple(
        (token.tag, tokens[index + 1].content)
        for index, token in enumerate(tokens)
        if token.type == "heading_open"
    )
    html = tuple(token.content for token in tokens if token.type == "html_block")
    return Structure(headings, tuple(_tables(tokens)), html)


def plain(markdown: str) -> str:
    """Return what a reader sees of inline Markdown, without blanks and backticks."""
    inline = PARSER.parseInline(markdown)[0].children or []
    shown = "".join(token.content for token in inline if not token.type.endswith(("open", "close")))
    return "".join(shown.replace("`", "").split())


def _tables(tokens: list[Token]) -> list[tuple[int, ...]]:
    tables: list[list[int]] = []
    for token in tokens:
        if token.type == "table_open":
            tables.append([])
        elif token.type == "tr_open":
            tables[-1].append(0)
        elif token.type in {"th_open", "td_open"}:
            tables[-1][-1] += 1
    return [tuple(rows) for rows in tables]
