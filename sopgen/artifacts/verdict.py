"""What was proven about the project, requirement by requirement, and what was not."""

from typing import ClassVar, Literal

from sopgen.artifacts.base import Artifact, ArtifactKind, NotMeasured, Value
from sopgen.artifacts.finding import Finding
from sopgen.artifacts.prd import Priority

Outcome = Literal["passed", "failed", "not executed"]
RequirementOutcome = Literal["passed", "failed", "not executed", "not covered"]


class TestResult(Value):
    """One test that ran, with the head of its failure text."""

    name: str
    """`tests/test_game.py::test_merge`"""
    outcome: Literal["passed", "failed", "error", "skipped"]
    message: str = ""

    __test__: ClassVar[bool] = False


class TestCounts(Value):
    """How a set of tests ended."""

    collected: int
    passed: int
    failed: int
    """Failures and errors."""
    skipped: int = 0

    __test__: ClassVar[bool] = False


class RequirementVerdict(Value):
    """What the acceptance tests say about one requirement."""

    id: str
    priority: Priority
    text: str
    outcome: RequirementOutcome
    tests: tuple[TestResult, ...] = ()

    def by_function(self) -> tuple[tuple[str, int, int], ...]:
        """Return each test function with how many of its cases passed, and of how many."""
        cases: dict[str, list[bool]] = {}
        for test in self.tests:
            cases.setdefault(test.name.partition("[")[0], []).append(test.outcome == "passed")
        return tuple((name, sum(passed), len(passed)) for name, passed in cases.items())


class StartResult(Value):
    """Whether the program starts as the design's runtime contract says."""

    outcome: Outcome
    command: str
    evidence: str = ""


class NotVerified(Value):
    """A thing that nobody should rely on yet, and why."""

    what: str
    why: str


class Verdict(Artifact):
    """The QA Engineer's judgement, computed from executions alone."""

    kind: ClassVar[ArtifactKind] = "verdict"

    outcome: Outcome
    reasons: tuple[str, ...] = ()
    """Why the outcome is not `passed`, most important first."""
    requirements: tuple[RequirementVerdict, ...]
    unit_tests: TestCounts | NotMeasured
    acceptance_tests: TestCounts | NotMeasured
    failures: tuple[TestResult, ...] = ()
    start: StartResult
    findings: tuple[Finding, ...] = ()
    mutation_score: float | NotMeasured = "not measured"
    coverage: float | NotMeasured = "not measured"
    repairs: int = 0
    no_progress: bool = False
    """The last repair left the same failures, so that no further one was tried."""
    sandbox: str
    not_verified: tuple[NotVerified, ...] = ()

    @property
    def executed_any(self) -> bool:
        """Whether the program started or a test ran."""
        counts = (self.unit_tests, self.acceptance_tests)
        ran = any(isinstance(count, TestCounts) and count.collected for count in counts)
        return ran or self.start.outcome != "not executed"
