"""Make the picture of the README: a replayed run as a terminal shows it."""

import contextlib
import tempfile
import threading
from pathlib import Path

from rich.console import Console

from sopgen.assembly import Order, Surroundings, carry_out
from sopgen.clock import SystemClock
from sopgen.config import Settings
from sopgen.events import Event
from sopgen.person import Nobody
from sopgen.project.project import Project
from sopgen.ui.drawing import Frame, draw_board
from sopgen.ui.ending import Ending, draw_ending
from sopgen.ui.folding import fold
from sopgen.ui.glyphs import glyphs_for
from sopgen.ui.sentences import model_line
from sopgen.ui.state import RunView

SENTENCE = "Create a 2048 game"
WIDTH, HEIGHT = 100, 60


def main() -> None:
    """Replay the recorded sentence, draw its board and its ending, and export both as SVG."""
    console = Console(record=True, width=WIDTH, height=HEIGHT, force_terminal=True, quiet=False)
    clock = SystemClock()
    began = clock.monotonic()
    view = RunView(began=began)
    lock = threading.Lock()

    def listen(event: Event) -> None:
        nonlocal view
        with lock:
            view = fold(view, event, clock.monotonic())

    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        settings = Settings.model_validate(
            {"workspace": Path("workspace"), "model": {"name": "replay:2048"}}
        )
        around = Surroundings(settings, {}, listen, Nobody(), clock, threading.Event())
        result = carry_out(Order(text=SENTENCE), around)
        ending = Ending(
            project=Path("workspace") / result.project.name,
            design=Project(result.project).artifacts().design,
            verdict=result.verdict,
            usage=result.usage,
            model=result.model,
            replayed=result.replayed,
            stopped_after=None,
            seconds=clock.monotonic() - began,
        )
        console.print(f'[bold]$[/] sopgen "{SENTENCE}"', highlight=False)
        console.print(
            f"[bold]sopgen {model_line(result.model, result.replayed)}[/]", highlight=False
        )
        console.print(
            draw_board(view, Frame(clock.monotonic(), WIDTH, HEIGHT, glyphs_for(console)))
        )
        draw_ending(ending, console)
    svg = console.export_svg(title="sopgen")
    (Path(__file__).resolve().parent / "run.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
