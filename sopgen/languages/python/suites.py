"""Python tests as they are written: their names, the criteria they name, what they assert."""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from sopgen.languages.base import TestFunction
from sopgen.languages.python.syntax import Definition, decorator_names, last_name, parse

_CRITERION = re.compile(r"\bR[1-9]\d*\.[1-9]\d*\b")
_ASSERTING = re.compile(r"assert\w+|raises|warns|fail|deprecated_call|check_\w+|expect\w*")


@lru_cache(maxsize=64)
def tests_of(text: str) -> tuple[TestFunction, ...]:
    """Return the test functions of a file and of its test classes."""
    tree = parse(text)
    if tree is None:
        return ()
    lines = text.splitlines()
    helpers = {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, Definition)
        and not node.name.startswith("test")
        and _assertions(node, frozenset())
    }
    return tuple(
        TestFunction(
            name=name,
            line=node.lineno,
            criteria=_criteria(node, lines),
            assertions=_assertions(node, frozenset(helpers)),
        )
        for name, node in _functions(tree.body, "")
    )


def _functions(body: Sequence[ast.stmt], prefix: str) -> Iterator[tuple[str, Definition]]:
    for statement in body:
        if isinstance(statement, ast.ClassDef) and _is_suite(statement):
            yield from _functions(statement.body, f"{prefix}{statement.name}::")
        elif isinstance(statement, Definition) and statement.name.startswith("test"):
            yield prefix + statement.name, statement


def _is_suite(node: ast.ClassDef) -> bool:
    return node.name.startswith("Test") or any(
        last_name(base).endswith("TestCase") for base in node.bases
    )


def _criteria(node: Definition, lines: Sequence[str]) -> tuple[str, ...]:
    """Return the criteria in the docstring's first paragraph and in comments at the head."""
    paragraph = (ast.get_docstring(node) or "").split("\n\n")[0]
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    start = first - 1
    while start > 0 and lines[start - 1].strip().startswith("#"):
        start -= 1
    head = lines[start : node.body[0].lineno - 1]
    comments = [line.partition("#")[2] for line in head]
    found = _CRITERION.findall("\n".join([paragraph, *comments]))
    return tuple(dict.fromkeys(found))


def _is_always_true(test: ast.expr) -> bool:
    parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or) else [test]
    return any(isinstance(part, ast.Constant) for part in parts)


def _never_runs(node: Definition) -> bool:
    first = node.body[0]
    skipped = isinstance(first, ast.Expr) and last_name(first.value) in {"skip", "xfail"}
    return skipped or bool({"skip", "xfail"} & set(decorator_names(node)))


def _assertions(node: Definition, helpers: frozenset[str]) -> int:
    """Count the assertions of a test; one that is skipped has none."""
    if _never_runs(node):
        return 0
    return sum(_asserts(inner, helpers) for inner in ast.walk(node))


def _asserts(node: ast.AST, helpers: frozenset[str]) -> bool:
    match node:
        case ast.Assert(test=test) if _is_always_true(test):
            return False
        case ast.Assert():
            return True
        case ast.Call():
            name = last_name(node)
            return name in helpers or bool(_ASSERTING.fullmatch(name))
        case _:
            return False
