"""The desk: everything that a role may use while it makes its artifact."""

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from sopgen.artifacts import Artifact, Artifacts, Finding, RoleName, StageName
from sopgen.checks import run_checks
from sopgen.events import AnswerRead, FindingRaised, Reading, Report
from sopgen.llm.base import Model, Prompt
from sopgen.llm.blocks import Blocks, files_in
from sopgen.llm.schema import schema_of
from sopgen.llm.structured import ask_for
from sopgen.render.templates import Templates
from sopgen.sandbox.workbench import Workbench

A = TypeVar("A", bound=Artifact)
T = TypeVar("T")
R = TypeVar("R")


class Draft:
    """The project's files as a stage sees and changes them; safe to share between threads."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._before = dict(files)
        self._files = dict(files)
        self._lock = threading.Lock()

    def read(self, path: str) -> str | None:
        """Return a file's text; None when there is none."""
        return self._files.get(path)

    def write(self, path: str, text: str) -> None:
        """Put a file's new text in place."""
        with self._lock:
            self._files[path] = text

    def files(self) -> dict[str, str]:
        """Return every file's text by path."""
        with self._lock:
            return dict(self._files)

    def changes(self) -> dict[str, str]:
        """Return the files that are new or different from what the stage began with."""
        with self._lock:
            return {p: t for p, t in self._files.items() if self._before.get(p) != t}


@dataclass(frozen=True)
class Remarks:
    """What is said to a model whose answer cannot be used; the words are templates."""

    templates: Templates

    def correct_fields(self, problems: Sequence[str], fields: Sequence[str]) -> str:
        return self.templates.text("prompts/correct_fields.md.j2", problems=problems, fields=fields)

    def no_answer(self, problem: str) -> str:
        return self.templates.text("prompts/no_answer.md.j2", problem=problem)


@dataclass(frozen=True)
class Rules:
    """What the settings say about how roles work."""

    file_retries: int = 3
    concurrency: int = 4
    order: Literal["interfaces", "dependency"] = "interfaces"


@dataclass(frozen=True)
class Desk:
    """What one role has before it in one stage."""

    stage: StageName
    role: RoleName
    take: int
    model: Model
    templates: Templates
    draft: Draft
    report: Report
    workbench: Workbench | None
    """None: nothing may be executed."""
    rules: Rules = Rules()

    def prompt(self, name: str, subject: str, *, max_tokens: int, **values: Any) -> Prompt:
        """Fill the template of this name; `subject` is what the call id names, such as a path."""
        text = self.templates.prompt(name, **values)
        return Prompt(
            call=f"{self.stage}/{subject}",
            role=self.role,
            stage=self.stage,
            system=text.system,
            shared=text.shared,
            task=text.task,
            max_tokens=max_tokens,
            take=self.take,
        )

    def ask_for(self, shape: type[A], prompt: Prompt, known: Callable[[A], Artifacts]) -> A:
        """Ask for an artifact that passes the stage's checks.

        `known` puts a candidate beside what it is checked against. What is still wrong after
        the last try is reported and stays visible in the documents.
        """

        def review(candidate: A) -> list[Finding]:
            return run_checks(self.stage, known(candidate), self.draft.files())

        def heard(call: str, model: str, reading: Reading) -> None:
            self.report(AnswerRead(call=call, take=self.take, model=model, reading=reading))

        asked = prompt.model_copy(update={"answer_schema": schema_of(shape)})
        remarks = Remarks(self.templates)
        artifact = ask_for(self.model, asked, shape, remarks, review=review, heard=heard)
        for finding in review(artifact):
            self.report(FindingRaised(stage=self.stage, finding=finding))
        return artifact

    def ask_for_files(self, prompt: Prompt, expected: Sequence[str]) -> Blocks:
        """Ask for files in fenced blocks."""
        reply = self.model.ask(prompt)
        return files_in(reply.text, expected, complete=reply.finish_reason != "length")

    def in_parallel(self, work: Callable[[T], R], items: Sequence[T]) -> list[R]:
        """Do the work for all items at once, as many as the rules allow.

        All calls under way end before the first error is raised, so that nothing paid is lost.
        """
        if len(items) < 2:
            return [work(item) for item in items]
        with ThreadPoolExecutor(self.rules.concurrency) as pool:
            futures = [pool.submit(work, item) for item in items]
        return [future.result() for future in futures]
