"""The end of a run on one screen: where it is, how to run it, what was proven, what it cost."""

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from sopgen.artifacts import Design, RequirementVerdict, StageName, TestCounts, Usage, Verdict
from sopgen.ui.glyphs import Glyphs, glyphs_for
from sopgen.ui.words import clean, duration, money, near, number_of, tokens

_PORT = "8000"
_MOST_REASONS = 8
_STYLES = {"passed": "green", "failed": "red"}


@dataclass(frozen=True)
class Ending:
    """All that is said at the end."""

    project: Path
    design: Design | None
    verdict: Verdict | None
    usage: Usage
    model: str
    replayed: bool
    stopped_after: StageName | None
    seconds: float

    @property
    def place(self) -> str:
        return near(str(self.project))


def draw_ending(ending: Ending, console: Console) -> None:
    """Write the ending on a console."""
    glyphs = glyphs_for(console)
    parts: list[RenderableType] = [_headline(ending, glyphs), ""]
    if ending.verdict:
        parts += [_proven(ending.verdict, glyphs), ""]
        gaps = _not_proven(ending.verdict)
        parts += [_listed(gaps, "not verified", glyphs), ""] if gaps else []
    console.print(Group("", *parts, _facts(ending, glyphs)), highlight=False)


def run_command(ending: Ending) -> str:
    """Return what a person types to start the program; empty before there is a design."""
    if ending.design is None:
        return ""
    start = [argument.replace("{port}", _PORT) for argument in ending.design.runtime.start]
    if start[0] == "python" and sys.platform != "win32":
        start[0] = "python3"  # Debian has no other name for it.
    return f"cd {shlex.quote(ending.place)} && {shlex.join(start)}"


def _headline(ending: Ending, glyphs: Glyphs) -> Text:
    if ending.verdict is None or ending.stopped_after:
        after = f" after {ending.stopped_after}" if ending.stopped_after else ""
        return Text(f"{glyphs.working} Stopped{after}, as asked", style="bold yellow")
    if ending.verdict.outcome == "passed":
        return Text(f"{glyphs.done} Verified", style="bold green")
    if ending.verdict.outcome == "not executed":
        lacking = "not everything could be" if ending.verdict.executed_any else "nothing was"
        return Text(f"{glyphs.unknown} Made, but {lacking} executed", style="bold yellow")
    return Text(f"{glyphs.failed} Made, but not verified", style="bold red")


def _proven(verdict: Verdict, glyphs: Glyphs) -> Table:
    table = _table()
    for requirement in verdict.requirements:
        table.add_row(_sign(requirement.outcome, glyphs), *_requirement(requirement))
    start = verdict.start
    table.add_row(
        _sign(start.outcome, glyphs), "", _text(f"starts: {start.command}"), start.outcome
    )
    for name, counts in (
        ("acceptance tests", verdict.acceptance_tests),
        ("unit tests", verdict.unit_tests),
    ):
        table.add_row(_sign(_outcome(counts), glyphs), "", name, _counted(counts))
    return table


def _requirement(requirement: RequirementVerdict) -> tuple[str, Text, str]:
    tests = number_of(len(requirement.tests), "test")
    said = f"{tests} passed" if requirement.outcome == "passed" else requirement.outcome
    return f"{requirement.id} {requirement.priority}", _text(requirement.text), said


def _not_proven(verdict: Verdict) -> list[str]:
    reasons = [] if verdict.outcome == "passed" else [*verdict.reasons]
    reasons += [f"{gap.what}: {gap.why}" for gap in verdict.not_verified]
    more = len(reasons) - _MOST_REASONS
    if more > 0:
        reasons[_MOST_REASONS:] = [f"{more} more in docs/qa_report.md"]
    return reasons


def _listed(lines: list[str], title: str, glyphs: Glyphs) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    table.add_column(title, overflow="fold")
    for line in lines:
        table.add_row(Text(glyphs.unknown, style="yellow"), _text(line))
    return table


def _facts(ending: Ending, glyphs: Glyphs) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(width=1)
    table.add_column(no_wrap=True, style="dim")
    table.add_column(overflow="fold")
    place = shlex.quote(ending.place)
    facts = {"project": Text(clean(ending.place))}
    if ending.verdict is None:
        facts["go on"] = Text(f"sopgen --resume {place}", style="bold")
    elif run_command(ending):
        facts["run it"] = Text(clean(run_command(ending)), style="bold")
        facts["or"] = Text(f"sopgen start {place}", style="bold")
    facts["model"] = _text(ending.model + (" (no model was asked)" if ending.replayed else ""))
    spent = (tokens(ending.usage), money(ending.usage.cost), duration(ending.seconds))
    facts["cost"] = Text(f" {glyphs.dot} ".join(spent))
    for name, value in facts.items():
        table.add_row("", name, value)
    return table


def _table() -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim", expand=True)
    table.add_column("", no_wrap=True, width=1)
    table.add_column("", no_wrap=True, style="dim")
    table.add_column("requirement", no_wrap=True, overflow="ellipsis", ratio=1)
    table.add_column("", no_wrap=True, justify="right")
    return table


def _sign(outcome: str, glyphs: Glyphs) -> Text:
    sign = {"passed": glyphs.done, "failed": glyphs.failed}.get(outcome, glyphs.unknown)
    return Text(sign, style=_STYLES.get(outcome, "yellow"))


def _text(text: str) -> Text:
    return Text(clean(text))


def _outcome(counts: TestCounts | str) -> str:
    if isinstance(counts, str) or counts.collected == 0:
        return "not measured"
    return "failed" if counts.failed else "passed"


def _counted(counts: TestCounts | str) -> str:
    if isinstance(counts, str):
        return counts
    return f"{counts.passed} of {counts.collected} passed"
