"""What sopgen knows of a programming language. A language returns commands and runs nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from sopgen.artifacts import Command, FileInterface, Finding, RuntimeContract, TestResult


@dataclass(frozen=True)
class Import:
    """One import statement: `from .a import b` is module `.a` with names ("b",)."""

    module: str
    names: tuple[str, ...]
    line: int


@dataclass(frozen=True)
class TestReport:
    """What a test run said, read from its report file and not from its output."""

    results: tuple[TestResult, ...]
    problem: str = ""
    """Why the report cannot be trusted or is missing; empty: it can."""

    __test__ = False


class Language(Protocol):
    """One programming language; `files` maps every path of the project to its text."""

    name: str
    suffixes: tuple[str, ...]
    executable: bool
    """Whether sopgen can install, test and start projects in it."""

    def syntax(self, path: str, text: str) -> list[Finding]:
        """Return why the text does not parse."""

    def interface(self, path: str, text: str) -> FileInterface | None:
        """Return what the file really provides; None when it does not parse."""

    def stubs(self, path: str, text: str) -> list[Finding]:
        """Return places where code was promised and not written."""

    def imports(self, path: str, text: str) -> list[Import]:
        """Return the file's imports."""

    def unresolved(
        self, path: str, files: Mapping[str, str], packages: Sequence[str]
    ) -> list[Finding]:
        """Return imports of one file that neither the standard library, the declared packages nor
        the project's files provide, down to the imported names."""

    def scaffold(self, files: Sequence[str]) -> tuple[str, ...]:
        """Return the names of the scaffold templates that such a project needs."""

    def test_path(self, source: str) -> str | None:
        """Return where the unit tests of a source file belong; None if it has none."""

    def acceptance_path(self) -> str:
        """Return where the acceptance tests belong."""

    def import_command(self, files: Sequence[str]) -> Command:
        """Return the command that imports every source file; its report is `imports.json`."""

    def test_command(self, tests: Sequence[str]) -> Command:
        """Return the command that runs these test files; its report is `junit.xml`."""

    def start_command(self, runtime: RuntimeContract) -> Command:
        """Return the command that starts the program as its proof says; report `start.json`."""

    def read_imports(self, reports: Mapping[str, bytes]) -> list[Finding]:
        """Return the modules that could not be imported, with their error."""

    def read_tests(self, reports: Mapping[str, bytes]) -> TestReport:
        """Return the results of a test run."""

    def criteria_covered(self, path: str, text: str) -> list[tuple[str, str]]:
        """Return (criterion id, test name) for each test that names a criterion."""
