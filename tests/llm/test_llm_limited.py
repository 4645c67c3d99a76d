"""A role keeps to the calls and tokens that the settings allow it, also after a resume."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from llm_gateway import a_gateway, a_prompt

from sopgen.artifacts import Usage
from sopgen.errors import BudgetReached, ModelUnavailable
from sopgen.journal.journal import Journal
from sopgen.llm.base import Model, Prompt, Reply
from sopgen.llm.chain import wrap
from sopgen.llm.limited import ledgers_for
from sopgen.llm.scripted import Scripted

USED = Usage(prompt_tokens=60, completion_tokens=40)


def limited(book: Journal, calls: int | None, tokens: int | None) -> Model:
    """Return a model whose Product Manager is limited; each answer uses 100 tokens."""
    parts = replace(
        a_gateway().parts,
        record=book,
        limits={"product_manager": ledgers_for("product_manager", calls, tokens, book)},
    )
    return wrap(Scripted(lambda prompt: Reply(text="x", usage=USED)), parts)


def journal(folder: Path) -> Journal:
    return Journal(folder / "journal.jsonl", lambda text: text)


def test_a_role_makes_no_more_calls_than_it_may(tmp_path: Path) -> None:
    model = limited(journal(tmp_path), 2, None)
    model.ask(a_prompt(call="prd/prd#1"))
    model.ask(a_prompt(call="prd/prd#2"))
    with pytest.raises(BudgetReached, match="has made 2 of the 2 calls") as caught:
        model.ask(a_prompt(call="prd/prd#3"))
    assert caught.value.exit_code == 4
    assert "limits.product_manager.calls" in caught.value.hint and "--resume" in caught.value.hint
    assert model.ask(a_prompt(role="architect", call="design/design#1")).text == "x"


def test_a_call_whose_worst_case_passes_a_roles_tokens_is_refused(tmp_path: Path) -> None:
    model = limited(journal(tmp_path), None, 1200)
    model.ask(a_prompt(call="prd/prd#1"))
    with pytest.raises(BudgetReached, match=r"up to 1,\d+ tokens; 100 of its 1,200 are used"):
        model.ask(a_prompt(call="prd/prd#2", max_tokens=1100))
    assert model.ask(a_prompt(call="prd/prd#2", max_tokens=500)).text == "x"


def test_what_earlier_sittings_used_counts(tmp_path: Path) -> None:
    limited(journal(tmp_path), 1, None).ask(a_prompt(call="prd/prd#1"))
    again = limited(journal(tmp_path), 1, None)
    assert again.ask(a_prompt(call="prd/prd#1")).text == "x"  # The journal has it.
    with pytest.raises(BudgetReached, match="1 of the 1 calls"):
        again.ask(a_prompt(call="prd/prd#2"))


def test_sixteen_calls_at_once_keep_to_a_roles_calls(tmp_path: Path) -> None:
    model = limited(journal(tmp_path), 5, None)

    def ask(number: int) -> bool:
        try:
            model.ask(a_prompt(call=f"prd/{number}#1"))
        except BudgetReached:
            return False
        return True

    with ThreadPoolExecutor(16) as pool:
        assert sum(pool.map(ask, range(32))) == 5


def test_a_failed_try_that_used_tokens_stays_in_the_journal(tmp_path: Path) -> None:
    def answer(prompt: Prompt) -> str:
        raise ModelUnavailable("broke off", cost=0.25, tokens=(60, 40))

    book = journal(tmp_path)
    with pytest.raises(ModelUnavailable):
        wrap(Scripted(answer), replace(a_gateway().parts, record=book)).ask(a_prompt())
    again = journal(tmp_path)
    assert again.spent() == Usage(prompt_tokens=6 * 60, completion_tokens=6 * 40, cost=6 * 0.25)
    assert again.tally("product_manager") == (6, 600)
