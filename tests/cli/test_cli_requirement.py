"""Reading the requirement and its attachments."""

import io
import sys
from pathlib import Path
from typing import Annotated

import pytest
from pydantic import TypeAdapter, ValidationError

from sopgen.artifacts import PRD, Attachment
from sopgen.cli.flags import RunFlags
from sopgen.cli.requirement import LONGEST, check_name, read_attachments, read_requirement
from sopgen.errors import UsageError


def pipe(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


def test_the_requirement_is_kept_verbatim_but_for_its_ends() -> None:
    flags = RunFlags(requirement=["  Create a\tgame\nwith ‘quotes’  "])
    assert read_requirement(flags) == "Create a\tgame\nwith ‘quotes’"


def test_it_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "wish.md"
    file.write_bytes(b"\xef\xbb\xbfCreate a game\r\nin color\r\n")
    assert read_requirement(RunFlags(file=file)) == "Create a game\r\nin color"


@pytest.mark.parametrize("words", [["-"], []])
def test_it_is_read_from_standard_input(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    pipe(monkeypatch, "Créer un jeu\n".encode())
    assert read_requirement(RunFlags(requirement=words)) == "Créer un jeu"


def test_words_win_over_a_pipe_that_happens_to_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe(monkeypatch, b"noise")
    assert read_requirement(RunFlags(requirement=["Create", "it"])) == "Create it"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "The requirement is empty"),
        (b" \n ", "The requirement is empty"),
        (b"x" * 200_000, f"has 200,000 characters; {LONGEST:,} is the most"),
        (b"x" * 5_000_000, "is the most"),
        (b"\xff\xfe", "standard input is not UTF-8 text"),
        (b"a\0b", "standard input is a binary file"),
    ],
)
def test_what_no_role_could_use_is_refused(
    monkeypatch: pytest.MonkeyPatch, content: bytes, message: str
) -> None:
    pipe(monkeypatch, content)
    with pytest.raises(UsageError, match=message) as caught:
        read_requirement(RunFlags())
    assert len(caught.value.message) < 200


def test_words_that_are_not_valid_text_are_refused() -> None:
    with pytest.raises(UsageError, match="not valid text"):
        read_requirement(RunFlags(requirement=["a\udcff b"]))


@pytest.mark.parametrize("word", ["lst", "list", "statsu", "confg"])
def test_a_mistyped_command_does_not_start_a_run(word: str) -> None:
    commands = ("run", "list", "status", "config")
    with pytest.raises(UsageError) as caught:
        read_requirement(RunFlags(requirement=[word], commands=commands))
    assert f"sopgen run {word}" in caught.value.hint
    assert read_requirement(RunFlags(requirement=[word])) == word


@pytest.mark.parametrize("word", ["Tetris", "snake", "做一个游戏"])
def test_one_word_that_resembles_no_command_is_a_requirement(word: str) -> None:
    commands = ("run", "start", "test", "list", "remove", "status", "show", "log", "diff", "config")
    assert read_requirement(RunFlags(requirement=[word], commands=commands)) == word


def test_attachments_are_handed_on_under_their_relative_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("docs").mkdir()
    Path("docs/api.md").write_text("# API\n")
    outside = tmp_path / "notes.txt"
    outside.write_text("note")
    assert read_attachments([Path("docs/api.md"), outside]) == (
        Attachment(path="docs/api.md", text="# API\n"),
        Attachment(path="notes.txt", text="note"),
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\x89PNG\r\n\x1a\n\0", "is not UTF-8 text"),
        (b"plain\0", "is a binary file"),
        (b"x" * (LONGEST + 1), "is the most"),
        (b"x" * (4 * LONGEST + 1), "is too large"),
    ],
)
def test_an_attachment_that_is_no_text_of_fair_size_is_refused(
    tmp_path: Path, content: bytes, message: str
) -> None:
    (tmp_path / "a").write_bytes(content)
    with pytest.raises(UsageError, match=message):
        read_attachments([tmp_path / "a"])


def test_two_attachments_of_one_name_are_refused(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.txt").write_text("x")
    with pytest.raises(UsageError, match=r"Two attachments are called x\.txt"):
        read_attachments([tmp_path / "a/x.txt", tmp_path / "b/x.txt"])


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(UsageError, match="cannot be read"):
            read_requirement(RunFlags(file=path))


@pytest.mark.parametrize(
    "name", ["a", "game_2048", "x1_y2", "My Game", "a-b", "../x", "", "x" * 41]
)
def test_a_name_is_refused_exactly_when_a_prd_could_not_bear_it(name: str) -> None:
    fits = TypeAdapter(Annotated[str, PRD.model_fields["project_name"]])
    try:
        fits.validate_python(name)
    except ValidationError:
        with pytest.raises(UsageError):
            check_name(name)
    else:
        assert check_name(name) == name


def test_a_refused_name_comes_with_one_that_would_do() -> None:
    with pytest.raises(UsageError) as caught:
        check_name("My-Game 2")
    assert caught.value.hint == "Names are in snake_case, such as my_game_2."
