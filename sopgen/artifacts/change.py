"""Requests from one role to another outside the usual order; each is answered once."""

from typing import ClassVar

from sopgen.artifacts.base import Artifact, ArtifactKind
from sopgen.artifacts.design import FileInterface
from sopgen.artifacts.path import ProjectPath


class DesignChange(Artifact):
    """The Engineer cannot build something as designed and asks the Architect."""

    kind: ClassVar[ArtifactKind] = "design_change"

    path: ProjectPath
    problem: str
    evidence: str
    wanted: FileInterface


class TestDispute(Artifact):
    """The Engineer holds that a test contradicts the PRD and asks the QA Engineer."""

    kind: ClassVar[ArtifactKind] = "test_dispute"
    __test__: ClassVar[bool] = False

    test: str
    criterion: str
    contradiction: str
