"""Arrange the command line before typer reads it: the default command, and a bare --resume."""

import os
from collections.abc import Collection, Sequence

from sopgen.errors import UsageError

RUN = "run"
HELP = "--help"
GROUP_OPTIONS = frozenset({HELP, "-h", "--version", "--install-completion", "--show-completion"})
NEAREST = ""
"""Value of `--resume` without a path."""


def arrange(arguments: Sequence[str], commands: Collection[str], piped: bool) -> list[str]:
    """Return the arguments with their command first and `--resume` bound to its value.

    What does not begin with a command or an option of the group is a `run`. Without arguments, a
    requirement is expected in the pipe; where there is none, help is given.
    """
    if not arguments:
        return [RUN] if piped else [HELP]
    first, rest = arguments[0], arguments[1:]
    if first == RUN:
        return [RUN, *bind_resume(rest)]
    if first in commands or first in GROUP_OPTIONS:
        return list(arguments)
    return [RUN, *bind_resume(arguments)]


def bind_resume(arguments: Sequence[str]) -> list[str]:
    """Write `--resume PATH` as `--resume=PATH` and a bare `--resume` as `--resume=`.

    What follows is its value if it exists or is one word; a sentence is the requirement instead.
    """
    bound: list[str] = []
    remaining = list(arguments)
    while remaining:
        argument = remaining.pop(0)
        if argument == "--":
            return [*bound, argument, *remaining]
        if argument == "--resume":
            takes_next = bool(remaining) and _names_project(remaining[0])
            argument = f"--resume={remaining.pop(0) if takes_next else NEAREST}"
        bound.append(argument)
    return bound


def _names_project(text: str) -> bool:
    if not text:
        raise UsageError(
            "--resume was given an empty path.", "Leave it out to resume the nearest project."
        )
    if text.startswith("-"):
        return False
    return os.path.exists(text) or not any(char.isspace() for char in text)
