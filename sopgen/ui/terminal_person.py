"""The person at the terminal, asked through rich."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from rich.console import Console
from rich.markup import escape
from rich.prompt import Confirm, Prompt

from sopgen.ui.words import clean

Pause = Callable[[], AbstractContextManager[None]]
_END = "."


class TerminalPerson:
    """Asks on a console; `pause` keeps a live view still meanwhile."""

    present = True

    def __init__(self, console: Console, pause: Pause = nullcontext) -> None:
        self._console = console
        self._pause = pause

    def confirm(self, question: str, default: bool) -> bool:
        with self._pause():
            try:
                return Confirm.ask(escape(clean(question)), console=self._console, default=default)
            except EOFError:
                return default

    def ask(self, question: str) -> str:
        with self._pause():
            try:
                return Prompt.ask(escape(clean(question)), console=self._console, default="")
            except EOFError:
                return ""

    def paste(self, instructions: str) -> str:
        """Return the lines up to one that is a single dot, or up to the end of input."""
        with self._pause():
            self._console.print(clean(instructions), markup=False, highlight=False)
            self._console.print(f"End with a line that is only {_END}", style="dim")
            lines: list[str] = []
            try:
                while (line := self._console.input()) != _END:
                    lines.append(line)
            except EOFError:
                pass
            return "\n".join(lines)
