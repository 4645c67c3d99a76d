"""The flags of a command as typed values, and the settings they stand for."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sopgen.artifacts import StageName
from sopgen.config import Entry, Key
from sopgen.errors import UsageError

_STAGES: tuple[StageName, ...] = ("prd", "design", "plan", "code", "qa")


@dataclass(frozen=True)
class RunFlags:
    """All that a person may say to `sopgen run`, by the names of its parameters."""

    requirement: Sequence[str] | None = None
    file: Path | None = None
    attach: Sequence[Path] | None = None
    name: str | None = None
    language: str | None = None
    doc_language: str | None = None
    workspace: Path | None = None
    model: str | None = None
    model_for: Sequence[str] | None = None
    replay: str | None = None
    budget: str | None = None
    concurrency: int | None = None
    resume: str | None = None
    restart: StageName | None = None
    stop_after: StageName | None = None
    yes: bool = False
    sandbox: str | None = None
    no_execute: bool = False
    estimate: bool = False
    verbose: bool = False
    quiet: bool = False
    json: bool = False
    commands: Collection[str] = ()
    """All commands, when the word `run` was left out: one of them may have been meant."""

    @property
    def resumes(self) -> bool:
        """Whether a project that exists is meant."""
        return self.resume is not None or self.restart is not None

    def check(self) -> None:
        """Raise UsageError for flags that contradict one another."""
        clashes = {
            "--model and --replay": self.model is not None and self.replay is not None,
            "--json and --quiet": self.json and self.quiet,
            "--file and a sentence": self.file is not None and bool(self.requirement),
            "--resume and --file": self.resumes and self.file is not None,
            "--resume and --attach": self.resumes and bool(self.attach),
            "--estimate and --resume": self.estimate and self.resumes,
            "--estimate and --stop-after": self.estimate and self.stop_after is not None,
            "--resume and --name": self.resumes and self.name is not None,
        }
        for pair, both in clashes.items():
            if both:
                raise UsageError(f"{pair} exclude each other.", "Leave one of them out.")
        first, last = self.restart, self.stop_after
        if first and last and _STAGES.index(last) < _STAGES.index(first):
            raise UsageError(
                f"--from {first} begins after --stop-after {last} has ended.",
                f"The stages are {', '.join(_STAGES)}.",
            )

    def entries(self) -> list[Entry]:
        """Return the settings that the flags give."""
        return [
            *entries(
                workspace=self.workspace,
                language=self.language,
                doc_language=self.doc_language,
                concurrency=self.concurrency,
                model=self.model,
                sandbox=self.sandbox,
            ),
            *_switches(self),
            *(_for_role(text) for text in self.model_for or ()),
            *([_budget(self.budget)] if self.budget is not None else []),
            *([_replay(self.replay)] if self.replay else []),
        ]


_SETTING_OF: dict[str, Key] = {
    "workspace": ("workspace",),
    "language": ("run", "language"),
    "doc_language": ("run", "document_language"),
    "concurrency": ("model", "concurrency"),
    "model": ("model", "name"),
    "sandbox": ("sandbox", "mechanism"),
}


def entries(**flags: Any) -> list[Entry]:
    """Return the settings that flags with a plain value give; None is a flag left out."""
    return [
        Entry(_SETTING_OF[name], value, f"--{name.replace('_', '-')}")
        for name, value in flags.items()
        if value is not None
    ]


def _switches(flags: RunFlags) -> list[Entry]:
    shown: dict[Key, tuple[bool, str]] = {
        ("output", "verbose"): (flags.verbose, "--verbose"),
        ("output", "quiet"): (flags.quiet, "--quiet"),
        ("output", "json_events"): (flags.json, "--json"),
    }
    found = [Entry(key, True, flag) for key, (given, flag) in shown.items() if given]
    if flags.no_execute:
        found.append(Entry(("sandbox", "execute"), False, "--no-execute"))
    return found


def _for_role(text: str) -> Entry:
    role, equals, model = text.partition("=")
    if not equals or not model.strip():
        raise UsageError(
            f"--model-for {text} does not name a role and a model.",
            "Write it as engineer=ollama/qwen2.5-coder.",
        )
    key = role.strip().lower().replace("-", "_").replace(" ", "_")
    return Entry(("model", "roles", key), model.strip(), "--model-for")


def _replay(text: str) -> Entry:
    """A file's path is made absolute: the run may be resumed from another folder."""
    recording = str(Path(text).absolute()) if Path(text).is_file() else text
    return Entry(("model", "name"), f"replay:{recording}", "--replay")


def _budget(text: str) -> Entry:
    if text.lower() == "none":
        return Entry(("budget", "limit"), None, "--budget")
    try:
        return Entry(("budget", "limit"), float(text.removeprefix("$")), "--budget")
    except ValueError as error:
        raise UsageError(
            f"--budget {text} is not an amount.", "Give US dollars such as 1.50, or none."
        ) from error
