"""What a Python file provides: its classes, functions and constants with their parameters."""

import ast
import functools

from sopgen.artifacts import Attribute, ClassInterface, FileInterface, FunctionInterface, Parameter
from sopgen.languages.python.classes import attributes_of, generated_init, own_methods
from sopgen.languages.python.inference import annotation_text, guessed_type
from sopgen.languages.python.syntax import (
    Definition,
    decorator_names,
    docstring_line,
    is_public,
    parse,
    top_statements,
)

UNDOCUMENTED = "undocumented"
_KINDS = {"classmethod": "Class method.", "staticmethod": "Static method."}


@functools.lru_cache(maxsize=512)
def interface_of(path: str, text: str) -> FileInterface | None:
    """Return the public surface of a file; None when it does not parse."""
    tree = parse(text)
    return None if tree is None else _file_interface(path, tree)


def _file_interface(path: str, tree: ast.Module) -> FileInterface:
    """Return the public surface of a module, in the order of its text."""
    classes: dict[str, ast.ClassDef] = {}
    functions: dict[str, Definition] = {}
    constants: dict[str, str] = {}
    for statement in top_statements(tree.body):
        match statement:
            case ast.ClassDef():
                classes[statement.name] = statement
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                functions[statement.name] = statement
            case ast.AnnAssign(target=ast.Name(id=name)):
                constants[name] = annotation_text(statement.annotation)
            case ast.Assign():
                constants.update(_assigned(statement))
    return FileInterface(
        path=path,
        constants=tuple(
            Attribute(name=name, type=type_)
            for name, type_ in constants.items()
            if not name.startswith("_") and name not in classes and name not in functions
        ),
        classes=tuple(
            _class_interface(node, classes) for name, node in classes.items() if is_public(name)
        ),
        functions=tuple(
            _function_interface(node, bound=False)
            for name, node in functions.items()
            if is_public(name)
        ),
    )


def _function_interface(node: Definition, bound: bool) -> FunctionInterface:
    """Return a function's promise; `bound` leaves out self or cls."""
    kinds = [_KINDS[name] for name in decorator_names(node) if name in _KINDS]
    returns = "None" if node.name == "__init__" else annotation_text(node.returns)
    return FunctionInterface(
        name=node.name,
        parameters=_parameters(node.args, bound),
        returns=returns,
        raises=_raised(node),
        purpose=" ".join([*kinds, docstring_line(node) or UNDOCUMENTED]),
    )


def _assigned(statement: ast.Assign) -> dict[str, str]:
    found = {}
    for target in statement.targets:
        if isinstance(target, ast.Name):
            found[target.id] = guessed_type(statement.value, {})
        elif isinstance(target, ast.Tuple | ast.List):
            names = [node.id for node in target.elts if isinstance(node, ast.Name)]
            found.update(dict.fromkeys(names, "Any"))
    return found


def _class_interface(node: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> ClassInterface:
    methods = [
        _function_interface(method, bound="staticmethod" not in decorator_names(method))
        for method in own_methods(node)
        if is_public(method.name)
    ]
    generated = generated_init(node, classes)
    if generated is not None and all(method.name != "__init__" for method in methods):
        methods.insert(0, generated)
    return ClassInterface(
        name=node.name,
        bases=tuple(ast.unparse(base) for base in node.bases),
        purpose=docstring_line(node) or UNDOCUMENTED,
        attributes=attributes_of(node),
        methods=tuple(methods),
    )


def _parameters(arguments: ast.arguments, bound: bool) -> tuple[Parameter, ...]:
    positional = [*arguments.posonlyargs, *arguments.args]
    missing = len(positional) - len(arguments.defaults)
    defaults: list[ast.expr | None] = [*([None] * missing), *arguments.defaults]
    found = [
        _parameter(argument, default)
        for argument, default in zip(positional, defaults, strict=True)
    ]
    only = len(arguments.posonlyargs)
    if only:
        found.insert(only, _marker("/"))
    if bound and found:
        found = found[1:]
        if found and found[0].name == "/":
            found = found[1:]
    if arguments.vararg is not None:
        found.append(_parameter(arguments.vararg, None, "*"))
    elif arguments.kwonlyargs:
        found.append(_marker("*"))
    pairs = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    found += [_parameter(argument, default) for argument, default in pairs]
    if arguments.kwarg is not None:
        found.append(_parameter(arguments.kwarg, None, "**"))
    return tuple(found)


def _parameter(argument: ast.arg, default: ast.expr | None, stars: str = "") -> Parameter:
    return Parameter(
        name=stars + argument.arg,
        type=annotation_text(argument.annotation),
        default=None if default is None else ast.unparse(default),
    )


def _marker(sign: str) -> Parameter:
    return Parameter(name=sign, type="Any", default=None)


def _raised(node: Definition) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for statement in top_statements(node.body):
        if isinstance(statement, ast.Raise) and statement.exc is not None:
            raised = statement.exc
            target = raised.func if isinstance(raised, ast.Call) else raised
            name = ast.unparse(target) if isinstance(target, ast.Name | ast.Attribute) else ""
            if name[:1].isupper() or "." in name:
                found[name] = None
    return tuple(found)
