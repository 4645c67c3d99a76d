"""Types as text: annotations as written, and a guess where there is none."""

import ast
from collections.abc import Mapping

UNKNOWN = "Any"


def annotation_text(node: ast.expr | None) -> str:
    """Return an annotation as source text; `Any` where there is none."""
    if node is None:
        return UNKNOWN
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.strip():
        return node.value.strip()
    return ast.unparse(node)


def guessed_type(value: ast.expr | None, known: Mapping[str, str]) -> str:
    """Guess the type of an expression; `known` has the types of names in reach."""
    match value:
        case ast.Constant(value=None):
            return UNKNOWN
        case ast.Constant():
            return type(value.value).__name__
        case ast.JoinedStr():
            return "str"
        case ast.List() | ast.ListComp():
            return "list"
        case ast.Dict() | ast.DictComp():
            return "dict"
        case ast.Set() | ast.SetComp():
            return "set"
        case ast.Tuple():
            return "tuple"
        case ast.Compare():
            return "bool"
        case ast.Name(id=name):
            return known.get(name, UNKNOWN)
        case ast.Call(func=ast.Name(id=name)) if name[:1].isupper() or name in _CONSTRUCTORS:
            return name
        case ast.UnaryOp(operand=operand):
            return guessed_type(operand, known)
        case _:
            return UNKNOWN


_CONSTRUCTORS = frozenset({"bool", "bytes", "dict", "float", "frozenset", "int", "list", "set",
                           "str", "tuple"})  # fmt: skip
