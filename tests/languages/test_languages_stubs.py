"""A stub is code that was promised and not written, and nothing else is."""

import pytest

from sopgen.languages import language


def _stubs(text: str) -> list[int]:
    return [finding.line for finding in language("python").stubs("a.py", text)]


@pytest.mark.parametrize(
    "text",
    [
        "def f(): pass",
        "def f(): ...",
        'def f():\n    """Do it."""',
        "def f():\n    raise NotImplementedError",
        "async def f():\n    raise NotImplementedError('later')",
        "class A:\n    def f(self): pass",
        "class A(B):\n    def f(self): raise NotImplementedError",
        "def f():\n    # TODO: implement the merge\n    return 0",
        "def f():\n    return 0  # your code here",
        "# ... rest of the code remains unchanged",
        "# (existing code unchanged)",
        "# ... existing methods ...",
        "# Implementation goes here",
    ],
)
def test_unwritten_code_is_found(text: str) -> None:
    assert len(_stubs(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "class Bad(Exception): pass",
        "class Bad(Exception):\n    '''No.'''",
        "import abc\nclass A(abc.ABC):\n    @abc.abstractmethod\n    def f(self): ...",
        "class A(Protocol):\n    def f(self) -> int: ...",
        "@overload\ndef f(a: int) -> int: ...\n@overload\ndef f(a: str) -> str: ...\ndef f(a): return a",
        "try:\n    x()\nexcept ValueError:\n    pass",
        "try:\n    import curses\nexcept ImportError:\n    def f(): pass",
        "class Null(Writer):\n    def write(self, text): pass",
        "class H(BaseHTTPRequestHandler):\n    def log_message(self, *args): pass",
        "class A:\n    def __init__(self): pass",
        "class Shape:\n    def area(self): raise NotImplementedError\nclass Disc(Shape): x = 1",
        "class Base:\n    '''Base class of shapes.'''\n    def area(self): raise NotImplementedError",
        "def f():\n    def nothing(): pass\n    return nothing",
        "if fast:\n    def f(): return 1\nelse:\n    def f(): pass",
        "class A:\n    def close(self): pass",
        "# The rest of the rows\nx = 1",
        "x = 'TODO: implement'",
        "# Tiles implement this in their own way; see merge\nx = 1",
    ],
)
def test_code_that_rightly_does_nothing_is_left_alone(text: str) -> None:
    assert _stubs(text) == []


def test_the_line_and_the_name_are_told() -> None:
    (found,) = language("python").stubs("a.py", "class A:\n    x = 1\n    def f(self): pass\n")
    assert str(found) == "[code.stub] a.py:3: A.f is not written: its body is `pass`"
