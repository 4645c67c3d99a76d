"""The project's own virtual environment, made by uv outside the sandbox from wheels alone."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import uv
from platformdirs import user_cache_path

from sopgen.errors import StorageFailed

_NAME = r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?"
_EXTRAS = rf"(?:\s*\[\s*{_NAME}(?:\s*,\s*{_NAME})*\s*\])?"
_RANGE = r"(?:===|==|~=|!=|<=|>=|<|>)\s*[A-Za-z0-9.*+!_-]+"
_REQUIREMENT = re.compile(
    rf"{_NAME}{_EXTRAS}\s*(?:{_RANGE}(?:\s*,\s*{_RANGE})*)?\s*(?:;[\w\s.'\"<>=!~()-]+)?"
)
_PASSED_ON = ("PATH", "HOME", "TMPDIR", "LANG", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "NETRC")
_FAMILIES = ("UV_", "SSL_")
_PROXIES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")
_MARK = "sopgen-dependencies.json"
_PATIENCE = 300
_DURATION = re.compile(r" in \d+(?:\.\d+)?m?s\b")


@dataclass(frozen=True)
class Environment:
    """A virtual environment; `problem` says why it is not complete, empty: it is."""

    folder: Path
    problem: str = ""

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"


def make_environment(folder: Path, dependencies: Sequence[str]) -> Environment:
    """Make the environment, or take it as it is when it was made for the same dependencies.

    Without dependencies no index is asked and no network is needed.
    """
    environment = Environment(folder)
    refused = [line for line in dependencies if not is_plain_requirement(line)]
    if refused:
        return Environment(folder, f"{refused[0]!r} is not a plain requirement: name and version")
    mark = folder / _MARK
    digest = _digest(folder, dependencies)
    if _read(mark) == digest and environment.python.exists():
        return environment
    shutil.rmtree(folder, ignore_errors=True)
    problem = _run("venv", "--no-project", "--python", str(base_interpreter()), str(folder))
    if problem:
        raise StorageFailed(
            f"no virtual environment could be made in {folder}: {problem}",
            "See that the folder can be written and the disk is not full.",
        )
    if dependencies:
        problem = _install(environment, dependencies)
    if not problem:
        mark.write_text(digest, encoding="utf-8")
    return Environment(folder, problem)


def is_plain_requirement(line: str) -> bool:
    """Return whether a line is a name with versions and markers, not a URL, path or option."""
    return bool(_REQUIREMENT.fullmatch(line.strip()))


def base_interpreter() -> Path:
    """Return the interpreter that sopgen's own environment was made from."""
    return Path(sys._base_executable).resolve()  # type: ignore[attr-defined]  # noqa: SLF001


def interpreter_folders() -> tuple[Path, ...]:
    """Return what the base interpreter needs to run, and no home folder around it."""
    prefix = Path(sys.base_prefix).resolve()
    if not Path.home().resolve().is_relative_to(prefix):
        return (prefix,)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    folders = (base_interpreter(), prefix / "lib" / version, prefix / "lib64" / version)
    libraries = (prefix / "lib").glob("libpython*")
    return tuple(path for path in (*folders, *libraries) if path.exists())


def _install(environment: Environment, dependencies: Sequence[str]) -> str:
    python = str(environment.python)
    problem = _run("pip", "install", "--python", python, "--no-build", "--", *dependencies)
    if problem:
        return f"could not install {', '.join(dependencies)}: {problem}"
    _compile(environment)
    return ""


def _compile(environment: Environment) -> None:
    """Compile what was installed, so that no run has to.

    The installer's own way would start the environment's interpreter, and with it whatever a
    package puts into a `.pth` file; this one never looks at the environment.
    """
    subprocess.run(
        [str(base_interpreter()), "-I", "-S", "-m", "compileall", "-q", "-j", "0",
         str(environment.folder / "lib")],
        env=_scrubbed(os.environ),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )  # fmt: skip


def _run(*words: str) -> str:
    """Run uv away from the project, whose files must not configure it; return what went wrong."""
    try:
        done = subprocess.run(
            [uv.find_uv_bin(), "--quiet", "--no-progress", "--color", "never", *_cache(), *words],
            check=False,
            env=_scrubbed(os.environ),
            cwd=Path(sys.executable).anchor,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            start_new_session=True,  # Ctrl-C is for sopgen, which stops after this.
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=_PATIENCE,
        )
    except (OSError, FileNotFoundError) as error:
        return f"uv cannot be run: {error}"
    except subprocess.TimeoutExpired:
        return f"uv did not end within {_PATIENCE} seconds"
    if done.returncode == 0:
        return ""
    # The words are committed with the verdict, where no duration may stand.
    said = _DURATION.sub("", " ".join((done.stderr or done.stdout).split()))
    return said[:1000] or "uv failed and said nothing"


def _cache() -> tuple[str, ...]:
    """Return how to do without a cache where the user's cannot be written (containers)."""
    if "UV_CACHE_DIR" in os.environ:
        return ()
    try:
        user_cache_path("uv").mkdir(parents=True, exist_ok=True)
    except OSError:
        return ("--no-cache",)
    return ()


def _scrubbed(environment: "os._Environ[str]") -> dict[str, str]:
    return {
        name: value
        for name, value in environment.items()
        if name in _PASSED_ON or name.startswith(_FAMILIES) or name.lower() in _PROXIES
    }


def _digest(folder: Path, dependencies: Sequence[str]) -> str:
    """Return what the environment depends on; scripts in it hold the path of its folder."""
    text = json.dumps([str(folder), sorted(dependencies), str(base_interpreter()), sys.version])
    return hashlib.sha256(text.encode()).hexdigest()


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        return ""
