"""What the gateway is put together from; made once per run by the assembly."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from sopgen.artifacts import RoleName
from sopgen.clock import Clock, SystemClock
from sopgen.events import Report, ignore
from sopgen.llm.base import CallRecord, Reply
from sopgen.llm.heartbeat import Heart
from sopgen.llm.ledger import Ledger
from sopgen.llm.limited import RoleLedgers
from sopgen.person import Nobody, Person
from sopgen.redact import Redactor


class GatewaySettings(Protocol):
    """The settings that the gateway reads; `config.ModelSettings` has them."""

    @property
    def api_base(self) -> str:
        """Base URL of a server, empty for the provider's own."""

    @property
    def temperature(self) -> float | None:
        """Sampling temperature; None leaves it to the provider."""

    @property
    def timeout(self) -> float:
        """Seconds without an answer before giving up."""

    @property
    def tries(self) -> int:
        """Tries per call when the failure may pass."""

    @property
    def requests_per_minute(self) -> int | None:
        """Cap on new requests; None for no cap."""

    @property
    def tokens_per_minute(self) -> int | None:
        """Cap on the tokens of new requests with their answers; None for no cap."""


@dataclass(frozen=True)
class Parts:
    """Settings, sinks and sources that the wrappers and providers of one run share."""

    settings: GatewaySettings
    record: CallRecord
    ledger: Ledger
    continuation: str
    """What is said to a model whose answer was cut off; a template's text."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Where API keys are looked up; never the current folder's."""
    prices: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """[input, output] US dollars per million tokens, by model; they win over known prices."""
    limits: Mapping[RoleName, RoleLedgers] = field(default_factory=dict)
    """What each limited role may still do."""
    report: Report = ignore
    heartbeat: Heart = field(default_factory=lambda: Heart(ignore, SystemClock()))
    clock: Clock = field(default_factory=SystemClock)
    redact: Redactor = field(default_factory=Redactor)
    stop: threading.Event = field(default_factory=threading.Event)
    """Set: no new call starts."""
    person: Person = field(default_factory=Nobody)
    manual_folder: Callable[[], Path] = Path
    """Where `manual` puts prompts and looks for answers; a run's folder can be renamed."""
    recording: Callable[[str], Reply | None] | None = None
    """The replies of a recorded run by call id, for `replay:`."""
