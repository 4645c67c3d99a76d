"""A purse: what is spent, what is promised to calls in flight, and where it ends."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sopgen.errors import BudgetReached

Refusal = Callable[[float, float, float], BudgetReached]
"""The error for an amount that does not fit, from that amount, what is spent, and the limit."""


@dataclass
class Promise:
    """An amount set aside for one call; `spent` is what the call really took."""

    amount: float
    spent: float = 0.0


def of_money(amount: float, spent: float, limit: float) -> BudgetReached:
    """Say that a call may cost more US dollars than are left."""
    return BudgetReached(
        f"The next call may cost up to ${amount:.4f}; ${spent:.4f} of the budget of"
        f" ${limit:.2f} is spent.",
        f"Go on with a higher limit: --resume --budget {spent + amount + limit:.2f}",
    )


class Ledger:
    """Reserve a call's worst case before it starts and settle what it really took.

    `limit` is None for no limit; `spent` is what earlier sittings of the run took.
    """

    def __init__(
        self, limit: float | None, spent: float = 0.0, refusal: Refusal = of_money
    ) -> None:
        self.limit = limit
        self._spent = spent
        self._refusal = refusal
        self._reserved = 0.0
        self._in_flight = 0
        self._changed = threading.Condition()

    @property
    def spent(self) -> float:
        with self._changed:
            return self._spent

    @contextmanager
    def reserved(self, amount: float) -> Iterator[Promise]:
        """Set an amount aside while the block runs, then settle what the promise says."""
        promise = Promise(amount)
        self.reserve(amount)
        try:
            yield promise
        finally:
            self.settle(amount, promise.spent)

    def reserve(self, amount: float) -> None:
        """Set the amount aside; wait for calls in flight where only their worst case is in the way.

        Raises BudgetReached when the amount does not fit and nothing is in flight any more.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._fits(amount) or not self._in_flight)
            if not self._fits(amount):
                raise self._refusal(amount, self._spent, self.limit or 0.0)
            self._reserved += amount
            self._in_flight += 1

    def settle(self, reserved: float, spent: float) -> None:
        """Replace a reservation by what the call took."""
        with self._changed:
            self._reserved -= reserved
            self._in_flight -= 1
            self._spent += spent
            self._changed.notify_all()

    def _fits(self, amount: float) -> bool:
        return self.limit is None or self._spent + self._reserved + amount <= self.limit
