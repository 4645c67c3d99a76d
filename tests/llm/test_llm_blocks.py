"""Files are found in an answer, however its blocks are labelled and fenced."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sopgen.llm.blocks import files_in

GAME = {"game.py": "x = 1\n"}


@pytest.mark.parametrize(
    "answer",
    [
        "game.py\n```python\nx = 1\n```",
        "```python game.py\nx = 1\n```",
        "```game.py\nx = 1\n```",
        "```python:game.py\nx = 1\n```",
        '```python title="game.py"\nx = 1\n```',
        "```{.python file='game.py'}\nx = 1\n```",
        "### game.py\n```python\nx = 1\n```",
        "### `game.py`\n\n```python\nx = 1\n```",
        "#### 1. `game.py` (new)\n```python\nx = 1\n```",
        "**game.py**\n```\nx = 1\n```",
        "**`game.py`**:\n```\nx = 1\n```",
        "- **game.py**:\n\n```\nx = 1\n```",
        "File: game.py\n```python\nx = 1\n```",
        "File: `game.py`\n```python\nx = 1\n```",
        "**File:** `game.py`\n```python\nx = 1\n```",
        "Here is `game.py`:\n```python\nx = 1\n```",
        "```python\n# file: game.py\nx = 1\n```",
        "```python\n# game.py\nx = 1\n```",
        "./game.py\n```python\nx = 1\n```",
        "\ufeffgame.py\r\n```python\r\nx = 1\r\n```\r\n",
        "~~~~python game.py\nx = 1\n~~~~",
        "  game.py\n  ```python\n  x = 1\n  ```",
        "game.py\n```python\nx = 1\n",
        "game.py\n```python\nold = 0\n```\nBetter:\n\ngame.py\n```python\nx = 1\n```",
    ],
)
def test_a_file_is_found_in_every_habit(answer: str) -> None:
    assert files_in(answer).files == GAME


@pytest.mark.parametrize(
    ("answer", "path", "text"),
    [
        ("```js\n// file: src/app.js\nf()\n```", "src/app.js", "f()\n"),
        ("```html\n<!-- index.html -->\n<p>\n```", "index.html", "<p>\n"),
        ("```css\n/* a/b.css */\np {}\n```", "a/b.css", "p {}\n"),
        ("Makefile\n```\nall:\n\ttrue\n```", "Makefile", "all:\n\ttrue\n"),
        ("tests/__init__.py\n```python\n```", "tests/__init__.py", ""),
        ("__main__.py\n```python\nx\n```", "__main__.py", "x\n"),
        (".env.example\n```\nA=1\n```", ".env.example", "A=1\n"),
        ("src\\app.js\n```\nf()\n```", "src/app.js", "f()\n"),
    ],
)
def test_paths_of_all_kinds_are_read(answer: str, path: str, text: str) -> None:
    assert files_in(answer).files == {path: text}


def test_one_block_without_a_path_is_the_one_file_that_was_asked_for() -> None:
    answer = "Sure:\n```python\nx = 1\n```\n"
    assert files_in(answer, expected=["src/game.py"]).files == {"src/game.py": "x = 1\n"}
    assert files_in(answer, expected=["a.py", "b.py"]).files == {}
    assert files_in(answer).files == {}


def test_a_bare_name_stands_for_the_path_that_was_asked_for() -> None:
    answer = "game.py\n```\nx = 1\n```"
    assert files_in(answer, expected=["src/game.py"]).files == {"src/game.py": "x = 1\n"}


def test_several_files_and_the_text_around_them() -> None:
    answer = (
        "Two files.\n\n### a.py\n```python\na = 1\n```\n\n### b.py\n```python\nb = 2\n```\n"
        "Run it:\n\n```sh\npython a.py\n```\nBye."
    )
    blocks = files_in(answer)
    assert blocks.files == {"a.py": "a = 1\n", "b.py": "b = 2\n"}
    assert blocks.rest == "Two files.\n\n\nRun it:\n\n```sh\npython a.py\n```\nBye."


def test_fences_inside_a_longer_fence_stay_inside() -> None:
    answer = "README.md\n````markdown\n# Hi\n```sh\nrun\n```\n````\n"
    assert files_in(answer).files == {"README.md": "# Hi\n```sh\nrun\n```\n"}


def test_fences_inside_markdown_of_the_same_length_stay_inside() -> None:
    answer = (
        "README.md\n```markdown\n# Hi\n```sh\nrun\n```\nand\n```\nplain\n```\n```\n"
        "\na.py\n```python\na = 1\n```"
    )
    assert files_in(answer).files == {
        "README.md": "# Hi\n```sh\nrun\n```\nand\n```\nplain\n```\n",
        "a.py": "a = 1\n",
    }


def test_inner_fences_are_counted_only_up_to_the_next_file() -> None:
    answer = "README.md\n```\n# Hi\n```\nplain\n```\n```\n\na.txt\n```\na\n```\nb.txt\n```\nb\n```"
    assert files_in(answer).files == {
        "README.md": "# Hi\n```\nplain\n```\n",
        "a.txt": "a\n",
        "b.txt": "b\n",
    }


def test_a_fence_inside_a_docstring_does_not_end_the_program() -> None:
    program = '"""Use it so:\n\n```\nrun()\n```\n"""\n\n\ndef run():\n    pass\n'
    assert files_in(f"game.py\n```python\n{program}```\nDone.").files == {"game.py": program}


def test_the_last_block_of_a_cut_answer_is_rejected() -> None:
    answer = "a.py\n```python\na = 1\n```\nb.py\n```python\nb = "
    blocks = files_in(answer, complete=False)
    assert blocks.files == {"a.py": "a = 1\n"}
    assert blocks.rejected == [("b.py", "the answer was cut off inside this file")]


@pytest.mark.parametrize(
    "path", ["../evil.py", "/etc/passwd.txt", ".git/config.txt", "a/../../b.py"]
)
def test_a_path_that_leaves_the_project_is_rejected_with_its_reason(path: str) -> None:
    blocks = files_in(f"```text file={path}\nx\n```")
    assert blocks.files == {}
    assert [rejected for rejected, _ in blocks.rejected] == [path]
    assert "not a path inside the project" in blocks.rejected[0][1]


@given(st.text(st.sampled_from("`~ab./:#*\n py\ufeff{}='"), max_size=200) | st.text())
def test_no_text_makes_it_raise(text: str) -> None:
    files_in(text)
    files_in(text, expected=["a.py"], complete=False)


LINES = st.lists(
    st.text(
        st.characters(exclude_characters="`~\r\n", exclude_categories=["Cs", "Cc", "Zl", "Zp"])
    ),
    min_size=1,
    max_size=6,
)


@given(st.dictionaries(st.sampled_from(["a.txt", "src/b.js", "c/d.css"]), LINES, min_size=1))
def test_what_was_written_is_read_back(files: dict[str, list[str]]) -> None:
    texts = {path: "\n".join(lines) + "\n" for path, lines in files.items()}
    answer = "\n".join(f"### {path}\n```\n{text}```\n" for path, text in texts.items())
    assert files_in(answer).files == texts
