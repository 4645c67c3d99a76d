"""The one owner of git: finds it and runs it with nothing of the user's in its way.

GitPython finds the program and starts it. Its index, reference and commit code is not used: killed
in the middle it leaves locks and empty objects behind, and it hands on the whole environment.
"""

import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sopgen.errors import ConfigurationError, ProjectBusy, Refused, StorageFailed, UsageError

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

    def __init__(self, command: str, words: str) -> None:
        super().__init__(
            f"git {command} failed: {words.strip() or 'no reason given'}",
            "Look at the project with `git status` and resume.",
        )
        self.words = words


@dataclass(frozen=True)
class Identity:
    """Whose name stands in a commit."""

    name: str = "sopgen"
    email: str = "sopgen@localhost"


class Git:
    """Runs git in one folder; `folder` is its repository once that is known."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder: Path | None = None

    def run(
        self, *arguments: str, stdin: bytes = b"", extra: Mapping[str, str] | None = None
    ) -> bytes:
        """Return what a command prints; raises GitFailed, ProjectBusy or StorageFailed."""
        settings = [part for setting in _SETTINGS for part in ("-c", setting)]
        environment = {**self._environment(), **(extra or {})}
        process = _start([*settings, *arguments], self.root, environment)
        output, complaint = process.communicate(stdin)
        if process.returncode:
            raise _translated(arguments[0], complaint.decode("utf-8", "replace"))
        return output

    def line(self, *arguments: str, stdin: bytes = b"") -> str:
        """Return what a command prints as one line of text."""
        return os.fsdecode(self.run(*arguments, stdin=stdin)).strip()

    def open(self) -> str:
        """Find the repository whose top is the folder, and return the name of its hash."""
        if not (self.root / ".git").exists():
            raise UsageError(
                f"{self.root} is not a git repository.",
                "Name a project folder, or make it one with `git init`.",
            )
        answers = self.line(
            "rev-parse", "--absolute-git-dir", "--is-bare-repository", "--show-object-format"
        ).splitlines()
        if answers[1] == "true":
            raise UsageError(
                f"{self.root} is a bare repository: it has no files.",
                "Clone it and name the clone.",
            )
        self.folder = Path(answers[0])
        return answers[2]

    def identity(self) -> Identity:
        """Return the user's own name and address where both are configured, else sopgen's."""
        try:
            listing = self.run("config", "-z", "--get-regexp", r"^user\.(name|email)$")
        except GitFailed:  # The exit code of an empty answer.
            return Identity()
        pairs = (line.partition("\n") for line in os.fsdecode(listing).split("\0") if line)
        found = {key: value.strip() for key, _, value in pairs}
        name, email = found.get("user.name", ""), found.get("user.email", "")
        return Identity(name, email) if name and email else Identity()

    def _environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name.upper() in _KEPT}
        places = {"GIT_CEILING_DIRECTORIES": str(self.root.parent)}
        if self.folder is not None:
            places |= {"GIT_DIR": str(self.folder), "GIT_WORK_TREE": str(self.root)}
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
    if not folder.exists():
        return
    for entry in sorted(folder.rglob("*"), reverse=True):
        entry.rmdir() if entry.is_dir() and not entry.is_symlink() else entry.unlink()
    folder.rmdir()


def _start(
    arguments: list[str], folder: Path, environment: dict[str, str]
) -> "subprocess.Popen[bytes]":
    # Loaded here because it costs 70 ms, and quiet because a missing git is told below.
    os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
    from git.cmd import Git as Program
    from git.cmd import safer_popen

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


def _translated(command: str, words: str) -> Exception:
    if "dubious ownership" in words:
        return Refused(
            "The project's folder belongs to another user, so git does not trust it.",
            "If you do: `git config --global --add safe.directory FOLDER`.",
        )
    if "not a git repository" in words:
        return UsageError(
            f"This is not a usable git repository: {words.strip()}",
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
    return GitFailed(command, words)
