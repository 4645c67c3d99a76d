"""What a person asks of sopgen, what it may use of the outside, and how it ended."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sopgen.artifacts import Attachment, StageName, Usage, Verdict
from sopgen.clock import Clock
from sopgen.config.settings import Settings
from sopgen.errors import Refused, UsageError
from sopgen.events import Report
from sopgen.person import Person
from sopgen.redact import Redactor, secrets_in


@dataclass(frozen=True)
class Order:
    """What the person asked for."""

    text: str = ""
    """The requirement; empty when resuming."""
    attachments: tuple[Attachment, ...] = ()
    name: str = ""
    """The project's name; empty: the Product Manager names it."""
    resume: Path | None = None
    restart: StageName | None = None
    stop_after: StageName | None = None


@dataclass(frozen=True)
class Surroundings:
    """What a run may use of the outside."""

    settings: Settings
    environment: Mapping[str, str]
    """Where API keys are looked up."""
    report: Report
    person: Person
    clock: Clock
    stopping: threading.Event
    """Set when a person wants the run to stop after the calls in flight."""

    @property
    def redact(self) -> Redactor:
        return Redactor(secrets_in(self.environment))


@dataclass(frozen=True)
class Result:
    """How a run ended that was not stopped by an error."""

    project: Path
    verdict: Verdict | None
    usage: Usage
    stopped_after: StageName | None
    model: str
    replayed: bool

    @property
    def exit_code(self) -> int:
        """0: verified, or stopped where the person wanted; 1: made but not verified."""
        if self.stopped_after:
            return 0
        return 0 if self.verdict and self.verdict.outcome == "passed" else 1


def refuse_unsafe(order: Order, place: Path, redact: Redactor) -> None:
    """Refuse a key among what would be committed, and a folder whose name is no text.

    Raises Refused or UsageError.
    """
    texts = {"The requirement": order.text}
    texts |= {f"The attachment {item.path}": item.text for item in order.attachments}
    for name, text in texts.items():
        if redact(text) != text:
            raise Refused(
                f"{name} holds what looks like a key, and it would be committed.",
                "Take it out; keys belong into the environment.",
            )
    try:
        str(order.resume or place).encode("utf-8")
    except UnicodeEncodeError as error:
        raise UsageError(
            f"The folder {str(place)!a} has a name that is not UTF-8.", "Choose another folder."
        ) from error
