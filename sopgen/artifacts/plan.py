"""The Project Manager's hand-off: one task per file, and what several files must agree on."""

from typing import Annotated, ClassVar

from pydantic import Field

from sopgen.artifacts.base import Artifact, ArtifactKind, Value
from sopgen.artifacts.path import ProjectPath
from sopgen.artifacts.prd import RequirementId, Text


class Task(Value):
    """The work on one file."""

    id: Annotated[str, Field(pattern=r"^T[1-9]\d*$")] = Field(description="T1, T2, …")
    file: ProjectPath
    depends_on: tuple[ProjectPath, ...] = Field(
        description="Other files of the design that this file imports or reads."
    )
    logic: Text = Field(
        description="What has to be written, step by step, beyond what the interface says."
    )
    requirement_ids: tuple[RequirementId, ...]
    estimated_lines: Annotated[int, Field(ge=1, le=2000)]


class Plan(Artifact):
    """Task list with the knowledge that files share."""

    kind: ClassVar[ArtifactKind] = "plan"

    tasks: tuple[Task, ...] = Field(min_length=1, max_length=30)
    shared_knowledge: tuple[Text, ...] = Field(
        max_length=20,
        description="What more than one file relies on and neither interfaces nor formats say.",
    )
    api_description: str | None = Field(
        description="For a web service: each route with method, path, input, output, status;"
        " else null."
    )

    def task_of(self, path: str) -> Task | None:
        """Return the task of one file."""
        return next((task for task in self.tasks if task.file == path), None)
