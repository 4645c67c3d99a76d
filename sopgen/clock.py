"""Time and chance, in one place so that tests can replace them."""

import random
import secrets
import threading
import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """What the rest of sopgen may know about time and chance."""

    def now(self) -> datetime:
        """Return the current time in UTC."""

    def monotonic(self) -> float:
        """Return seconds from an arbitrary start, never going back."""

    def sleep(self, seconds: float) -> None:
        """Wait."""

    def uniform(self, low: float, high: float) -> float:
        """Return a random number between low and high."""

    def token(self) -> str:
        """Return eight hexadecimal digits that nobody has used before."""


class SystemClock:
    """The machine's own clock and randomness."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    def uniform(self, low: float, high: float) -> float:
        return random.uniform(low, high)

    def token(self) -> str:
        return secrets.token_hex(4)


class FakeClock:
    """A clock that only moves when somebody sleeps; its chance is seeded."""

    def __init__(self, seed: int = 0) -> None:
        self.slept: list[float] = []
        self._random = random.Random(seed)
        self._seconds = 0.0
        self._lock = threading.Lock()

    def now(self) -> datetime:
        return datetime.fromtimestamp(1_700_000_000 + self._seconds, UTC)

    def monotonic(self) -> float:
        return self._seconds

    def sleep(self, seconds: float) -> None:
        with self._lock:
            self.slept.append(seconds)
            self._seconds += seconds

    def uniform(self, low: float, high: float) -> float:
        return self._random.uniform(low, high)

    def token(self) -> str:
        return f"{self._random.getrandbits(32):08x}"
