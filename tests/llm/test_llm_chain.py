"""The wrappers, as the chain puts them together around a scripted model."""

from dataclasses import replace

import pytest
from llm_gateway import a_gateway, a_prompt

from sopgen.artifacts import Usage
from sopgen.config.settings import ModelSettings
from sopgen.errors import (
    ConfigurationError,
    Interrupted,
    ModelFailed,
    ModelUnavailable,
    RecordingIncomplete,
)
from sopgen.events import CallDelayed, CallFinished, CallStarted
from sopgen.llm.base import Prompt, Reply
from sopgen.llm.chain import build, wrap
from sopgen.llm.scripted import Scripted
from sopgen.redact import Redactor


def test_an_answer_in_the_journal_is_not_asked_for_again() -> None:
    gateway = a_gateway()
    prompt = a_prompt()
    scripted = Scripted({"prd/prd": "A PRD."})
    model = wrap(scripted, gateway.parts)
    assert model.ask(prompt) == model.ask(prompt)
    assert scripted.calls == ["prd/prd#1"]
    finished = [event for event in gateway.events if isinstance(event, CallFinished)]
    assert [event.reused for event in finished] == [False, True]
    assert len(gateway.told(CallStarted)) == 1


def test_another_take_is_asked_anew() -> None:
    gateway = a_gateway()
    prompt = a_prompt()
    scripted = Scripted({"prd/prd": ["first", "second"]})
    model = wrap(scripted, gateway.parts)
    model.ask(prompt)
    assert model.ask(prompt.model_copy(update={"take": 2})).text == "second"


def test_secrets_leave_neither_with_the_prompt_nor_with_the_reply() -> None:
    gateway = a_gateway()
    prompt = a_prompt()
    secret = "canary-7f3a9b2c4d"
    scripted = Scripted(lambda asked: f"You said: {asked.task} and {secret}")
    parts = replace(gateway.parts, redact=Redactor([secret]))
    reply = wrap(scripted, parts).ask(prompt.model_copy(update={"task": f"Use {secret}."}))
    assert secret not in reply.text
    assert secret not in scripted.prompts[0].task
    assert secret not in repr(gateway.record)


def test_a_reply_is_recorded_before_it_is_used() -> None:
    gateway = a_gateway()
    prompt = a_prompt()
    reply = wrap(Scripted({"prd/prd": "A PRD."}), gateway.parts).ask(prompt)
    assert gateway.record.find(prompt.request_digest("scripted")) == reply


def _failing(times: int, error: ModelFailed) -> Scripted:
    left = iter([error] * times)

    def answer(prompt: Prompt) -> str:
        failure = next(left, None)
        if failure is not None:
            raise failure
        return "at last"

    return Scripted(answer)


def test_what_may_pass_is_waited_out_with_growing_random_pauses() -> None:
    gateway = a_gateway()
    prompt = a_prompt()
    scripted = _failing(5, ModelUnavailable("overloaded"))
    assert wrap(scripted, gateway.parts).ask(prompt).text == "at last"
    pauses = [event.seconds for event in gateway.events if isinstance(event, CallDelayed)]
    assert all(1 <= pause <= min(60, 2**n) for n, pause in enumerate(pauses, 1))
    assert sum(gateway.clock.slept) == pytest.approx(sum(pauses))


def test_after_the_last_try_the_failure_is_raised() -> None:
    gateway = a_gateway()
    prompt = a_prompt()
    scripted = _failing(9, ModelUnavailable("overloaded"))
    with pytest.raises(ModelUnavailable, match="overloaded"):
        wrap(scripted, gateway.parts).ask(prompt)
    assert len(scripted.calls) == 6


def test_a_servers_wish_to_wait_is_honoured() -> None:
    gateway = a_gateway()
    prompt = a_prompt()
    scripted = _failing(1, ModelUnavailable("slow down", retry_after=20))
    wrap(scripted, gateway.parts).ask(prompt)
    assert 20 <= sum(gateway.clock.slept) <= 21


def test_a_wish_to_wait_for_an_hour_is_not_waited_for() -> None:
    gateway = a_gateway()
    prompt = a_prompt()
    scripted = _failing(1, ModelUnavailable("tomorrow", retry_after=3600))
    with pytest.raises(ModelUnavailable, match="tomorrow"):
        wrap(scripted, gateway.parts).ask(prompt)
    assert gateway.clock.slept == []


def test_what_cannot_pass_fails_at_once() -> None:
    gateway = a_gateway()
    prompt = a_prompt()
    scripted = _failing(1, ModelFailed("bad key"))
    with pytest.raises(ModelFailed, match="bad key"):
        wrap(scripted, gateway.parts).ask(prompt)
    assert len(scripted.calls) == 1


def test_after_the_stop_flag_no_call_starts_but_the_journal_still_answers() -> None:
    gateway = a_gateway()
    prompt = a_prompt()
    scripted = Scripted({"prd/prd": "A PRD."})
    model = wrap(scripted, gateway.parts)
    model.ask(prompt)
    gateway.parts.stop.set()
    assert model.ask(prompt).text == "A PRD."
    with pytest.raises(Interrupted):
        model.ask(prompt.model_copy(update={"call": "prd/prd#2"}))
    assert len(scripted.calls) == 1


def test_the_stop_flag_ends_a_pause_between_tries() -> None:
    gateway = a_gateway()
    prompt = a_prompt()

    def answer(asked: Prompt) -> str:
        gateway.parts.stop.set()
        raise ModelUnavailable("overloaded")

    with pytest.raises(Interrupted):
        wrap(Scripted(answer), gateway.parts).ask(prompt)
    assert gateway.clock.slept == []


def test_requests_per_minute_are_spread_evenly() -> None:
    gateway = a_gateway()
    prompt = a_prompt()
    parts = replace(gateway.parts, settings=ModelSettings(requests_per_minute=6))
    model = wrap(Scripted(lambda asked: "x"), parts)
    for number in range(1, 4):
        model.ask(prompt.model_copy(update={"call": f"prd/prd#{number}"}))
    assert [event.seconds for event in gateway.events if isinstance(event, CallDelayed)] == [10, 10]
    assert sum(gateway.clock.slept) == 20


def test_a_replay_answers_by_call_id_and_costs_nothing() -> None:
    gateway = a_gateway()
    prompt = a_prompt()
    usage = Usage(prompt_tokens=10, completion_tokens=5, cost=0.3)
    replies = {"prd/prd#1": Reply(text="recorded", usage=usage)}
    model = build("replay:2048", replace(gateway.parts, recording=replies.get))
    reply = model.ask(prompt)
    assert (model.name, reply.text) == ("replay/2048", "recorded")
    assert reply.usage == Usage(prompt_tokens=10, completion_tokens=5)


def test_a_call_that_a_recording_lacks_is_named() -> None:
    gateway = a_gateway()
    prompt = a_prompt()
    model = build("replay:2048", replace(gateway.parts, recording=lambda call: None))
    with pytest.raises(RecordingIncomplete, match=r"prd/prd#1") as caught:
        model.ask(prompt)
    assert "--resume" in caught.value.hint


def test_a_replay_without_a_recording_is_refused() -> None:
    gateway = a_gateway()
    with pytest.raises(ConfigurationError, match="2048"):
        build("replay:2048", gateway.parts)

    gateway = a_gateway()
    prompt = a_prompt()
    with pytest.raises(RecordingIncomplete, match=r"prd/prd#1"):
        Scripted({}).ask(prompt)
