"""Working packages have no unresolved imports: a false alarm would cost trust in every finding."""

import importlib.util
from pathlib import Path

import pytest

from sopgen.languages import language

PYTHON = language("python")
PACKAGES = ["email", "http", "json", "pluggy", "yaml"]
MORE = ["asyncio", "ctypes", "hypothesis", "importlib", "jinja2", "logging", "multiprocessing",
        "rich", "typer", "urllib", "xml"]  # fmt: skip
PROVIDED = ["markupsafe", "pygments", "markdown-it-py", "sortedcontainers", "attrs",
            "django", "lark", "numpy", "pandas", "pytz", "redis"]  # fmt: skip


def _files(package: str) -> dict[str, str]:
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    folder = Path(spec.origin).parent
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder.parent).as_posix()
        if path.suffix == ".py" and "/test/" not in name:
            found[name] = path.read_text("utf-8")
        elif path.suffix == ".so":
            found[name] = ""
    return found


@pytest.mark.parametrize(
    "package", [*PACKAGES, *(pytest.param(name, marks=pytest.mark.slow) for name in MORE)]
)
def test_an_installed_package_is_read_without_false_alarm(package: str) -> None:
    files = _files(package)
    sources = [path for path in files if path.endswith(".py")]
    assert sources
    found = [
        finding
        for path in sources
        for finding in PYTHON.unresolved(path, files, PROVIDED)
        if finding.check == "imports.unresolved"
    ]
    assert found == []
    for path in sources:
        interface = PYTHON.interface(path, files[path])
        assert interface is not None
        assert PYTHON.syntax(path, PYTHON.sketch(interface)) == []


@pytest.mark.parametrize("package", ["email", "http", "json", "logging", "urllib", "yaml"])
def test_an_installed_package_has_no_stubs(package: str) -> None:
    files = _files(package)
    found = [item for path in files for item in PYTHON.stubs(path, files[path])]
    assert found == []
