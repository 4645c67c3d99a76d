"""One file is judged while others of the project do not exist yet."""

from dataclasses import replace

import sample

from sopgen.artifacts import Artifacts
from sopgen.checks import check_file, checks_passed


def _check(path: str, text: str, artifacts: Artifacts | None = None) -> list[tuple[str, int]]:
    found = check_file(path, artifacts or sample.artifacts(), {path: text})
    return [(finding.check, finding.line) for finding in found]


def test_a_planned_file_stands_in_by_its_interface() -> None:
    assert _check("main.py", sample.MAIN) == []


def test_a_name_that_the_interface_does_not_promise_is_unresolved() -> None:
    text = sample.MAIN.replace("import TemperatureError, parse", "import TemperatureError, Kelvin")
    assert _check("main.py", text) == [("imports.unresolved", 5)]


def test_a_planned_file_without_interface_may_hold_anything() -> None:
    design = sample.design()
    design = design.model_copy(update={"interfaces": design.interfaces[1:]})
    text = sample.MAIN.replace("import TemperatureError, parse", "import TemperatureError, Kelvin")
    assert _check("main.py", text, replace(sample.artifacts(), design=design)) == []


def test_the_real_file_counts_once_it_is_there() -> None:
    files = {"main.py": sample.MAIN, "converter.py": "def parse(text): return text"}
    found = check_file("main.py", sample.artifacts(), files)
    assert [finding.check for finding in found] == ["imports.unresolved"]


def test_a_file_that_does_not_parse_is_judged_no_further() -> None:
    found = check_file("main.py", sample.artifacts(), {"main.py": "def main(:\n    pass"})
    assert [finding.check for finding in found] == ["code.syntax"]
    assert checks_passed("main.py", found) == ("code.missing",)


def test_an_empty_file_counts_as_missing_unless_it_marks_a_package() -> None:
    assert _check("main.py", "\n") == [("code.missing", 0)]
    assert _check("pkg/__init__.py", "") == []


def test_unit_tests_need_assertions_and_may_use_pytest() -> None:
    text = "import pytest\nimport main\n\ndef test_main():\n    main.main([])\n"
    assert _check("tests/test_main.py", text) == [("code.no_assertion", 4)]


def test_data_is_parsed() -> None:
    assert _check("data/levels.json", "{1: 2}") == [("code.syntax", 0)]
    assert _check("data/levels.json", '{"1": 2}') == []


def test_a_clean_source_file_passed_every_check() -> None:
    assert checks_passed("main.py", []) == (
        "code.missing",
        "code.syntax",
        "code.stub",
        "interface.missing",
        "interface.different",
        "imports.unresolved",
        "imports.undeclared",
    )
