"""A model, a journal in memory and a prompt, for the gateway's tests."""

import threading
from dataclasses import dataclass, field
from typing import Any

from sopgen.artifacts import RoleName, Usage
from sopgen.clock import FakeClock
from sopgen.config.settings import ModelSettings
from sopgen.events import Event
from sopgen.llm.base import Prompt, Reply
from sopgen.llm.ledger import Ledger
from sopgen.llm.parts import Parts


@dataclass
class MemoryRecord:
    """A journal that lives as long as the test."""

    replies: dict[str, Reply] = field(default_factory=dict)
    prompts: list[Prompt] = field(default_factory=list)
    failures: list[tuple[str, str, Usage]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def find(self, request: str) -> Reply | None:
        return self.replies.get(request)

    def record(self, prompt: Prompt, request: str, reply: Reply) -> None:
        with self.lock:
            self.prompts.append(prompt)
            self.replies[request] = reply

    def record_failure(self, prompt: Prompt, request: str, reason: str, usage: Usage) -> None:
        with self.lock:
            self.failures.append((prompt.call, reason, usage))

    def tally(self, role: RoleName) -> tuple[int, int]:
        return 0, 0

    def spent(self) -> Usage:
        return sum((reply.usage for reply in self.replies.values()), Usage())


@dataclass
class Gateway:
    """The parts of one run, with what they noted."""

    record: MemoryRecord
    clock: FakeClock
    events: list[Event]
    parts: Parts

    def told(self, kind: type[Event]) -> list[Event]:
        """Return the events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]


def a_gateway() -> Gateway:
    """Return parts without budget, keys or person, on a clock that only sleeping moves."""
    record, clock, events = MemoryRecord(), FakeClock(), list[Event]()
    parts = Parts(
        settings=ModelSettings(),
        record=record,
        ledger=Ledger(None),
        continuation="Go on.",
        report=events.append,
        clock=clock,
    )
    return Gateway(record, clock, events, parts)


def a_prompt(**changes: Any) -> Prompt:
    """Return the Product Manager's first call."""
    prompt = Prompt(
        call="prd/prd#1",
        role="product_manager",
        stage="prd",
        system="You write.",
        shared="A game.",
        task="Write the PRD.",
        max_tokens=1000,
    )
    return prompt.model_copy(update=changes)
