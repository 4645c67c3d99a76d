"""Decide what answers: the model that was named, else what this machine offers."""

from collections.abc import Callable, Mapping, Sequence

from sopgen.errors import ConfigurationError, ModelMissing
from sopgen.llm.chain import REPLAY
from sopgen.llm.keys import PROVIDERS
from sopgen.llm.known import known_names
from sopgen.llm.ollama import best_for_code, running_models

_SPECIAL = ("auto", "manual")


def choose(
    name: str,
    environment: Mapping[str, str],
    recording_label: str | None,
    probe: Callable[[], Sequence[str]] = running_models,
    recorded: Sequence[str] = (),
) -> str:
    """Return the name to give to `build`.

    `auto` takes the first provider with a key, then a running Ollama (`probe` lists its models),
    then the bundled recording of the same sentence. `recorded` are the sentences that have one.
    Raises ModelMissing where there is nothing, ConfigurationError for a name nobody knows.
    """
    if name == "manual" or name.startswith(REPLAY):
        return name
    if name != "auto":
        return _known(name)
    for access in PROVIDERS:
        if access.key(environment):
            return access.model
    local = best_for_code(probe())
    if local is not None:
        return f"ollama_chat/{local}"
    if recording_label is not None:
        return REPLAY + recording_label
    raise ModelMissing("There is no model to ask for this sentence.", _ways(recorded))


def _known(name: str) -> str:
    known = known_names()
    if known.accepts(name):
        return name
    near = known.nearest(name) or [word for word in _SPECIAL if word[0] == name[:1]]
    hint = f"Did you mean {' or '.join(near)}? " if near else ""
    raise ConfigurationError(
        f"No model is called {name!r}.",
        f"{hint}A name is PROVIDER/MODEL, auto, manual or {REPLAY}NAME.",
    )


def _ways(recorded: Sequence[str]) -> str:
    ways = (
        "Set a key such as ANTHROPIC_API_KEY or OPENAI_API_KEY; or start Ollama;"
        " or use any chat window with --model manual."
    )
    if not recorded:
        return ways
    sentences = ", ".join(f'"{sentence}"' for sentence in recorded)
    return f"{ways} Without a model these recorded sentences run: {sentences}."
