"""Put a model together: the provider that a name means, inside the wrappers of this run."""

from pathlib import PurePath

from sopgen.errors import ConfigurationError
from sopgen.llm.base import Model
from sopgen.llm.budgeted import Budgeted, WorstCase
from sopgen.llm.continued import Continued
from sopgen.llm.facts import facts_of
from sopgen.llm.journaled import Journaled
from sopgen.llm.limited import Limited
from sopgen.llm.manual import Manual
from sopgen.llm.paced import Paced
from sopgen.llm.parts import Parts
from sopgen.llm.provider import LiteLLM
from sopgen.llm.recorded import Recorded
from sopgen.llm.replay import Replay
from sopgen.llm.retrying import Retrying
from sopgen.llm.stoppable import Stoppable
from sopgen.llm.watched import Watched

MANUAL = "manual"
REPLAY = "replay:"


def build(name: str, parts: Parts) -> Model:
    """Return the model of a name that `choose` gave: `manual`, `replay:LABEL` or a litellm string.

    Build one per name and share it: the cap on requests per minute is kept by the instance.
    """
    if name == MANUAL:
        return wrap(Manual(parts), parts)
    if name.startswith(REPLAY):
        return wrap(_replay(name.removeprefix(REPLAY), parts), parts)
    provider = LiteLLM(name, parts)
    watched = Watched(provider, parts.heartbeat)
    return wrap(watched, parts, None if provider.free else provider.worst_case)


def wrap(provider: Model, parts: Parts, worst_case: WorstCase | None = None) -> Model:
    """Put the wrappers around a provider; without `worst_case` it costs nothing by definition.

    The order is the policy: a journaled answer costs nothing, each real try is charged, each paid
    reply is on disk before it is used, and a call that waited for money still heeds Ctrl-C.
    """
    model: Model = Recorded(provider, parts.record, parts.redact)
    model = Stoppable(model, parts.stop)
    if parts.limits:
        model = Limited(model, parts.limits, facts_of(provider.name, parts.prices))
    if worst_case is not None:
        model = Budgeted(model, parts.ledger, worst_case)
    model = Paced(model, parts)
    model = Journaled(model, parts.record, parts.report)
    return Continued(Retrying(model, parts), parts.continuation)


def _replay(label: str, parts: Parts) -> Replay:
    if parts.recording is None:
        raise ConfigurationError(
            f"There is no recording {label!r} to replay.", "Name one with --replay NAME-OR-FILE."
        )
    return Replay(PurePath(label).stem, parts.recording)
