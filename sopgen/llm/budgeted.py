"""No call that could pass the budget is made."""

from collections.abc import Callable

from sopgen.errors import ModelFailed
from sopgen.llm.base import Model, Prompt, Reply
from sopgen.llm.facts import unpriced
from sopgen.llm.ledger import Ledger

WorstCase = Callable[[Prompt], float | None]
"""The most that a call can cost in US dollars; None where the model's price is not known."""


class Budgeted:
    """Reserve the worst case, ask, settle."""

    def __init__(self, inner: Model, ledger: Ledger, worst_case: WorstCase) -> None:
        self.name = inner.name
        self._inner = inner
        self._ledger = ledger
        self._worst_case = worst_case

    def ask(self, prompt: Prompt) -> Reply:
        with self._ledger.reserved(self._amount(prompt)) as promise:
            try:
                reply = self._inner.ask(prompt)
            except ModelFailed as error:
                promise.spent = error.cost
                raise
            promise.spent = reply.usage.cost
            return reply

    def _amount(self, prompt: Prompt) -> float:
        if self._ledger.limit is None:
            return 0.0
        amount = self._worst_case(prompt)
        if amount is None:
            raise unpriced(self.name)
        return amount
