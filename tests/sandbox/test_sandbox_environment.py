"""The project's environment: wheels only, made once, and told why it cannot be made."""

import base64
import hashlib
import zipfile
from pathlib import Path

import pytest

from sopgen.artifacts import Command
from sopgen.sandbox.choice import choose
from sopgen.sandbox.environment import is_plain_requirement, make_environment
from sopgen.sandbox.shelf import pytest_shelf
from sopgen.sandbox.workbench import Workbench


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only index there is: a folder with the wheel of `tiles` and a source of `bricks`."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    make_wheel(folder, "tiles", "1.2")
    (folder / "bricks-1.0.tar.gz").write_bytes(b"")
    monkeypatch.setenv("UV_FIND_LINKS", str(folder))
    monkeypatch.setenv("UV_OFFLINE", "1")
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "cache"))
    return folder


def make_wheel(folder: Path, name: str, version: str, startup: str = "") -> None:
    info = f"{name}-{version}.dist-info"
    content = {
        f"{name}.py": f"VERSION = {version!r}\n",
        f"{name}.pth": startup,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{path},{digest(text)},{len(text)}\n" for path, text in content.items())
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        for path, text in (content | {f"{info}/RECORD": f"{record}{info}/RECORD,,\n"}).items():
            wheel.writestr(path, text)


def digest(text: str) -> str:
    raw = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest())
    return f"sha256={raw.decode().rstrip('=')}"


def test_a_declared_package_can_be_imported_inside(wheels: Path, tmp_path: Path) -> None:
    bench = Workbench(choose("auto"), tmp_path / ".sopgen")
    assert bench.prepare(["tiles>=1,<2"]) == ""
    command = Command(argv=("{python}", "-c", "import tiles; print(tiles.VERSION)"))
    assert bench.run(command, {}).output == "1.2\n"


def test_the_environment_is_made_anew_only_for_other_dependencies(
    wheels: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "venv"
    make_environment(folder, ["tiles"])
    (folder / "mark").touch()
    make_environment(folder, ["tiles"])
    assert (folder / "mark").exists()
    make_environment(folder, ["tiles==1.2"])
    assert not (folder / "mark").exists()


def test_an_environment_that_was_moved_is_made_anew(tmp_path: Path) -> None:
    make_environment(tmp_path / "venv", [])
    (tmp_path / "venv" / "mark").touch()
    (tmp_path / "venv").rename(tmp_path / "moved")
    make_environment(tmp_path / "moved", [])
    assert not (tmp_path / "moved" / "mark").exists()


@pytest.mark.parametrize("name", ["slates", "bricks", "tiles>2"])
def test_a_package_that_cannot_be_had_as_a_wheel_is_a_problem_not_an_exception(
    wheels: Path, tmp_path: Path, name: str
) -> None:
    problem = make_environment(tmp_path / "venv", [name]).problem
    assert problem.startswith(f"could not install {name}: ")
    assert "No solution found" in problem


def test_a_failed_environment_is_tried_again(wheels: Path, tmp_path: Path) -> None:
    folder = tmp_path / "venv"
    assert make_environment(folder, ["slates"]).problem
    make_wheel(wheels, "slates", "3.0")
    assert make_environment(folder, ["slates"]).problem == ""


def test_files_of_the_project_do_not_configure_the_installer(
    wheels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "uv.toml").write_text("not toml at all")
    assert make_environment(tmp_path / "venv", ["tiles"]).problem == ""


def test_nothing_of_a_package_runs_while_it_is_installed(wheels: Path, tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    make_wheel(wheels, "sly", "1.0", f"import pathlib; pathlib.Path({str(mark)!r}).touch()\n")
    environment = make_environment(tmp_path / "venv", ["sly"])
    assert environment.problem == ""
    assert list(environment.folder.rglob("sly.*.pyc"))
    assert not mark.exists()


@pytest.mark.parametrize(
    "line",
    ["flask", "flask>=3,<4", "uvicorn[standard]~=0.30", "a.b_c-d==1.*", "x; python_version<'3.12'"],
)
def test_names_with_versions_are_plain(line: str) -> None:
    assert is_plain_requirement(line)


@pytest.mark.parametrize(
    "line",
    [
        "flask @ https://example.org/flask.whl", "https://example.org/flask.whl", "./flask",
        "../flask", "/flask", "git+https://example.org/flask", "-r other.txt", "-e .",
        "--index-url https://example.org", "flask --index-url=https://example.org", "", "fl\u0430sk",
        "flask\n--index-url=https://example.org", "file:flask",
    ],
)  # fmt: skip
def test_urls_paths_and_options_are_refused(line: str, tmp_path: Path) -> None:
    assert not is_plain_requirement(line)
    folder = tmp_path / "venv"
    assert "not a plain requirement" in make_environment(folder, ["flask", line]).problem
    assert not folder.exists()


def test_the_shelf_holds_pytest_and_what_it_needs_alone(tmp_path: Path) -> None:
    shelf = pytest_shelf(tmp_path)
    packages = {path.name for path in shelf.iterdir() if not path.name.endswith(".dist-info")}
    assert packages == {
        "_pytest",
        "pytest",
        "py.py",
        "pluggy",
        "iniconfig",
        "packaging",
        "pygments",
    }
    assert pytest_shelf(tmp_path) == shelf
    assert [path.name for path in tmp_path.iterdir()] == [shelf.name]
