"""Prompts become files, and whoever answers writes files."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from llm_gateway import a_gateway, a_prompt

from sopgen.clock import SystemClock
from sopgen.errors import Interrupted, StorageFailed
from sopgen.events import CallDelayed, Noticed
from sopgen.llm.base import Turn
from sopgen.llm.chain import build
from sopgen.llm.manual import Manual
from sopgen.llm.parts import Parts


def _parts(folder: Path) -> Parts:
    return replace(a_gateway().parts, manual_folder=lambda: folder, clock=SystemClock())


class _Paster:
    """A person who pastes one text."""

    present = True

    def __init__(self, text: str) -> None:
        self.text = text

    def confirm(self, question: str, default: bool) -> bool:
        return default

    def ask(self, question: str) -> str:
        return ""

    def paste(self, instructions: str) -> str:
        return self.text


def test_the_prompt_holds_all_that_a_model_would_see(tmp_path: Path) -> None:
    parts = replace(_parts(tmp_path), person=_Paster("An answer."))
    turns = (Turn(answer="first", remark="mend it"),)
    prompt = a_prompt(turns=turns, answer_schema={"type": "object", "properties": {}})
    reply = Manual(parts).ask(prompt)
    assert reply.text == "An answer."
    text = (tmp_path / "prd" / "prd#1.prompt.md").read_text(encoding="utf-8")
    for part in ("You write.", "A game.", "Write the PRD.", "first", "mend it", '"properties"'):
        assert part in text


def test_several_answers_are_awaited_at_once(tmp_path: Path) -> None:
    gateway = a_gateway()
    parts = replace(_parts(tmp_path), report=gateway.events.append)
    model = build("manual", parts)
    with ThreadPoolExecutor(2) as pool:
        asked = [pool.submit(model.ask, a_prompt(call=f"code/{name}.py#1")) for name in "ab"]
        while len(gateway.told(CallDelayed)) < 2:
            parts.clock.sleep(0.01)
        for name in "ba":
            (tmp_path / "code" / f"{name}.py#1.answer.md").write_text(f"\ufeffIt is {name}.")
        assert [future.result(20).text for future in asked] == ["It is a.", "It is b."]
    assert gateway.told(Noticed)


def test_an_answer_to_the_same_prompt_is_taken_and_one_to_an_older_prompt_is_not(
    tmp_path: Path,
) -> None:
    parts = replace(_parts(tmp_path), person=_Paster("first"))
    Manual(parts).ask(a_prompt())
    again = replace(parts, person=_Paster("second"))
    assert Manual(again).ask(a_prompt()).text == "first"
    assert Manual(again).ask(a_prompt(take=2)).text == "second"
    assert (tmp_path / "prd" / "prd#1.answer.old.md").read_text() == "first"


def test_the_stop_flag_ends_the_waiting(tmp_path: Path) -> None:
    parts = _parts(tmp_path)
    threading.Timer(0.1, parts.stop.set).start()
    with pytest.raises(Interrupted):
        Manual(parts).ask(a_prompt())
    assert (tmp_path / "prd" / "prd#1.prompt.md").exists()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "prd").write_text("a file is in the way")
    with pytest.raises(StorageFailed, match="prd#1"):
        Manual(_parts(tmp_path)).ask(a_prompt())
