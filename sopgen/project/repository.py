"""A project's git repository: its stages as commits, and a person's work kept apart from them."""

import os
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

from sopgen.artifacts import check_path, clashes
from sopgen.errors import Refused, UsageError
from sopgen.project.base import LogEntry, StageChange, StageRecord
from sopgen.project.edits import Edits
from sopgen.project.git import Git, create_repository
from sopgen.project.history import History, label_base, message_of, user_edit_message
from sopgen.project.locks import clear_locks
from sopgen.project.objects import LINK, SUBMODULE, Objects, Tree
from sopgen.project.stage import StageWriter, Tip
from sopgen.project.worktree import WorkTree

EXCLUDED = "/.sopgen/*\n!/.sopgen/artifacts/\n!/.sopgen/messages.jsonl\n"
"""What git is never to see of sopgen's state, whatever a project's `.gitignore` says."""
_UNDER_WAY = {
    "MERGE_HEAD": "merge",
    "rebase-merge": "rebase",
    "rebase-apply": "rebase",
    "CHERRY_PICK_HEAD": "cherry-pick",
    "REVERT_HEAD": "revert",
    "BISECT_LOG": "bisect",
}
_LARGEST_TEXT = 1_000_000


class Repository:
    """The repository whose top is `root`. Raises UsageError when there is none to work in."""

    def __init__(self, root: Path) -> None:
        self.root = root.absolute()
        self._state = self.root / ".sopgen"
        self._git = Git(self.root)
        self._opened = self._git.open()
        self._texts: dict[str, str | None] = {}  # By blob: a run reads the same files often.

    @classmethod
    def create(cls, root: Path) -> "Repository":
        """Make a folder a repository with the branch main and no commit."""
        create_repository(root.absolute(), root.absolute() / ".sopgen", EXCLUDED)
        return cls(root)

    def head(self) -> str | None:
        """Return the newest commit; None before the first."""
        return self._tip().commit

    def branch(self) -> str:
        """Return the short name of the branch; raises UsageError when HEAD is detached."""
        return self._tip().branch.removeprefix("refs/heads/")

    def commit(self, change: StageChange) -> str:
        """End a stage: its files, one commit, the branch and a tag, or none of it.

        Raises ProjectChanged before the first write when a person's work is in the way.
        """
        tip = self._tip()
        self._refuse_unfinished()
        old = self._objects.tree(tip.commit)
        _refuse_unsafe(change, old)
        staged = self._writer.stage(change.files)
        tree = self._writer.changed_tree(old, staged, change.removed)
        message = message_of(change)
        if tip.commit and tree == old and self._history.message(tip.commit) == message:
            self._writer.finish(tip.commit)
            return tip.commit
        new = self._objects.write_commit(tree, tip.commit, message)
        label = self._label(tip, label_base(change.run, change.stage))
        self._writer.move(tip, new, (old, tree), staged, label)
        return new

    def commit_edits(self, message: str) -> str | None:
        """Commit what a person changed and did not commit; None when there is nothing."""
        tip = self._tip()
        self._refuse_unfinished()
        old = self._objects.tree(tip.commit)
        edits = self._edits.uncommitted(old)
        if not edits:
            return None
        contents = {path: content for path, content in edits.items() if content is not None}
        staged = self._writer.stage(contents)
        tree = self._writer.changed_tree(old, staged, set(edits) - set(contents))
        tree |= self._edits.entries(contents, tree)
        new = self._objects.write_commit(tree, tip.commit, user_edit_message(message))
        self._writer.adopt(tip, new)
        return new

    def recover(self, journal_last_is_begin: bool) -> None:
        """Clean up after a run that was cut off: own leftovers, locks nobody holds, half files.

        Call it with the project's lock held. Raises ProjectBusy when git is at work here.
        """
        was_moving = (self._state / "moving.json").exists()
        clear_locks(self._opened.folder, self._state, shared=journal_last_is_begin or was_moving)
        self._writer.recover(self._tip())

    def records(self) -> list[StageRecord]:
        """Return the stages that are ancestors of HEAD, newest first."""
        entries = self._history.entries(self.head(), "--basic-regexp", "--grep=^Sopgen-Stage: ")
        return [entry.record for entry in entries if entry.record]

    def log(self, limit: int | None = None) -> list[LogEntry]:
        """Return the history of HEAD, newest first."""
        flags = [] if limit is None else [f"--max-count={limit}"]
        return self._history.entries(self.head(), *flags)

    def files(self, commit: str) -> dict[str, str]:
        """Return the blob of each file in a commit, by path."""
        tree = self._objects.tree(self._resolved(commit))
        return {path: entry.blob for path, entry in tree.items() if entry.mode != SUBMODULE}

    def read(self, commit: str, path: str) -> bytes | None:
        """Return a file's content in a commit; None when it is not there."""
        blob = self.files(commit).get(path)
        return self._objects.contents([blob])[0] if blob else None

    def text_files(self) -> dict[str, str]:
        """Return the text of each file in HEAD; binary ones and those over 1 MB are left out."""
        tree = self._objects.tree(self.head())
        blobs = {p: e.blob for p, e in tree.items() if e.mode not in {LINK, SUBMODULE}}
        self._read_texts(sorted(set(blobs.values()) - self._texts.keys()))
        found = {path: self._texts[blob] for path, blob in blobs.items()}
        return {path: text for path, text in found.items() if text is not None}

    def edited(self, paths: Iterable[str]) -> list[str]:
        """Return those paths whose newest content is a person's and not a stage's."""
        return self._edits.of_person(sorted(set(paths)), self.head())

    def diff(self, a: str, b: str) -> str:
        """Return the difference of two commits as a patch."""
        ends = (self._resolved(a), self._resolved(b))
        patch = self._git.run("diff", "--no-ext-diff", "--no-textconv", "--no-color", *ends)
        return patch.decode("utf-8", "replace")

    def patch(self, commit: str) -> str:
        """Return what one commit changed, the first one included."""
        flags = ("--format=", "--no-ext-diff", "--no-textconv", "--no-color")
        patch = self._git.run("show", *flags, self._resolved(commit))
        return patch.decode("utf-8", "replace")

    @cached_property
    def _objects(self) -> Objects:
        return Objects(self._git, self._state)

    @cached_property
    def _history(self) -> History:
        return History(self._git)

    @cached_property
    def _writer(self) -> StageWriter:
        return StageWriter(self._git, self._objects, self._worktree, self._state)

    @cached_property
    def _worktree(self) -> WorkTree:
        return WorkTree(self.root, self._opened.hash_name)

    @cached_property
    def _edits(self) -> Edits:
        return Edits(self._git, self._objects, self._worktree)

    def _read_texts(self, blobs: Sequence[str]) -> None:
        sizes = self._objects.sizes(blobs)
        small = [blob for blob in blobs if sizes[blob] <= _LARGEST_TEXT]
        contents = self._objects.contents(small)
        self._texts |= dict.fromkeys(blobs)
        self._texts |= zip(small, map(_as_text, contents), strict=True)

    def _tip(self) -> Tip:
        form = "--format=%(HEAD)%(refname)%00%(objectname)"
        output = os.fsdecode(self._git.run("for-each-ref", form, "refs/heads", "refs/tags/sopgen"))
        refs = [(line[0], *line[1:].split("\0")) for line in output.splitlines()]
        labels = {name: target for _, name, target in refs if name.startswith("refs/tags/")}
        for mark, name, target in refs:
            if mark == "*":
                return Tip(name, target, labels)
        unborn = self._git.answer("symbolic-ref", "-q", "HEAD")
        if unborn is None:
            raise UsageError(
                "HEAD is detached: it is on no branch, so there is nowhere to commit.",
                "Go to a branch first, such as `git switch main` or `git switch -c NAME`.",
            )
        return Tip(unborn, None, labels)

    def _refuse_unfinished(self) -> None:
        for name, what in _UNDER_WAY.items():
            if (self._opened.folder / name).exists():
                raise UsageError(
                    f"A {what} is under way in {self.root}.",
                    f"Finish it, or give it up with `git {what} --abort`, then run again.",
                )

    def _label(self, tip: Tip, base: str) -> str:
        """Return the first tag that is free, or whose commit history was rewound away."""
        names = [base, *(f"{base}.{n}" for n in range(2, len(tip.labels) + 3))]
        if base not in tip.labels or tip.commit is None:
            return base
        listing = self._git.run(
            "for-each-ref", f"--merged={tip.commit}", "--format=%(refname)", "refs/tags/sopgen"
        )
        merged = os.fsdecode(listing).splitlines()
        return next(name for name in names if name not in merged)

    def _resolved(self, name: str) -> str:
        wanted = f"{name}^{{commit}}"
        commit = self._git.answer("rev-parse", "-q", "--verify", "--end-of-options", wanted)
        if commit is None:
            raise UsageError(f"{name} is no commit of this project.", "`sopgen log` lists them.")
        return commit


def _refuse_unsafe(change: StageChange, old: Tree) -> None:
    """Refuse paths that leave the project, are git's or sopgen's own, or clash with others."""
    for path in (*change.files, *change.removed):
        own = path.startswith(".sopgen/artifacts/") or path == ".sopgen/messages.jsonl"
        try:
            check_path(path.removeprefix(".sopgen/") if own else path)
        except ValueError as error:
            raise Refused(f"sopgen does not write this file: {error}") from error
    for first, second in clashes({*old, *change.files} - set(change.removed)):
        if first in change.files or second in change.files:
            raise Refused(f"{first} and {second} cannot both exist on every file system.")


def _as_text(content: bytes) -> str | None:
    if b"\0" in content:
        return None
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return None
