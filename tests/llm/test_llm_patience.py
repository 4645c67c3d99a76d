"""A stream is waited for piece by piece, and not for ever."""

import threading
from collections.abc import Iterator

import pytest

from sopgen.llm.keys import base_for, key_for, provider_of
from sopgen.llm.patience import within


def test_all_pieces_come_in_order() -> None:
    assert list(within(range(1000), 5)) == list(range(1000))


def test_what_the_stream_raises_is_raised_where_it_is_waited_for() -> None:
    def pieces() -> Iterator[int]:
        yield 1
        raise KeyError("broken")

    stream = within(pieces(), 5)
    assert next(stream) == 1
    with pytest.raises(KeyError, match="broken"):
        next(stream)


def test_a_piece_that_takes_too_long_ends_the_wait() -> None:
    forever = threading.Event()

    def pieces() -> Iterator[int]:
        yield 1
        forever.wait(20)

    stream = within(pieces(), 0.05)
    assert next(stream) == 1
    with pytest.raises(TimeoutError, match=r"0\.05 seconds"):
        next(stream)
    forever.set()


@pytest.mark.parametrize(
    ("name", "provider"),
    [("openai/gpt-5", "openai"), ("claude-sonnet-5-5", "anthropic"), ("gpt-5", "openai"),
     ("openrouter/openai/gpt-5", "openrouter"), ("unheard-of", "")],
)  # fmt: skip
def test_a_model_tells_its_provider(name: str, provider: str) -> None:
    assert provider_of(name) == provider


def test_keys_and_addresses_come_from_the_given_environment_alone() -> None:
    environment = {"GOOGLE_API_KEY": "g", "TOGETHER_AI_API_KEY": "t", "OLLAMA_API_BASE": "http://o"}
    assert key_for("gemini", environment) == "g"
    assert key_for("together_ai", environment) == "t"
    assert key_for("openai", environment) is None
    assert base_for("ollama_chat", environment) == "http://o"
    assert base_for("openai", environment) is None
