"""Imports that neither the standard library, declared packages nor the project provide."""

import difflib
import sys
from collections.abc import Mapping, Sequence

from sopgen.artifacts import Finding
from sopgen.languages.base import Import
from sopgen.languages.python.distributions import brought_along, distribution_of, provider
from sopgen.languages.python.imports import imports_of
from sopgen.languages.python.layout import Layout, is_test, module_of
from sopgen.languages.python.names import MODULE_NAMES, bound_names
from sopgen.languages.python.syntax import parse

UNRESOLVED, UNDECLARED = "imports.unresolved", "imports.undeclared"
_TEST_PACKAGES = frozenset({"pytest", "_pytest"})


def is_standard(name: str) -> bool:
    """Say whether a dotted module belongs to the standard library."""
    return name.split(".", maxsplit=1)[0] in sys.stdlib_module_names


def unresolved_imports(
    path: str, files: Mapping[str, str], packages: Sequence[str]
) -> list[Finding]:
    """Return a finding for each import of one file that cannot be satisfied."""
    tree = parse(files[path])
    if tree is None:
        return []
    resolver = _Resolver(path, Layout(files), packages)
    found = [
        problem
        for statement in imports_of(tree)
        if not statement.optional
        for problem in resolver.judge(statement)
    ]
    return list(dict.fromkeys(found))


class _Resolver:
    """Looks up the imports of one file."""

    def __init__(self, path: str, layout: Layout, packages: Sequence[str]) -> None:
        self._path = path
        self._layout = layout
        self._packages = packages

    def judge(self, statement: Import) -> list[Finding]:
        """Return what is wrong with one import."""
        module = statement.module.lstrip(".")
        level = len(statement.module) - len(module)
        parts = module.split(".") if module else []
        if level:
            root = self._layout.package_of(self._path, level)
            if root is None:
                return [self._unresolved(statement, self._beyond(statement))]
            return self._in_project(statement, parts, root)
        for root in self._layout.roots(self._path):
            if self._layout.find(parts[:1], root):
                problems = self._in_project(statement, parts, root)
                return [] if is_standard(module) else problems
        return self._outside(statement, module)

    def _in_project(self, statement: Import, parts: list[str], root: str) -> list[Finding]:
        target = root if not parts else None
        for end in range(1, len(parts) + 1):
            target = self._layout.find(parts[:end], root)
            if target is None:
                missing = "." * (len(statement.module) - len(statement.module.lstrip(".")))
                missing += ".".join(parts[:end])
                if end > 1 and self._has(self._layout.find(parts[: end - 1], root), parts[end - 1]):
                    # A name of the package stands in for a module; only running it can tell.
                    return []
                return [self._unresolved(statement, f"there is no module {missing}")]
        if target in self._layout.folders and f"{target}/__init__.py" in self._layout.files:
            target = f"{target}/__init__.py"
        return [
            self._unresolved(statement, self._no_name(name, target or "", statement))
            for name in statement.names
            if name != "*" and not self._has(target, name)
        ]

    def _has(self, target: str | None, name: str) -> bool:
        """Say whether a module file, or a folder that is a package, provides a name."""
        names = self._names(target, frozenset())
        if names is None or name in names or name in MODULE_NAMES:
            return True
        folder = (target or "").removesuffix("/__init__.py")
        is_package = folder != target or target in self._layout.folders
        return is_package and self._layout.find([name], folder) is not None

    def _names(self, target: str | None, seen: frozenset[str]) -> frozenset[str] | None:
        """Return a module's names, star imports included; None when nobody can tell."""
        if target is None or target in seen:
            return frozenset()
        if target not in self._layout.files:
            return frozenset()
        if not target.endswith(".py"):
            return None
        bound = bound_names(self._layout.files[target])
        if bound.open:
            return None
        names = bound.names
        for star in bound.stars:
            more = self._names(self._target_of(star, target), seen | {target})
            if more is None or self._target_of(star, target) is None:
                return None
            names |= more
        return names

    def _target_of(self, module: str, path: str) -> str | None:
        bare = module.lstrip(".")
        level = len(module) - len(bare)
        parts = bare.split(".") if bare else []
        if level:
            root = self._layout.package_of(path, level)
            if root is None:
                return None
            return self._layout.find(parts, root) if parts else f"{root}/__init__.py"
        found = (self._layout.find(parts, root) for root in self._layout.roots(path))
        return next((target for target in found if target), None)

    def _outside(self, statement: Import, module: str) -> list[Finding]:
        top = module.split(".", maxsplit=1)[0]
        if is_standard(module) or (top in _TEST_PACKAGES and is_test(self._path)):
            return []
        if provider(module, self._packages):
            return []
        carrier = brought_along(module, self._packages)
        if carrier:
            message = f"{top} is only there because {carrier} needs it; declare it as a package"
            return [self._finding(UNDECLARED, statement, message, warning=True)]
        close = self._close_module(module)
        if close:
            return [self._unresolved(statement, f"there is no module {module}{close}")]
        source = distribution_of(top)
        origin = "" if source == top.lower() else f" (it comes from {source})"
        message = (
            f"{top}{origin} is neither in the standard library, nor a file of the project, nor a"
            " declared package; do without it or declare it"
        )
        return [self._finding(UNDECLARED, statement, message)]

    def _close_module(self, wanted: str) -> str:
        modules = [name for name in self._layout.modules() if name != module_of(self._path)]
        for module in modules:
            if module.endswith(f".{wanted}"):
                return f"; import it as {module}"
        own = [name for name in modules if "." not in name]
        close = difflib.get_close_matches(wanted, own, 1, 0.85)
        return f"; {close[0]} is meant, perhaps" if close else ""

    def _no_name(self, name: str, target: str, statement: Import) -> str:
        names = sorted(self._names(target, frozenset()) or ())
        close = difflib.get_close_matches(name, names, 1, 0.7)
        hint = f"; {close[0]} is there" if close else ""
        return f"{statement.module} does not define {name}{hint}"

    def _beyond(self, statement: Import) -> str:
        return (
            f"the relative import {statement.module} leaves the topmost package of this file;"
            " import by the full name"
        )

    def _unresolved(self, statement: Import, message: str) -> Finding:
        return self._finding(UNRESOLVED, statement, message)

    def _finding(
        self, check: str, statement: Import, message: str, warning: bool = False
    ) -> Finding:
        return Finding(
            check=check,
            message=message,
            path=self._path,
            line=statement.line,
            severity="warning" if warning else "error",
        )
