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
    *,
    recording: str | None,
    sentences: Sequence[str] = (),
    api_base: str = "",
    probe: Callable[[], Sequence[str]] = running_models,
) -> str:
    """Return the name to give to `build`.

    `auto` takes the first provider with a key, then a running Ollama (`probe` lists its models),
    then `recording`, the label of the bundled run of the same sentence. `sentences` are those that
    have one. `api_base` is the user's own server, whose models may have any name.
    Raises ModelMissing where there is nothing, ConfigurationError for a name nobody knows.
    """
    if name == "manual" or name.startswith(REPLAY):
        return name
    if name != "auto":
        return name if api_base and "/" in name else _known(name)
    for access in PROVIDERS:
        if access.key(environment):
            return access.model
    local = best_for_code(probe())
    if local is not None:
        return f"ollama_chat/{local}"
    if recording is not None:
        return REPLAY + recording
    raise ModelMissing("There is no model to ask for this sentence.", _ways(sentences))


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


def _ways(sentences: Sequence[str]) -> str:
    ways = (
        "Set a key such as ANTHROPIC_API_KEY or OPENAI_API_KEY; or start Ollama;"
        " or use any chat window with --model manual."
    )
    if not sentences:
        return ways
    quoted = ", ".join(f'"{sentence}"' for sentence in sentences)
    return f"{ways} Without a model these recorded sentences run: {quoted}."
