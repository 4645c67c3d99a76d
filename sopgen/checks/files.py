"""The checks of one file, while others of the project do not exist yet."""

from collections.abc import Mapping, Sequence

from sopgen.artifacts import Artifacts, Finding
from sopgen.checks.code import tests_assert, written
from sopgen.checks.interfaces import compare_file
from sopgen.checks.known import package_names, with_sketches
from sopgen.languages import language_of

_ANY_FILE = ("code.missing", "code.syntax")
_SOURCE = ("code.stub", "interface.missing", "interface.different")
_IMPORTS = ("imports.unresolved", "imports.undeclared")
_TESTS = ("code.no_assertion",)


def check_file(path: str, artifacts: Artifacts, files: Mapping[str, str]) -> list[Finding]:
    """Return what is wrong with one file, most basic first.

    Imports of planned files that are not among `files` yet resolve against the design's interface.
    """
    found = written(path, files)
    if found or not files[path].strip():
        return found
    text = files[path]
    speaks = language_of(path)
    found = speaks.syntax(path, text)
    if found or not speaks.executable:
        return found
    if speaks.is_test(path):
        found = tests_assert(path, text)
    else:
        found = speaks.stubs(path, text)
        promised = artifacts.design.interface_of(path) if artifacts.design else None
        found += compare_file(promised, files) if promised else []
    everything = with_sketches(artifacts, files)
    return found + speaks.unresolved(path, everything, package_names(artifacts))


def checks_passed(path: str, findings: Sequence[Finding]) -> tuple[str, ...]:
    """Return the ids of the checks that a file went through without an error."""
    speaks = language_of(path)
    ids: tuple[str, ...] = _ANY_FILE
    if speaks.executable:
        ids += (_TESTS if speaks.is_test(path) else _SOURCE) + _IMPORTS
    failed = {item.check for item in findings if item.severity == "error"}
    # A file that does not parse went no further.
    stopped = next((place for place, id_ in enumerate(_ANY_FILE) if id_ in failed), len(ids))
    return tuple(id_ for id_ in ids[:stopped] if id_ not in failed)
