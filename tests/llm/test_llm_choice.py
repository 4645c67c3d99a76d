"""What answers is chosen from the name given and from what the machine offers."""

import json
import subprocess
import sys
from collections.abc import Sequence

import pytest
from pytest_httpserver import HTTPServer

from sopgen.errors import ConfigurationError, ModelMissing
from sopgen.llm.choice import choose
from sopgen.llm.keys import PROVIDERS
from sopgen.llm.ollama import best_for_code, running_models


def _nothing() -> Sequence[str]:
    return []


@pytest.mark.parametrize("access", PROVIDERS, ids=lambda access: str(access.provider))
def test_auto_takes_the_provider_whose_key_is_there(access: object) -> None:
    provider = next(known for known in PROVIDERS if known is access)
    for variable in provider.variables:
        assert choose("auto", {variable: "k"}, recording="2048", probe=_nothing) == provider.model


def test_auto_prefers_a_key_to_ollama_and_ollama_to_a_recording() -> None:
    def probe() -> Sequence[str]:
        return ["llama3:8b", "qwen2.5-coder:7b"]

    key = {"OPENAI_API_KEY": "k", "ANTHROPIC_API_KEY": "k"}
    assert choose("auto", key, recording="2048", probe=probe).startswith("anthropic/")
    assert choose("auto", {}, recording="2048", probe=probe) == "ollama_chat/qwen2.5-coder:7b"
    assert choose("auto", {}, recording="2048", probe=_nothing) == "replay:2048"


def test_without_any_model_the_ways_to_one_and_the_recorded_sentences_are_named() -> None:
    with pytest.raises(ModelMissing) as caught:
        choose("auto", {}, recording=None, sentences=["Create a 2048 game"], probe=_nothing)
    assert caught.value.exit_code == 3
    for way in ("ANTHROPIC_API_KEY", "Ollama", "--model manual", '"Create a 2048 game"'):
        assert way in caught.value.hint


@pytest.mark.parametrize(
    "name", ["manual", "replay:2048", "anthropic/claude-sonnet-5-5", "gpt-5", "ollama_chat/any:7b"]
)
def test_a_name_that_means_something_is_taken_as_it_is(name: str) -> None:
    assert choose(name, {}, recording=None) == name


@pytest.mark.parametrize(
    ("name", "near"),
    [("antropic/claude-sonnet-5-5", "anthropic/claude-sonnet-5-5"), ("manul", "manual"),
     ("claude-sonet-4-5", "claude-sonnet-4-5"), ("openai/", "PROVIDER/MODEL")],
)  # fmt: skip
def test_an_unknown_name_is_refused_with_the_nearest_known_one(name: str, near: str) -> None:
    with pytest.raises(ConfigurationError, match=name) as caught:
        choose(name, {}, recording=None)
    assert near in caught.value.hint


def test_the_users_own_server_may_serve_any_name() -> None:
    assert choose("mine/x", {}, recording=None, api_base="http://127.0.0.1:1") == "mine/x"


def test_choosing_does_not_load_the_library() -> None:
    source = (
        "import sys; from sopgen.llm.choice import choose;"
        "choose('openai/gpt-5', {}, recording=None); assert 'litellm' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", source], check=False).returncode == 0


def test_a_running_ollama_tells_its_models(httpserver: HTTPServer) -> None:
    body = json.dumps({"models": [{"name": "nomic-embed-text"}, {"name": "llama3:8b"}]})
    httpserver.expect_request("/api/tags").respond_with_data(body)
    models = running_models(httpserver.host, httpserver.port)
    assert models == ["nomic-embed-text", "llama3:8b"]
    assert best_for_code(models) == "llama3:8b"


@pytest.mark.parametrize("body", ["", "no", "[]", '{"models": [1]}', "{}"])
def test_another_server_on_that_port_is_no_ollama(httpserver: HTTPServer, body: str) -> None:
    httpserver.expect_request("/api/tags").respond_with_data(body)
    assert running_models(httpserver.host, httpserver.port) == []


def test_no_server_is_no_error() -> None:
    assert running_models("127.0.0.1", 1) == []
    assert best_for_code([]) is None
