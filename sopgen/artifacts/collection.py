"""The newest artifact of each kind in a project."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sopgen.artifacts.acceptance import AcceptanceTests
from sopgen.artifacts.base import Artifact, ArtifactKind
from sopgen.artifacts.code import Code, CodeFile, text_digest
from sopgen.artifacts.design import Design
from sopgen.artifacts.plan import Plan
from sopgen.artifacts.prd import PRD
from sopgen.artifacts.requirement import Requirement
from sopgen.artifacts.verdict import Verdict


@dataclass(frozen=True)
class Artifacts:
    """What is known so far; a stage that has not run left None."""

    requirement: Requirement
    prd: PRD | None = None
    design: Design | None = None
    plan: Plan | None = None
    code: Code | None = None
    acceptance_tests: AcceptanceTests | None = None
    verdict: Verdict | None = None

    def get(self, kind: ArtifactKind) -> Artifact | None:
        """Return the artifact of a kind."""
        found: Artifact | None = vars(self)[kind]
        return found

    def all(self) -> Iterator[Artifact]:
        """Yield what there is, in the order in which it is made."""
        yield from (artifact for artifact in vars(self).values() if artifact is not None)

    def holding(self, artifact: Artifact) -> "Artifacts":
        """Return the same with one artifact in place of an older one of its kind."""
        new: dict[str, Any] = {artifact.kind: artifact}
        return replace(self, **new)

    def adopting(self, files: Mapping[str, str], edited: Collection[str]) -> "Artifacts":
        """Return the same with the code and tests that the files hold.

        `edited` are the files that a person changed since a stage wrote them; elsewhere what the
        artifact says stands, which a person may have changed as well.
        """
        code, tests = self.code, self.acceptance_tests
        if code:
            kept = tuple(_adopted(f, files[f.path]) for f in code.files if f.path in files)
            code = code.model_copy(update={"files": kept})
        if tests:
            contents = tuple(
                file.model_copy(update={"content": files[file.path]})
                if file.path in edited
                else file
                for file in tests.files
                if file.path in files
            )
            tests = tests.model_copy(update={"files": contents})
        return replace(self, code=code, acceptance_tests=tests)


def _adopted(file: CodeFile, text: str) -> CodeFile:
    digest = text_digest(text)
    if digest == file.digest:
        return file
    lines = len(text.splitlines())
    return file.model_copy(update={"digest": digest, "lines": lines, "author": "person"})
