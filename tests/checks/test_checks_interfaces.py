"""A file keeps its promise when every call written for the promise works."""

import pytest

from sopgen.artifacts import FileInterface, FunctionInterface, Parameter
from sopgen.checks.interfaces import compare_file
from sopgen.checks.signatures import difference
from sopgen.languages import language


def _function(source: str) -> FunctionInterface:
    interface = language("python").interface("a.py", f"def f({source}): return 1")
    assert interface is not None
    return interface.functions[0]


def _promise(source: str, path: str = "a.py") -> FileInterface:
    interface = language("python").interface(path, source)
    assert interface is not None
    return interface


def _compare(promised: str, real: str, **others: str) -> list[str]:
    files = {"a.py": real} | {f"{name}.py": text for name, text in others.items()}
    return [finding.message for finding in compare_file(_promise(promised), files)]


@pytest.mark.parametrize(
    ("promised", "real"),
    [
        ("a, b", "a, b"),
        ("a: int", "a: 'Sequence[str]'"),
        ("a, b=1", "a, b=2, c=3"),
        ("a", "a, *, loud=False"),
        ("a", "a, *rest, **options"),
        ("a, b", "*args, **kwargs"),
        ("a, *, b", "a, b"),
        ("a, *, b", "a, **options"),
        ("a, /", "a, /"),
        ("a=1", "a=None"),
        ("*items", "*values"),
    ],
)
def test_calls_that_work_are_no_difference(promised: str, real: str) -> None:
    assert difference(_function(promised), _function(real)) == ""


@pytest.mark.parametrize(
    ("promised", "real", "reason"),
    [
        ("a, b", "b, a", "order"),
        ("a", "b", "missing"),
        ("a, b", "a", "missing"),
        ("a", "a, b", "requires b"),
        ("a", "a, *, b", "requires b"),
        ("a=1", "a", "optional"),
        ("a", "*, a", "by name"),
        ("a", "a, /", "by name"),
        ("*, a", "b=1", "missing"),
        ("a, b", "a, c=1, b=2", "order"),
        ("*items", "items", "*args"),
        ("**options", "options=1", "**kwargs"),
    ],
)
def test_calls_that_fail_are_a_difference(promised: str, real: str, reason: str) -> None:
    assert reason in difference(_function(promised), _function(real))


def test_self_in_a_promise_is_forgiven() -> None:
    own = Parameter(name="self", type="Any", default=None)
    promised = _function("a")
    with_self = promised.model_copy(update={"parameters": (own, *promised.parameters)})
    assert difference(with_self, promised) == ""


def test_a_property_is_an_attribute() -> None:
    real = "class A:\n    @property\n    def size(self): return 1"
    assert _compare("class A:\n    size: int", real) == []


def test_an_attribute_set_anywhere_in_the_class_counts() -> None:
    real = "class A:\n    def start(self):\n        self.size, self.speed = 1, 2"
    assert _compare("class A:\n    size: int\n    speed: int", real) == []


def test_methods_of_a_base_class_in_another_file_count() -> None:
    promised = "class A:\n    def move(self, by): pass"
    real = "from b import B\nclass A(B):\n    pass"
    assert _compare(promised, real, b="class B:\n    def move(self, by): return by") == []


def test_members_that_an_unknown_base_may_bring_are_not_missed() -> None:
    promised = "class A:\n    name: str\n    def start(self): pass"
    real = "import threading\nclass A(threading.Thread):\n    def run(self): return 1"
    assert _compare(promised, real) == []


def test_members_of_an_enumeration_are_missed() -> None:
    promised = "class A(Enum):\n    UP = 1\n    DOWN = 2\n    value: int"
    assert _compare(promised, "from enum import Enum\nclass A(Enum):\n    UP = 1") == [
        "the attribute A.DOWN is missing"
    ]


def test_an_exception_may_leave_its_constructor_to_its_base() -> None:
    promised = "class A(ValueError):\n    args: tuple\n    def __init__(self, message): pass"
    assert _compare(promised, "class A(ValueError):\n    pass") == []


def test_a_dataclass_has_a_constructor() -> None:
    promised = "class A:\n    x: int\n    y: int\n    def __init__(self, x, y=0): pass"
    real = "from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int\n    y: int = 0"
    assert _compare(promised, real) == []


def test_a_dataclass_in_another_order_is_different() -> None:
    promised = "class A:\n    def __init__(self, x, y): pass"
    real = "from dataclasses import dataclass\n@dataclass\nclass A:\n    y: int\n    x: int"
    assert len(_compare(promised, real)) == 1


def test_a_constructor_that_nobody_promised_is_different() -> None:
    real = "class A:\n    def __init__(self, screen): self.screen = screen"
    assert _compare("class A:\n    pass", real) == [
        "A.__init__ needs screen; the design promises no such parameters"
    ]


def test_a_name_that_is_imported_or_assigned_is_there() -> None:
    promised = "def f(a): pass\nclass B: pass\nC: int"
    real = "from b import B\nfrom functools import partial\nf = partial(print)\nC = 1"
    assert _compare(promised, real, b="class B: pass") == []


def test_where_anything_may_turn_up_nothing_is_missing() -> None:
    assert _compare("def f(a): pass", "def __getattr__(name): return print") == []


def test_a_method_promised_as_attribute_is_different() -> None:
    real = "class A:\n    def size(self): return 1"
    found = _compare("class A:\n    size: int", real)
    assert found == ["A.size is a method; the design makes it an attribute"]


def test_each_missing_name_is_told() -> None:
    found = _compare("C: int = 1\ndef f(): pass\nclass A: pass", "x = 1")
    assert found == [
        "the constant C is missing",
        "the function f is missing",
        "the class A is missing",
    ]
