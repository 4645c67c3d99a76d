"""When the next request may start: first come, first served, and slower where a provider asks."""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from sopgen.clock import Clock
from sopgen.llm.stoppable import pause

SLOWEST = 1 / 16
"""The least share of its full speed to which a provider's refusals bring a pace down."""
RECOVERY = 0.05
"""What each answer gives back of the full speed: twenty answers take one halving back."""
_UNCAPPED = 30
"""Requests per minute at which a pace without a cap counts as full, if it was not faster."""
_MINUTE = 60.0


@dataclass(frozen=True)
class Caps:
    """The most that may start in a minute; None for no cap."""

    requests: int | None = None
    tokens: int | None = None


@dataclass(frozen=True, eq=False)
class _Ticket:
    """A place in the queue."""

    tokens: float


class Pace:
    """One gate for all threads that ask the same model."""

    def __init__(self, caps: Caps, clock: Clock, stop: threading.Event) -> None:
        self._caps = caps
        self._clock = clock
        self._stop = stop
        self._turn = threading.Condition()
        self._queue: deque[_Ticket] = deque()
        self._starts: deque[float] = deque()
        self._next = self._next_tokens = clock.monotonic()
        self._speed = 1.0
        self._full = _UNCAPPED
        self._slowed = -_MINUTE

    @property
    def speed(self) -> float:
        """The share of its full speed at which requests start now."""
        with self._turn:
            return self._speed

    def enter(self, tokens: float, told: Callable[[float, str], None]) -> float:
        """Wait for the turn of a request of so many tokens; return when it started.

        `told` is called with seconds and reason where there is something to wait for.
        Raises Interrupted.
        """
        ticket = _Ticket(tokens)
        with self._turn:
            before = sum(max(self._gap(), self._token_gap(held.tokens)) for held in self._queue)
            seconds = max(self._next, self._next_tokens) - self._clock.monotonic() + before
            self._queue.append(ticket)
        try:
            if seconds > 0:
                told(seconds, self._reason())
            with self._turn:
                self._turn.wait_for(lambda: self._queue[0] is ticket)
            while (left := self._left()) > 0:
                pause(left, self._clock, self._stop)
            return self._start(ticket)
        finally:
            with self._turn:
                self._queue.remove(ticket)
                self._turn.notify_all()

    def answered(self, expected: float, used: float) -> None:
        """Take back the tokens that a request did not need, and get faster again."""
        with self._turn:
            if self._caps.tokens is not None:
                self._next_tokens -= self._token_gap(expected - used)
            self._speed = min(1.0, self._speed + RECOVERY)

    def refused(self, started: float, retry_after: float) -> None:
        """Halve the speed because of a request that started then; those beside it do not count."""
        with self._turn:
            now = self._clock.monotonic()
            self._next = max(self._next, now + retry_after)
            if started < self._slowed:
                return
            if self._speed >= 1.0:
                self._full = max(_UNCAPPED, len(self._starts))
            self._slowed = now
            self._speed = max(SLOWEST, self._speed / 2)

    def _left(self) -> float:
        with self._turn:
            return max(self._next, self._next_tokens) - self._clock.monotonic()

    def _start(self, ticket: _Ticket) -> float:
        with self._turn:
            now = self._clock.monotonic()
            while self._starts and self._starts[0] <= now - _MINUTE:
                self._starts.popleft()
            self._starts.append(now)
            self._next = now + self._gap()
            self._next_tokens = max(now, self._next_tokens) + self._token_gap(ticket.tokens)
            return now

    def _gap(self) -> float:
        """Return how long after a request the next one may start."""
        per_minute = self._caps.requests
        if per_minute is None and self._speed < 1.0:
            per_minute = self._full
        return _MINUTE / per_minute / self._speed if per_minute else 0.0

    def _token_gap(self, tokens: float) -> float:
        """Return how long it takes until so many tokens are allowed again."""
        cap = self._caps.tokens
        return tokens * _MINUTE / cap / self._speed if cap else 0.0

    def _reason(self) -> str:
        if self._speed < 1.0:
            return "its turn: the provider asked for fewer requests"
        return "its turn: the cap on requests and tokens per minute"
