"""Which names a Python module binds at its top, and where they come from."""

import ast
import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from sopgen.languages.python.syntax import parse, top_statements

MODULE_NAMES = frozenset(
    {"__all__", "__annotations__", "__builtins__", "__cached__", "__dict__", "__doc__",
     "__file__", "__loader__", "__name__", "__package__", "__path__", "__spec__"}
)  # fmt: skip

_DYNAMIC = re.compile(r"globals|exec|vars|sys\.modules|_convert_|global_enum")


@dataclass(frozen=True)
class Bound:
    """The names of one module."""

    names: frozenset[str]
    stars: tuple[str, ...]
    """Modules of `from x import *`, with their leading dots."""
    open: bool
    """More names may appear when the module runs."""


@functools.lru_cache(maxsize=512)
def bound_names(text: str) -> Bound:
    """Return what a module binds; an unreadable one is open."""
    tree = parse(text)
    if tree is None:
        return Bound(frozenset(), (), open=True)
    names: set[str] = set()
    stars: list[str] = []
    for statement in top_statements(tree.body):
        if isinstance(statement, ast.ImportFrom) and statement.names[0].name == "*":
            stars.append("." * statement.level + (statement.module or ""))
        names.update(_statement_names(statement))
    if "global " in text:
        names.update(_declared_global(tree))
    is_open = "__getattr__" in names or bool(_DYNAMIC.search(text) and _is_dynamic(tree))
    return Bound(frozenset(names), tuple(stars), is_open)


def _statement_names(statement: ast.stmt) -> Iterator[str]:
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Import():
            yield from (item.asname or item.name.split(".")[0] for item in statement.names)
        case ast.ImportFrom():
            yield from (item.asname or item.name for item in statement.names)
        case ast.Match():
            yield from _captured(statement)
    for node in _own_expressions(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
    # From Python 3.12 on: `type Name = …`; its node does not exist in 3.11.
    if type(statement).__name__ == "TypeAlias":
        yield from (node.id for node in ast.walk(statement) if isinstance(node, ast.Name))


def _own_expressions(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield the expressions of a statement, but not the statements inside it."""
    pending: list[ast.AST] = [
        node
        for node in ast.iter_child_nodes(statement)
        if isinstance(node, ast.expr | ast.withitem)
    ]
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, ast.Lambda):
            pending.extend(ast.iter_child_nodes(node))


def _captured(statement: ast.Match) -> Iterator[str]:
    for case in statement.cases:
        for node in ast.walk(case.pattern):
            if isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
                yield node.name


def _declared_global(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            yield from node.names


def _is_dynamic(tree: ast.Module) -> bool:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="globals" | "exec" | "vars")):
                return True
            case ast.Attribute(value=ast.Name(id="sys"), attr="modules"):
                return True
            case ast.Call(func=ast.Attribute(attr="_convert_")):
                return True
            case ast.Name(id="global_enum") | ast.Attribute(attr="global_enum"):
                return True
    return False
