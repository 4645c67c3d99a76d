"""Checks of the acceptance tests, before any of them runs."""

from collections.abc import Iterator, Mapping

from sopgen.artifacts import AcceptanceFile, Artifacts, Finding
from sopgen.checks.known import package_names, with_sketches
from sopgen.languages import TestFunction, language_of

Files = Mapping[str, str]


def criteria_covered(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find P0 and P1 criteria that no test covers and nobody calls untestable."""
    if artifacts.acceptance_tests is None or artifacts.prd is None:
        return []
    tests = artifacts.acceptance_tests
    treated = {entry.criterion for entry in tests.covered}
    treated |= {entry.criterion for entry in tests.untestable}
    return [
        Finding(
            check="qa.coverage",
            message=f"no test covers {id_}: given {criterion.given}, when {criterion.when}, then"
            f" {criterion.then}",
            field="files",
        )
        for id_, item, criterion in artifacts.prd.criteria()
        if item.priority != "P2" and id_ not in treated
    ]


def criteria_known(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find criteria that the PRD does not have, and tests that do not exist."""
    if artifacts.acceptance_tests is None or artifacts.prd is None:
        return []
    known = {id_ for id_, _, _ in artifacts.prd.criteria()}
    written = {(file.path, test.name) for file, test in _tests(artifacts)}
    tests = artifacts.acceptance_tests
    named = [entry.criterion for entry in tests.covered]
    named += [entry.criterion for entry in tests.untestable]
    found = [
        Finding(check="qa.criterion", message=f"the PRD has no criterion {id_}", field="covered")
        for id_ in dict.fromkeys(named)
        if id_ not in known
    ]
    return found + [
        Finding(
            check="qa.criterion",
            message=f"{entry.criterion} is said to be covered by {entry.test}, which is not there",
            path=entry.path,
            field="covered",
        )
        for entry in tests.covered
        if language_of(entry.path).executable and (entry.path, entry.test) not in written
    ]


def tests_parse(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find acceptance tests that do not parse, or files without any test."""
    found = []
    for file in _files(artifacts):
        speaks = language_of(file.path)
        problems = speaks.syntax(file.path, file.content)
        found += [problem.model_copy(update={"check": "qa.syntax"}) for problem in problems]
        if not problems and speaks.executable and not speaks.tests(file.path, file.content):
            message = "the file holds no test function"
            found.append(Finding(check="qa.syntax", message=message, path=file.path))
    return found


def tests_assert(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find acceptance tests that cannot fail because they assert nothing."""
    return [
        Finding(
            check="qa.assertion",
            message=f"{test.name} asserts nothing, so it cannot fail",
            path=file.path,
            line=test.line,
        )
        for file, test in _tests(artifacts)
        if not test.assertions
    ]


def tests_import(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find imports in acceptance tests that nothing provides."""
    own = {file.path: file.content for file in _files(artifacts)}
    everything = with_sketches(artifacts, files) | own
    return [
        finding.model_copy(update={"check": "qa.imports"})
        for path in own
        for finding in language_of(path).unresolved(path, everything, package_names(artifacts))
    ]


def _files(artifacts: Artifacts) -> tuple[AcceptanceFile, ...]:
    return artifacts.acceptance_tests.files if artifacts.acceptance_tests else ()


def _tests(artifacts: Artifacts) -> Iterator[tuple[AcceptanceFile, TestFunction]]:
    for file in _files(artifacts):
        for test in language_of(file.path).tests(file.path, file.content):
            yield file, test
