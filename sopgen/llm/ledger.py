"""The run's purse: what is spent, what is promised to calls in flight, and where it ends."""

import threading

from sopgen.errors import BudgetReached


class Ledger:
    """Reserve a call's worst case before it starts and settle what it really cost.

    `limit` is in US dollars, None for no limit; `spent` is what earlier sittings of the run cost.
    """

    def __init__(self, limit: float | None, spent: float = 0.0) -> None:
        self.limit = limit
        self._spent = spent
        self._reserved = 0.0
        self._in_flight = 0
        self._changed = threading.Condition()

    @property
    def spent(self) -> float:
        with self._changed:
            return self._spent

    def reserve(self, amount: float) -> None:
        """Set the amount aside; wait for calls in flight where only their worst case is in the way.

        Raises BudgetReached when the amount does not fit and nothing is in flight any more.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._fits(amount) or not self._in_flight)
            if not self._fits(amount):
                raise self._refusal(amount)
            self._reserved += amount
            self._in_flight += 1

    def settle(self, reserved: float, cost: float) -> None:
        """Replace a reservation by what the call cost."""
        with self._changed:
            self._reserved -= reserved
            self._in_flight -= 1
            self._spent += cost
            self._changed.notify_all()

    def _fits(self, amount: float) -> bool:
        return self.limit is None or self._spent + self._reserved + amount <= self.limit

    def _refusal(self, amount: float) -> BudgetReached:
        limit = self.limit or 0.0
        return BudgetReached(
            f"The next call may cost up to ${amount:.4f}; ${self._spent:.4f} of the budget of"
            f" ${limit:.2f} is spent.",
            f"Go on with a higher limit: --resume --budget {self._spent + amount + limit:.2f}",
        )
