"""Whether starting a Python file does anything."""

import ast
import re
from collections.abc import Sequence

from sopgen.languages.python.commands import script_of
from sopgen.languages.python.imports import imports_of
from sopgen.languages.python.syntax import parse, top_statements


def entry_problem(start: Sequence[str], path: str, text: str) -> str:
    """Return why starting a file does nothing, fails, or also happens when it is imported."""
    tree = parse(text)
    if tree is None:
        return ""
    if script_of(start) == path and any(item.module.startswith(".") for item in imports_of(tree)):
        return "it is started by its path, so its relative imports fail; start it with `python -m`"
    if path.rpartition("/")[2] == "__main__.py":
        return "" if _acts(tree) or _is_guarded(tree) else "starting it does nothing"
    if _is_guarded(tree):
        return ""
    if _acts(tree):
        return 'it runs when it is imported; put the call under `if __name__ == "__main__":`'
    return 'starting it does nothing; it needs `if __name__ == "__main__":` with a call'


def _is_guarded(tree: ast.Module) -> bool:
    return any(
        isinstance(statement, ast.If)
        and {"__name__", "'__main__'"} <= set(re.findall(r"['\w]+", ast.unparse(statement.test)))
        for statement in tree.body
    )


def _acts(tree: ast.Module) -> bool:
    """Say whether the module's top calls something for its effect."""
    return any(
        isinstance(statement, ast.Raise)
        or (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call))
        for statement in top_statements(tree.body)
    )
