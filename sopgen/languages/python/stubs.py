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
_REFUSING_WORDS = re.compile(
    r"abstract|interface|base|protocol|subclass|mixin|support|overrid", re.IGNORECASE
)
_NOTHING_WORDS = re.compile(
    r"no.?op|nothing|ignore|null|dummy|hook|overrid|subclass|by default|intentional",
    re.IGNORECASE,
)
_OFTEN_EMPTY = frozenset({"aclose", "close", "flush", "shutdown"})
_PLACEHOLDER = re.compile(
    r"^#\W*(todo|fixme)\b\W*(please\s+)?(implement|add|write|complete|fill|finish|handle)\b"
    r"|\b(your|insert|add|put|write)\s+(your\s+)?(code|logic|implementation)\s+here\b"
    r"|^#\W*implement(ation)?\s+(this|me|here|later|goes here)\W*$"
    r"|\b(code|logic|implementation)\s+(goes|comes)\s+here\W*$"
    r"|\b(rest|remainder)\s+of\s+(the\s+|your\s+)?(code|file|class|function|implementation|methods?)"
    r"\b.*\b(unchanged|same|here|remains?|as before)"
    r"|^#\s*(\.\.\.|…)\s*\(?(the\s+)?(rest|existing|other|remaining|previous|same|unchanged|omitted)"
    r"\b"
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
    functions = list(_functions(tree.body, None))
    written = {_name(owner, node) for owner, node in functions if not why_empty(node)}
    found = [
        Finding(
            check="code.stub",
            path=path,
            line=node.lineno,
            message=f"{_name(owner, node)} is not written: {why_empty(node)}",
        )
        for owner, node in functions
        # Of two definitions of one name, one may be for a platform where nothing is to do.
        if why_empty(node) and _name(owner, node) not in written
        if not _may_be_empty(node, owner, subclassed)
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


_Owned = tuple[ast.ClassDef | None, Definition]


def _functions(body: Sequence[ast.stmt], owner: ast.ClassDef | None) -> Iterator[_Owned]:
    """Yield functions and methods with their class; what only a type checker sees is left out."""
    for statement in body:
        match statement:
            case ast.ClassDef():
                yield from _functions(statement.body, statement)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield owner, statement
            case ast.If() if "TYPE_CHECKING" in ast.unparse(statement.test):
                yield from _functions(statement.orelse, owner)
            # What stands in for a module that is missing may well do nothing.
            case ast.Try() | ast.TryStar():
                yield from _functions(statement.body, owner)
            case _:
                for block in inner_bodies(statement):
                    yield from _functions(block, owner)


def _name(owner: ast.ClassDef | None, node: Definition) -> str:
    return f"{owner.name}.{node.name}" if owner else node.name


def _may_be_empty(node: Definition, owner: ast.ClassDef | None, subclassed: set[str]) -> bool:
    if _EXEMPT_DECORATORS & set(decorator_names(node)):
        return True
    if _NOTHING_WORDS.search(node.name) or _NOTHING_WORDS.search(ast.get_docstring(node) or ""):
        return True
    if owner is None:
        return False
    if node.name in _OFTEN_EMPTY:
        return True
    bases = {last_name(base) for base in owner.bases} - {"object"}
    if "Protocol" in bases or owner.name in subclassed:
        return True
    body = without_docstring(node.body)
    if body and isinstance(body[0], ast.Raise):
        said = (owner.name, ast.get_docstring(owner), ast.get_docstring(node), ast.unparse(body[0]))
        return bool(_REFUSING_WORDS.search(" ".join(filter(None, said))))
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
