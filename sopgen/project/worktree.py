"""The files of a project on disk: compared by git's own hashes, written so that none is half."""

import contextlib
import hashlib
import os
import stat
from collections.abc import Collection
from pathlib import Path

from sopgen.errors import ProjectChanged, StorageFailed


class WorkTree:
    """The checked-out files below one folder; no symbolic link in a path is ever followed."""

    def __init__(self, root: Path, hash_name: str = "sha1") -> None:
        self.root = root
        self._hash_name = hash_name

    def blob(self, content: bytes) -> str:
        """Return the name that git gives a content."""
        return hashlib.new(self._hash_name, b"blob %d\0" % len(content) + content).hexdigest()

    def content(self, path: str) -> bytes | None:
        """Return a file's bytes, a link's target, or None where there is nothing.

        Raises ProjectChanged where a folder, a link to one or a special file is in the way.
        """
        parts = path.split("/")
        for end in range(1, len(parts)):
            folder = self.root.joinpath(*parts[:end])
            mode = _mode(folder)
            if mode is None:
                return None
            if not stat.S_ISDIR(mode):
                raise _in_the_way("/".join(parts[:end]), "is not a folder of the project")
        return self._read(path)

    def holds(self, path: str, blobs: Collection[str]) -> bool:
        """Say whether a path is absent or holds one of these, give or take its line ends."""
        content = self.content(path)
        return content is None or self.same(content, blobs)

    def same(self, content: bytes, blobs: Collection[str]) -> bool:
        """Say whether a content is one of these, also after git changed LF to CRLF."""
        if self.blob(content) in blobs:
            return True
        return b"\r\n" in content and self.blob(content.replace(b"\r\n", b"\n")) in blobs

    def mode(self, path: str, known: str = "100644") -> str:
        """Return a file's mode as git writes it; where the system has none, the known one."""
        mode = _mode(self.root / path)
        if mode is not None and stat.S_ISLNK(mode):
            return "120000"
        if mode is None or os.name == "nt":
            return known
        return "100755" if mode & stat.S_IXUSR else "100644"

    def put(self, staged: Path, path: str, executable: bool = False) -> None:
        """Move a staged file into its place in one step, making folders as needed."""
        target = self.root / path
        try:
            self._make_folders(path)
            if executable:
                mode = staged.stat().st_mode
                staged.chmod(mode | (mode & 0o444) >> 2)
            os.replace(staged, target)
        except OSError as error:
            raise StorageFailed.because(error, path) from error

    def take_away(self, path: str) -> None:
        """Delete a file, and the folders that it leaves empty."""
        target = self.root / path
        try:
            target.unlink(missing_ok=True)
        except OSError as error:
            raise StorageFailed.because(error, path) from error
        for folder in target.parents:
            if folder == self.root:
                return
            try:
                folder.rmdir()
            except OSError:
                return

    def _read(self, path: str) -> bytes | None:
        target = self.root / path
        mode = _mode(target)
        try:
            if mode is None:
                return None
            if stat.S_ISLNK(mode):
                return os.fsencode(target.readlink())
            if stat.S_ISREG(mode):
                return target.read_bytes()
        except OSError as error:
            raise StorageFailed.because(error, path) from error
        raise _in_the_way(path, "is no file")

    def _make_folders(self, path: str) -> None:
        parts = path.split("/")
        for end in range(1, len(parts)):
            folder = self.root.joinpath(*parts[:end])
            with contextlib.suppress(FileExistsError):
                folder.mkdir()
            if not stat.S_ISDIR(folder.lstat().st_mode):
                raise _in_the_way("/".join(parts[:end]), "is not a folder of the project")


def write_atomic(path: Path, content: bytes) -> None:
    """Replace a file of sopgen's own so that a reader sees the old or the new one."""
    unfinished = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with unfinished.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    except OSError as error:
        raise StorageFailed.because(error, str(path)) from error


def _mode(path: Path) -> int | None:
    try:
        return path.lstat().st_mode
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StorageFailed.because(error, str(path)) from error


def _in_the_way(path: str, why: str) -> ProjectChanged:
    return ProjectChanged(
        f"{path} is in the way: it {why}.", "Move it elsewhere or delete it, then resume."
    )
