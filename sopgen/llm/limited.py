"""No role makes more calls, or uses more tokens, than the settings allow it."""

from collections.abc import Mapping
from dataclasses import dataclass

from sopgen.artifacts import RoleName
from sopgen.errors import BudgetReached, ModelFailed
from sopgen.llm.base import CallRecord, Model, Prompt, Reply
from sopgen.llm.facts import MARGIN, Facts
from sopgen.llm.ledger import Ledger
from sopgen.llm.tokens import prompt_tokens


@dataclass(frozen=True)
class RoleLedgers:
    """What one role may still do in this run."""

    calls: Ledger
    tokens: Ledger


def ledgers_for(
    role: RoleName, calls: int | None, tokens: int | None, record: CallRecord
) -> RoleLedgers:
    """Return a role's ledgers; what earlier sittings of the run used counts."""
    made, used = record.tally(role)

    def refuse_call(amount: float, spent: float, limit: float) -> BudgetReached:
        return BudgetReached(
            f"The {_title(role)} has made {spent:.0f} of the {limit:.0f} calls that it may make.",
            f"Raise limits.{role}.calls in your settings, then --resume.",
        )

    def refuse_tokens(amount: float, spent: float, limit: float) -> BudgetReached:
        return BudgetReached(
            f"The next call of the {_title(role)} may use up to {amount:,.0f} tokens;"
            f" {spent:,.0f} of its {limit:,.0f} are used.",
            f"Raise limits.{role}.tokens in your settings, then --resume.",
        )

    return RoleLedgers(Ledger(calls, made, refuse_call), Ledger(tokens, used, refuse_tokens))


class Limited:
    """Reserve one call and its worst case of tokens in the ledgers of the prompt's role."""

    def __init__(self, inner: Model, limits: Mapping[RoleName, RoleLedgers], facts: Facts) -> None:
        self.name = inner.name
        self._inner = inner
        self._limits = limits
        self._facts = facts

    def ask(self, prompt: Prompt) -> Reply:
        own = self._limits.get(prompt.role)
        if own is None:
            return self._inner.ask(prompt)
        most = prompt_tokens(prompt) * MARGIN + self._facts.cap(prompt.max_tokens)
        with own.calls.reserved(1) as call, own.tokens.reserved(most) as tokens:
            try:
                reply = self._inner.ask(prompt)
            except ModelFailed as error:
                call.spent, tokens.spent = float(sum(error.tokens) > 0), sum(error.tokens)
                raise
            call.spent, tokens.spent = 1, reply.usage.tokens
            return reply


def _title(role: RoleName) -> str:
    return role.replace("_", " ")
