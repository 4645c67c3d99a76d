"""The commands that import, test and start a Python project, and what a start needs."""

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from sopgen.artifacts import Command, RuntimeContract
from sopgen.languages.base import Entry
from sopgen.languages.python.layout import is_test, module_of
from sopgen.languages.python.resolve import is_standard

_INTERPRETER = re.compile(r"(python(3(\.\d+)?)?|py|\{python\})(\.exe)?")
_RUNNERS = frozenset({"flask", "uvicorn", "gunicorn", "hypercorn", "waitress", "streamlit"})
_TAKES_VALUE = frozenset({"-W", "-X"})
_NEVER_IMPORTED = frozenset({"__main__.py", "setup.py", "conftest.py"})


def import_command(files: Sequence[str]) -> Command:
    """Return the command that imports each source file, packages first."""
    # Importing `pkg.__main__` would run the program; importing `pkg` does not.
    importable = {path.replace("/__main__.py", "/__init__.py") for path in files}
    modules = {
        module
        for path in importable
        if not is_test(path)
        and PurePosixPath(path).name not in _NEVER_IMPORTED
        and (module := module_of(path))
    }
    return _payload("import_all.py", "--", *sorted(modules))


def test_command(tests: Sequence[str]) -> Command:
    """Return the command that runs test files."""
    return _payload("run_pytest.py", "--", *tests)


def start_command(runtime: RuntimeContract) -> Command | None:
    """Return the command that starts the program for its proof; None where none can."""
    argv = _interpreted([*runtime.start, *runtime.proof.arguments])
    match runtime.kind:
        case "cli" | "library":
            return _payload("run_plain.py", "--", *argv)
        case "tui":
            # One word, so that keys may begin with a dash.
            return _payload("on_terminal.py", f"--keys={runtime.proof.keys or ''}", "--", *argv)
        case "web_service":
            path = runtime.proof.http_path or "/"
            return _payload("probe_http.py", "--port={port}", f"--path={path}", "--", *argv)
        case "gui" | "web_page":
            return None


def run_command(runtime: RuntimeContract) -> Command:
    """Return the command that starts the program for a person."""
    return Command(argv=tuple(_interpreted(runtime.start)))


def entry_of(start: Sequence[str], files: Sequence[str] = ()) -> Entry:
    """Return the files of which one must exist for a start command to work."""
    if not start or not (_INTERPRETER.fullmatch(start[0]) or start[0] in _RUNNERS):
        first = start[0] if start else "nothing"
        return Entry(problem=f"the start command begins with {first}; begin it with python")
    if start[0] in _RUNNERS:
        return Entry()
    rest = list(start[1:])
    while rest and rest[0].startswith("-") and rest[0] not in {"-m", "-c"}:
        del rest[: 2 if rest[0] in _TAKES_VALUE else 1]
    if not rest or rest in (["-m"], ["-c"]):
        return Entry(problem="the start command names no file and no module")
    if rest[0] == "-c":
        return Entry()
    if rest[0] == "-m":
        return _module_entry(rest[1])
    if not rest[0].endswith(".py"):
        return Entry(problem=f"{rest[0]} is not a Python file; start a .py file or `-m package`")
    return _script_entry(rest[0].removeprefix("./"), files)


def script_of(start: Sequence[str]) -> str | None:
    """Return the file that a command starts by its path; None where it starts a module."""
    paths = entry_of(start).paths
    return paths[0] if len(paths) == 1 else None


def _module_entry(module: str) -> Entry:
    if is_standard(module) or module.split(".", maxsplit=1)[0] in _RUNNERS:
        return Entry()
    path = module.replace(".", "/")
    return Entry(paths=(f"{path}/__main__.py", f"{path}.py"))


def _script_entry(path: str, files: Sequence[str]) -> Entry:
    """A script finds modules beside it, but not those from the project's folder on."""
    others = [other for other in files if other.endswith(".py") and other != path]
    beside = path.startswith("src/") and path.count("/") == 1
    if "/" in path and others and not beside:
        inner = path.removeprefix("src/").removesuffix("/__main__.py").removesuffix(".py")
        top = "put the package at the project's top and " if path.startswith("src/") else ""
        problem = (
            f"started by its path, {path} does not find the other files; {top}use"
            f" -m {inner.replace('/', '.')}"
        )
        return Entry(paths=(path,), problem=problem)
    return Entry(paths=(path,))


def _interpreted(argv: Sequence[str]) -> list[str]:
    if argv[0] in _RUNNERS:
        return ["{python}", "-m", *argv]
    if _INTERPRETER.fullmatch(argv[0]):
        return ["{python}", *argv[1:]]
    return list(argv)


def _payload(script: str, *arguments: str) -> Command:
    return Command(argv=("{python}", f"{{tools}}/{script}", "--report", "{report}", *arguments))
