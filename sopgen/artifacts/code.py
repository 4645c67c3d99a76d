"""The Engineer's hand-off: which files were written, how often, and what they passed."""

from typing import ClassVar, Literal

from sopgen.artifacts.base import Artifact, ArtifactKind, Value, digest_of
from sopgen.artifacts.finding import Finding
from sopgen.artifacts.path import ProjectPath

Author = Literal["engineer", "person"]


class CodeFile(Value):
    """One file of the project; its text stands in git, its digest here."""

    path: ProjectPath
    digest: str
    lines: int
    task: str = ""
    attempts: int = 1
    checks_passed: tuple[str, ...] = ()
    unit_tests: ProjectPath | None = None
    author: Author = "engineer"


class Code(Artifact):
    """All source, unit test and scaffold files of the project."""

    kind: ClassVar[ArtifactKind] = "code"

    files: tuple[CodeFile, ...]
    findings: tuple[Finding, ...] = ()
    """What was still wrong after the last retry."""
    repairs: int = 0
    """How many repair rounds made it what it is."""


def text_digest(text: str) -> str:
    """Return the digest by which `CodeFile` knows a text."""
    return digest_of(text)
