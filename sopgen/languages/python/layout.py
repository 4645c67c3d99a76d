"""Where the modules of a project's files are found, as its interpreter would look for them."""

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

_COMPILED = (".so", ".pyd", ".pyi")


def is_test(path: str) -> bool:
    """Say whether a file holds tests or serves tests alone."""
    parts = PurePosixPath(path).parts
    name = parts[-1]
    if name == "conftest.py" or parts[0] in {"tests", "test"}:
        return True
    return name.endswith(".py") and (name.startswith("test_") or name.endswith("_test.py"))


def without_source_folder(path: str) -> str:
    """Return a path below `src/` as its imports see it."""
    return path.removeprefix("src/")


def module_of(path: str) -> str | None:
    """Return the dotted name by which a file is imported; None if it cannot be."""
    if not path.endswith(".py"):
        return None
    parts = without_source_folder(path).removesuffix(".py").split("/")
    if parts[-1] == "__init__":
        parts.pop()
    return ".".join(parts) if parts and all(part.isidentifier() for part in parts) else None


class Layout:
    """The modules of a project, by their place in its folders."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = files
        self.folders = {
            str(parent)
            for path in files
            if path.endswith((".py", *_COMPILED))
            for parent in PurePosixPath(path).parents
        }

    def roots(self, path: str) -> list[str]:
        """Return the folders from which a file's absolute imports start; "" is the project's."""
        found = [""]
        if "src" in self.folders and "src/__init__.py" not in self.files:
            found.append("src")
        if is_test(path):
            # pytest puts the first folder above a test that is not a package on the path.
            folder = _parent(path)
            while folder and f"{folder}/__init__.py" in self.files:
                folder = _parent(folder)
            found.append(folder)
        return found

    def find(self, parts: Sequence[str], root: str) -> str | None:
        """Return the file of a module, or the folder of a package without `__init__.py`."""
        base = "/".join([root, *parts] if root else parts)
        for candidate in (f"{base}/__init__.py", f"{base}.py"):
            if candidate in self.files:
                return candidate
        if base in self.folders:
            return base
        pattern = re.compile(re.escape(base) + r"(\.[\w-]+)*\.(so|pyd|pyi)")
        return next((path for path in self.files if pattern.fullmatch(path)), None)

    def package_of(self, path: str, level: int) -> str | None:
        """Return the folder that a relative import starts from.

        None when it leaves the topmost package: a file in a root folder has no package at all.
        """
        folder = _parent(path)
        for _ in range(level - 1):
            if folder in self.roots(path):
                return None
            folder = _parent(folder)
        return None if folder in self.roots(path) else folder

    def modules(self) -> list[str]:
        """Return the dotted names of all importable files."""
        return [module for path in self.files if (module := module_of(path))]


def _parent(path: str) -> str:
    return path.rpartition("/")[0]
