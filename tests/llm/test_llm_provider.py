"""Each wire format through litellm, against a server on loopback. All tests here load litellm."""

import importlib
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from llm_gateway import Gateway, a_gateway, a_prompt
from wire import Answer, Seen, Server, serving

from sopgen.artifacts import PRD, Usage
from sopgen.config.settings import ModelSettings
from sopgen.errors import (
    BudgetReached,
    ConfigurationError,
    ModelFailed,
    ModelMissing,
    ModelUnavailable,
)
from sopgen.events import CallDelayed, CallProgressed
from sopgen.llm.chain import build
from sopgen.llm.failures import MEANINGS, meaning_of
from sopgen.llm.keys import PROVIDERS
from sopgen.llm.ledger import Ledger
from sopgen.llm.parts import Parts
from sopgen.llm.provider import LiteLLM
from sopgen.llm.schema import schema_of
from sopgen.llm.tokens import prompt_tokens

pytestmark = [
    pytest.mark.xdist_group("litellm"),
    # The library leaves its connections open and announces what it will drop one day.
    pytest.mark.filterwarnings("ignore"),
]
WIRES = [
    "openai/served",
    "anthropic/claude-sonnet-5-5",
    "gemini/gemini-3.8-flash",
    "ollama_chat/served",
]
KEY = "sk-canary-0123456789abcdef"


def _parts(gateway: Gateway, server: Server, **settings: object) -> Parts:
    base = server.url
    return replace(
        gateway.parts,
        settings=ModelSettings.model_validate({"api_base": base, "timeout": 20} | settings),
        environment={"OPENAI_API_KEY": KEY, "ANTHROPIC_API_KEY": KEY, "GEMINI_API_KEY": KEY},
    )


@pytest.mark.parametrize("name", WIRES)
def test_text_usage_and_progress_come_over_each_wire(name: str) -> None:
    gateway = a_gateway()
    with serving(lambda seen: Answer("Hello, wörld! " * 20)) as server:
        reply = LiteLLM(name, _parts(gateway, server)).ask(a_prompt())
    assert reply.text == "Hello, wörld! " * 20
    assert (reply.usage.prompt_tokens, reply.usage.completion_tokens) == (11, 7)
    assert reply.finish_reason == "stop"
    assert gateway.told(CallProgressed)


@pytest.mark.parametrize("name", WIRES)
def test_an_answer_cut_by_its_limit_says_so(name: str) -> None:
    with serving(lambda seen: Answer("Half of i", finish="length")) as server:
        reply = LiteLLM(name, _parts(a_gateway(), server)).ask(a_prompt())
    assert (reply.text, reply.finish_reason) == ("Half of i", "length")


@pytest.mark.parametrize("name", WIRES)
def test_the_schema_reaches_the_server(name: str) -> None:
    schema = schema_of(PRD)
    with serving(lambda seen: Answer('{"project_name": "x"}')) as server:
        model = LiteLLM(name, _parts(a_gateway(), server))
        reply = model.ask(a_prompt(answer_schema=schema))
    assert reply.text == '{"project_name": "x"}'
    assert "acceptance_criteria" in str(
        {key: part for key, part in server.bodies[0].items() if key != "messages"}
    )


@pytest.mark.parametrize("name", WIRES)
def test_a_stream_that_ends_too_early_is_a_failure_that_may_pass(name: str) -> None:
    with (
        serving(lambda seen: Answer("Hello, world! " * 20, cut=True)) as server,
        pytest.raises(ModelUnavailable),
    ):
        LiteLLM(name, _parts(a_gateway(), server)).ask(a_prompt())


@pytest.mark.parametrize("name", WIRES)
def test_a_server_that_does_not_stream_is_understood_too(name: str) -> None:
    with serving(lambda seen: Answer("Hello, world!", whole=True)) as server:
        model = LiteLLM(name, _parts(a_gateway(), server))
        replies = [model.ask(a_prompt(call=f"prd/prd#{number}")) for number in (1, 2)]
    assert [reply.text for reply in replies] == ["Hello, world!"] * 2
    assert (replies[1].usage.prompt_tokens, replies[1].usage.completion_tokens) == (11, 7)
    assert len(server.seen) <= 3


@pytest.mark.parametrize("word", ["stream_options", "stream"])
def test_a_server_that_refuses_a_part_of_streaming_is_asked_without_it(word: str) -> None:
    def answer(seen: Seen) -> Answer:
        if seen.body.get(word):
            return Answer(status=400, error=f"{word} is not supported")
        return Answer("Hello!", counts=False, whole=word == "stream")

    with serving(answer) as server:
        model = LiteLLM("openai/served", _parts(a_gateway(), server))
        assert model.ask(a_prompt()).text == "Hello!"
        assert model.ask(a_prompt(call="prd/prd#2")).text == "Hello!"
    assert len(server.seen) == 3


def test_a_server_that_sends_only_signs_of_life_is_given_up() -> None:
    with (
        serving(lambda seen: Answer("late", comments=3.0)) as server,
        pytest.raises(ModelUnavailable, match=r"Nothing came for 0\.5 seconds"),
    ):
        LiteLLM("openai/served", _parts(a_gateway(), server, timeout=0.5)).ask(a_prompt())


def test_a_server_that_answers_with_something_else_is_a_failure_that_may_pass() -> None:
    with (
        serving(lambda seen: Answer(status=200, text="", cut=True)) as server,
        pytest.raises(ModelUnavailable),
    ):
        LiteLLM("openai/served", _parts(a_gateway(), server)).ask(a_prompt())


def test_anthropic_gets_a_cache_mark_after_what_calls_share() -> None:
    with serving(lambda seen: Answer("x", cached_tokens=8)) as server:
        model = LiteLLM("anthropic/claude-sonnet-5-5", _parts(a_gateway(), server))
        reply = model.ask(a_prompt(shared="The artifacts. " * 500))
    shared, task = server.bodies[0]["messages"][0]["content"]
    assert shared["cache_control"] == {"type": "ephemeral"}
    assert task == {"type": "text", "text": "Write the PRD."}
    assert reply.usage.cached_tokens == 8


def test_a_server_that_refuses_schemas_is_asked_in_words_from_then_on() -> None:
    def answer(seen: Seen) -> Answer:
        if "response_format" in seen.body:
            return Answer(status=400, error="response_format is not supported by this server")
        return Answer("{}")

    with serving(answer) as server:
        model = LiteLLM("openai/served", _parts(a_gateway(), server))
        for number in (1, 2):
            model.ask(a_prompt(call=f"prd/prd#{number}", answer_schema=schema_of(PRD)))
    kinds = [body.get("response_format", {}).get("type") for body in server.bodies]
    assert kinds == ["json_schema", "json_schema", "json_object", None, None]
    assert "acceptance_criteria" in server.bodies[-1]["messages"][-1]["content"]


def test_a_server_that_refuses_limits_gets_the_schema_without_them() -> None:
    def answer(seen: Seen) -> Answer:
        if "maxItems" in str(seen.body["response_format"]):
            return Answer(status=400, error="Invalid schema: maxItems is not permitted")
        return Answer("{}")

    with serving(answer) as server:
        model = LiteLLM("openai/served", _parts(a_gateway(), server))
        assert model.ask(a_prompt(answer_schema=schema_of(PRD))).text == "{}"
    assert len(server.seen) == 2


def test_a_key_that_the_server_echoes_stands_in_no_error() -> None:
    def answer(seen: Seen) -> Answer:
        return Answer(status=401, error=f"Incorrect API key provided: {KEY}. Go away.")

    with serving(answer) as server, pytest.raises(ModelFailed) as caught:
        build("openai/served", _parts(a_gateway(), server)).ask(a_prompt())
    assert KEY not in str(caught.value) + caught.value.hint + repr(caught.value.__cause__)
    assert "Incorrect API key" in caught.value.message
    assert "key" in caught.value.hint
    assert len(server.seen) == 1


@pytest.mark.parametrize("name", WIRES)
def test_a_full_server_is_asked_again_when_it_says(name: str) -> None:
    answers = iter([Answer(status=429, error="slow down", headers={"Retry-After": "17"})])
    gateway = a_gateway()
    with serving(lambda seen: next(answers, Answer("done"))) as server:
        assert build(name, _parts(gateway, server)).ask(a_prompt()).text == "done"
    delays = [event.seconds for event in gateway.events if isinstance(event, CallDelayed)]
    assert len(delays) == 1
    assert 17 <= delays[0] <= 18


@pytest.mark.parametrize("status", [500, 502, 503, 529, 408])
def test_a_server_in_trouble_is_asked_again(status: int) -> None:
    answers = iter([Answer(status=status, error="trouble")])
    with serving(lambda seen: next(answers, Answer("done"))) as server:
        assert build("openai/served", _parts(a_gateway(), server)).ask(a_prompt()).text == "done"


@pytest.mark.parametrize("name", WIRES)
@pytest.mark.parametrize(
    ("status", "text", "hint"),
    [
        (400, "bad request", "refuses the request"),
        (403, "not yours", "key may not use"),
        (404, "no such model", "model's name"),
        (400, "maximum context length is 8192 tokens.", "too long for this model"),
        (429, "You exceeded your current quota.", "no credit left"),
    ],
)
def test_what_cannot_pass_is_asked_once_and_comes_with_a_hint(
    name: str, status: int, text: str, hint: str
) -> None:
    with serving(lambda seen: Answer(status=status, error=text)) as server:
        with pytest.raises(ModelFailed) as caught:
            build(name, _parts(a_gateway(), server)).ask(a_prompt())
        assert len(server.seen) == 1
    assert not isinstance(caught.value, ModelUnavailable)
    assert caught.value.message == f"{name}: {text}"
    assert hint in caught.value.hint


def test_an_unprocessable_request_fails_although_the_library_hides_it() -> None:
    with (
        serving(lambda seen: Answer(status=422, error="strange")) as server,
        pytest.raises(ModelFailed, match="cannot process") as caught,
    ):
        build("openai/served", _parts(a_gateway(), server)).ask(a_prompt())
    assert not isinstance(caught.value, ModelUnavailable)


def test_a_server_that_is_not_there_is_a_failure_that_may_pass() -> None:
    with serving(lambda seen: Answer()) as server:
        parts = _parts(a_gateway(), server)
    with pytest.raises(ModelUnavailable) as caught:
        LiteLLM("openai/served", parts).ask(a_prompt())
    assert "server runs" in caught.value.hint


def test_an_empty_answer_is_a_failure_that_may_pass() -> None:
    with serving(lambda seen: Answer("")) as server, pytest.raises(ModelUnavailable, match="empty"):
        LiteLLM("openai/served", _parts(a_gateway(), server)).ask(a_prompt())


def test_tokens_are_estimated_where_the_server_does_not_count() -> None:
    with serving(lambda seen: Answer("Hello world, how are you?", counts=False)) as server:
        reply = LiteLLM("openai/served", _parts(a_gateway(), server)).ask(a_prompt())
    assert 4 <= reply.usage.completion_tokens <= 9
    assert reply.usage.prompt_tokens > 0


@pytest.mark.parametrize("name", WIRES[:3])
def test_a_refusal_is_told_as_one(name: str) -> None:
    with serving(lambda seen: Answer("I will not.", finish="refusal")) as server:
        reply = LiteLLM(name, _parts(a_gateway(), server)).ask(a_prompt())
    assert reply.finish_reason == "refusal"


def test_ollama_gets_a_context_that_the_prompt_fits_in() -> None:
    with serving(lambda seen: Answer("x")) as server:
        model = LiteLLM("ollama_chat/served", _parts(a_gateway(), server))
        model.ask(a_prompt(shared="word " * 10_000))
    assert server.bodies[0]["options"]["num_ctx"] == 16384


@pytest.mark.parametrize(
    ("name", "wanted", "sent"),
    [
        ("openai/served", 1000, 1000),
        # It thinks within its answer's cap.
        ("anthropic/claude-sonnet-5-5", 1000, 9000),
        # It cannot give more than this.
        ("openai/gpt-4o-mini", 90_000, 16_384),
    ],
)
def test_an_answers_cap_suits_the_model(name: str, wanted: int, sent: int) -> None:
    with serving(lambda seen: Answer("x")) as server:
        LiteLLM(name, _parts(a_gateway(), server)).ask(a_prompt(max_tokens=wanted))
    body = server.bodies[0]
    assert (body.get("max_tokens") or body["max_completion_tokens"]) == sent


def test_the_worst_case_leaves_room_for_a_prompt_that_is_longer_than_estimated() -> None:
    parts = replace(
        a_gateway().parts,
        settings=ModelSettings(api_base="http://127.0.0.1:1"),
        prices={"openai/served": (1e6, 0.0)},
    )
    prompt = a_prompt(shared="All tiles move in one direction. " * 1000)
    worst = LiteLLM("openai/served", parts).worst_case(prompt)
    assert worst == pytest.approx(prompt_tokens(prompt) * 1.5)


def test_a_model_of_the_same_name_elsewhere_has_no_known_price() -> None:
    parts = replace(a_gateway().parts, settings=ModelSettings(api_base="http://127.0.0.1:1"))
    assert LiteLLM("deepseek/deepseek-chat", parts).worst_case(a_prompt()) is not None
    assert LiteLLM("hosted_vllm/deepseek-chat", parts).worst_case(a_prompt()) is None


def test_progress_is_told_ten_times_a_second_at_most() -> None:
    gateway = a_gateway()
    with serving(lambda seen: Answer("Hello, world! " * 200)) as server:
        LiteLLM("openai/served", _parts(gateway, server)).ask(a_prompt())
    assert len(gateway.told(CallProgressed)) == 1


def test_a_known_model_is_charged_by_its_price() -> None:
    with serving(lambda seen: Answer("x", prompt_tokens=1000, completion_tokens=100)) as server:
        model = LiteLLM("anthropic/claude-sonnet-5-5", _parts(a_gateway(), server))
        cost = model.ask(a_prompt()).usage.cost
    assert cost == pytest.approx(1000 * 2e-6 + 100 * 1e-5)
    worst = model.worst_case(a_prompt())
    assert worst is not None
    assert worst > 1000 * 1e-5


def test_the_users_own_price_counts() -> None:
    with serving(lambda seen: Answer("x", prompt_tokens=1000, completion_tokens=100)) as server:
        parts = replace(_parts(a_gateway(), server), prices={"openai/served": (1.0, 10.0)})
        usage = build("openai/served", parts).ask(a_prompt()).usage
    assert usage == Usage(prompt_tokens=1000, completion_tokens=100, cost=0.002)


def test_a_model_without_a_price_is_refused_while_there_is_a_budget() -> None:
    with serving(lambda seen: Answer("x")) as server:
        parts = replace(_parts(a_gateway(), server), ledger=Ledger(3.0))
        with pytest.raises(ConfigurationError, match="price of openai/served"):
            build("openai/served", parts).ask(a_prompt())
        assert server.seen == []
        assert build("ollama_chat/served", parts).ask(a_prompt()).usage.cost == 0


def test_a_call_that_breaks_off_is_charged_what_it_probably_cost() -> None:
    answers = iter([Answer("Hello, world! " * 20, cut=True)])
    gateway = a_gateway()
    with serving(lambda seen: next(answers, Answer("done"))) as server:
        ledger = Ledger(3.0)
        prices = {"openai/served": (1.0, 10.0)}
        parts = replace(_parts(gateway, server), ledger=ledger, prices=prices)
        reply = build("openai/served", parts).ask(a_prompt())
    assert ledger.spent > reply.usage.cost > 0
    [(call, reason, usage)] = gateway.record.failures
    assert (call, reason.partition(":")[0]) == ("prd/prd#1", "openai/served")
    assert usage.tokens > 0
    assert ledger.spent == pytest.approx(reply.usage.cost + usage.cost)


def test_sixteen_slow_calls_at_once_never_cost_more_than_the_limit() -> None:
    under_way, lock, most = 0, threading.Lock(), 0

    def answer(seen: Seen) -> Answer:
        nonlocal under_way, most
        with lock:
            under_way += 1
            most = max(most, under_way)
        time.sleep(0.2)
        with lock:
            under_way -= 1
        return Answer("x", prompt_tokens=0, completion_tokens=80)

    with serving(answer) as server:
        ledger = Ledger(0.55)
        prices = {"openai/served": (0.0, 1000.0)}
        model = build(
            "openai/served", replace(_parts(a_gateway(), server), ledger=ledger, prices=prices)
        )

        def ask(number: int) -> bool:
            try:
                model.ask(a_prompt(call=f"code/{number}#1", max_tokens=100))
            except BudgetReached:
                return False
            return True

        with ThreadPoolExecutor(16) as pool:
            answered = list(pool.map(ask, range(16)))
    # Six calls of 0.08 leave 0.07, into which no worst case of 0.10 fits.
    assert sum(answered) == len(server.seen) == 6
    assert ledger.spent == pytest.approx(0.48)
    # Five worst cases fit at once; none waited for another without need.
    assert most == 5


def test_the_default_models_are_in_the_table_with_price_and_schema() -> None:
    library = importlib.import_module("litellm")
    parts = replace(
        a_gateway().parts, environment={access.variables[0]: KEY for access in PROVIDERS}
    )
    for access in PROVIDERS:
        assert LiteLLM(access.model, parts).worst_case(a_prompt()), access.model
        assert library.get_llm_provider(access.model)[1] == access.provider
        known = access.model.removeprefix("openrouter/")
        assert library.supports_response_schema(model=known), access.model


def test_every_error_of_the_library_has_a_meaning_of_its_own() -> None:
    """What is left out belongs to the library's proxy server, which sopgen does not use."""
    exceptions = importlib.import_module("litellm.exceptions")
    kinds = [
        kind
        for kind in vars(exceptions).values()
        if isinstance(kind, type) and issubclass(kind, Exception)
    ]
    lacking = {kind.__name__ for kind in kinds if meaning_of(kind) is None}
    assert lacking == {
        "BlockedPiiEntityError", "BudgetExceededError", "GuardrailRaisedException",
        "ModelNotMappedError", "ModifyResponseException", "SensitiveDataRouteException",
    }  # fmt: skip
    names = {ancestor.__name__ for kind in kinds for ancestor in kind.__mro__}
    assert set(MEANINGS) - names <= {"ConflictError", "HTTPError", "TimeoutError", "ValueError"}


def test_a_missing_key_is_told_before_anything_else() -> None:
    with pytest.raises(ModelMissing, match="MISTRAL_API_KEY"):
        build("mistral/mistral-large-latest", a_gateway().parts)


def test_a_key_of_the_users_own_file_reaches_a_provider_that_is_not_listed() -> None:
    with serving(lambda seen: Answer("x")) as server:
        settings = ModelSettings(api_base=server.url)
        environment = {"TOGETHER_AI_API_KEY": "own-key-123"}
        parts = replace(a_gateway().parts, settings=settings, environment=environment)
        LiteLLM("together_ai/served", parts).ask(a_prompt())
    assert server.seen[0].headers["authorization"] == "Bearer own-key-123"


def test_the_library_loads_only_at_the_first_call() -> None:
    source = (
        "import sys; import sopgen.llm.chain, sopgen.llm.choice, sopgen.llm.structured;"
        "assert 'litellm' not in sys.modules;"
        "from sopgen.llm.provider import warm_up; import time; begin = time.perf_counter();"
        "warm_up(); assert time.perf_counter() - begin < 1"
    )
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
