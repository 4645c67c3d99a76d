"""Where a run's answers come from: a model, or a recording of the same sentence."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from sopgen.config.settings import Settings
from sopgen.errors import ConfigurationError
from sopgen.journal.recording import Recording, bundled, for_sentence
from sopgen.llm.base import Reply
from sopgen.llm.chain import MANUAL, REPLAY
from sopgen.llm.choice import choose
from sopgen.llm.facts import facts_of, unpriced


@dataclass(frozen=True)
class Source:
    """What answers, by the name that the gateway knows, and how it is told to people."""

    name: str
    label: str
    replayed: bool = False
    recorded: str = ""
    """When and how the recording was made."""
    reply: Callable[[str], Reply | None] | None = None

    @property
    def is_live(self) -> bool:
        """Whether a provider is asked, whose library takes seconds to load."""
        return not self.replayed and self.name != MANUAL


def find_source(
    text: str, before: str, settings: Settings, environment: Mapping[str, str]
) -> Source:
    """Return what answers a requirement; a resumed run (`before`) keeps its own unless told.

    Raises ModelMissing where there is neither a model nor a recording of this sentence.
    """
    wanted = settings.model.name
    if wanted == "auto" and before:
        wanted = before
    own = for_sentence(text)
    name = choose(
        wanted,
        environment,
        recording=own.name if own else None,
        sentences=[recording.sentence for recording in bundled().values()],
        api_base=settings.model.api_base,
    )
    if not name.startswith(REPLAY):
        return Source(name, name)
    recording = find_recording(name.removeprefix(REPLAY))
    made = f"{recording.header.made}, {recording.header.how}" if recording.header else ""
    return Source(name, f"recorded run {recording.name}", True, made, recording.reply)


def models_of(source: Source, settings: Settings) -> set[str]:
    """Return the names of all that may be asked in a run."""
    return {source.name, *settings.model.roles.values()}


def refuse_unpriced(source: Source, settings: Settings) -> None:
    """Refuse models for which no budget could be kept; raises ConfigurationError."""
    if settings.budget.limit is None:
        return
    for name in sorted(models_of(source, settings)):
        if facts_of(name, settings.budget.prices).cost(1, 1) is None:
            raise unpriced(name)


def find_recording(wanted: str) -> Recording:
    """Return a recording by the name it ships under or by its file."""
    shipped = bundled()
    if wanted in shipped:
        return shipped[wanted]
    if Path(wanted).is_file():
        return Recording.load(Path(wanted))
    raise ConfigurationError(
        f"There is no recording {wanted!r}.",
        f"Shipped recordings: {', '.join(shipped) or 'none'}; or name a file.",
    )
