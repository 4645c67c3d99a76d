"""The end of a run on one screen: where it is, how to run it, what was proven, what it cost."""

import shlex
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sopgen.artifacts import Design, RequirementVerdict, StageName, TestCounts, Usage, Verdict
from sopgen.ui.glyphs import Glyphs, glyphs_for
from sopgen.ui.words import clean, duration, money, number_of, tokens

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


def draw_ending(ending: Ending, console: Console) -> None:
    """Write the ending on a console."""
    glyphs = glyphs_for(console)
    console.print()
    console.print(_headline(ending, glyphs))
    if ending.verdict:
        console.print(_proven(ending.verdict, glyphs))
        console.print(_not_proven(ending.verdict))
    console.print(_facts(ending))


def run_command(ending: Ending) -> str:
    """Return what a person types to start the program; empty before there is a design."""
    if ending.design is None:
        return ""
    start = [argument.replace("{port}", _PORT) for argument in ending.design.runtime.start]
    return f"cd {shlex.quote(str(ending.project))} && {shlex.join(start)}"


def _headline(ending: Ending, glyphs: Glyphs) -> Text:
    if ending.verdict is None or ending.stopped_after:
        after = f" after {ending.stopped_after}" if ending.stopped_after else ""
        return Text(f"{glyphs.working} Stopped{after}, as asked", style="bold yellow")
    if ending.verdict.outcome == "passed":
        return Text(f"{glyphs.done} Verified", style="bold green")
    if ending.verdict.outcome == "not executed":
        return Text(f"{glyphs.unknown} Made, but nothing was executed", style="bold yellow")
    return Text(f"{glyphs.failed} Made, but not verified", style="bold red")


def _proven(verdict: Verdict, glyphs: Glyphs) -> Table:
    table = _grid()
    for requirement in verdict.requirements:
        table.add_row(_sign(requirement.outcome, glyphs), *_requirement(requirement))
    table.add_row(
        _sign(verdict.start.outcome, glyphs),
        "",
        _text(f"starts: {verdict.start.command}"),
        verdict.start.outcome,
    )
    for name, counts in (
        ("acceptance tests", verdict.acceptance_tests),
        ("unit tests", verdict.unit_tests),
    ):
        table.add_row(_sign(_outcome(counts), glyphs), "", name, _counted(counts))
    return table


def _requirement(requirement: RequirementVerdict) -> tuple[str, Text, str]:
    tests = number_of(len(requirement.tests), "test") if requirement.tests else ""
    said = requirement.outcome if requirement.outcome != "passed" else tests
    return requirement.id, _text(f"{requirement.priority} {requirement.text}"), said


def _not_proven(verdict: Verdict) -> Table:
    reasons = [] if verdict.outcome == "passed" else [*verdict.reasons]
    reasons += [f"{gap.what}: {gap.why}" for gap in verdict.not_verified]
    table = Table.grid(padding=(0, 1))
    shown = reasons[:_MOST_REASONS]
    for number, reason in enumerate(shown):
        table.add_row("not verified" if number == 0 else "", _text(reason))
    if len(reasons) > len(shown):
        table.add_row("", f"and {len(reasons) - len(shown)} more in docs/qa_report.md")
    return table


def _facts(ending: Ending) -> Table:
    table = Table.grid(padding=(0, 1))
    place = shlex.quote(str(ending.project))
    table.add_row("project", _text(str(ending.project)))
    if ending.verdict is None:
        table.add_row("go on", Text(f"sopgen --resume {place}", style="bold"))
    elif run_command(ending):
        table.add_row("run it", Text(clean(run_command(ending)), style="bold"))
        table.add_row("or", Text(f"sopgen start {place}", style="bold"))
    table.add_row("model", _text(ending.model + (" (replayed)" if ending.replayed else "")))
    spent = (tokens(ending.usage), money(ending.usage.cost), duration(ending.seconds))
    table.add_row("cost", Text(" · ".join(spent)))
    return table


def _grid() -> Table:
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, style="dim")
    table.add_column(no_wrap=True, overflow="ellipsis")
    table.add_column(no_wrap=True, justify="right")
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
