"""How much each function of a Python file holds."""

import ast
from collections.abc import Iterator, Sequence

from sopgen.languages.python.stubs import why_empty
from sopgen.languages.python.syntax import Definition, inner_bodies, without_docstring


def body_sizes(tree: ast.Module) -> dict[str, int]:
    """Return the number of statements in each function and method; an empty one has 0."""
    return {name: _size(node) for name, node in _functions(tree.body, "")}


def _size(node: Definition) -> int:
    if why_empty(node):
        return 0
    body = without_docstring(node.body)
    return sum(isinstance(inner, ast.stmt) for part in body for inner in ast.walk(part))


def _functions(body: Sequence[ast.stmt], prefix: str) -> Iterator[tuple[str, Definition]]:
    for statement in body:
        match statement:
            case ast.ClassDef():
                yield from _functions(statement.body, f"{prefix}{statement.name}.")
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield prefix + statement.name, statement
            case _:
                for block in inner_bodies(statement):
                    yield from _functions(block, prefix)
