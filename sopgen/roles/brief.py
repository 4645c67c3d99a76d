"""What the Engineer needs for one file: slices of the artifacts, and no more."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sopgen.artifacts import (
    PRD,
    Artifacts,
    DataFormat,
    Design,
    FileInterface,
    Plan,
    Requirement,
    Task,
)
from sopgen.artifacts.prd import RequirementItem
from sopgen.languages import language_of

_TOKENS_PER_LINE = 12
"""10 tokens a line of code, and one line in five more than was estimated."""


@dataclass(frozen=True)
class FileText:
    """A file as prompts show it."""

    path: str
    text: str


@dataclass(frozen=True)
class Brief:
    """The artifacts that the Engineer works from."""

    requirement: Requirement
    prd: PRD
    design: Design
    plan: Plan

    @property
    def artifacts(self) -> Artifacts:
        return Artifacts(self.requirement, self.prd, self.design, self.plan)

    @property
    def packages(self) -> tuple[str, ...]:
        """Return the declared packages as requirement lines."""
        return tuple(package.requirement for package in self.design.packages)

    def shared(self) -> dict[str, Any]:
        """Return what the beginning of each of the Engineer's prompts is made from."""
        return {
            "requirement": self.requirement,
            "prd": self.prd,
            "design": self.design,
            "plan": self.plan,
            "packages": [package.name for package in self.design.packages],
        }

    def task_of(self, path: str) -> Task:
        """Return a file's task; a file that the plan forgot gets one from the design."""
        planned = self.plan.task_of(path)
        if planned:
            return planned
        file = next(file for file in self.design.files if file.path == path)
        return Task(
            id=f"T{len(self.plan.tasks) + 1}",
            file=path,
            depends_on=(),
            logic=file.purpose,
            requirement_ids=file.requirement_ids,
            estimated_lines=100,
        )

    def slice_for(self, path: str, files: Mapping[str, str]) -> dict[str, Any]:
        """Return what this file's prompt says beyond the shared part."""
        task = self.task_of(path)
        interfaces = [(used, self.design.interface_of(used)) for used in task.depends_on]
        return {
            "path": path,
            "test_path": self.test_path(path),
            "task": task,
            "interface": self.design.interface_of(path),
            "formats": self.formats(path, task),
            "dependencies": [entry for _, entry in interfaces if entry],
            "sources": [
                FileText(used, files[used])
                for used, entry in interfaces
                if entry is None and used in files
            ],
        }

    def formats(self, path: str, task: Task) -> list[DataFormat]:
        """Return the formats that a file's task, purpose or interface names."""
        entry = self.design.interface_of(path)
        purpose = next((f.purpose for f in self.design.files if f.path == path), "")
        said = f"{task.logic} {purpose} {entry.model_dump_json() if entry else ''}".casefold()
        return [f for f in self.design.data_formats if f.name.casefold() in said]

    def items(self, ids: Sequence[str]) -> list[RequirementItem]:
        """Return the requirements with these ids, in the PRD's order."""
        return [item for item in self.prd.requirement_pool if item.id in ids]

    def interfaces(self, paths: Sequence[str]) -> list[FileInterface]:
        """Return what the design promises of these files."""
        return [entry for path in paths if (entry := self.design.interface_of(path))]

    def test_path(self, path: str) -> str | None:
        """Return where a file's unit tests belong; None where its interface promises nothing."""
        entry = self.design.interface_of(path)
        promised = entry and (entry.classes or entry.functions)
        return language_of(path).test_path(path) if promised else None

    def max_tokens(self, path: str) -> int:
        """Return the cap of the answer, from the task's estimated size; tests double it."""
        size = self.task_of(path).estimated_lines * _TOKENS_PER_LINE
        return max(3000, 1000 + size * (3 if self.test_path(path) else 2))
