"""Languages are found by the names people write and by the ends of file names."""

import pytest

from sopgen.errors import ConfigurationError
from sopgen.languages import language, language_of


@pytest.mark.parametrize(
    ("name", "known"),
    [("Python", "python"), ("python3.12", "python"), ("Python (3.11)", "python"),
     ("py", "python"), ("python/flask", "python"), ("JS", "javascript"), ("Node.js", "javascript"), ("C++", "c++"),
     ("rust", "rust"), ("", "text")],
)  # fmt: skip
def test_a_language_is_known_by_its_usual_names(name: str, known: str) -> None:
    assert language(name).name == known


@pytest.mark.parametrize(
    ("path", "known"),
    [("a.py", "python"), ("a/b.JS", "javascript"), ("a.svg", "svg"), ("Makefile", "text"),
     ("a.unknown", "text")],
)  # fmt: skip
def test_a_file_is_known_by_the_end_of_its_name(path: str, known: str) -> None:
    assert language_of(path).name == known


@pytest.mark.parametrize(
    ("path", "text", "parses"),
    [
        ("a.json", '{"a": [1, 2]}', True),
        ("a.json", "{'a': 1}", False),
        ("a.json", "[" * 100_000, False),
        ("a.toml", "a = 1\n", True),
        ("a.toml", "a = \n", False),
        ("a.svg", '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>', True),
        ("a.svg", "<svg><path></svg>", False),
        ("a.svg", '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', False),
        ("a.csv", "anything, goes", True),
        ("a.js", "function (", True),
    ],
)
def test_data_and_markup_are_parsed(path: str, text: str, parses: bool) -> None:
    found = language_of(path).syntax(path, text)
    assert [finding.check for finding in found] == ([] if parses else ["code.syntax"])


def test_a_language_that_cannot_be_run_says_so() -> None:
    with pytest.raises(ConfigurationError, match="rust"):
        language("rust").test_command(["tests/a.rs"])


def test_only_python_can_be_run() -> None:
    assert [language(name).executable for name in ("python", "rust", "text")] == [
        True,
        False,
        False,
    ]
