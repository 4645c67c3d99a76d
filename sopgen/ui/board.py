"""The live board of a run in a terminal."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

from rich.console import Console, RenderableType
from rich.live import Live
from rich.text import Text

from sopgen.clock import Clock
from sopgen.events import Event, FindingRaised, Noticed, RunStarted, RunStopped
from sopgen.ui.drawing import Frame, draw_board
from sopgen.ui.folding import fold
from sopgen.ui.glyphs import glyphs_for
from sopgen.ui.sentences import model_line, sentence
from sopgen.ui.state import RunView

_FRAMES_PER_SECOND = 8


class Board:
    """Draws the run as it stands, several times a second; lines of note scroll away above it."""

    def __init__(self, console: Console, clock: Clock, *, verbose: bool = False) -> None:
        self._console = console
        self._clock = clock
        self._verbose = verbose
        self._glyphs = glyphs_for(console)
        self._lock = threading.Lock()
        self._view = RunView(began=clock.monotonic())
        self._live = self._new_live()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._live.is_started:
            self._live.stop()

    def __call__(self, event: Event) -> None:
        with self._lock:
            self._view = fold(self._view, event, self._clock.monotonic())
        if isinstance(event, RunStarted):
            self._say(f"sopgen {model_line(event.model, event.replayed)}", "bold")
            self._live.start()
        elif self._verbose or _is_of_note(event):
            self._say(sentence(event, self._verbose), "dim")

    @contextmanager
    def pause(self) -> Iterator[None]:
        """Take the board away while a person is asked."""
        was_shown = self._live.is_started
        if was_shown:
            self._live.transient = True
            self._live.stop()
        try:
            yield
        finally:
            if was_shown:
                # A new one, because the old would draw over what was said meanwhile.
                self._live = self._new_live()
                self._live.start()

    def picture(self) -> RenderableType:
        """Return the board at this moment."""
        width, height = self._console.size
        return draw_board(self._view, Frame(self._clock.monotonic(), width, height, self._glyphs))

    def _new_live(self) -> Live:
        return Live(
            console=self._console,
            get_renderable=self.picture,
            refresh_per_second=_FRAMES_PER_SECOND,
            vertical_overflow="crop",
        )

    def _say(self, line: str, style: str) -> None:
        if line:
            self._console.print(Text(line, style=style))


def _is_of_note(event: Event) -> bool:
    is_error = isinstance(event, FindingRaised) and event.finding.severity == "error"
    return is_error or isinstance(event, Noticed | RunStopped)
