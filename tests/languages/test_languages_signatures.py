"""What a Python file provides is read from its syntax alone."""

import ast
import warnings
from concurrent.futures import ThreadPoolExecutor

import sample
from hypothesis import given
from hypothesis import strategies as st

from sopgen.artifacts import (
    Attribute,
    ClassInterface,
    FileInterface,
    FunctionInterface,
    Parameter,
)
from sopgen.languages import language

PYTHON = language("python")


def _interface(text: str) -> FileInterface:
    found = PYTHON.interface("a.py", text)
    assert found is not None
    return found


def _parameters(text: str) -> list[tuple[str, str, str | None]]:
    function = _interface(text).functions[0]
    return [(item.name, item.type, item.default) for item in function.parameters]


def _attributes(text: str) -> dict[str, str]:
    return {item.name: item.type for item in _interface(text).classes[0].attributes}


def _init(text: str) -> list[str]:
    methods = {item.name: item for item in _interface(text).classes[-1].methods}
    return [
        item.name if item.default is None else f"{item.name}={item.default}"
        for item in methods["__init__"].parameters
    ]


def test_parameters_keep_kind_type_and_default() -> None:
    text = "def f(a, b: int = 2, /, c='x', *rest: str, d, e=None, **more): ..."
    assert _parameters(text) == [
        ("a", "Any", None),
        ("b", "int", "2"),
        ("/", "Any", None),
        ("c", "Any", "'x'"),
        ("*rest", "str", None),
        ("d", "Any", None),
        ("e", "Any", "None"),
        ("**more", "Any", None),
    ]


def test_keyword_only_parameters_follow_a_star() -> None:
    assert [name for name, _, _ in _parameters("def f(*, a): ...")] == ["*", "a"]


def test_self_and_cls_are_left_out_but_not_of_static_methods() -> None:
    text = (
        "class A:\n    def a(self, x): ...\n    @classmethod\n    def b(cls, x): ...\n"
        "    @staticmethod\n    def c(x): ...\n    def d(self, /, x): ...\n"
    )
    methods = _interface(text).classes[0].methods
    assert [[item.name for item in method.parameters] for method in methods] == [["x"]] * 4


def test_attributes_come_from_everywhere_in_a_class() -> None:
    text = (
        "class A:\n    limit = 3\n    name: str\n    _hidden = 1\n"
        "    def __init__(self, size: int, other):\n"
        "        self.size = size\n        self.other = other\n        self.cells: list[int] = []\n"
        "        self._secret = 1\n"
        "    @property\n    def area(self) -> int: return 1\n"
        "    @area.setter\n    def area(self, value) -> None: ...\n"
    )
    assert _attributes(text) == {
        "limit": "int",
        "name": "str",
        "area": "int",
        "size": "int",
        "other": "Any",
        "cells": "list[int]",
    }


def test_a_dataclass_constructor_follows_its_fields() -> None:
    text = (
        "from dataclasses import dataclass, field, KW_ONLY\nfrom typing import ClassVar\n"
        "@dataclass\nclass Base:\n    a: int\n"
        "@dataclass(frozen=True)\nclass A(Base):\n    b: list[int] = field(default_factory=list)\n"
        "    kind: ClassVar[str] = 'x'\n    hidden: int = field(init=False)\n"
        "    _: KW_ONLY\n    c: int\n"
    )
    assert _init(text) == ["a", "b=list()", "*", "c"]


def test_a_named_tuple_has_a_constructor() -> None:
    assert _init("class P(NamedTuple):\n    x: int\n    y: int = 0\n") == ["x", "y=0"]


def test_methods_of_the_class_say_so() -> None:
    text = "class A:\n    @classmethod\n    def read(cls, text):\n        'Read.'\n"
    (method,) = _interface(text).classes[0].methods
    assert method.purpose == "Class method. Read."


def test_the_last_definition_counts_and_private_names_do_not() -> None:
    text = (
        "@overload\ndef f(a: int) -> int: ...\n@overload\ndef f(a: str) -> str: ...\n"
        "def f(a): return a\ndef _g(): ...\nclass _H: ...\n_I = 1\n"
    )
    found = _interface(text)
    assert [(item.name, item.returns) for item in found.functions] == [("f", "Any")]
    assert (found.classes, found.constants) == ((), ())


def test_what_a_function_raises_and_says_is_kept() -> None:
    text = 'def f(a) -> "Board":\n    """Move.\n\n    More."""\n    raise errors.Bad("no")\n'
    function = _interface(text).functions[0]
    assert (function.purpose, function.returns, function.raises) == (
        "Move.",
        "Board",
        ("errors.Bad",),
    )


def test_constants_have_a_guessed_type() -> None:
    found = _interface("A = 1\nB: Final[int] = 2\nC = [1]\nD, E = 1, 2\nF = Game()\nG = -1.5\n")
    assert {item.name: item.type for item in found.constants} == {
        "A": "int",
        "B": "Final[int]",
        "C": "list",
        "D": "Any",
        "E": "Any",
        "F": "Game",
        "G": "float",
    }


def test_what_does_not_parse_has_no_interface() -> None:
    for text in ("def f(", "x = '\0'", "(" * 2000):
        assert PYTHON.interface("a.py", text) is None
        assert [item.check for item in PYTHON.syntax("a.py", text)] == ["code.syntax"]


def test_a_syntax_error_says_where() -> None:
    (found,) = PYTHON.syntax("a.py", "x = 1\ndef f(:\n")
    assert (found.line, found.path) == (2, "a.py")


def test_a_sketch_promises_what_it_was_made_from() -> None:
    for promised in sample.design().interfaces:
        real = PYTHON.interface(promised.path, PYTHON.sketch(promised))
        assert real is not None
        assert [item.name for item in real.classes] == [item.name for item in promised.classes]
        assert [item.parameters for item in real.functions] == [
            item.parameters for item in promised.functions
        ]


TEXT = st.one_of(
    st.sampled_from(
        ["a", "Board", "list[int]", "*", "**kw", "self", '"""', "x\\", "def", "A -> B"]
    ),
    st.text(min_size=1, max_size=12),
)
PARAMETERS = st.lists(
    st.builds(Parameter, name=TEXT, type=TEXT, default=st.none() | TEXT), max_size=3
).map(tuple)
FUNCTION = st.builds(
    FunctionInterface,
    name=TEXT,
    parameters=PARAMETERS,
    returns=TEXT,
    raises=st.just(()),
    purpose=TEXT,
)
ATTRIBUTES = st.lists(st.builds(Attribute, name=TEXT, type=TEXT), max_size=2).map(tuple)
CLASS = st.builds(
    ClassInterface,
    name=TEXT,
    bases=st.lists(TEXT, max_size=2).map(tuple),
    purpose=TEXT,
    attributes=ATTRIBUTES,
    methods=st.lists(FUNCTION, max_size=2).map(tuple),
)
INTERFACE = st.builds(
    FileInterface,
    path=st.just("a.py"),
    constants=ATTRIBUTES,
    classes=st.lists(CLASS, max_size=2).map(tuple),
    functions=st.lists(FUNCTION, max_size=2).map(tuple),
)


@given(INTERFACE)
def test_any_promise_becomes_a_sketch_that_parses(promised: FileInterface) -> None:
    ast.parse(PYTHON.sketch(promised))


def test_dubious_escapes_are_no_error_in_any_thread() -> None:
    texts = [f"pattern_{number} = '\\d'\n" for number in range(64)]
    before = list(warnings.filters)
    with ThreadPoolExecutor(8) as pool:
        assert not any(pool.map(lambda text: PYTHON.syntax("a.py", text), texts))
    assert warnings.filters == before


CUT = st.integers(0, len(sample.CONVERTER))


@given(
    st.text(max_size=60)
    | st.builds(lambda a, b: sample.CONVERTER[a:] + sample.CONVERTER[:b], CUT, CUT)
)
def test_no_text_makes_the_reader_fail(text: str) -> None:
    PYTHON.interface("a.py", text)
    PYTHON.syntax("a.py", text)
    PYTHON.stubs("a.py", text)
    PYTHON.tests("a.py", text)
    PYTHON.bodies("a.py", text)
    PYTHON.unresolved("a.py", {"a.py": text}, [])
