"""Run what was written, and have each file that fails written again, within its retries."""

from collections.abc import Iterable
from functools import partial

from sopgen.artifacts import Finding, TestResult
from sopgen.checks import run_checks
from sopgen.languages import language
from sopgen.roles.brief import Brief
from sopgen.roles.desk import Desk
from sopgen.roles.trial import doubt, import_all, prepare, run_tests
from sopgen.roles.writing import Piece, attempt


def face_reality(
    desk: Desk, brief: Brief, pieces: dict[str, Piece]
) -> tuple[dict[str, Piece], list[Finding]]:
    """Check, import and test the whole project until nothing fails or nothing helps.

    Returns the pieces with their attempts, and the errors that are left.
    """
    told: set[frozenset[str]] = set()
    while True:
        errors = _errors(desk, brief)
        by_file = _by_file(brief, errors)
        again = [
            Piece(path, pieces[path].attempt, problems)
            for path, problems in by_file.items()
            if path in pieces and pieces[path].attempt <= desk.rules.file_retries
        ]
        said = frozenset(str(error) for error in errors)
        if not again or said in told:
            return pieces, errors
        told.add(said)
        retry = partial(attempt, desk, brief, seen=desk.draft.files())
        pieces = pieces | {piece.path: piece for piece in desk.in_parallel(retry, again)}


def _errors(desk: Desk, brief: Brief) -> list[Finding]:
    """Return the errors of the cheapest kind of trial that finds any."""
    findings = run_checks("code", brief.artifacts, desk.draft.files())
    static = [finding for finding in findings if finding.severity == "error"]
    if static or desk.workbench is None:
        return static
    spoken = language(brief.prd.programming_language)
    if not spoken.executable or prepare(desk, brief.packages):
        return []  # QA says in its verdict that nothing was executed, and why.
    failing = import_all(desk, spoken) or _failing_tests(desk, brief)
    return [] if doubt(desk, brief.design) else failing


def _failing_tests(desk: Desk, brief: Brief) -> list[Finding]:
    """Run the unit tests together, and one by one only when the run as a whole broke down."""
    spoken = language(brief.prd.programming_language)
    paths = [path for path in _unit_tests(brief) if desk.draft.read(path) is not None]
    if not paths:
        return []
    outcome = run_tests(desk, spoken, paths, "unit tests")
    if not outcome.problem:
        return [_finding(result) for result in outcome.failures]
    findings = []
    for path in paths:
        alone = run_tests(desk, spoken, [path], f"unit tests of {path}")
        findings += [_finding(result) for result in alone.failures]
        if alone.problem:
            findings.append(Finding(check="tests.unit", path=path, message=alone.problem))
    return findings


def _finding(result: TestResult) -> Finding:
    path, _, name = result.name.partition("::")
    return Finding(
        check="tests.unit", path=path, message=f"{name} {result.outcome}: {result.message}"
    )


def _unit_tests(brief: Brief) -> dict[str, str]:
    """Return the file that each unit test file belongs to."""
    return {test: file.path for file in brief.design.files if (test := brief.test_path(file.path))}


def _by_file(brief: Brief, errors: Iterable[Finding]) -> dict[str, tuple[str, ...]]:
    """Sort errors by the design's file that has to change."""
    owners = _unit_tests(brief)
    sorted_: dict[str, tuple[str, ...]] = {}
    for error in errors:
        path = owners.get(error.path, error.path)
        if path:
            sorted_[path] = (*sorted_.get(path, ()), str(error))
    return dict(sorted(sorted_.items()))
