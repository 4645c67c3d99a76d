"""Recordings: made from a journal, replayed by call id, found by their sentence."""

from pathlib import Path

import pytest

from sopgen.artifacts.requirement import sentence_key
from sopgen.errors import ConfigurationError
from sopgen.journal.journal import Journal
from sopgen.journal.recording import Recording, bundled, for_sentence, write_recording
from sopgen.llm.base import Prompt, Reply


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal in which one call was asked twice."""
    book = Journal(tmp_path / "journal.jsonl", str)
    for call, text in (("prd/prd#1", "first"), ("code/a.py#1", "code"), ("prd/prd#1", "second")):
        prompt = Prompt(call=call, role="engineer", stage="code", system="", shared="", task=text)
        book.record(prompt, prompt.request_digest("m"), Reply(text=text, model="m"))
    book.note_reading("done", 1, "m", "valid")
    return book.path


def test_a_bare_journal_is_a_recording_whose_last_answer_wins(path: Path) -> None:
    recording = Recording.load(path)
    assert recording.calls == ("prd/prd#1", "code/a.py#1")
    assert recording.reply("prd/prd#1") == Reply(text="second", model="m")
    assert recording.reply("qa/qa#1") is None
    assert (recording.name, recording.sentence) == ("journal", "")


def test_a_recording_says_what_it_answers_and_how_it_was_made(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "new folder" / "game.jsonl"
    write_recording(path, target, "Create a game", "2026-01-31", "by hand")
    recording = Recording.load(target)
    assert recording.header is not None
    assert recording.header.model_dump() == {
        "entry": "header", "sentence": "Create a game", "made": "2026-01-31",
        "how": "by hand", "model": "m",
    }  # fmt: skip
    assert recording.reply("prd/prd#1") == Reply(text="second", model="m")
    assert target.read_bytes().count(b"\n") == 3


def test_a_damaged_recording_is_refused(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"second", b"sacond"))
    with pytest.raises(ConfigurationError, match="damaged after line 2"):
        Recording.load(path)


def test_a_missing_recording_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be read"):
        Recording.load(tmp_path / "none.jsonl")


def test_an_empty_journal_makes_no_recording(tmp_path: Path) -> None:
    Journal(tmp_path / "j.jsonl", str).note_reading("nothing was asked", 1, "m", "valid")
    with pytest.raises(ConfigurationError, match="no answers"):
        write_recording(tmp_path / "j.jsonl", tmp_path / "r.jsonl", "s", "2026-01-31", "h")
    assert not (tmp_path / "r.jsonl").exists()


def test_every_recording_that_ships_is_whole_and_found_by_its_sentence() -> None:
    for name, recording in bundled().items():
        assert recording.calls, name
        assert recording.header is not None, name
        found = for_sentence(f"  {recording.sentence.upper()}! ")
        assert found is not None
        assert found.name == name
    assert for_sentence("A sentence that nobody recorded") is None


def test_a_sentence_is_known_whatever_its_case_spacing_and_final_dot() -> None:
    key = sentence_key("Create a 2048 game")
    assert sentence_key("  create A\n2048\u00a0game!! ") == key
    assert sentence_key("Create a 2048 game, please") != key
