"""From executions to a verdict: what was proven, what failed, and what nobody knows."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from sopgen.artifacts import (
    NOT_MEASURED,
    AcceptanceTests,
    Artifacts,
    Finding,
    NotVerified,
    Outcome,
    RequirementItem,
    RequirementVerdict,
    StartResult,
    TestResult,
    Verdict,
)
from sopgen.languages import language
from sopgen.roles.desk import Desk
from sopgen.roles.trial import TestOutcome, doubt, prepare, run_tests, start

_MUST_PASS = frozenset({"P0", "P1"})
_NONE = "there are no"


@dataclass(frozen=True)
class Evidence:
    """What the executions showed; `problem` says why there were none."""

    sandbox: str
    gaps: tuple[str, ...]
    problem: str
    doubt: str
    """Why failing tests need not be the program's fault; empty: they are."""
    unit: TestOutcome
    acceptance: TestOutcome
    start: StartResult


def gather(desk: Desk, known: Artifacts) -> Evidence:
    """Run unit tests, acceptance tests and the start-up proof, at the same time."""
    assert known.prd and known.design and known.code and known.acceptance_tests
    spoken = language(known.prd.programming_language)
    command = " ".join(known.design.runtime.start)
    packages = tuple(package.requirement for package in known.design.packages)
    problem = (
        prepare(desk, packages)
        if spoken.executable
        else f"sopgen cannot run {known.prd.programming_language} yet"
    )
    sandbox = desk.workbench.sandbox_name if desk.workbench else "nothing executed"
    if problem or desk.workbench is None:
        nothing = TestOutcome(problem=problem)
        idle = StartResult(outcome="not executed", command=command, evidence=problem)
        return Evidence(sandbox, (), problem, "", nothing, nothing, idle)
    unit_paths = [f.unit_tests for f in known.code.files if f.unit_tests]
    paths = [file.path for file in known.acceptance_tests.files]
    with ThreadPoolExecutor(3) as pool:
        unit = pool.submit(run_tests, desk, spoken, unit_paths, "unit tests")
        acceptance = pool.submit(run_tests, desk, spoken, paths, "acceptance tests")
        proof = pool.submit(start, desk, spoken, known.design)
    gaps = desk.workbench.gaps
    found = (unit.result(), acceptance.result(), proof.result())
    failed = any(outcome.failures or outcome.problem for outcome in found[:2])
    return Evidence(sandbox, gaps, "", doubt(desk, known.design) if failed else "", *found)


def verdict_from(known: Artifacts, evidence: Evidence, findings: Sequence[Finding]) -> Verdict:
    """Judge by design.md section 5.

    Verified means: every P0 and P1 requirement has a passing acceptance test and none that
    fails, the program started as promised, no test failed and no check left an error.
    """
    assert known.prd and known.code and known.acceptance_tests
    items = tuple(
        _judge(item, known.acceptance_tests, evidence) for item in known.prd.requirement_pool
    )
    executed = not evidence.problem
    reasons = tuple(_reasons(items, evidence, findings))
    return Verdict(
        outcome=_outcome(evidence, len(reasons)),
        reasons=reasons,
        requirements=items,
        unit_tests=evidence.unit.counts if evidence.unit.results else NOT_MEASURED,
        acceptance_tests=evidence.acceptance.counts if executed else NOT_MEASURED,
        failures=(
            *evidence.acceptance.failures,
            *evidence.unit.failures,
            *_broken_runs(evidence),
        ),
        start=evidence.start,
        findings=tuple(findings),
        repairs=known.code.repairs,
        sandbox=evidence.sandbox,
        not_verified=tuple(_not_verified(items, known.acceptance_tests, evidence)),
    )


def _outcome(evidence: Evidence, reasons: int) -> Outcome:
    """Say `failed` only where something was run and failed, or is missing that tests could show."""
    if not reasons:
        return "passed"
    start_alone = reasons == 1 and evidence.start.outcome == "not executed"
    return "not executed" if evidence.problem or evidence.doubt or start_alone else "failed"


def _broken_runs(evidence: Evidence) -> Iterator[TestResult]:
    """Yield the test runs that ended without results one can trust, as failures to repair."""
    for name, run in (("acceptance tests", evidence.acceptance), ("unit tests", evidence.unit)):
        if run.problem and not evidence.problem and not run.problem.startswith(_NONE):
            yield TestResult(name=name, outcome="error", message=run.problem[:1500])


def _judge(item: RequirementItem, tests: AcceptanceTests, evidence: Evidence) -> RequirementVerdict:
    names = {
        f"{covered.path}::{covered.test}"
        for covered in tests.covered
        if covered.criterion.partition(".")[0] == item.id
    }
    results = tuple(r for r in evidence.acceptance.results if r.name.split("[")[0] in names)
    brief = tuple(result.model_copy(update={"message": ""}) for result in results)
    judged = RequirementVerdict(
        id=item.id, priority=item.priority, text=item.text, outcome="not covered", tests=brief
    )
    outcomes = {result.outcome for result in results}
    if outcomes & {"failed", "error"}:
        return judged.model_copy(update={"outcome": "failed"})
    if "passed" in outcomes:
        return judged.model_copy(update={"outcome": "passed"})
    if names and not results:
        outcome = "not executed" if evidence.problem else "failed"
        return judged.model_copy(update={"outcome": outcome})
    return judged


def _reasons(
    items: Sequence[RequirementVerdict], evidence: Evidence, findings: Sequence[Finding]
) -> Iterator[str]:
    if evidence.problem:
        yield f"Nothing was executed: {evidence.problem}."
        return
    if evidence.doubt:
        yield f"Not proven either way: {evidence.doubt}."
    if evidence.acceptance.problem:
        yield f"The acceptance tests did not run: {_first_line(evidence.acceptance.problem)}."
    if evidence.unit.problem and not evidence.unit.problem.startswith(_NONE):
        yield f"The unit tests did not run: {_first_line(evidence.unit.problem)}."
    for item in items:
        if item.priority in _MUST_PASS and item.outcome != "passed":
            yield f"{item.id} ({item.priority}) is {item.outcome}: {item.text}"
    if evidence.start.outcome != "passed":
        yield f"Start-up proof {evidence.start.outcome}: {_first_line(evidence.start.evidence)}"
    failed = len(evidence.acceptance.failures) + len(evidence.unit.failures)
    if failed:
        yield f"{failed} test{'s' if failed > 1 else ''} failed."
    for finding in findings:
        if finding.severity == "error":
            yield str(finding)


def _not_verified(
    items: Sequence[RequirementVerdict], tests: AcceptanceTests, evidence: Evidence
) -> Iterator[NotVerified]:
    if evidence.problem:
        yield NotVerified(what="everything", why=evidence.problem)
    for item in items:
        if item.outcome == "not covered":
            yield NotVerified(what=f"{item.id} {item.text}", why="no acceptance test covers it")
    if not evidence.problem and evidence.unit.problem.startswith(_NONE):
        yield NotVerified(what="the parts on their own", why="there are no unit tests")
    for criterion in tests.untestable:
        yield NotVerified(what=criterion.criterion, why=criterion.why)
    if not evidence.problem:
        yield NotVerified(
            what="that the code does not forge its own test report",
            why="code and tests share a process with what writes the report",
        )
    yield NotVerified(what="whether the tests can fail", why="mutation score not measured")
    yield NotVerified(what="which lines the tests reach", why="coverage not measured")
    for gap in evidence.gaps:
        yield NotVerified(what=f"isolation by {evidence.sandbox}", why=gap)


def _first_line(text: str) -> str:
    return text.strip().splitlines()[0].rstrip(".") if text.strip() else "no reason given"
