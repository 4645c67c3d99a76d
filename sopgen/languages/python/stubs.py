"""Places where Python code was promised and not written."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Sequence

from sopgen.artifacts import Finding
from sopgen.languages.python.syntax import (
    Definition,
    decorator_names,
    inner_bodies,
    last_name,
    parse,
    without_docstring,
)

_EXEMPT_DECORATORS = frozenset(
    {"abstractmethod", "abstractproperty", "overload", "abstractclassmethod"}
)
_ABSTRACT_WORDS = re.compile(r"abstract|interface|base|protocol|subclass|mixin", re.IGNORECASE)
_NOTHING_WORDS = re.compile(r"no.?op|nothing|ignore|null|dummy|hook", re.IGNORECASE)
_PLACEHOLDER = re.compile(
    r"\b(todo|fixme|xxx)\b[:\s-]*\b(implement|add|write|complete|fill|finish|handle)\b"
    r"|\b(your|insert|add|put|write)\s+(your\s+)?(code|logic|implementation)\s+here\b"
    r"|\bimplement(ation)?\s+(this|me|here|later|goes here)\b"
    r"|\b(rest|remainder)\s+of\s+(the\s+|your\s+)?(code|file|class|function|implementation|methods?)"
    r"\b.*\b(unchanged|same|here|remains?|as before)"
    r"|^#\s*(\.\.\.|…)\s*\(?.*\b(unchanged|existing|omitted|same as|as before|rest of)\b"
    r"|^#\s*\(?(existing|previous|other|remaining)\s+(code|methods?|functions?)\b.*"
    r"\b(unchanged|here|omitted|same|remain)",
    re.IGNORECASE,
)


def stub_findings(path: str, text: str) -> list[Finding]:
    """Return a finding for each empty function and each placeholder comment."""
    tree = parse(text)
    if tree is None or path.endswith(".pyi"):
        return []
    subclassed = {
        last_name(base)
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for base in node.bases
    }
    found = [
        Finding(
            check="code.stub", path=path, line=node.lineno, message=f"{name} is not written: {why}"
        )
        for name, node, why in _empty_functions(tree.body, None, subclassed)
    ]
    return found + list(_placeholders(path, text))


def why_empty(node: Definition) -> str:
    """Return in which way a function has no body; empty if it has one."""
    body = without_docstring(node.body)
    if not body:
        return "it is only a docstring"
    if len(body) > 1:
        return ""
    match body[0]:
        case ast.Pass():
            return "its body is `pass`"
        case ast.Expr(value=ast.Constant(value=value)) if value is Ellipsis:
            return "its body is `...`"
        case ast.Raise(exc=raised) if raised and last_name(raised) == "NotImplementedError":
            return (
                "it raises NotImplementedError; use abc.abstractmethod if subclasses must write it"
            )
        case _:
            return ""


_Stub = tuple[str, Definition, str]


def _empty_functions(
    body: Sequence[ast.stmt], owner: ast.ClassDef | None, subclassed: set[str]
) -> Iterator[_Stub]:
    for statement in body:
        match statement:
            case ast.ClassDef():
                yield from _empty_functions(statement.body, statement, subclassed)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                why = why_empty(statement)
                if why and not _may_be_empty(statement, owner, subclassed):
                    prefix = f"{owner.name}." if owner else ""
                    yield f"{prefix}{statement.name}", statement, why
            # What stands in for a module that is missing may well do nothing.
            case ast.Try() | ast.TryStar():
                yield from _empty_functions(statement.body, owner, subclassed)
            case _:
                for block in inner_bodies(statement):
                    yield from _empty_functions(block, owner, subclassed)


def _may_be_empty(node: Definition, owner: ast.ClassDef | None, subclassed: set[str]) -> bool:
    if _EXEMPT_DECORATORS & set(decorator_names(node)):
        return True
    if _NOTHING_WORDS.search(node.name) or _NOTHING_WORDS.search(ast.get_docstring(node) or ""):
        return True
    if owner is None:
        return False
    bases = {last_name(base) for base in owner.bases} - {"object"}
    if "Protocol" in bases or owner.name in subclassed:
        return True
    body = without_docstring(node.body)
    refuses = bool(body) and isinstance(body[0], ast.Raise)
    if refuses:
        described = f"{owner.name} {ast.get_docstring(owner) or ''} {ast.get_docstring(node) or ''}"
        return bool(_ABSTRACT_WORDS.search(described))
    # An override may silence what it inherits; a special method may have nothing to do.
    return bool(bases) or (node.name.startswith("__") and node.name.endswith("__"))


def _placeholders(path: str, text: str) -> Iterator[Finding]:
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT and _PLACEHOLDER.search(token.string):
                shown = token.string.strip()[:80]
                yield Finding(
                    check="code.stub",
                    path=path,
                    line=token.start[0],
                    message=f"a placeholder stands where code should be: {shown}",
                )
    except (tokenize.TokenError, SyntaxError):
        return
