"""Draw a run as it stands; pure, so that it is compared with golden text."""

from collections.abc import Iterable
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sopgen.ui.glyphs import Glyphs
from sopgen.ui.state import ROLE_TITLES, ROLES, FileProgress, RunView, StageState, Wait
from sopgen.ui.words import clean, duration, money, near, number_of, tokens

_FIXED_LINES = 11
"""Lines that are neither files, waits nor gaps, with one for the cursor."""
_ROOM_FOR_GAPS = 24
_FEWEST, _MOST_WAITS = 2, 4
_ROOM_FOR_ROLES = 72
_FRAMES_PER_SECOND = 8
_FILE_STYLES = {
    "waiting": "dim",
    "asked": "cyan",
    "checking": "cyan",
    "repairing": "yellow",
    "done": "green",
    "failed": "red",
}


@dataclass(frozen=True)
class Frame:
    """The moment and the place of one drawing."""

    now: float
    width: int
    height: int
    glyphs: Glyphs

    @property
    def spinner(self) -> str:
        return self.glyphs.spinner[int(self.now * _FRAMES_PER_SECOND) % len(self.glyphs.spinner)]


def draw_board(view: RunView, frame: Frame) -> RenderableType:
    """Return the board of a run, lower than its frame as long as that has 15 lines."""
    gap = [""] if frame.height >= _ROOM_FOR_GAPS else []
    room = frame.height - _FIXED_LINES - 5 * len(gap)
    waits = min(len(view.waits), max(_FEWEST, min(_MOST_WAITS, room - _FEWEST)))
    parts: list[RenderableType] = [*gap, _heading(view, frame), *gap, _stages(view, frame)]
    if view.files:
        parts += [*gap, _files(view, frame, max(_FEWEST, room - waits))]
    if view.waits:
        parts += [*gap, _waits(view, frame, waits)]
    return Group(*parts, *gap, _total(view, frame))


def _heading(view: RunView, frame: Frame) -> Text:
    text = Text(no_wrap=True, overflow="ellipsis")
    text.append(clean(view.requirement, frame.width // 2), style="bold")
    text.append(f" {frame.glyphs.arrow} {clean(near(view.project))}", style="dim")
    return text


def _stages(view: RunView, frame: Frame) -> Table:
    with_roles = frame.width >= _ROOM_FOR_ROLES
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("", no_wrap=True)
    table.add_column("stage", no_wrap=True)
    if with_roles:
        table.add_column("role", no_wrap=True, style="dim")
    table.add_column("state", no_wrap=True, min_width=18)
    for title in ("time", "tokens", "cost"):
        table.add_column(title, no_wrap=True, justify="right", min_width=6)
    for stage in view.stages.values():
        sign, name, *rest = _stage(stage, frame)
        role = [ROLE_TITLES[ROLES[stage.name]]] if with_roles else []
        table.add_row(sign, name, *role, *rest)
    return table


def _stage(stage: StageState, frame: Frame) -> Iterable[RenderableType]:
    seconds, used = stage.seconds(frame.now), stage.usage
    return (
        _sign(stage, frame),
        Text(stage.name, style="bold" if stage.status == "working" else ""),
        Text(_status(stage), style="yellow" if stage.errors or stage.status == "failed" else ""),
        duration(seconds) if seconds else "",
        f"{used.tokens:,}" if used.tokens else "",
        money(used.cost) if used.tokens else "",
    )


def _sign(stage: StageState, frame: Frame) -> Text:
    if stage.status == "working":
        return Text(frame.spinner, style="cyan")
    if stage.status == "failed":
        return Text(frame.glyphs.failed, style="red")
    if stage.status == "waiting":
        return Text(frame.glyphs.waiting, style="dim")
    return Text(frame.glyphs.done, style="green")


def _status(stage: StageState) -> str:
    said = {"waiting": "", "fresh": "up to date", "failed": "stopped"}.get(
        stage.status, stage.status
    )
    if stage.round:
        said += f", repair {stage.round}"
    if stage.errors and stage.status == "working":
        said += f", {number_of(stage.errors, 'finding')}"
    return said


def _files(view: RunView, frame: Frame, room: int) -> Table:
    done = sum(progress.state == "done" for progress in view.files.values())
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("", no_wrap=True)
    table.add_column(f"files, {done} of {len(view.files)} done", no_wrap=True, overflow="ellipsis")
    table.add_column("", no_wrap=True)
    shown = _most_telling(view, room)
    for path in shown:
        table.add_row(*_file(path, view.files[path], frame))
    if len(shown) < len(view.files):
        more = number_of(len(view.files) - len(shown), "more file")
        table.add_row("", Text(f"{frame.glyphs.ellipsis} {more}", style="dim"), "")
    return table


def _most_telling(view: RunView, room: int) -> list[str]:
    """Return the paths there is room for, in their order: what works or failed, then the rest."""
    if len(view.files) <= room:
        return list(view.files)
    quiet = {"waiting": 1, "done": 2}
    ranked = sorted(view.files, key=lambda path: quiet.get(view.files[path].state, 0))
    chosen = set(ranked[: room - 1])
    return [path for path in view.files if path in chosen]


def _file(path: str, progress: FileProgress, frame: Frame) -> Iterable[RenderableType]:
    glyphs = frame.glyphs
    signs = {"done": glyphs.done, "failed": glyphs.failed, "waiting": glyphs.waiting}
    sign = signs.get(progress.state, frame.spinner)
    style = _FILE_STYLES[progress.state]
    attempt = f", attempt {progress.attempt}" if progress.attempt > 1 else ""
    return Text(sign, style=style), Text(clean(path)), Text(progress.state + attempt, style=style)


def _waits(view: RunView, frame: Frame, room: int) -> Table:
    longest_first = sorted(view.waits.items(), key=lambda item: item[1].since)
    hidden = len(longest_first) - room
    title = f"waiting for (and {hidden} more)" if hidden > 0 else "waiting for"
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim", expand=True)
    table.add_column("", no_wrap=True, width=1)
    widest = max(len(title), *(cell_len(clean(what)) for what, _ in longest_first[:room]))
    table.add_column(title, no_wrap=True, width=min(widest, frame.width // 2), overflow="ellipsis")
    table.add_column("", no_wrap=True, justify="right", min_width=5)
    table.add_column("", no_wrap=True, overflow="ellipsis", style="dim", ratio=1)
    for what, wait in longest_first[:room]:
        table.add_row(*_wait(what, wait, frame))
    return table


def _wait(what: str, wait: Wait, frame: Frame) -> Iterable[RenderableType]:
    return (
        Text(frame.spinner, style="cyan"),
        Text(clean(what)),
        duration(frame.now - wait.since),
        Text(clean(wait.detail)),
    )


def _total(view: RunView, frame: Frame) -> Text:
    parts = [tokens(view.usage), money(view.usage.cost), duration(frame.now - view.began)]
    if view.reused:
        parts.append(f"{number_of(view.reused, 'answer')} reused")
    separator = f" {frame.glyphs.dot} "
    return Text(separator.join(parts), style="bold", no_wrap=True, overflow="ellipsis")
