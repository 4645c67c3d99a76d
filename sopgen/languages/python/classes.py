"""The parts of a Python class: methods, attributes, and constructors that decorators write."""

import ast
from collections.abc import Iterator

from sopgen.artifacts import Attribute, FunctionInterface, Parameter
from sopgen.languages.python.inference import annotation_text, guessed_type
from sopgen.languages.python.syntax import Definition, decorator_names, last_name, top_statements

_DATACLASS = frozenset({"dataclass", "define", "frozen", "mutable", "attrs"})
_PROPERTY = frozenset({"property", "cached_property", "abstractproperty"})
_EMPTY_BASES = frozenset({"object", "ABC", "Generic", "Protocol", "NamedTuple"})


def own_methods(node: ast.ClassDef) -> list[Definition]:
    """Return the methods of a class, the last definition of each name, without properties."""
    found: dict[str, Definition] = {}
    for statement in top_statements(node.body):
        if isinstance(statement, Definition) and not _is_property(statement):
            found[statement.name] = statement
    return list(found.values())


def attributes_of(node: ast.ClassDef) -> tuple[Attribute, ...]:
    """Return public class attributes, properties and what methods assign to self."""
    found: dict[str, str] = {}
    for name, type_ in [*_class_level(node), *_instance_level(node)]:
        if not name.startswith("_") and found.get(name, "Any") == "Any":
            found[name] = type_
    methods = {method.name for method in own_methods(node)}
    return tuple(
        Attribute(name=name, type=type_) for name, type_ in found.items() if name not in methods
    )


def generated_init(
    node: ast.ClassDef, classes: dict[str, ast.ClassDef]
) -> FunctionInterface | None:
    """Return the constructor of a dataclass or named tuple; None where it is not generated."""
    fields = _fields(node, classes, frozenset())
    if fields is None:
        return None
    ordered = [*(field for field, keyword in fields.values() if not keyword)]
    keywords = [*(field for field, keyword in fields.values() if keyword)]
    if keywords:
        ordered += [Parameter(name="*", type="Any", default=None), *keywords]
    return FunctionInterface(
        name="__init__",
        parameters=tuple(ordered),
        returns="None",
        raises=(),
        purpose="Take the value of each field.",
    )


def _is_property(node: Definition) -> bool:
    return _is_getter(node) or any(
        name in {"setter", "deleter", "getter"} for name in decorator_names(node)
    )


def _is_getter(node: Definition) -> bool:
    return any(name in _PROPERTY or name.endswith("property") for name in decorator_names(node))


def _class_level(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for statement in top_statements(node.body):
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name)):
                if last_name(statement.annotation) != "InitVar":
                    yield name, annotation_text(statement.annotation)
            case ast.Assign():
                for target in statement.targets:
                    for name in _target_names(target):
                        yield name, guessed_type(statement.value, {})
            case ast.FunctionDef() | ast.AsyncFunctionDef() if _is_getter(statement):
                yield statement.name, annotation_text(statement.returns)
            case ast.ClassDef():
                yield statement.name, "type"


def _target_names(target: ast.expr) -> list[str]:
    if isinstance(target, ast.Tuple | ast.List):
        return [name for part in target.elts for name in _target_names(part)]
    return [target.id] if isinstance(target, ast.Name) else []


def _instance_level(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for method in own_methods(node):
        positional = [*method.args.posonlyargs, *method.args.args]
        if not positional:
            continue
        everything = [*positional, *method.args.kwonlyargs]
        known = {item.arg: annotation_text(item.annotation) for item in everything}
        for statement in ast.walk(method):
            yield from _assigned_to(positional[0].arg, statement, known)


def _assigned_to(owner: str, node: ast.AST, known: dict[str, str]) -> Iterator[tuple[str, str]]:
    match node:
        case ast.AnnAssign(target=ast.Attribute(value=ast.Name(id=name), attr=attribute)):
            if name == owner:
                yield attribute, annotation_text(node.annotation)
        case ast.Attribute(value=ast.Name(id=name), attr=attribute, ctx=ast.Store()):
            if name == owner:
                yield attribute, "Any"
        case ast.Assign(targets=[ast.Attribute(value=ast.Name(id=name), attr=attribute)]):
            if name == owner:
                yield attribute, guessed_type(node.value, known)


_Fields = dict[str, tuple[Parameter, bool]]


def _fields(
    node: ast.ClassDef, classes: dict[str, ast.ClassDef], seen: frozenset[str]
) -> _Fields | None:
    decorator = next((item for item in node.decorator_list if last_name(item) in _DATACLASS), None)
    bases = [last_name(base) for base in node.bases]
    if (decorator is None and "NamedTuple" not in bases) or _flag(decorator, "init") is False:
        return None
    fields: _Fields = {}
    for base in bases:
        if base in _EMPTY_BASES:
            continue
        if base not in classes or base in seen:
            return None
        fields |= _fields(classes[base], classes, seen | {node.name}) or {}
    keyword = _flag(decorator, "kw_only") is True
    for statement in node.body:
        if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
            continue
        kind = last_name(statement.annotation)
        if kind == "KW_ONLY":
            keyword = True
        elif kind != "ClassVar" and _flag(statement.value, "init") is not False:
            own = _flag(statement.value, "kw_only")
            name = statement.target.id
            fields[name] = (_field(name, statement), keyword if own is None else own)
    return fields


def _field(name: str, statement: ast.AnnAssign) -> Parameter:
    default = None if statement.value is None else ast.unparse(statement.value)
    if isinstance(statement.value, ast.Call) and last_name(statement.value) in _SPECIFIERS:
        given = {item.arg: item.value for item in statement.value.keywords}
        factory = given.get("factory") or given.get("default_factory")
        chosen = given.get("default") or factory
        default = None if chosen is None else ast.unparse(chosen)
        if factory is not None:
            default = f"{default}()" if isinstance(factory, ast.Name | ast.Attribute) else "..."
    return Parameter(name=name, type=annotation_text(statement.annotation), default=default)


_SPECIFIERS = frozenset({"field", "ib", "attrib"})


def _flag(node: ast.expr | None, name: str) -> bool | None:
    """Return a boolean keyword of a call; None if it is not given."""
    if isinstance(node, ast.Call):
        for item in node.keywords:
            if item.arg == name and isinstance(item.value, ast.Constant):
                return bool(item.value.value)
    return None
