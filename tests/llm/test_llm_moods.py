"""Every mood of a server, over every wire format that has it. All tests here load litellm."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from llm_gateway import Gateway, a_gateway, a_prompt
from wire import Answer, Seen, Server, serving
from wire.moods import MOODS, OVERFLOWS, Mood

from sopgen.config.settings import ModelSettings
from sopgen.errors import ModelFailed, ModelUnavailable
from sopgen.events import CallDelayed
from sopgen.llm.base import Reply
from sopgen.llm.chain import build

pytestmark = [
    pytest.mark.xdist_group("litellm"),
    # The library leaves its connections open and announces what it will drop one day.
    pytest.mark.filterwarnings("ignore"),
]
KEY = "sk-canary-0123456789abcdef"
TRIES = 3
GOOD = Answer("Hello, wörld! " * 8)
ALL = [pytest.param(mood, wire, id=f"{mood.name}-{wire}") for mood in MOODS for wire in mood.wires]
HURRIED = {"stalled stream": 0.3}
"""Timeouts, in seconds, of moods that take one."""


def for_ever(mood: Mood) -> Callable[[Seen], Answer]:
    return lambda seen: mood.spoil(GOOD)


def at_first(mood: Mood) -> Callable[[Seen], Answer]:
    bad = iter([mood.spoil(GOOD)] * mood.requests)
    return lambda seen: next(bad, GOOD)


def ask(gateway: Gateway, wire: str, server: Server, timeout: float) -> Reply:
    settings = {"api_base": server.url, "timeout": timeout, "tries": TRIES}
    parts = replace(
        gateway.parts,
        settings=ModelSettings.model_validate(settings),
        environment={"OPENAI_API_KEY": KEY, "ANTHROPIC_API_KEY": KEY, "GEMINI_API_KEY": KEY},
    )
    return build(wire, parts).ask(a_prompt())


@pytest.mark.parametrize(("mood", "wire"), ALL)
def test_a_mood_that_passes_costs_no_answer(mood: Mood, wire: str) -> None:
    gateway = a_gateway()
    with serving(at_first(mood)) as server:
        if mood.outcome == "ends":
            with pytest.raises(ModelFailed):
                ask(gateway, wire, server, HURRIED.get(mood.name, 20))
            return
        reply = ask(gateway, wire, server, HURRIED.get(mood.name, 20))
    assert (reply.text, reply.finish_reason) == (mood.gives or GOOD.text, "stop")
    assert reply.usage.completion_tokens > 0
    assert len(gateway.told(CallDelayed)) == (1 if mood.outcome == "waits" else 0)


@pytest.mark.parametrize(("mood", "wire"), ALL)
def test_a_mood_that_stays_ends_as_its_row_says(mood: Mood, wire: str) -> None:
    gateway = a_gateway()
    with serving(for_ever(mood)) as server:
        if mood.outcome == "taken":
            assert ask(gateway, wire, server, 20).text == (mood.gives or GOOD.text)
            return
        with pytest.raises(ModelFailed) as caught:
            ask(gateway, wire, server, HURRIED.get(mood.name, 20))
    passes = mood.outcome == "waits"
    assert isinstance(caught.value, ModelUnavailable) is passes
    assert caught.value.exit_code == 5
    assert mood.says in caught.value.message.replace("Connection", "connection")
    assert caught.value.hint == mood.hint
    assert len(server.seen) == mood.requests * (TRIES if passes else 1)
    assert "<" not in caught.value.message


@pytest.mark.parametrize("mood", OVERFLOWS, ids=lambda mood: mood.name)
def test_a_prompt_that_is_too_long_is_recognised_in_each_providers_words(mood: Mood) -> None:
    with serving(for_ever(mood)) as server, pytest.raises(ModelFailed) as caught:
        ask(a_gateway(), mood.wires[0], server, 20)
    assert (mood.says in caught.value.message, caught.value.hint) == (True, mood.hint)
    assert not isinstance(caught.value, ModelUnavailable)
    assert len(server.seen) == 1
