"""What sopgen knows of a programming language. A language returns commands and runs nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from sopgen.artifacts import (
    Command,
    FileInterface,
    Finding,
    RuntimeContract,
    StartResult,
    TestResult,
)


@dataclass(frozen=True)
class Import:
    """One import statement: `from .a import b` is module `.a` with names ("b",)."""

    module: str
    names: tuple[str, ...]
    line: int
    optional: bool = False
    """The program is prepared to do without it, or only a type checker needs it."""


@dataclass(frozen=True)
class TestReport:
    """What a test run said, read from its report file and not from its output."""

    results: tuple[TestResult, ...]
    problem: str = ""
    """Why the report cannot be trusted or is missing; empty: it can."""

    __test__ = False


@dataclass(frozen=True)
class TestFunction:
    """One test as it is written: what it claims to cover and how much it asserts."""

    name: str
    """`test_merge` or `TestBoard::test_merge`."""
    line: int
    criteria: tuple[str, ...]
    assertions: int

    __test__ = False


@dataclass(frozen=True)
class Entry:
    """What a start command needs: one of these files."""

    paths: tuple[str, ...] = ()
    """Empty: no file of the project can be named."""
    problem: str = ""
    """Why the command cannot work at all; empty: nothing is known against it."""


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

    def names(self, path: str, text: str) -> frozenset[str] | None:
        """Return every name that the file binds at its top, imported ones too.

        None: nobody can tell without running it.
        """

    def sketch(self, promised: FileInterface) -> str:
        """Return source text that declares what a design promises of a file, without bodies."""

    def stubs(self, path: str, text: str) -> list[Finding]:
        """Return places where code was promised and not written."""

    def imports(self, path: str, text: str) -> list[Import]:
        """Return the file's imports."""

    def unresolved(
        self, path: str, files: Mapping[str, str], packages: Sequence[str]
    ) -> list[Finding]:
        """Return imports of one file that neither the standard library, the declared packages nor
        the project's files provide, down to the imported names.
        """

    def uses(self, path: str, text: str, package: str) -> bool:
        """Say whether a file imports something of a declared package."""

    def standard(self, name: str) -> bool:
        """Say whether the language brings a module of this name itself."""

    def known_base(self, name: str) -> bool:
        """Say whether a base class may come from elsewhere than the design."""

    def inherited(self, base: str) -> frozenset[str] | None:
        """Return the names that a base class of the language's own brings; None: nobody knows."""

    def is_name(self, text: str) -> bool:
        """Say whether something can be called by this name."""

    def scaffold(self, files: Sequence[str]) -> tuple[str, ...]:
        """Return the names of the scaffold templates that such a project needs."""

    def test_path(self, source: str) -> str | None:
        """Return where the unit tests of a source file belong; None if it has none."""

    def acceptance_path(self) -> str:
        """Return where the acceptance tests belong."""

    def is_test(self, path: str) -> bool:
        """Say whether a file holds tests or serves them alone."""

    def entry(self, start: Sequence[str], files: Sequence[str] = ()) -> Entry:
        """Return which file a start command needs, and whether it would find all the files."""

    def entry_problem(self, start: Sequence[str], path: str, text: str) -> str:
        """Return why starting this file would do nothing or fail; empty: it starts."""

    def import_command(self, files: Sequence[str]) -> Command:
        """Return the command that imports every source file; its report is `imports.json`."""

    def test_command(self, tests: Sequence[str]) -> Command:
        """Return the command that runs these test files; its report is `junit.xml`."""

    def start_command(self, runtime: RuntimeContract) -> Command | None:
        """Return the command that starts the program as its proof says; report `start.json`.

        None: this kind of program cannot be started here; `read_start` says why.
        """

    def run_command(self, runtime: RuntimeContract) -> Command:
        """Return the command that starts the program for a person, without proof arguments."""

    def read_imports(
        self, reports: Mapping[str, bytes], files: Sequence[str] = ()
    ) -> list[Finding]:
        """Return the modules that could not be imported, with their error and, given the files,
        their path.
        """

    def read_tests(self, reports: Mapping[str, bytes]) -> TestReport:
        """Return the results of a test run."""

    def read_start(self, runtime: RuntimeContract, reports: Mapping[str, bytes]) -> StartResult:
        """Judge a start by its report and the contract's proof."""

    def tests(self, path: str, text: str) -> list[TestFunction]:
        """Return the tests of a file."""

    def criteria_covered(self, path: str, text: str) -> list[tuple[str, str]]:
        """Return (criterion id, test name) for each test that names a criterion."""

    def bodies(self, path: str, text: str) -> dict[str, int]:
        """Return how many statements each function holds, by qualified name.

        One that is a stub, or only returns a constant or an argument, holds none.
        """
