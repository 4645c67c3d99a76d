"""The Python language: one method per question, each answered in its own module."""

import keyword
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from sopgen.artifacts import Command, FileInterface, Finding, RuntimeContract, StartResult
from sopgen.languages.base import Entry, Import, TestFunction, TestReport
from sopgen.languages.python import bases, commands, layout, reports, resolve
from sopgen.languages.python.distributions import provider
from sopgen.languages.python.entries import entry_problem
from sopgen.languages.python.functions import body_sizes
from sopgen.languages.python.imports import imports_of
from sopgen.languages.python.junit import read_tests
from sopgen.languages.python.names import bound_names
from sopgen.languages.python.signatures import interface_of
from sopgen.languages.python.sketch import sketch
from sopgen.languages.python.stubs import stub_findings
from sopgen.languages.python.suites import tests_of
from sopgen.languages.python.syntax import parse, syntax_findings

_NO_TESTS = frozenset({"__init__.py", "__main__.py", "setup.py", "conftest.py"})


class Python:
    """Python 3, read with the parser of the interpreter that runs sopgen."""

    name = "python"
    suffixes: tuple[str, ...] = (".py",)
    executable = True

    def syntax(self, path: str, text: str) -> list[Finding]:
        return syntax_findings(path, text)

    def interface(self, path: str, text: str) -> FileInterface | None:
        return interface_of(path, text)

    def names(self, path: str, text: str) -> frozenset[str] | None:
        bound = bound_names(text)
        return None if bound.open or bound.stars else bound.names

    def sketch(self, promised: FileInterface) -> str:
        return sketch(promised)

    def stubs(self, path: str, text: str) -> list[Finding]:
        return stub_findings(path, text)

    def imports(self, path: str, text: str) -> list[Import]:
        tree = parse(text)
        return [] if tree is None else imports_of(tree)

    def unresolved(
        self, path: str, files: Mapping[str, str], packages: Sequence[str]
    ) -> list[Finding]:
        return resolve.unresolved_imports(path, files, packages)

    def uses(self, path: str, text: str, package: str) -> bool:
        return any(
            provider(statement.module, [package])
            or any(provider(f"{statement.module}.{name}", [package]) for name in statement.names)
            for statement in self.imports(path, text)
            if not statement.module.startswith(".")
        )

    def standard(self, name: str) -> bool:
        return resolve.is_standard(name)

    def known_base(self, name: str) -> bool:
        return bases.is_known(name)

    def inherited(self, base: str) -> frozenset[str] | None:
        return bases.inherited(base)

    def is_name(self, text: str) -> bool:
        return text.isidentifier() and not keyword.iskeyword(text)

    def scaffold(self, files: Sequence[str]) -> tuple[str, ...]:
        return ("pyproject.toml",)

    def test_path(self, source: str) -> str | None:
        """`board.py` and `pkg/board.py`: tests/test_board.py; `pkg/api/board.py`:
        tests/test_api_board.py.
        """
        parts = PurePosixPath(layout.without_source_folder(source)).parts
        if not source.endswith(".py") or parts[-1] in _NO_TESTS or layout.is_test(source):
            return None
        words = [*parts[1:-1], parts[-1].removesuffix(".py")]
        return f"tests/test_{'_'.join(words).replace('-', '_')}.py"

    def acceptance_path(self) -> str:
        return "tests/test_acceptance.py"

    def is_test(self, path: str) -> bool:
        return layout.is_test(path)

    def entry(self, start: Sequence[str], files: Sequence[str] = ()) -> Entry:
        return commands.entry_of(start, files)

    def entry_problem(self, start: Sequence[str], path: str, text: str) -> str:
        return entry_problem(start, path, text)

    def import_command(self, files: Sequence[str]) -> Command:
        return commands.import_command(files)

    def test_command(self, tests: Sequence[str]) -> Command:
        return commands.test_command(tests)

    def start_command(self, runtime: RuntimeContract) -> Command | None:
        return commands.start_command(runtime)

    def run_command(self, runtime: RuntimeContract) -> Command:
        return commands.run_command(runtime)

    def read_imports(
        self, reports_: Mapping[str, bytes], files: Sequence[str] = ()
    ) -> list[Finding]:
        return reports.read_imports(reports_, files)

    def read_tests(self, reports_: Mapping[str, bytes]) -> TestReport:
        return read_tests(reports_)

    def read_start(self, runtime: RuntimeContract, reports_: Mapping[str, bytes]) -> StartResult:
        return reports.read_start(runtime, reports_)

    def tests(self, path: str, text: str) -> list[TestFunction]:
        return list(tests_of(text))

    def criteria_covered(self, path: str, text: str) -> list[tuple[str, str]]:
        return [(criterion, test.name) for test in tests_of(text) for criterion in test.criteria]

    def bodies(self, path: str, text: str) -> dict[str, int]:
        tree = parse(text)
        return {} if tree is None else body_sizes(tree)
