"""The person at the terminal, if there is one."""

from typing import Protocol


class Person(Protocol):
    """Somebody who can answer; `present` is False in pipes, CI and with --yes."""

    present: bool

    def confirm(self, question: str, default: bool) -> bool:
        """Return the answer to a yes/no question; the default when nobody is present."""

    def ask(self, question: str) -> str:
        """Return one line of free text; empty when nobody is present."""

    def paste(self, instructions: str) -> str:
        """Return a text of several lines; empty when nobody is present."""


class Nobody:
    """No person: every default stands."""

    present = False

    def confirm(self, question: str, default: bool) -> bool:
        return default

    def ask(self, question: str) -> str:
        return ""

    def paste(self, instructions: str) -> str:
        return ""
