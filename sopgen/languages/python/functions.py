"""How much each function of a Python file holds."""

import ast
from collections.abc import Iterator, Sequence

from sopgen.languages.python.stubs import why_empty
from sopgen.languages.python.syntax import Definition, inner_bodies, without_docstring


def body_sizes(tree: ast.Module) -> dict[str, int]:
    """Return the number of statements in each function and method; a trivial one has 0."""
    return {name: _size(node) for name, node in _functions(tree.body, "")}


def _size(node: Definition) -> int:
    body = without_docstring(node.body)
    if why_empty(node) or (len(body) == 1 and _is_trivial(body[0])):
        return 0
    return sum(isinstance(inner, ast.stmt) for part in body for inner in ast.walk(part))


def _is_trivial(statement: ast.stmt) -> bool:
    match statement:
        case ast.Raise() | ast.Return(value=None | ast.Constant() | ast.Name() | ast.UnaryOp()):
            return True
        case ast.Return(value=ast.List(elts=[]) | ast.Tuple(elts=[]) | ast.Dict(keys=[])):
            return True
        case _:
            return False


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
