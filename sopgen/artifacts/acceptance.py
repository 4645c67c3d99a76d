"""The QA Engineer's tests, written from requirement, PRD and design alone."""

from typing import ClassVar

from sopgen.artifacts.base import Artifact, ArtifactKind, Value
from sopgen.artifacts.path import ProjectPath


class AcceptanceFile(Value):
    """A test file in full."""

    path: ProjectPath
    content: str


class CoveredCriterion(Value):
    """A test function that checks one acceptance criterion."""

    criterion: str
    """The criterion's id, such as R2.1."""
    path: ProjectPath
    test: str


class UntestableCriterion(Value):
    """A criterion that no automatic test can check, and why."""

    criterion: str
    why: str


class AcceptanceTests(Artifact):
    """Acceptance tests with what each covers."""

    kind: ClassVar[ArtifactKind] = "acceptance_tests"

    files: tuple[AcceptanceFile, ...]
    covered: tuple[CoveredCriterion, ...]
    untestable: tuple[UntestableCriterion, ...] = ()
