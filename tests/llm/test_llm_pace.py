"""Requests start as fast as the caps allow and the provider likes, first come, first served."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from llm_gateway import a_gateway, a_prompt

from sopgen.artifacts import Usage
from sopgen.clock import FakeClock
from sopgen.config.settings import ModelSettings
from sopgen.errors import Interrupted, RateLimited
from sopgen.events import CallDelayed, Event, Heartbeat
from sopgen.llm.base import Prompt, Reply
from sopgen.llm.chain import wrap
from sopgen.llm.heartbeat import Heart
from sopgen.llm.pace import RECOVERY, SLOWEST, Caps, Pace
from sopgen.llm.scripted import Scripted


def a_pace(requests: int | None = None, tokens: int | None = None) -> tuple[Pace, FakeClock]:
    clock = FakeClock()
    return Pace(Caps(requests, tokens), clock, threading.Event()), clock


def quietly(seconds: float, reason: str) -> None:
    """Tell nobody."""


def starts(pace: Pace, clock: FakeClock, number: int, tokens: float = 0) -> list[float]:
    return [round(pace.enter(tokens, quietly), 6) for _ in range(number)]


def test_without_caps_nobody_waits() -> None:
    pace, clock = a_pace()
    assert starts(pace, clock, 5) == [0] * 5
    assert clock.slept == []


def test_tokens_per_minute_are_spread_by_size() -> None:
    pace, clock = a_pace(tokens=60_000)
    assert starts(pace, clock, 3, tokens=5_000) == [0, 5, 10]


def test_tokens_that_were_not_used_are_given_back() -> None:
    pace, clock = a_pace(tokens=60_000)
    pace.enter(9_000, quietly)
    pace.answered(9_000, 2_000)
    assert starts(pace, clock, 1) == [2]


def test_the_narrower_cap_counts() -> None:
    pace, clock = a_pace(requests=6, tokens=60_000)
    assert starts(pace, clock, 3, tokens=1_000) == [0, 10, 20]


def test_a_refusal_halves_the_speed_and_answers_bring_it_back() -> None:
    pace, clock = a_pace(requests=60)
    pace.refused(pace.enter(0, quietly), 0)
    assert pace.speed == 0.5
    assert starts(pace, clock, 3) == [1, 3, 5]
    for _ in range(round(0.5 / RECOVERY)):
        pace.answered(0, 0)
    assert pace.speed == pytest.approx(1.0)


def test_refusals_of_requests_side_by_side_count_once() -> None:
    pace, clock = a_pace()
    begun = [pace.enter(0, quietly) for _ in range(8)]
    clock.sleep(1)
    for started in begun:
        pace.refused(started, 0)
    assert pace.speed == 0.5


def test_a_provider_that_goes_on_refusing_is_never_left_for_ever() -> None:
    pace, clock = a_pace()
    for _ in range(20):
        pace.refused(pace.enter(0, quietly), 0)
        clock.sleep(0.1)
    assert pace.speed == SLOWEST
    pace.answered(0, 0)
    begin = clock.monotonic()
    assert starts(pace, clock, 1)[0] - begin <= 60


def test_the_pause_that_a_provider_names_holds_for_all() -> None:
    pace, _ = a_pace()
    pace.refused(pace.enter(0, quietly), 30)
    told: list[float] = []
    assert pace.enter(0, lambda seconds, reason: told.append(seconds)) == 30
    assert told == [30]


def test_who_comes_first_is_served_first() -> None:
    pace, _ = a_pace(requests=600)
    order: list[int] = []
    arrived = [threading.Event() for _ in range(6)]
    pace.enter(0, quietly)

    def ask(number: int) -> None:
        pace.enter(0, lambda seconds, reason: arrived[number].set())
        order.append(number)

    hold = threading.Event()
    clock = pace._clock  # The first in the queue sleeps on this clock until all have arrived.
    assert isinstance(clock, FakeClock)
    sleep = clock.sleep
    with ThreadPoolExecutor(6) as pool:
        clock.sleep = lambda seconds: (hold.wait(5), sleep(seconds))[1]  # type: ignore[method-assign]
        for number in range(6):
            pool.submit(ask, number)
            assert arrived[number].wait(5)
        hold.set()
    assert order == list(range(6))


def test_one_who_is_interrupted_leaves_the_queue() -> None:
    stop = threading.Event()
    pace = Pace(Caps(requests=1), FakeClock(), stop)
    pace.enter(0, quietly)
    stop.set()
    with pytest.raises(Interrupted):
        pace.enter(0, quietly)
    stop.clear()
    assert pace.enter(0, quietly) == 60


def test_sixteen_threads_share_one_cap() -> None:
    gateway = a_gateway()
    settings = ModelSettings(requests_per_minute=60, tokens_per_minute=1_000_000)
    model = wrap(Scripted(lambda asked: "x"), replace(gateway.parts, settings=settings))
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(lambda n: model.ask(a_prompt(call=f"prd/prd#{n}")), range(16)))
    assert gateway.clock.monotonic() == pytest.approx(15, abs=0.01)


def test_a_rate_limit_slows_what_comes_after_it() -> None:
    gateway = a_gateway()
    refusals = iter([RateLimited("slow down", retry_after=20)])

    def answer(prompt: Prompt) -> Reply:
        if (error := next(refusals, None)) is not None:
            raise error
        return Reply(text="x", usage=Usage(prompt_tokens=10, completion_tokens=5))

    model = wrap(Scripted(answer), gateway.parts)
    for number in range(3):
        model.ask(a_prompt(call=f"prd/prd#{number}"))
    reasons = [e.reason for e in gateway.events if isinstance(e, CallDelayed)]
    assert reasons[0] == "slow down"
    assert "its turn: the provider asked for fewer requests" in reasons[1:]
    assert gateway.clock.monotonic() > 20


def test_what_is_waited_for_is_said_every_ten_seconds() -> None:
    events: list[Event] = []
    clock = FakeClock()
    heart = Heart(events.append, clock)
    with heart.waiting("prd/prd#1", "the answer of a model"):
        for _ in range(25):
            clock.sleep(1)
            heart.look()
    clock.sleep(30)
    heart.look()
    beats = [event for event in events if isinstance(event, Heartbeat)]
    assert [beat.waits[0].seconds for beat in beats] == [10, 20]
    assert {(beat.waits[0].call, beat.waits[0].what) for beat in beats} == {
        ("prd/prd#1", "the answer of a model")
    }


def test_calls_side_by_side_are_said_together() -> None:
    events: list[Event] = []
    clock = FakeClock()
    heart = Heart(events.append, clock)
    with heart.waiting("code/a.py#1", "its turn"), heart.waiting("code/b.py#1", "its turn"):
        clock.sleep(11)
        heart.look()
    (beat,) = events
    assert isinstance(beat, Heartbeat)
    assert [wait.call for wait in beat.waits] == ["code/a.py#1", "code/b.py#1"]
