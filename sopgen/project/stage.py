"""The order of writes in which a commit comes to stand, so that any kill leaves old or new."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from sopgen.artifacts import Value
from sopgen.errors import ProjectChanged, SopgenError, StorageFailed
from sopgen.project.git import Git, GitFailed, remove_tree
from sopgen.project.objects import EXECUTABLE, LINK, REGULAR, Entry, Objects, Tree
from sopgen.project.worktree import WorkTree, write_atomic


@dataclass(frozen=True)
class Tip:
    """Where the repository stands."""

    branch: str
    """Full name of the branch's ref."""
    commit: str | None
    labels: Mapping[str, str]
    """Target of each tag below `sopgen/`."""


class Move(Value):
    """Files under way from one commit to the next; on disk while they are being written."""

    new: str
    label: str | None
    blobs: dict[str, tuple[str | None, str | None]]
    """Blob before and after, by path; None where there is no file."""


class StageWriter:
    """Moves files, branch and label from one commit to the next, or leaves all as it was."""

    def __init__(self, git: Git, objects: Objects, worktree: WorkTree, state: Path) -> None:
        self._git = git
        self._objects = objects
        self._worktree = worktree
        self._staging = state / "staged"
        self._intent = state / "moving.json"

    def stage(self, contents: Mapping[str, bytes]) -> dict[str, Path]:
        """Write contents aside, where git reads them and from where they are moved."""
        try:
            remove_tree(self._staging)
            self._staging.mkdir(parents=True)
            staged = {path: self._staging / str(n) for n, path in enumerate(contents)}
            for path, content in contents.items():
                staged[path].write_bytes(content)
        except OSError as error:
            raise StorageFailed.because(error, str(self._staging)) from error
        return staged

    def changed_tree(
        self, old: Tree, staged: Mapping[str, Path], removed: Iterable[str]
    ) -> dict[str, Entry]:
        """Return a tree with the staged files in it, whose blobs it stores."""
        tree = {path: entry for path, entry in old.items() if path not in set(removed)}
        blobs = self._objects.store(list(staged.values()))
        for path, blob in zip(staged, blobs, strict=True):
            known = old.get(path)
            mode = EXECUTABLE if known and known.mode == EXECUTABLE else REGULAR
            tree[path] = Entry(mode, blob)
        return tree

    def move(
        self,
        tip: Tip,
        new: str,
        trees: tuple[Tree, Tree],
        staged: Mapping[str, Path],
        label: str | None,
    ) -> None:
        """Bring the staged files to their places and the branch to the new commit."""
        old_tree, new_tree = trees
        paths = sorted({*staged, *(path for path in old_tree if path not in new_tree)})
        blobs = {path: (_blob(old_tree, path), _blob(new_tree, path)) for path in paths}
        self._refuse_edited(blobs)
        # What stands there already is not moved, and so not taken away when the move is undone.
        moves = {path: pair for path, pair in blobs.items() if not self._stands(path, pair[1])}
        self._announce(Move(new=new, label=label, blobs=moves))
        try:
            for path, (_, after) in moves.items():
                if after is None:
                    self._worktree.take_away(path)
                else:
                    executable = new_tree[path].mode == EXECUTABLE
                    self._worktree.put(staged[path], path, executable)
            self._point(tip, new, label)
        except SopgenError:
            self._roll_back(old_tree)
            raise
        self.finish(new)

    def adopt(self, tip: Tip, new: str) -> None:
        """Move the branch to a commit whose files are on disk already."""
        self._announce(Move(new=new, label=None, blobs={}))
        try:
            self._point(tip, new, None)
        except SopgenError:
            self._tidy()
            raise
        self.finish(new)

    def finish(self, new: str) -> None:
        """Make the user's index agree with the commit that now stands, and tidy up."""
        self._git.run("read-tree", new)
        self._tidy()

    def recover(self, tip: Tip) -> bool:
        """Complete or undo a move that was cut off; says whether there was one."""
        if not self._intent.exists():
            self._tidy()
            return False
        move = self._cut_off()
        if move is not None and tip.commit == move.new:
            # Git moves the two refs one after the other, so a kill can come between them.
            if move.label and tip.labels.get(move.label) != move.new:
                self._update([_order(move.label, move.new, tip.labels.get(move.label))])
            self.finish(move.new)
        elif move is not None:
            self._roll_back(self._objects.tree(tip.commit))
        self._tidy()
        return True

    def _stands(self, path: str, blob: str | None) -> bool:
        content = self._worktree.content(path)
        return blob is not None and content is not None and self._worktree.same(content, {blob})

    def _roll_back(self, old_tree: Tree) -> None:
        """Give files that hold the new content their old one; leave what a person changed."""
        move = self._cut_off()
        for path, (before, after) in (move.blobs if move else {}).items():
            if before == after or _blob(old_tree, path) != before:
                continue
            content = self._worktree.content(path)
            is_new = (
                content is None
                if after is None
                else (content is not None and self._worktree.same(content, {after}))
            )
            if not is_new:
                continue
            if before is None:
                self._worktree.take_away(path)
            else:
                self._restore(path, old_tree.get(path), before)
        self._tidy()

    def _point(self, tip: Tip, new: str, label: str | None) -> None:
        """Move branch and label together, only if neither moved meanwhile."""
        orders = [_order(tip.branch, new, tip.commit)]
        if label:
            orders.append(_order(label, new, tip.labels.get(label)))
        try:
            self._update(orders)
        except GitFailed as error:
            raise ProjectChanged(
                f"The project's branch or tag moved while sopgen ran: {error.words}",
                "Look at `git log`, then resume.",
            ) from error

    def _update(self, orders: Iterable[bytes]) -> None:
        script = b"start\0" + b"".join(orders) + b"prepare\0commit\0"
        self._git.run("update-ref", "-m", "sopgen", "-z", "--stdin", stdin=script)

    def _announce(self, move: Move) -> None:
        write_atomic(self._intent, move.model_dump_json().encode())

    def _restore(self, path: str, entry: Entry | None, blob: str) -> None:
        content = self._objects.contents([blob])[0]
        if entry and entry.mode == LINK:
            self._worktree.take_away(path)
            (self._worktree.root / path).symlink_to(os.fsdecode(content))
            return
        staged = self.stage({path: content})[path]
        self._worktree.put(staged, path, entry is not None and entry.mode == EXECUTABLE)

    def _refuse_edited(self, blobs: Mapping[str, tuple[str | None, str | None]]) -> None:
        edited = [
            path
            for path, pair in blobs.items()
            if not self._worktree.holds(path, {blob for blob in pair if blob})
        ]
        if edited:
            raise ProjectChanged(
                f"{', '.join(edited[:5])} changed while sopgen was about to write it.",
                "Nothing was overwritten. Resume: your change becomes a commit of its own first.",
            )

    def _cut_off(self) -> Move | None:
        try:
            return Move.model_validate_json(self._intent.read_bytes())
        except FileNotFoundError:
            return None
        except ValidationError:  # The disk lost it; the files are compared as a person's edits.
            return None
        except OSError as error:
            raise StorageFailed.because(error, str(self._intent)) from error

    def _tidy(self) -> None:
        try:
            self._intent.unlink(missing_ok=True)
            remove_tree(self._staging)
        except OSError as error:
            raise StorageFailed.because(error, str(self._staging)) from error


def _blob(tree: Tree, path: str) -> str | None:
    entry = tree.get(path)
    return entry.blob if entry else None


def _order(ref: str, new: str, old: str | None) -> bytes:
    name = os.fsencode(ref)
    if old is None:
        return b"create " + name + b"\0" + new.encode() + b"\0"
    return b"update " + name + b"\0" + new.encode() + b"\0" + old.encode() + b"\0"
