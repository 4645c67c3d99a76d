"""The one owner of git: finds it and runs it with nothing of the user's in its way.

GitPython finds the program and starts it. Its index, reference and commit code is not used: killed
in the middle it leaves locks and empty objects behind, and it hands on the whole environment (as
it does once, to `git version`, while it is imported).
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from sopgen.errors import (
    ConfigurationError,
    ProjectBusy,
    Refused,
    SopgenError,
    StorageFailed,
    UsageError,
)
from sopgen.redact import secret_names

_KEPT = frozenset({
    "PATH", "HOME", "XDG_CONFIG_HOME", "TMPDIR", "TEMP", "TMP", "LD_LIBRARY_PATH",
    "SYSTEMROOT", "USERPROFILE", "APPDATA", "PROGRAMDATA",
    "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM",
})  # fmt: skip
_FIXED = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_LITERAL_PATHSPECS": "1",
}
_SETTINGS = (
    f"core.hooksPath={os.devnull}",
    "core.fsmonitor=false",
    "core.quotePath=false",
    "core.splitIndex=false",
    "core.fsync=objects,reference",
    "commit.gpgsign=false",
    "tag.gpgsign=false",
    "log.showSignature=false",
    "gc.auto=0",
    "maintenance.auto=false",
    "i18n.commitEncoding=UTF-8",
    "i18n.logOutputEncoding=UTF-8",
    "color.ui=false",
)
_LOCKED = re.compile(r"Unable to create '([^']*\.lock)'|([^\s']+\.lock)'?: File exists")
# What a project's own configuration takes from the user's, so that a file on disk stays what its
# commit says: line ends and filters.
_OWN_CONFIG = "[core]\n\tautocrlf = false\n\tattributesFile = /dev/null\n"


class GitFailed(StorageFailed):
    """A git command ended badly; `words` is what it said."""

    def __init__(self, command: str, status: int, words: str) -> None:
        super().__init__(
            f"git {command} failed: {words or f'exit code {status}'}",
            "Look at the project with `git status` and resume.",
        )
        self.status = status
        self.words = words


@dataclass(frozen=True)
class Opened:
    """What git says of a repository it found."""

    folder: Path
    """The `.git` folder, or wherever a `.git` file points to."""
    hash_name: str


@dataclass(frozen=True)
class Identity:
    """Whose name stands in a commit."""

    name: str = "sopgen"
    email: str = "sopgen@localhost"


class Git:
    """Runs git in one folder, and once `open` found it, in no other repository than that one's."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._folder: Path | None = None

    def run(
        self, *arguments: str, stdin: bytes = b"", extra: Mapping[str, str] | None = None
    ) -> bytes:
        """Return what a command prints; raises GitFailed, ProjectBusy or StorageFailed."""
        settings = [part for setting in _SETTINGS for part in ("-c", setting)]
        environment = {**self._environment(), **(extra or {})}
        with _start([*settings, *arguments], self.root, environment) as process:
            output, complaint = process.communicate(stdin)
        if process.returncode:
            words = complaint.decode("utf-8", "replace").strip()
            raise _translated(GitFailed(arguments[0], process.returncode, words))
        return output

    def answer(self, *arguments: str) -> str | None:
        """Return what a command prints as text; None when it says no by an exit code of 1."""
        try:
            return os.fsdecode(self.run(*arguments)).strip("\n")
        except GitFailed as error:
            if error.status == 1 and not error.words:
                return None
            raise

    def open(self) -> Opened:
        """Find the repository whose top is the folder; raises UsageError or Refused."""
        if not (self.root / ".git").exists():
            raise UsageError(
                f"{self.root} is not a git repository.",
                "Name a project folder, or make it one with `git init`.",
            )
        output = self.run(
            "rev-parse", "--is-bare-repository", "--show-object-format", "--absolute-git-dir"
        )
        is_bare, hash_name, folder = os.fsdecode(output).split("\n", 2)
        if is_bare == "true":
            raise UsageError(
                f"{self.root} is a bare repository: it has no files.",
                "Clone it and name the clone.",
            )
        self._folder = Path(folder.removesuffix("\n"))
        return Opened(self._folder, hash_name)

    @cached_property
    def identity(self) -> Identity:
        """The user's own name and address where both are configured, else sopgen's."""
        listing = self.answer("config", "-z", "--get-regexp", r"^user\.(name|email)$") or ""
        pairs = (line.partition("\n") for line in listing.split("\0") if line)
        found = {key: value.strip() for key, _, value in pairs}
        name, email = found.get("user.name", ""), found.get("user.email", "")
        return Identity(name, email) if name and email else Identity()

    def _environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name.upper() in _KEPT}
        places = {"GIT_CEILING_DIRECTORIES": str(self.root.parent)}
        if self._folder is not None:
            places |= {"GIT_DIR": str(self._folder), "GIT_WORK_TREE": str(self.root)}
        return kept | _FIXED | places


def create_repository(root: Path, state: Path, excluded: str) -> None:
    """Make the folder a repository in one step: built aside, then renamed into place."""
    aside = state / "new-git"
    remove_tree(aside)
    aside.mkdir(parents=True)
    Git(aside).run(
        "init", "-q", "--template=", "--initial-branch=main", "--object-format=sha1", "."
    )
    made = aside / ".git"
    (made / "info").mkdir()
    (made / "info" / "exclude").write_text(excluded, encoding="utf-8")
    with (made / "config").open("a", encoding="utf-8") as config:
        config.write(_OWN_CONFIG)
    os.rename(made, root / ".git")
    aside.rmdir()


def remove_tree(folder: Path) -> None:
    """Delete a folder of sopgen's own, if it is there."""
    if folder.exists():
        shutil.rmtree(folder)


def _start(
    arguments: list[str], folder: Path, environment: dict[str, str]
) -> "subprocess.Popen[bytes]":
    # Loaded here because it costs 70 ms, and quiet because a missing git is told below.
    os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
    try:
        with _without_secrets():  # Importing it starts git once, with all of the environment.
            from git.cmd import Git as Program
            from git.cmd import safer_popen
    except ImportError as error:  # GitPython has asked git for its version, in vain.
        raise ConfigurationError(
            f"git does not work: {' '.join(str(error).split())}",
            "See what `git version` says.",
        ) from error
    try:
        return safer_popen(
            [Program.GIT_PYTHON_GIT_EXECUTABLE or "git", *arguments],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for sopgen, which finishes the commit first.
        )
    except FileNotFoundError as error:
        if not folder.is_dir():
            raise UsageError(f"{folder} is not a folder.") from error
        raise ConfigurationError("git was not found.", "Install git and run again.") from error
    except OSError as error:
        raise StorageFailed.because(error, f"git in {folder}") from error


@contextmanager
def _without_secrets() -> Iterator[None]:
    """Keep keys out of this process's environment, and so out of a child's, for a first import."""
    wanted = () if "git.cmd" in sys.modules else secret_names(os.environ)
    hidden = {name: os.environ.pop(name) for name in wanted}
    try:
        yield
    finally:
        os.environ.update(hidden)


def _translated(failure: GitFailed) -> SopgenError:
    """Put what git said into the words of a more telling error, where there is one."""
    words = failure.words
    if "dubious ownership" in words:
        return Refused(
            "The project's folder belongs to another user, so git does not trust it.",
            "If you do: `git config --global --add safe.directory FOLDER`.",
        )
    if "not a git repository" in words:
        return UsageError(
            f"This is not a usable git repository: {words}",
            "Restore its .git folder, or start a new project.",
        )
    if "No space left on device" in words or "Disk quota exceeded" in words:
        return StorageFailed("git cannot write: the disk is full.", "Make room and resume.")
    locked = _LOCKED.search(words)
    if locked:
        return ProjectBusy(
            f"Another git command is at work here: {locked[1] or locked[2]} exists.",
            "Wait for it to end; if none is running, delete that file.",
        )
    return failure
