"""The board as text."""

import io
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from syrupy.assertion import SnapshotAssertion
from ui_story import BEGINNING, CODING, WHOLE

from sopgen import events
from sopgen.clock import FakeClock
from sopgen.events import Event
from sopgen.ui.board import Board
from sopgen.ui.drawing import Frame, draw_board
from sopgen.ui.folding import fold
from sopgen.ui.glyphs import Glyphs, glyphs_for
from sopgen.ui.state import RunView


def drawn(story: Sequence[tuple[float, Event]], now: float, width: int, height: int = 40) -> str:
    view = RunView()
    for at, event in story:
        view = fold(view, event, at)
    console = Console(file=io.StringIO(), width=width, color_system=None)
    with console.capture() as capture:
        console.print(draw_board(view, Frame(now, width, height, Glyphs())))
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


@pytest.mark.parametrize("width", [100, 60])
def test_the_board_in_the_middle_of_the_code_stage(width: int, snapshot: SnapshotAssertion) -> None:
    assert drawn([*BEGINNING, *CODING], 45, width) == snapshot


@pytest.mark.parametrize("width", [100, 60])
def test_the_board_at_the_end(width: int, snapshot: SnapshotAssertion) -> None:
    assert drawn(WHOLE, 60, width) == snapshot


def test_a_low_terminal_shows_what_works_and_counts_the_rest(snapshot: SnapshotAssertion) -> None:
    many = [
        (30.0, events.FileChanged(path=f"part_{number}.py", state="done")) for number in range(30)
    ]
    text = drawn([*BEGINNING, *CODING, *many], 45, 80, height=24)
    assert len(text.splitlines()) <= 23
    assert text == snapshot


@given(
    story=st.lists(st.sampled_from([event for _, event in WHOLE]), max_size=30),
    width=st.integers(20, 140),
    height=st.integers(15, 50),
)
def test_any_story_fits_any_terminal(story: list[Event], width: int, height: int) -> None:
    lines = drawn([(0.0, event) for event in story], 5, width, height).splitlines()
    assert len(lines) < height
    assert max(cell_len(line) for line in lines) <= width


def test_text_from_outside_cannot_steer_the_terminal() -> None:
    nasty = "a\x1b[31mb\x07\u202ec\r\nd [bold]e[/bold]"
    started = WHOLE[0][1].model_copy(update={"requirement": nasty, "project": nasty})
    text = drawn([(0, started)], 1, 100)
    assert "a[31mbc d [bold]e[/bold]" in text
    assert "\x1b" not in text


def test_a_terminal_without_unicode_gets_letters() -> None:
    file = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    glyphs = glyphs_for(Console(file=file))
    assert "".join(vars(glyphs).values()).isascii()


def test_the_first_line_says_that_a_recording_answers() -> None:
    console = Console(file=io.StringIO(), width=100, force_terminal=True, color_system=None)
    started = WHOLE[0][1].model_copy(update={"model": "recorded run 2048", "replayed": True})
    with console.capture() as capture, Board(console, FakeClock()) as board:
        board(started)
    assert capture.get().startswith(
        "sopgen replays the recorded run 2048: no model is asked, everything else is real"
    )


def test_events_of_many_threads_are_all_counted() -> None:
    console = Console(file=io.StringIO(), width=100, force_terminal=True)
    call = next(event for _, event in WHOLE if isinstance(event, events.CallFinished))
    with Board(console, FakeClock()) as board:
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(board, [call] * 400))
        console.print(board.picture())
    output = console.file.getvalue()  # type: ignore[attr-defined]
    assert f"{400 * call.usage.tokens:,} tokens" in output


def test_the_board_steps_aside_for_a_question() -> None:
    console = Console(file=io.StringIO(), width=100, force_terminal=True, color_system=None)
    with Board(console, FakeClock()) as board:
        board(WHOLE[0][1])
        with board.pause():
            before = console.file.getvalue()  # type: ignore[attr-defined]
            threading.Event().wait(0.3)
            assert console.file.getvalue() == before  # type: ignore[attr-defined]
