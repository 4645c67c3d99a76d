"""What a view is: it listens to events, shows them, and can step aside for a question."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol, Self

from sopgen.events import Event


class View(Protocol):
    """Shows a run; events come from several threads, entering and leaving from one."""

    def __enter__(self) -> Self:
        """Begin to show."""

    def __exit__(self, *exception: object) -> None:
        """Show the last state and let go of the terminal."""

    def __call__(self, event: Event) -> None:
        """Take in one event; never raises."""

    def pause(self) -> AbstractContextManager[None]:
        """Keep still while a person is asked."""


Write = Callable[[str], None]
"""Writes one line."""
