"""The pytest shelf: a folder that holds pytest and nothing else of sopgen's own environment."""

import compileall
import os
import re
import shutil
import sys
import tempfile
from getpass import getuser
from importlib import metadata
from pathlib import Path

from platformdirs import user_cache_path

from sopgen.errors import StorageFailed
from sopgen.sandbox.system import is_root

_NAME = re.compile(r"[A-Za-z0-9._-]+")
_COMPILED = ("_pytest", "pytest", "pluggy", "iniconfig", "packaging")


def pytest_shelf(cache: Path | None = None) -> Path:
    """Return the shelf, filled at the first call for this pytest and this Python."""
    folder = cache or _writable(_cache())
    shelf = folder / f"pytest-{metadata.version('pytest')}-{sys.implementation.cache_tag}"
    if not shelf.is_dir():
        try:
            _fill(shelf)
        except OSError as error:
            raise StorageFailed(
                f"pytest could not be laid out in {shelf}: {error}",
                "See that this folder can be written; XDG_CACHE_HOME moves it.",
            ) from error
    return shelf


def _cache() -> Path:
    """Return the user's cache; for root the system's, since a spare user has to read the shelf."""
    return Path("/var/cache/sopgen") if is_root() else user_cache_path("sopgen")


def _writable(folder: Path) -> Path:
    """Return the folder, or one for temporary files where the user has no cache to write in."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.gettempdir()) / f"sopgen-{getuser()}"
    return folder


def _fill(shelf: Path) -> None:
    """Fill a folder beside the shelf and rename it, so that nobody sees a half-filled one."""
    shelf.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".shelf-", dir=shelf.parent) as draft:
        content = Path(draft) / "content"
        for name in sorted(_with_requirements("pytest")):
            _copy(name, content)
        for package in _COMPILED:
            compileall.compile_dir(content / package, quiet=2, stripdir=str(content))
        try:
            os.rename(content, shelf)
        except OSError:
            if not shelf.is_dir():
                raise


def _with_requirements(name: str) -> set[str]:
    """Return the names of a distribution and of those it needs that are installed here."""
    found: set[str] = set()
    ahead = [name]
    while ahead:
        current = ahead.pop()
        if current in found:
            continue
        try:
            lines = metadata.distribution(current).requires or []
        except metadata.PackageNotFoundError:
            continue  # Needed on other platforms or Python versions only.
        found.add(current)
        ahead += [match[0].lower() for line in lines if "extra ==" not in line
                  for match in [_NAME.match(line)] if match]  # fmt: skip
    return found


def _copy(name: str, content: Path) -> None:
    files = metadata.files(name)
    if files is None:
        raise StorageFailed(
            f"the files of the installed {name} are not listed anywhere",
            "Install sopgen with pip or uv, so that they are.",
        )
    for entry in files:
        if ".." in entry.parts or "__pycache__" in entry.parts:
            continue
        target = content.joinpath(*entry.parts)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(str(entry.locate()), target)
