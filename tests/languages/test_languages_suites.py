"""What tests claim to cover and how much they assert is read from their text."""

import pytest

from sopgen.languages import language

PYTHON = language("python")


def test_criteria_are_named_in_docstrings_and_comments() -> None:
    text = '''
def test_a():
    """R1.1, R2.3: adds.

    Unlike R9.9, which is about something else."""
    assert 1

# R1.2
@pytest.mark.parametrize("x", [1])
def test_b(x):  # R1.3
    """Subtracts."""
    assert 1

class TestC:
    async def test_d(self):
        """R4.1"""
        assert 1

def helper():
    """R5.1"""
'''
    assert PYTHON.criteria_covered("tests/test_a.py", text) == [
        ("R1.1", "test_a"),
        ("R2.3", "test_a"),
        ("R1.2", "test_b"),
        ("R1.3", "test_b"),
        ("R4.1", "TestC::test_d"),
    ]


@pytest.mark.parametrize(
    ("body", "assertions"),
    [
        ("assert f() == 1", 1),
        ("assert True", 0),
        ("assert f() or True", 0),
        ("pytest.skip('later'); assert f()", 0),
        ("with pytest.raises(ValueError): f()", 1),
        ("self.assertEqual(f(), 1); self.assertTrue(g())", 2),
        ("np.testing.assert_allclose(a, b)", 1),
        ("pytest.fail('no')", 1),
        ("for x in y: assert x", 1),
        ("check(1)", 1),
        ("f()", 0),
        ("print('assert')", 0),
    ],
)
def test_assertions_are_counted(body: str, assertions: int) -> None:
    text = f"def check(x):\n    assert x > 0\n\ndef test_a():\n    {body}\n"
    assert [test.assertions for test in PYTHON.tests("tests/test_a.py", text)] == [assertions]


def test_the_size_of_bodies_counts_statements() -> None:
    text = (
        "def a():\n    '''Doc.'''\n    if x:\n        return 1\n    return 2\n"
        "class B:\n    def c(self): pass\n    def d(self): return 1\n"
        "    def e(self): return self.x\n"
    )
    assert PYTHON.bodies("a.py", text) == {"a": 3, "B.c": 0, "B.d": 0, "B.e": 1}
