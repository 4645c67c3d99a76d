"""The person at the terminal."""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from rich.console import Console
from rich.text import Text

from sopgen.ui.keyboard import END, Stopped, long_lines, read_line, read_paste
from sopgen.ui.words import clean

Pause = Callable[[], AbstractContextManager[None]]
_ANSWERS = {"y": True, "yes": True, "n": False, "no": False}


class TerminalPerson:
    """Asks on a console, one question at a time; `pause` keeps a live view still meanwhile.

    Once the run is to stop, every question is answered by its default.
    """

    present = True

    def __init__(self, console: Console, pause: Pause, stopped: Stopped) -> None:
        self._console = console
        self._pause = pause
        self._stopped = stopped
        self._lock = threading.Lock()

    def confirm(self, question: str, default: bool) -> bool:
        choices = "[Y/n]" if default else "[y/N]"
        with self._asking():
            while True:
                self._say(f"{clean(question)} {choices} ", end="")
                answer = read_line(self._stopped).strip().lower()
                if not answer:
                    return default
                if answer in _ANSWERS:
                    return _ANSWERS[answer]
                self._say("Please answer yes or no.")

    def ask(self, question: str) -> str:
        with self._asking():
            self._say(f"{clean(question)} ", end="")
            return read_line(self._stopped).strip()

    def paste(self, instructions: str) -> str:
        with self._asking(), long_lines():
            self._say(clean(instructions))
            self._say(f"End with a line that is only {END}")
            return read_paste(self._stopped)

    def _say(self, text: str, end: str = "\n") -> None:
        self._console.print(Text(text, style="bold"), end=end)

    @contextmanager
    def _asking(self) -> Iterator[None]:
        with self._lock, self._pause():
            yield
