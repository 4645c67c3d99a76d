"""Checks of the project's files, one by one and together."""

import re
from collections.abc import Iterator, Mapping

from sopgen.artifacts import Artifacts, Finding
from sopgen.checks.known import code_language, package_names, with_sketches
from sopgen.languages import language_of

Files = Mapping[str, str]

_ROUTE = re.compile(r"\b(?:GET|POST|PUT|PATCH|DELETE|HEAD)\b[\s`*|:]*(/[^\s`|,;)\"']*)")


def files_written(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find files of the design that are missing or empty."""
    if artifacts.design is None:
        return []
    return [problem for entry in artifacts.design.files for problem in written(entry.path, files)]


def written(path: str, files: Files) -> list[Finding]:
    """Return that a file is missing or empty, as a list of one or none."""
    if path not in files:
        return [Finding(check="code.missing", message="the file was not written", path=path)]
    if not files[path].strip() and not path.endswith("__init__.py"):
        return [Finding(check="code.missing", message="the file is empty", path=path)]
    return []


def syntax(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find files that do not parse."""
    return [
        finding
        for path, text in files.items()
        if text.strip()
        for finding in language_of(path).syntax(path, text)
    ]


def stubs(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find functions and places that were left unwritten."""
    return [
        finding
        for path, text in files.items()
        if not language_of(path).is_test(path)
        for finding in language_of(path).stubs(path, text)
    ]


def files_planned(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find source files of a new project that the design does not know."""
    if artifacts.design is None or artifacts.requirement.mode != "new":
        return []
    planned = {entry.path for entry in artifacts.design.files}
    message = "the file is in no design; nothing promises or checks what it does"
    return [
        Finding(check="code.unplanned", message=message, path=path, severity="warning")
        for path in files
        if path not in planned
        and language_of(path).executable
        and not language_of(path).is_test(path)
    ]


def unit_tests_assert(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find tests that assert nothing; those of the QA Engineer have a check of their own."""
    tests = artifacts.acceptance_tests
    acceptance = {file.path for file in tests.files} if tests else set()
    return [
        finding
        for path, text in files.items()
        if language_of(path).is_test(path) and path not in acceptance
        for finding in tests_assert(path, text)
    ]


def unit_tests_written(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find source files that came without unit tests."""
    if artifacts.design is None:
        return []
    written_in = code_language(artifacts)
    return [
        Finding(
            check="code.untested",
            message=f"no unit tests were written; they belong into {place}",
            path=entry.path,
            severity="warning",
        )
        for entry in artifacts.design.files
        if entry.change != "untouched"
        and (place := written_in.test_path(entry.path))
        and place not in files
    ]


def tests_assert(path: str, text: str) -> list[Finding]:
    """Find tests of one file that cannot fail."""
    return [
        Finding(
            check="code.no_assertion",
            message=f"{test.name} asserts nothing; it can only fail by an exception",
            path=path,
            line=test.line,
            severity="warning",
        )
        for test in language_of(path).tests(path, text)
        if not test.assertions
    ]


def imports_resolved(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find imports of modules or names that the project does not have."""
    return [item for item in _imports(artifacts, files) if item.check == "imports.unresolved"]


def imports_declared(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find imports of packages that the design does not declare."""
    return [item for item in _imports(artifacts, files) if item.check == "imports.undeclared"]


def entry_point(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find that the start command's file is missing or does nothing."""
    if artifacts.design is None:
        return []
    written_in = code_language(artifacts)
    start = artifacts.design.runtime.start
    entry = written_in.entry(start)
    path = next((path for path in entry.paths if path in files), None)
    if path is None:
        message = entry.problem or (f"{entry.paths[0]} is missing" if entry.paths else "")
        return [Finding(check="code.entry_point", message=message)] if message else []
    problem = written_in.entry_problem(start, path, files[path])
    return [Finding(check="code.entry_point", message=problem, path=path)] if problem else []


def packages_used(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find declared packages that no file imports."""
    command = " ".join(artifacts.design.runtime.start) if artifacts.design else ""
    return [
        Finding(
            check="code.unused_package",
            message=f"{package} is declared as a package and never imported",
            severity="warning",
        )
        for package in package_names(artifacts)
        if package.lower() not in command.lower()
        and not any(language_of(path).uses(path, text, package) for path, text in files.items())
    ]


def routes(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find promised routes of a web service of which the source text knows nothing."""
    if artifacts.design is None or artifacts.design.runtime.kind != "web_service":
        return []
    described = (artifacts.plan.api_description if artifacts.plan else None) or ""
    promised = [artifacts.design.runtime.proof.http_path or "/", *_ROUTE.findall(described)]
    source = "\n".join(text for path, text in files.items() if not language_of(path).is_test(path))
    return [
        Finding(
            check="code.route",
            message=f"the route {route} is promised and stands nowhere in the source",
            severity="warning",
        )
        for route in dict.fromkeys(promised)
        if any(part not in source for part in _fixed_parts(route))
    ]


def _fixed_parts(route: str) -> Iterator[str]:
    for part in route.partition("?")[0].split("/"):
        if part and not re.search(r"[{}<>:*]", part):
            yield part


def _imports(artifacts: Artifacts, files: Files) -> list[Finding]:
    everything = with_sketches(artifacts, files)
    packages = package_names(artifacts)
    return [
        finding
        for path in files
        for finding in language_of(path).unresolved(path, everything, packages)
    ]
