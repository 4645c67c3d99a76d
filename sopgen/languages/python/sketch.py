"""Python text that declares what a design promises, without bodies."""

import ast
import functools
from collections.abc import Iterator

from sopgen.artifacts import ClassInterface, FileInterface, FunctionInterface, Parameter
from sopgen.languages.python.signatures import UNDOCUMENTED

_STARS = ("*", "/")


@functools.lru_cache(maxsize=128)
def sketch(promised: FileInterface) -> str:
    """Return parsable source text with each promised name, its parameters and its purpose.

    Types that are not valid Python stand in quotes, names that are not are left out.
    """
    lines = [f"{item.name}: {_type(item.type)}" for item in promised.constants if _ok(item.name)]
    for function in promised.functions:
        if _ok(function.name):
            lines += ["", *_function(function, bound=False)]
    for class_ in promised.classes:
        if _ok(class_.name):
            lines += ["", *_class(class_)]
    return "\n".join(lines).strip() + "\n"


def _class(class_: ClassInterface) -> Iterator[str]:
    bases = ", ".join(base for base in class_.bases if _is_expression(base))
    yield f"class {class_.name}({bases}):" if bases else f"class {class_.name}:"
    yield f"    {_documentation(class_.purpose)}"
    for item in class_.attributes:
        if _ok(item.name):
            yield f"    {item.name}: {_type(item.type)}"
    for method in class_.methods:
        if _ok(method.name):
            yield ""
            yield from (f"    {line}" for line in _function(method, bound=True))


def _function(function: FunctionInterface, bound: bool) -> Iterator[str]:
    shown = [_parameter(item) for item in function.parameters if _is_parameter(item)]
    if bound and "self" not in shown and "cls" not in shown:
        shown.insert(0, "self")
    head = f"def {function.name}({', '.join(shown)}) -> {_type(function.returns)}:"
    if not _parses(f"{head} ..."):
        head = f"def {function.name}({'self, ' if bound else ''}*args, **kwargs):"
    yield head
    raises = f" Raises {', '.join(function.raises)}." if function.raises else ""
    yield f"    {_documentation(function.purpose + raises)}"


def _parameter(item: Parameter) -> str:
    if item.name in (*_STARS, "self", "cls"):
        return item.name
    type_ = "" if item.type == "Any" else f": {_type(item.type)}"
    if item.default is None or not _is_expression(item.default):
        return item.name + type_ + ("" if item.default is None else " = ...")
    return f"{item.name}{type_}{' = ' if type_ else '='}{item.default}"


def _is_parameter(item: Parameter) -> bool:
    return item.name in _STARS or _ok(item.name.lstrip("*"))


def _type(text: str) -> str:
    return text if _is_expression(text) else repr(_one_line(text))


def _ok(name: str) -> bool:
    return name.isidentifier() and _is_expression(name)


def _is_expression(text: str) -> bool:
    if "\n" in text or ":=" in text:
        return False
    return _parses(f"_: ({text}) = 0") and _parses(f"({text})")


@functools.lru_cache(maxsize=2048)
def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _documentation(text: str) -> str:
    return "..." if text == UNDOCUMENTED else f'"""{_one_line(text)}"""'


def _one_line(text: str) -> str:
    shown = " ".join(text.replace("\0", "").split()).replace("\\", "\\\\").replace('"""', "'''")
    return shown + " " if shown.endswith('"') else shown
