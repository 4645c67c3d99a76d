"""Parsing Python text once, and walking what a module does at its top."""

import ast
import functools
import threading
import warnings
from collections.abc import Iterator, Sequence

from sopgen.artifacts import Finding

Definition = ast.FunctionDef | ast.AsyncFunctionDef

_WARNINGS = threading.Lock()


def parse(text: str) -> ast.Module | None:
    """Return the syntax tree, shared and not to be changed; None when the text does not parse."""
    tree = _parse(text)
    return tree if isinstance(tree, ast.Module) else None


def syntax_findings(path: str, text: str) -> list[Finding]:
    """Return the syntax error of a text, with its line, as a list of one or none."""
    problem = _parse(text)
    if isinstance(problem, ast.Module):
        return []
    message, line = problem
    return [Finding(check="code.syntax", message=message, path=path, line=line)]


@functools.lru_cache(maxsize=512)
def _parse(text: str) -> ast.Module | tuple[str, int]:
    # The filters are process-wide: two threads that put them back in the wrong order lose them.
    with _WARNINGS, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(text.removeprefix("\ufeff"))
        except SyntaxError as error:
            shown = (error.text or "").strip()[:120]
            return f"{error.msg}: {shown}" if shown else error.msg, error.lineno or 0
        except ValueError as error:
            return str(error), 0
        except (RecursionError, MemoryError):
            return "it is nested too deeply to be read", 0


def top_statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements that run in one scope, those inside if, try, for and with too."""
    for statement in body:
        yield statement
        for inner in inner_bodies(statement):
            yield from top_statements(inner)


def inner_bodies(statement: ast.stmt) -> list[list[ast.stmt]]:
    """Return the blocks of a compound statement that share its scope."""
    match statement:
        case ast.If() | ast.For() | ast.AsyncFor() | ast.While():
            return [statement.body, statement.orelse]
        case ast.Try() | ast.TryStar():
            handlers = [handler.body for handler in statement.handlers]
            return [statement.body, *handlers, statement.orelse, statement.finalbody]
        case ast.With() | ast.AsyncWith():
            return [statement.body]
        case ast.Match():
            return [case.body for case in statement.cases]
        case _:
            return []


def docstring_line(node: ast.AST) -> str:
    """Return the first line of a docstring; empty if there is none."""
    if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return ""
    lines = (ast.get_docstring(node) or "").strip().splitlines()
    return lines[0].strip() if lines else ""


def without_docstring(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Return the statements behind a docstring."""
    first = body[0] if body else None
    is_text = (
        isinstance(first, ast.Expr)
        and isinstance(first.value, ast.Constant)
        and isinstance(first.value.value, str)
    )
    return list(body[1:] if is_text else body)


def decorator_names(node: Definition | ast.ClassDef) -> list[str]:
    """Return the decorators' last names: `@dataclasses.dataclass(frozen=True)` is `dataclass`."""
    return [last_name(decorator) for decorator in node.decorator_list]


def last_name(node: ast.expr) -> str:
    """Return the last part of a dotted, called or subscripted name; empty if it is none."""
    match node:
        case ast.Call():
            return last_name(node.func)
        case ast.Subscript():
            return last_name(node.value)
        case ast.Attribute():
            return node.attr
        case ast.Name():
            return node.id
        case _:
            return ""


def is_public(name: str) -> bool:
    """Say whether others may use a name; special methods count as public."""
    return not name.startswith("_") or (name.startswith("__") and name.endswith("__"))
