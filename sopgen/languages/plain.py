"""Files of which only the format is known: data, markup, and languages without support yet."""

import json
import tomllib
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree

from sopgen.artifacts import Command, FileInterface, Finding, RuntimeContract, StartResult
from sopgen.errors import ConfigurationError
from sopgen.languages.base import Entry, Import, TestFunction, TestReport

_XML = (".svg", ".xml", ".xhtml")


class Plain:
    """A language of which sopgen knows the name; JSON, TOML, XML and SVG are parsed."""

    executable = False

    def __init__(self, name: str, suffixes: tuple[str, ...] = ()) -> None:
        self.name = name
        self.suffixes = suffixes

    def syntax(self, path: str, text: str) -> list[Finding]:
        problem = _problem(path, text)
        return [Finding(check="code.syntax", message=problem, path=path)] if problem else []

    def interface(self, path: str, text: str) -> FileInterface | None:
        return None

    def names(self, path: str, text: str) -> frozenset[str] | None:
        return None

    def sketch(self, promised: FileInterface) -> str:
        return ""

    def stubs(self, path: str, text: str) -> list[Finding]:
        return []

    def imports(self, path: str, text: str) -> list[Import]:
        return []

    def unresolved(
        self, path: str, files: Mapping[str, str], packages: Sequence[str]
    ) -> list[Finding]:
        return []

    def uses(self, path: str, text: str, package: str) -> bool:
        return package in text

    def standard(self, name: str) -> bool:
        return False

    def known_base(self, name: str) -> bool:
        return True

    def inherited(self, base: str) -> frozenset[str] | None:
        return None

    def is_name(self, text: str) -> bool:
        return True

    def scaffold(self, files: Sequence[str]) -> tuple[str, ...]:
        return ()

    def test_path(self, source: str) -> str | None:
        return None

    def acceptance_path(self) -> str:
        return "tests/acceptance.txt"

    def is_test(self, path: str) -> bool:
        return path.startswith(("tests/", "test/"))

    def entry(self, start: Sequence[str], files: Sequence[str] = ()) -> Entry:
        return Entry()

    def entry_problem(self, start: Sequence[str], path: str, text: str) -> str:
        return ""

    def import_command(self, files: Sequence[str]) -> Command:
        raise self._cannot_run()

    def test_command(self, tests: Sequence[str]) -> Command:
        raise self._cannot_run()

    def start_command(self, runtime: RuntimeContract) -> Command | None:
        return None

    def run_command(self, runtime: RuntimeContract) -> Command:
        raise self._cannot_run()

    def read_imports(
        self, reports: Mapping[str, bytes], files: Sequence[str] = ()
    ) -> list[Finding]:
        return []

    def read_tests(self, reports: Mapping[str, bytes]) -> TestReport:
        return TestReport((), f"tests in {self.name} are not supported yet")

    def read_start(self, runtime: RuntimeContract, reports: Mapping[str, bytes]) -> StartResult:
        return StartResult(
            outcome="not executed",
            command=" ".join(runtime.start),
            evidence=f"starting programs in {self.name} is not supported yet",
        )

    def tests(self, path: str, text: str) -> list[TestFunction]:
        return []

    def criteria_covered(self, path: str, text: str) -> list[tuple[str, str]]:
        return []

    def bodies(self, path: str, text: str) -> dict[str, int]:
        return {}

    def _cannot_run(self) -> ConfigurationError:
        return ConfigurationError(
            f"sopgen cannot run programs in {self.name} yet.", "Choose --language python."
        )


def _problem(path: str, text: str) -> str:
    try:
        if path.endswith(".json"):
            json.loads(text)
        elif path.endswith(".toml"):
            tomllib.loads(text)
        elif path.endswith(_XML):
            # An entity can swell to gigabytes, and no asset needs one.
            if "<!ENTITY" in text:
                return "it declares an entity; write the text itself"
            ElementTree.fromstring(text)
    except (ValueError, SyntaxError) as error:
        return f"it does not parse: {error}"
    except RecursionError:
        return "it is nested too deeply to be read"
    return ""
