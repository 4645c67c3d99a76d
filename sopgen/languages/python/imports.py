"""The import statements of a Python file, and which of them it could do without."""

import ast
from collections.abc import Iterator, Sequence

from sopgen.languages.base import Import
from sopgen.languages.python.syntax import inner_bodies, last_name

_MISSING = frozenset({"ImportError", "ModuleNotFoundError", "Exception", "BaseException"})
_CONDITIONS = ("TYPE_CHECKING", "sys.version_info", "sys.platform", "os.name", "platform.")


def imports_of(tree: ast.Module) -> list[Import]:
    """Return every import of a file, those inside functions too."""
    return list(_walk(tree.body, optional=False))


def _walk(body: Sequence[ast.stmt], optional: bool) -> Iterator[Import]:
    for statement in body:
        match statement:
            case ast.Import():
                for item in statement.names:
                    yield Import(item.name, (), statement.lineno, optional)
            case ast.ImportFrom():
                module = "." * statement.level + (statement.module or "")
                names = tuple(item.name for item in statement.names)
                yield Import(module, names, statement.lineno, optional)
            case ast.Try() | ast.TryStar() if _forgives(statement):
                for block in inner_bodies(statement):
                    yield from _walk(block, optional=True)
            case ast.If() if _is_conditional(statement.test):
                yield from _walk([*statement.body, *statement.orelse], optional=True)
            case ast.With() if any(_suppresses(item.context_expr) for item in statement.items):
                yield from _walk(statement.body, optional=True)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield from _walk(statement.body, optional)
            case _:
                for block in inner_bodies(statement):
                    yield from _walk(block, optional)


def _forgives(statement: ast.Try | ast.TryStar) -> bool:
    return any(
        handler.type is None or _MISSING & set(_exception_names(handler.type))
        for handler in statement.handlers
    )


def _exception_names(node: ast.expr) -> list[str]:
    parts = node.elts if isinstance(node, ast.Tuple) else [node]
    return [last_name(part) for part in parts]


def _is_conditional(test: ast.expr) -> bool:
    text = ast.unparse(test)
    return any(condition in text for condition in _CONDITIONS)


def _suppresses(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call)
        and last_name(node) == "suppress"
        and any(last_name(argument) in _MISSING for argument in node.args)
    )
