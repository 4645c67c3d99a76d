"""A repair may not take away what was there."""

import sample

from sopgen.checks import guard
from sopgen.languages import language

PYTHON = language("python")
LONG = "def f(a):\n    b = a + 1\n    c = b * 2\n    if c > 3:\n        c = 3\n    return c\n"


def _guard(before: str, after: str, path: str = "a.py") -> list[str]:
    return [finding.check for finding in guard({path: before}, {path: after}, PYTHON)]


def test_a_repair_that_changes_nothing_is_refused() -> None:
    assert _guard(LONG, LONG) == ["guard.unchanged"]


def test_a_new_file_is_a_change() -> None:
    assert guard({"a.py": LONG}, {"a.py": LONG, "b.py": "x = 1\n"}, PYTHON) == []


def test_an_honest_repair_passes() -> None:
    repaired = sample.CONVERTER.replace("* 9 / 5 + 32", "* 1.8 + 32")
    assert _guard(sample.CONVERTER, repaired) == []


def test_public_names_must_stay() -> None:
    assert _guard("def f(): return 1\ndef g(): return 2\n", "def f(): return 1\n") == [
        "guard.surface"
    ]
    assert _guard("class A:\n    size = 1\n    w = 2\n", "class A:\n    size = 1\n") == [
        "guard.surface"
    ]


def test_a_name_that_the_design_does_not_promise_may_go() -> None:
    before = sample.CONVERTER.replace("def parse(", "def read(text):\n    return 1\n\n\ndef parse(")
    path = "converter.py"
    assert guard({path: before}, {path: sample.CONVERTER}, PYTHON, sample.design()) == []
    (found,) = guard({path: before}, {path: before.replace("def parse", "def pars")}, PYTHON,
                     sample.design())  # fmt: skip
    assert found.message == "the repair removes parse; keep it"


def test_private_names_may_go() -> None:
    assert _guard("def f(): return 1\ndef _g(): return 2\n", "def f(): return 1\n") == []


def test_a_name_that_moved_and_is_imported_stays() -> None:
    assert _guard("def f(): return 1\n", "from b import f\n") == []


def test_a_function_must_not_be_emptied() -> None:
    assert _guard(LONG, "def f(a):\n    pass\n") == ["guard.emptied"]
    assert _guard(LONG, "def f(a):\n    return 0\n") == ["guard.emptied"]
    assert _guard(LONG, "def f(a):\n    return []\n") == ["guard.emptied"]
    assert _guard(LONG, "def f(a):\n    return min(3, (a + 1) * 2)\n") == []


def test_a_body_may_move_into_another_function() -> None:
    moved = LONG.replace("def f", "def _f") + "def f(a):\n    return _f(a)\n"
    assert _guard(LONG, moved) == []


def test_tests_must_not_be_removed_or_weakened() -> None:
    path = "tests/test_a.py"
    two = "def test_a():\n    assert x == 1\n    assert y == 2\n"
    assert _guard(two, "def test_a():\n    assert x == 1\n", path) == ["guard.tests"]
    assert _guard(two, "def test_a():\n    assert True\n    assert y == 2\n", path) == [
        "guard.tests"
    ]
    assert _guard(two, "def test_b():\n    assert x == 1\n", path) == ["guard.tests"]
    assert _guard(two, "@pytest.mark.skip\n" + two, path) == ["guard.tests"]


def test_a_test_may_be_replaced_by_one_that_asserts_as_much() -> None:
    two = "def test_a():\n    assert x == 1\n    assert y == 2\n"
    assert _guard(two, two.replace("test_a", "test_b"), "tests/test_a.py") == []


def test_a_deleted_file_loses_its_names() -> None:
    found = guard({"a.py": LONG, "b.py": "x = 1\n"}, {"b.py": "x = 2\n"}, PYTHON)
    assert [finding.check for finding in found] == ["guard.surface"]
