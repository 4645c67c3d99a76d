"""The calls of a project as rows: what each used, and how well each model answered."""

from collections import Counter
from collections.abc import Iterable
from typing import get_args

from sopgen.events import Reading
from sopgen.journal.entries import Entry, FailedEntry, ReadEntry, ReplyEntry, usage_of
from sopgen.ui.words import money

READINGS: tuple[Reading, ...] = get_args(Reading)
_HEAD = ("call", "role", "prompt", "cached", "answer", "cost", "read", "model", "left out")


def rows_of_calls(entries: Iterable[Entry]) -> list[tuple[str, ...]]:
    """Return a headed row for each call, failed tries included; empty where there is none.

    `prompt` and `answer` are tokens, `cached` is the share of the prompt that the provider had.
    """
    known = list(entries)
    read = {(e.run, e.take, e.call): e.reading for e in known if isinstance(e, ReadEntry)}
    rows = [
        _row(entry, read.get((entry.run, entry.take, entry.call), ""))
        for entry in known
        if isinstance(entry, ReplyEntry | FailedEntry)
    ]
    return [_HEAD, *rows] if rows else []


def rows_of_models(entries: Iterable[Entry]) -> list[tuple[str, ...]]:
    """Return a headed row for each model: how many structured answers, and how they were read."""
    newest = {(e.run, e.take, e.call): e for e in entries if isinstance(e, ReadEntry)}
    counts: dict[str, Counter[Reading]] = {}
    for entry in newest.values():
        counts.setdefault(entry.model, Counter())[entry.reading] += 1
    rows = [_counted(model, counted) for model, counted in counts.items()]
    return [("model", "asked", *READINGS), *rows] if rows else []


def _row(entry: ReplyEntry | FailedEntry, reading: str) -> tuple[str, ...]:
    usage = usage_of(entry)
    share = usage.cached_tokens / usage.prompt_tokens if usage.prompt_tokens else 0.0
    replied = isinstance(entry, ReplyEntry)
    return (
        entry.call,
        entry.role,
        f"{usage.prompt_tokens:,}",
        f"{share:.0%}",
        f"{usage.completion_tokens:,}",
        money(usage.cost),
        reading if replied else "no answer",
        entry.reply.model if isinstance(entry, ReplyEntry) else entry.reason,
        ", ".join(entry.left_out) if isinstance(entry, ReplyEntry) else "",
    )


def _counted(model: str, counted: Counter[Reading]) -> tuple[str, ...]:
    return (model, str(counted.total()), *(str(counted[reading]) for reading in READINGS))
