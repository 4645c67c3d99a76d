"""For each check of code and tests, the smallest change to the sample that must be found."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import sample

from sopgen.artifacts import AcceptanceFile, Artifacts, Package

Case = Callable[[], tuple[Artifacts, dict[str, str]]]


def _without(path: str) -> tuple[Artifacts, dict[str, str]]:
    return sample.artifacts(), {name: text for name, text in sample.files().items() if name != path}


def _edited(path: str, old: str, new: str) -> tuple[Artifacts, dict[str, str]]:
    text = sample.files()[path]
    assert old in text
    return sample.artifacts(), sample.files() | {path: text.replace(old, new)}


def _design(**changes: Any) -> tuple[Artifacts, dict[str, str]]:
    design = sample.design().model_copy(update=changes)
    return replace(sample.artifacts(), design=design), sample.files()


def _tests(**changes: Any) -> tuple[Artifacts, dict[str, str]]:
    tests = sample.acceptance_tests().model_copy(update=changes)
    return replace(sample.artifacts(), acceptance_tests=tests), sample.files()


def _test_text(old: str, new: str) -> tuple[Artifacts, dict[str, str]]:
    assert old in sample.TEST_ACCEPTANCE
    text = sample.TEST_ACCEPTANCE.replace(old, new)
    return _tests(files=(AcceptanceFile(path="tests/test_acceptance.py", content=text),))


def _service(http_path: str) -> tuple[Artifacts, dict[str, str]]:
    runtime = sample.design().runtime
    proof = runtime.proof.model_copy(update={"http_path": http_path})
    return _design(runtime=runtime.model_copy(update={"kind": "web_service", "proof": proof}))


_PARSE_HEAD = "def parse(text: str) -> Temperature:"

CASES: dict[str, Case] = {
    "code.missing": lambda: _without("main.py"),
    "code.syntax": lambda: _edited("main.py", "def main(", "def main(("),
    "code.stub": lambda: _edited("main.py", '"""The command', '\ndef help():\n    ...\n"""The'),
    "code.no_assertion": lambda: _edited("tests/test_main.py", "    assert ", "    "),
    "code.untested": lambda: _without("tests/test_main.py"),
    "code.unplanned": lambda: (sample.artifacts(), sample.files() | {"extra.py": "X = 1\n"}),
    "interface.missing": lambda: _edited("converter.py", "def parse(", "def read("),
    "interface.different": lambda: _edited(
        "converter.py", _PARSE_HEAD, "def parse(line: str) -> Temperature:"
    ),
    "imports.unresolved": lambda: _edited("main.py", "TemperatureError, parse", "parse, kelvin"),
    "imports.undeclared": lambda: _edited("main.py", "import sys", "import requests"),
    "code.entry_point": lambda: _edited("main.py", 'if __name__ == "__main__":', "def end():"),
    "code.unused_package": lambda: _design(
        packages=(Package(name="requests", why="weather", version=None),)
    ),
    "code.route": lambda: _service("/temperatures"),
    "qa.coverage": lambda: _tests(untestable=()),
    "qa.criterion": lambda: _test_text("def test_boiling", "def test_cooking"),
    "qa.syntax": lambda: _test_text("import sys", "import sys,"),
    "qa.assertion": lambda: _test_text('assert run("32F").stdout ==', 'run("32F").stdout !='),
    "qa.imports": lambda: _test_text("TemperatureError, parse", "TemperatureError, parse, kelvin"),
}
