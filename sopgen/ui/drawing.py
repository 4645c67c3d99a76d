"""Draw a run as it stands; pure, so that it is compared with golden text."""

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sopgen.ui.glyphs import Glyphs
from sopgen.ui.state import ROLE_TITLES, ROLES, FileProgress, RunView, StageState
from sopgen.ui.words import clean, duration, money, number_of, tokens

_FIXED_LINES = 12
"""Lines of the board that are not files or waits."""
_FEWEST_FILES, _MOST_WAITS = 3, 4
_FRAMES_PER_SECOND = 8
_FILE_STYLES = {
    "waiting": "dim",
    "asked": "cyan",
    "checking": "cyan",
    "repairing": "yellow",
    "done": "green",
    "failed": "red",
}


def draw_board(view: RunView, now: float, glyphs: Glyphs, height: int) -> RenderableType:
    """Return the board of a run at a moment, at most `height` lines high."""
    waits = _waits(view, now, glyphs)
    room = max(_FEWEST_FILES, height - _FIXED_LINES - len(waits))
    parts: list[RenderableType] = [_heading(view, glyphs), "", _stages(view, now, glyphs)]
    if view.files:
        parts += ["", _files(view, now, glyphs, room)]
    if waits:
        parts += ["", *waits]
    return Group(*parts, "", _total(view, now, glyphs))


def _heading(view: RunView, glyphs: Glyphs) -> Text:
    text = Text(no_wrap=True, overflow="ellipsis")
    text.append(clean(view.requirement, 200), style="bold")
    text.append(f" {glyphs.arrow} {clean(view.project)}", style="dim")
    return text


def _stages(view: RunView, now: float, glyphs: Glyphs) -> Table:
    table = Table.grid(padding=(0, 1), expand=False)
    table.add_column(width=1)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, style="dim", overflow="ellipsis")
    table.add_column(no_wrap=True, overflow="ellipsis", min_width=12)
    for _ in range(3):
        table.add_column(no_wrap=True, justify="right")
    for stage in view.stages.values():
        table.add_row(*_stage(stage, now, glyphs))
    return table


def _stage(stage: StageState, now: float, glyphs: Glyphs) -> Iterable[RenderableType]:
    role = ROLE_TITLES[ROLES[stage.name]]
    seconds = stage.seconds(now)
    used = stage.usage
    return (
        _sign(stage, now, glyphs),
        Text(stage.name, style="bold" if stage.status == "working" else ""),
        role,
        Text(_status(stage), style="yellow" if stage.errors else ""),
        duration(seconds) if seconds else "",
        f"{used.tokens:,}" if used.tokens else "",
        money(used.cost) if used.tokens else "",
    )


def _sign(stage: StageState, now: float, glyphs: Glyphs) -> Text:
    if stage.status == "working":
        frame = int(now * _FRAMES_PER_SECOND) % len(glyphs.spinner)
        return Text(glyphs.spinner[frame], style="cyan")
    if stage.status == "failed":
        return Text(glyphs.failed, style="red")
    if stage.status == "waiting":
        return Text(glyphs.waiting, style="dim")
    return Text(glyphs.done, style="green")


def _status(stage: StageState) -> str:
    said = {"waiting": "", "fresh": "up to date"}.get(stage.status, stage.status)
    if stage.round and stage.status in {"working", "done"}:
        said = (
            f"repair {stage.round}" if stage.status == "working" else f"{said}, {stage.round} rep."
        )
    if stage.errors:
        said += f", {number_of(stage.errors, 'finding')}"
    return said


def _files(view: RunView, now: float, glyphs: Glyphs, room: int) -> Table:
    done = sum(progress.state == "done" for progress in view.files.values())
    table = Table.grid(padding=(0, 1))
    table.add_column(width=1)
    table.add_column(no_wrap=True, overflow="ellipsis")
    table.add_column(no_wrap=True)
    table.add_row("", Text(f"files: {done} of {len(view.files)} done", style="dim"), "")
    shown = _most_telling(view, room)
    for path in shown:
        table.add_row(*_file(path, view.files[path], now, glyphs))
    if len(shown) < len(view.files):
        more = number_of(len(view.files) - len(shown), "more file")
        table.add_row("", Text(f"{glyphs.ellipsis} {more}", style="dim"), "")
    return table


def _most_telling(view: RunView, room: int) -> list[str]:
    """Return the paths there is room for, in their order: what works or failed, then the rest."""
    if len(view.files) <= room:
        return list(view.files)
    quiet = {"done": 1, "waiting": 2}
    ranked = sorted(view.files, key=lambda path: quiet.get(view.files[path].state, 0))
    chosen = set(ranked[: room - 1])
    return [path for path in view.files if path in chosen]


def _file(
    path: str, progress: FileProgress, now: float, glyphs: Glyphs
) -> Iterable[RenderableType]:
    signs = {"done": glyphs.done, "failed": glyphs.failed, "waiting": glyphs.waiting}
    sign = signs.get(progress.state, glyphs.working)
    style = _FILE_STYLES[progress.state]
    attempt = f", attempt {progress.attempt}" if progress.attempt > 1 else ""
    return Text(sign, style=style), Text(clean(path)), Text(progress.state + attempt, style=style)


def _waits(view: RunView, now: float, glyphs: Glyphs) -> list[RenderableType]:
    longest_first = sorted(view.waits.items(), key=lambda item: item[1].since)
    lines: list[RenderableType] = []
    for what, wait in longest_first[:_MOST_WAITS]:
        detail = f" {glyphs.dot} {clean(wait.detail)}" if wait.detail else ""
        line = f"waiting for {clean(what)} {glyphs.dot} {duration(now - wait.since)}{detail}"
        lines.append(Text(line, style="dim", no_wrap=True, overflow="ellipsis"))
    if len(longest_first) > _MOST_WAITS:
        more = len(longest_first) - _MOST_WAITS
        lines.append(Text(f"{glyphs.ellipsis} and for {more} more", style="dim"))
    return lines


def _total(view: RunView, now: float, glyphs: Glyphs) -> Text:
    parts = [tokens(view.usage), money(view.usage.cost), duration(now - view.began)]
    if view.reused:
        parts.append(f"{number_of(view.reused, 'answer')} reused")
    return Text(f" {glyphs.dot} ".join(parts), style="bold", no_wrap=True, overflow="ellipsis")
