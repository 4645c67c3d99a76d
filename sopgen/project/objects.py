"""Git's objects: trees read, contents and commits written, without the user's own index."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sopgen.errors import StorageFailed
from sopgen.project.git import Git

REGULAR, EXECUTABLE, LINK, SUBMODULE = "100644", "100755", "120000", "160000"


@dataclass(frozen=True)
class Entry:
    """What a tree holds at a path."""

    mode: str
    blob: str


Tree = Mapping[str, Entry]


class Objects:
    """The object store of one repository; what it writes stays invisible until a ref moves."""

    def __init__(self, git: Git, state: Path) -> None:
        self._git = git
        self._index = state / "index"
        self._read: dict[str, Tree] = {}

    def tree(self, commit: str | None) -> Tree:
        """Return the whole tree of a commit by path; that of no commit is empty."""
        if commit is None:
            return {}
        if commit not in self._read:
            self._read[commit] = self._list(commit)
        return self._read[commit]

    def contents(self, blobs: Sequence[str]) -> list[bytes]:
        """Return the contents of blobs, in one process."""
        if not blobs:
            return []
        wanted = "".join(f"{blob}\n" for blob in blobs).encode()
        output = self._git.run("cat-file", "--batch", stdin=wanted)
        found, start = [], 0
        for _ in blobs:
            end = output.index(b"\n", start)
            size = int(output[start:end].split()[2])
            found.append(output[end + 1 : end + 1 + size])
            start = end + 1 + size + 1
        return found

    def sizes(self, blobs: Sequence[str]) -> dict[str, int]:
        """Return the size of each blob."""
        wanted = "".join(f"{blob}\n" for blob in blobs).encode()
        output = self._git.run("cat-file", "--batch-check", stdin=wanted) if blobs else b""
        rows = (line.split() for line in output.decode().splitlines())
        return {row[0]: int(row[2]) for row in rows}

    def store(self, staged: Sequence[Path]) -> list[str]:
        """Write the contents of files as blobs, byte for byte, and return their names."""
        if not staged:
            return []
        # Relative, because a line break in the project's own path would end the line.
        names = (path.relative_to(self._git.root) for path in staged)
        paths = b"".join(os.fsencode(name) + b"\n" for name in names)
        output = self._git.run("hash-object", "-w", "--no-filters", "--stdin-paths", stdin=paths)
        return output.decode().split()

    def write_commit(self, tree: Tree, parent: str | None, message: str) -> str:
        """Write a commit with its tree and return its name; nothing points to it yet."""
        identity = self._git.identity
        names = {
            f"GIT_{who}_{what}": value
            for who in ("AUTHOR", "COMMITTER")
            for what, value in (("NAME", identity.name), ("EMAIL", identity.email))
        }
        flags = ["-p", parent] if parent else []
        order = ["commit-tree", self._write_tree(tree), *flags]
        commit = self._git.run(*order, stdin=message.encode(), extra=names).decode().strip()
        self._read = {commit: tree}
        return commit

    def _write_tree(self, tree: Tree) -> str:
        listing = b"".join(
            f"{entry.mode} {entry.blob}\t".encode() + os.fsencode(path) + b"\0"
            for path, entry in tree.items()
        )
        place = {"GIT_INDEX_FILE": str(self._index)}
        try:
            self._index.unlink(missing_ok=True)
        except OSError as error:
            raise StorageFailed.because(error, str(self._index)) from error
        self._git.run("update-index", "-z", "--add", "--index-info", stdin=listing, extra=place)
        name = self._git.run("write-tree", extra=place).decode().strip()
        self._index.unlink(missing_ok=True)
        return name

    def _list(self, commit: str) -> Tree:
        output = self._git.run("ls-tree", "-r", "-z", "--full-tree", commit)
        lines = (line.partition(b"\t") for line in output.split(b"\0") if line)
        return {os.fsdecode(path): Entry(*meta.decode().split()[::2]) for meta, _, path in lines}
