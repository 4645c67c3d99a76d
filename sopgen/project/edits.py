"""What a person changed in a project: found by content, without running any filter or hook."""

import os
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from sopgen.errors import ProjectChanged
from sopgen.project.git import Git
from sopgen.project.objects import SUBMODULE, Entry, Objects, Tree
from sopgen.project.worktree import WorkTree

_STATE = ".sopgen/"
_STATE_COMMITTED = (".sopgen/artifacts/", ".sopgen/messages.jsonl")
_FILTERED = ("filter", "ident", "working-tree-encoding")


class Edits:
    """Compares the files on disk with what git holds."""

    def __init__(self, git: Git, objects: Objects, worktree: WorkTree) -> None:
        self._git = git
        self._objects = objects
        self._worktree = worktree

    def uncommitted(self, old: Tree) -> dict[str, bytes | None]:
        """Return the new content of each file that a person changed; None: deleted."""
        listed = self._git.run("ls-files", "-z", "-c", "-o", "--exclude-standard")
        paths = {os.fsdecode(path) for path in listed.split(b"\0") if path} | set(old)
        found = {}
        for path in sorted(paths):
            if path.endswith("/") or _is_own_state(path) or _is_submodule(old, path):
                continue
            content = self._content(path)
            if self._differs(path, content, old.get(path)):
                found[path] = content
        return self._without_line_ends(self._without_filtered(found), old)

    def entries(self, paths: Iterable[str], tree: Tree) -> dict[str, Entry]:
        """Return the tree's entries for files on disk, with the mode that they have there."""
        return {path: Entry(self._worktree.mode(path), tree[path].blob) for path in paths}

    def of_person(self, paths: Sequence[str], head: str | None) -> list[str]:
        """Return the paths that hold something else on disk than a stage last wrote there."""
        existing = {path: self._content(path) for path in paths}
        present = {path: content for path, content in existing.items() if content is not None}
        written = self._last_written(list(present), head)
        return [
            path
            for path, content in present.items()
            if not self._worktree.same(content, {written.get(path, "")})
        ]

    def _last_written(self, paths: Sequence[str], head: str | None) -> dict[str, str]:
        """Return the blob that the newest stage commit with each path gave it."""
        found: dict[str, str] = {}
        if not paths or head is None:
            return found
        flags = ("-z", "--raw", "--no-abbrev", "--no-renames", "--format=tformat:commit")
        stages = ("--basic-regexp", "--grep=^Sopgen-Stage: ")
        output = self._git.run("log", *flags, *stages, head, "--", *paths)
        parts = [part.strip(b"\n") for part in output.split(b"\0")]
        for meta, path in pairwise(parts):
            if meta.startswith(b":"):
                found.setdefault(os.fsdecode(path), meta.split()[3].decode())
        return found

    def _content(self, path: str) -> bytes | None:
        try:
            return self._worktree.content(path)
        except ProjectChanged:  # A folder or link took its place: the file itself is gone.
            return None

    def _differs(self, path: str, content: bytes | None, entry: Entry | None) -> bool:
        if content is None or entry is None:
            return content is not None or entry is not None
        if not self._worktree.same(content, {entry.blob}):
            return True
        return self._worktree.mode(path, entry.mode) != entry.mode

    def _without_filtered(self, found: Mapping[str, bytes | None]) -> dict[str, bytes | None]:
        """Leave out files whose committed form a filter makes, such as those of git-lfs."""
        if not found:
            return {}
        paths = b"".join(os.fsencode(path) + b"\0" for path in found)
        output = self._git.run("check-attr", "-z", "--stdin", *_FILTERED, stdin=paths)
        fields = output.split(b"\0")
        unset = {b"unspecified", b"unset"}
        filtered = {
            os.fsdecode(path)
            for path, value in zip(fields[::3], fields[2::3], strict=False)
            if value not in unset
        }
        return {path: content for path, content in found.items() if path not in filtered}

    def _without_line_ends(
        self, found: Mapping[str, bytes | None], old: Tree
    ) -> dict[str, bytes | None]:
        """Take CRLF back to LF where the user has told git to do so."""
        endings = [path for path, content in found.items() if _has_crlf(content)]
        if not endings or not self._converts_line_ends():
            return dict(found)
        known = [path for path in endings if path in old]
        before = self._objects.contents([old[path].blob for path in known])
        kept = {path for path, content in zip(known, before, strict=True) if _has_crlf(content)}
        changed = dict(found)
        for path in set(endings) - kept:
            changed[path] = (found[path] or b"").replace(b"\r\n", b"\n")
        return changed

    def _converts_line_ends(self) -> bool:
        setting = self._git.answer("config", "--get", "core.autocrlf")
        return (setting or "").lower() in {"true", "input"}


def _has_crlf(content: bytes | None) -> bool:
    return content is not None and b"\r\n" in content and b"\0" not in content


def _is_own_state(path: str) -> bool:
    return path.startswith(_STATE) and not path.startswith(_STATE_COMMITTED)


def _is_submodule(tree: Tree, path: str) -> bool:
    entry = tree.get(path)
    return entry is not None and entry.mode == SUBMODULE
