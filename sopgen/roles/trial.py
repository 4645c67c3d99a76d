"""Trials: what happens when the project is installed, imported, tested and started."""

from collections.abc import Sequence
from dataclasses import dataclass

from sopgen.artifacts import Command, Design, Finding, StartResult, TestCounts, TestResult
from sopgen.events import Executed, Executing, Noticed
from sopgen.languages import Language
from sopgen.languages.base import TestReport
from sopgen.roles.desk import Desk
from sopgen.sandbox.base import Execution


@dataclass(frozen=True)
class TestOutcome:
    """The results of a set of test files; `problem` says why there are none to trust."""

    results: tuple[TestResult, ...] = ()
    problem: str = ""

    __test__ = False

    @property
    def counts(self) -> TestCounts:
        by = [result.outcome for result in self.results]
        return TestCounts(
            collected=len(by),
            passed=by.count("passed"),
            failed=by.count("failed") + by.count("error"),
            skipped=by.count("skipped"),
        )

    @property
    def failures(self) -> tuple[TestResult, ...]:
        return tuple(r for r in self.results if r.outcome in {"failed", "error"})


def doubt(desk: Desk, design: Design) -> str:
    """Return why a failing test need not be the program's fault here; empty: it is."""
    kind = design.runtime.kind
    if desk.workbench is None or kind not in desk.workbench.unfit_for:
        return ""
    return (
        f"the sandbox {desk.workbench.sandbox_name} denies a {kind.replace('_', ' ')}"
        f" {'pseudo-terminals' if kind == 'tui' else 'ports of its own choice'},"
        " and tests failed that may need them"
    )


def prepare(desk: Desk, packages: Sequence[str]) -> str:
    """Make the project's environment; return why it could not be made, or an empty string."""
    if desk.workbench is None:
        return "nothing was executed, as asked for"
    what = f"install {', '.join(packages)}" if packages else "make a fresh environment"
    desk.report(Executing(what=what))
    problem = desk.workbench.prepare(packages)
    desk.report(Executed(what=what, passed=not problem, detail=problem))
    return problem


def import_all(desk: Desk, language: Language) -> list[Finding]:
    """Import every module of the project; return those that cannot be."""
    paths = list(desk.draft.files())
    execution = _run(desk, language.import_command(paths), "import all modules")
    return language.read_imports(execution.reports, paths)


def run_tests(desk: Desk, language: Language, paths: Sequence[str], what: str) -> TestOutcome:
    """Run test files; a run that ended badly or left no report has a problem, not results."""
    if not paths:
        return TestOutcome(problem=f"there are no {what}")
    execution = _run(desk, language.test_command(paths), what)
    report = language.read_tests(execution.reports)
    problem = _distrust(execution, report)
    failing = [r.name for r in report.results if r.outcome in {"failed", "error"}]
    if failing:
        desk.report(Noticed(text=f"{what}: {len(failing)} failed, first {', '.join(failing[:3])}"))
    return TestOutcome(problem=problem) if problem else TestOutcome(report.results)


def start(desk: Desk, language: Language, design: Design) -> StartResult:
    """Start the program as the design's runtime contract says and look at the proof."""
    command = language.start_command(design.runtime)
    if command is None:
        return language.read_start(design.runtime, {})
    execution = _run(desk, command, "start-up proof")
    result = language.read_start(design.runtime, execution.reports)
    if execution.limit:
        return result.model_copy(
            update={"outcome": "failed", "evidence": f"stopped by its {execution.limit} limit"}
        )
    return result


def _run(desk: Desk, command: Command, what: str) -> Execution:
    assert desk.workbench is not None, "the caller has prepared it"
    desk.report(Executing(what=what))
    execution = desk.workbench.run(command, desk.draft.files())
    detail = f"stopped by its {execution.limit} limit" if execution.limit else ""
    desk.report(Executed(what=what, passed=execution.passed, detail=detail))
    return execution


def _distrust(execution: Execution, report: TestReport) -> str:
    """Return why a test report cannot be believed: exit code and counts must agree."""
    if execution.limit:
        return f"the test run was stopped by its {execution.limit} limit"
    if report.problem:
        return f"{report.problem}; the run ended with {execution.exit_code}:\n{execution.output}"
    if not report.results:
        return f"no test was collected:\n{execution.output}"
    failed = any(result.outcome in {"failed", "error"} for result in report.results)
    if failed == (execution.exit_code == 0):
        return f"the report and exit code {execution.exit_code} contradict each other"
    return ""
