"""The budget holds, also when many calls start at the same moment."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from llm_gateway import a_gateway, a_prompt

from sopgen.artifacts import Usage
from sopgen.errors import BudgetReached, ConfigurationError, ModelUnavailable
from sopgen.llm.base import Prompt, Reply
from sopgen.llm.budgeted import Budgeted
from sopgen.llm.chain import wrap
from sopgen.llm.ledger import Ledger
from sopgen.llm.scripted import Scripted


class _Costly:
    """Costs what it is told to and notes how much was promised or spent at its worst."""

    name = "costly"

    def __init__(self, cost: float) -> None:
        self.cost = cost
        self.asked = 0
        self._lock = threading.Lock()

    def ask(self, prompt: Prompt) -> Reply:
        with self._lock:
            self.asked += 1
        return Reply(text="x", usage=Usage(cost=self.cost))


def test_sixteen_threads_never_spend_more_than_the_limit() -> None:
    ledger = Ledger(1.0)
    model = Budgeted(_Costly(0.09), ledger, lambda prompt: 0.1)

    def ask(number: int) -> bool:
        try:
            model.ask(a_prompt(call=f"code/{number}#1"))
        except BudgetReached:
            return False
        return True

    with ThreadPoolExecutor(16) as pool:
        answered = list(pool.map(ask, range(200)))
    assert ledger.spent <= 1.0
    # Eleven calls of 0.09 leave 0.01, into which no worst case of 0.10 fits.
    assert sum(answered) == 11
    assert ledger.spent == pytest.approx(0.99)


def test_a_call_waits_for_those_in_flight_before_it_is_refused() -> None:
    ledger = Ledger(1.0)
    ledger.reserve(0.9)
    waiting = threading.Thread(target=ledger.reserve, args=(0.5,))
    waiting.start()
    waiting.join(0.05)
    assert waiting.is_alive()
    ledger.settle(0.9, spent=0.2)
    waiting.join(5)
    assert not waiting.is_alive()


def test_a_refusal_names_what_is_spent_and_how_to_go_on() -> None:
    ledger = Ledger(3.0, spent=2.5)
    with pytest.raises(BudgetReached, match=r"0\.7500.*2\.5000.*3\.00") as caught:
        ledger.reserve(0.75)
    assert "--resume --budget" in caught.value.hint


def test_a_failed_call_gives_its_reservation_back_but_for_its_cost() -> None:
    def fail(prompt: Prompt) -> str:
        raise ModelUnavailable("broke off", cost=0.02)

    ledger = Ledger(1.0)
    with pytest.raises(ModelUnavailable):
        Budgeted(Scripted(fail), ledger, lambda prompt: 0.9).ask(a_prompt())
    assert ledger.spent == 0.02
    ledger.reserve(0.98)


def test_an_unknown_price_is_refused_only_where_there_is_a_limit() -> None:
    with pytest.raises(ConfigurationError, match="price"):
        Budgeted(Scripted({"prd/prd": "x"}), Ledger(3.0), lambda prompt: None).ask(a_prompt())
    free = Budgeted(Scripted({"prd/prd": "x"}), Ledger(None), lambda prompt: None)
    assert free.ask(a_prompt()).text == "x"


def test_a_journaled_answer_is_not_charged_again() -> None:
    gateway = a_gateway()
    ledger = Ledger(1.0)
    model = wrap(_Costly(0.4), replace(gateway.parts, ledger=ledger), lambda prompt: 0.5)
    for _ in range(5):
        model.ask(a_prompt())
    assert ledger.spent == 0.4


def test_the_stop_flag_gives_the_reservation_back() -> None:
    gateway = a_gateway()
    ledger = Ledger(1.0)
    gateway.parts.stop.set()
    model = wrap(_Costly(0.4), replace(gateway.parts, ledger=ledger), lambda prompt: 1.0)
    with pytest.raises(Exception, match="Stopped"):
        model.ask(a_prompt())
    ledger.reserve(1.0)
