"""Whether a class has the attributes and methods that the design promises."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sopgen.artifacts import ClassInterface, FunctionInterface
from sopgen.checks.signatures import difference
from sopgen.languages import Language


@dataclass(frozen=True)
class Members:
    """What a real class and its known ancestors provide."""

    own: ClassInterface
    methods: Mapping[str, FunctionInterface]
    attributes: frozenset[str]
    brought: frozenset[str]
    """Names from base classes of the language itself."""
    heir: bool
    """It inherits from a class that may take arguments."""
    open: bool
    """Part of it cannot be seen: an ancestor from elsewhere, or `__getattr__`."""

    @property
    def own_init(self) -> FunctionInterface | None:
        return next((item for item in self.own.methods if item.name == "__init__"), None)


def members_of(
    class_: ClassInterface, classes: Mapping[str, ClassInterface], speaks: Language
) -> Members:
    """Collect the members of a class over its ancestors among `classes`."""
    lineage: list[ClassInterface] = []
    brought: set[str] = set()
    foreign = False
    pending = [class_]
    while pending:
        current = pending.pop(0)
        lineage.append(current)
        for base in current.bases:
            name = base.split("[")[0].rpartition(".")[2]
            ancestor = classes.get(name)
            if ancestor is None:
                known = speaks.inherited(base)
                foreign = foreign or known is None
                brought |= known or frozenset()
            elif ancestor not in lineage:
                pending.append(ancestor)
    methods = {item.name: item for each in reversed(lineage) for item in each.methods}
    return Members(
        own=class_,
        methods=methods,
        attributes=frozenset(item.name for each in lineage for item in each.attributes),
        brought=frozenset(brought),
        heir=foreign or len(lineage) > 1 or bool(brought),
        open=foreign or "__getattr__" in methods,
    )


def missing_members(promised: ClassInterface, real: Members) -> Iterator[str]:
    """Yield what a class lacks."""
    if real.open:
        return
    known = real.attributes | set(real.methods) | real.brought
    for item in promised.attributes:
        if item.name not in known and not item.name.startswith("_"):
            yield f"the attribute {promised.name}.{item.name} is missing"
    for method in promised.methods:
        if method.name == "__init__":
            if method.parameters and not real.heir and real.own_init is None:
                yield f"{promised.name}.__init__ is missing"
        elif method.name not in known and not _is_private(method.name):
            yield f"the method {promised.name}.{method.name} is missing"


def different_members(promised: ClassInterface, real: Members) -> Iterator[str]:
    """Yield what a class has, but not as promised."""
    for item in promised.attributes:
        if item.name in real.methods:
            yield f"{promised.name}.{item.name} is a method; the design makes it an attribute"
    for method in promised.methods:
        name = f"{promised.name}.{method.name}"
        found = real.own_init if method.name == "__init__" else real.methods.get(method.name)
        if found is not None and (why := difference(method, found)):
            yield f"{name}: {why}"
        elif found is None and method.name in real.attributes and not method.parameters:
            yield f"{name} is an attribute; the design makes it a method"
    yield from _unpromised_init(promised, real)


def _unpromised_init(promised: ClassInterface, real: Members) -> Iterator[str]:
    """Without a promise, others call the class with nothing, or with its attributes."""
    stated = any(method.name == "__init__" for method in promised.methods)
    if real.own_init is None or stated or promised.bases:
        return
    known = {item.name for item in promised.attributes}
    required = [
        item.name
        for item in real.own_init.parameters
        if item.default is None and not item.name.startswith(("*", "/"))
    ]
    if any(name not in known for name in required):
        needs = ", ".join(required)
        yield f"{promised.name}.__init__ needs {needs}; the design promises no such parameters"


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")
