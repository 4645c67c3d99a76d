"""Checks of the design's file list and requirements."""

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from sopgen.artifacts import Artifacts, Finding, clashes
from sopgen.checks.known import code_language, pool

Files = Mapping[str, str]

_TAKEN = ("README.md", "docs/prd.md", "pyproject.toml", "tests/test_acceptance.py")
"""Files of sopgen's own: a design's file must not be the folder of one, nor its twin."""

_BINARY = frozenset(
    [
        ".7z",
        ".avi",
        ".bin",
        ".bmp",
        ".class",
        ".db",
        ".dll",
        ".doc",
        ".docx",
        ".dylib",
        ".eot",
        ".exe",
        ".flac",
        ".gif",
        ".gz",
        ".ico",
        ".jar",
        ".jpeg",
        ".jpg",
        ".mov",
        ".mp3",
        ".mp4",
        ".npy",
        ".ogg",
        ".otf",
        ".pdf",
        ".pickle",
        ".pkl",
        ".png",
        ".pyc",
        ".so",
        ".sqlite",
        ".sqlite3",
        ".tar",
        ".tif",
        ".tiff",
        ".ttf",
        ".wav",
        ".webm",
        ".webp",
        ".whl",
        ".woff",
        ".woff2",
        ".xls",
        ".xlsx",
        ".zip",
    ]
)
_WRITTEN_BY_SOPGEN = frozenset(
    {".gitignore", "docs/prd.md", "docs/qa_report.md", "docs/requirement.md",
     "docs/system_design.md", "docs/tasks.md", "package.json", "pyproject.toml",
     "readme.md", "readme", "readme.rst", "requirements.txt", "setup.cfg", "setup.py",
     "poetry.lock", "pipfile", "package-lock.json"}
)  # fmt: skip


def requirements_served(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find P0 and P1 requirements that no file serves."""
    if artifacts.design is None:
        return []
    served = {id_ for entry in artifacts.design.files for id_ in entry.requirement_ids}
    return [
        _files("design.requirements", f"no file serves {item.id} ({item.priority}): {item.text}")
        for item in pool(artifacts)
        if item.priority != "P2" and item.id not in served
    ]


def requirements_known(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find requirement ids that the PRD does not have."""
    if artifacts.design is None or artifacts.prd is None:
        return []
    known = {item.id for item in pool(artifacts)}
    return [
        _files("design.unknown_requirement", f"the PRD has no {id_}", entry.path)
        for entry in artifacts.design.files
        for id_ in entry.requirement_ids
        if id_ not in known
    ]


def path_clashes(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find paths that one disk cannot hold together, and paths listed twice."""
    if artifacts.design is None:
        return []
    paths = [entry.path for entry in artifacts.design.files]
    twice = sorted({path for path in paths if paths.count(path) > 1})
    return [
        _files("design.path_clash", f"{path} is listed more than once", path) for path in twice
    ] + [
        _files("design.path_clash", f"{one} and {other} cannot both exist; rename one", other)
        for one, other in clashes([*paths, *_TAKEN])
        if one in paths or other in paths
    ]


def only_text(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find binary files, which nobody here can write."""
    if artifacts.design is None:
        return []
    return [
        _files(
            "design.binary",
            f"{entry.path} is binary; make it in code, or use SVG or text instead",
            entry.path,
        )
        for entry in artifacts.design.files
        if entry.change != "untouched" and PurePosixPath(entry.path).suffix.lower() in _BINARY
    ]


def only_own_files(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find files that other stages write: tests, README, dependency file, documents."""
    if artifacts.design is None:
        return []
    written_in = code_language(artifacts)
    return [
        _files(
            "design.foreign_file", f"{entry.path} is written elsewhere; leave it out", entry.path
        )
        for entry in artifacts.design.files
        if entry.path.lower() in _WRITTEN_BY_SOPGEN or written_in.is_test(entry.path)
    ]


def shadowed(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find files and folders that hide a module of the standard library or a package."""
    if artifacts.design is None:
        return []
    return [
        _files("design.shadows", f"{path} hides {what}; give it another name", path)
        for path, what in _shadowing(artifacts)
    ]


def tests_apart(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find source files whose unit tests would be the same file."""
    if artifacts.design is None:
        return []
    written_in = code_language(artifacts)
    owners: dict[str, str] = {}
    found = []
    for entry in artifacts.design.files:
        place = written_in.test_path(entry.path)
        first = owners.setdefault(place, entry.path) if place else entry.path
        if first != entry.path:
            message = f"{first} and {entry.path} would share {place}; rename one"
            found.append(_files("design.test_clash", message, entry.path))
    return found


def _shadowing(artifacts: Artifacts) -> Iterator[tuple[str, str]]:
    if artifacts.design is None:
        return
    written_in = code_language(artifacts)
    packages = {package.name.lower().replace("-", "_") for package in artifacts.design.packages}
    for entry in artifacts.design.files:
        path = PurePosixPath(entry.path.removeprefix("src/"))
        if path.suffix not in written_in.suffixes:
            continue
        top = path.parts[0].removesuffix(path.suffix)
        if written_in.standard(top):
            yield entry.path, f"{top} of the standard library"
        elif top.lower() in packages:
            yield entry.path, f"the package {top}"


def _files(check: str, message: str, path: str = "") -> Finding:
    return Finding(check=check, message=message, path=path, field="files")
