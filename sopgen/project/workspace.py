"""The folder in which projects land: new ones begun aside, named ones never overwritten."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from sopgen.artifacts import StageName, check_path
from sopgen.artifacts.requirement import sentence_key
from sopgen.clock import Clock
from sopgen.errors import ConfigurationError, Refused, SopgenError, StorageFailed, UsageError
from sopgen.project.project import STATE, Project, RunState
from sopgen.project.repository import Repository

_STAGING, _REMOVED = ".staging-", ".removed-"


@dataclass(frozen=True)
class ProjectSummary:
    """What a list says of a project."""

    path: Path
    name: str
    requirement: str = ""
    """The user's words, verbatim."""
    stage: StageName | None = None
    """The stage whose commit is the newest."""
    outcome: str | None = None
    model: str = ""
    created: str = ""
    finished: bool = False
    problem: str = ""
    """Why it cannot be used; empty: it can."""


class Workspace:
    """All projects below one folder, which is made when the first one begins."""

    def __init__(self, root: Path, clock: Clock) -> None:
        self.root = Path(os.path.abspath(root))
        self._clock = clock

    def stage_new(self) -> Project:
        """Begin a project that has no name yet, in a folder of its own."""
        token = self._clock.token()
        folder = self.root / f"{_STAGING}{token}"
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            folder.mkdir()
        except OSError as error:
            raise StorageFailed.because(error, f"The workspace {self.root}") from error
        project = Project(folder, self._clock)
        created = self._clock.now().isoformat(timespec="seconds")
        try:
            Repository.create(folder)
            project.write_state(RunState(token=token, created=created))
        except SopgenError:
            shutil.rmtree(folder, ignore_errors=True)  # Nothing is in it that could be resumed.
            raise
        return project

    @contextmanager
    def begun(self) -> Iterator[Project]:
        """Begin a project, and take it away again when nothing came of it.

        Nothing did when wrong usage or settings end the run before the project has a name.
        """
        project = self.stage_new()
        try:
            yield project
        except (UsageError, ConfigurationError):
            if project.root.exists() and not _was_answered(project):
                self.remove(project)
            raise

    def settle(self, project: Project, name: str) -> Project:
        """Give a staged project its name, or name-2, name-3 … where that is taken.

        A project that has one already stays where it is.
        """
        if not project.root.name.startswith(_STAGING):
            return project
        checked = _checked_name(name)
        try:
            with _held(self.root):
                target = self.root / self._free(checked)
                os.rename(project.root, target)
        except OSError as error:
            raise StorageFailed.because(error, f"The workspace {self.root}") from error
        return Project(target, self._clock)

    def projects(self) -> list[ProjectSummary]:
        """Describe every project, oldest first; a broken one by its problem."""
        try:
            folders = sorted(self.root.iterdir()) if self.root.exists() else []
        except OSError as error:
            raise StorageFailed.because(error, f"The workspace {self.root}") from error
        found = [self.describe(Project(path, self._clock)) for path in folders if _is_one(path)]
        return sorted(found, key=lambda summary: (summary.created, summary.name))

    def describe(self, project: Project) -> ProjectSummary:
        """Describe one project; where it is broken, by its problem."""
        summary = ProjectSummary(path=project.root, name=project.root.name)
        try:
            state = project.read_state()
            summary = replace(
                summary, outcome=state.outcome, model=state.model, created=state.created
            )
            summary = replace(summary, requirement=project.requirement().text)
            records = project.repository.records()
            judged = any(record.stage == "qa" and record.run == state.run for record in records)
            has_verdict = (project.root / project.artifact_file("verdict")).exists()
            return replace(
                summary,
                stage=records[0].stage if records else None,
                finished=judged and has_verdict and state.outcome is not None,
            )
        except SopgenError as error:
            return replace(summary, problem=error.message)

    def newest_unfinished(self) -> Project | None:
        """Return the project that was begun last and has no verdict yet."""
        open_ones = [item for item in self.projects() if not item.finished and not item.problem]
        return Project(open_ones[-1].path, self._clock) if open_ones else None

    def same_requirement(self, text: str) -> list[ProjectSummary]:
        """Return the projects made from the same sentence, oldest first."""
        wanted = sentence_key(text)
        return [item for item in self.projects() if sentence_key(item.requirement) == wanted]

    def around(self, path: Path) -> Project | None:
        """Return the project that a folder is part of, in this workspace or elsewhere."""
        absolute = Path(os.path.abspath(path))
        for folder in (absolute, *absolute.parents):
            if (folder / STATE / "artifacts").is_dir() and (folder / ".git").exists():
                return Project(folder, self._clock)
        return None

    def remove(self, project: Project) -> None:
        """Delete a project of this workspace for good; the caller has asked the person.

        Raises Refused for a folder elsewhere, ProjectBusy while a run holds it.
        """
        folder = project.root
        if folder.parent.resolve() != self.root.resolve() or folder.is_symlink():
            raise Refused(
                f"{folder} is not a folder of the workspace {self.root}.",
                "Delete it yourself if you mean to.",
            )
        if not _is_one(folder):
            raise UsageError(f"{folder} is no project.", "`sopgen list` names them.")
        with project.lock():
            aside = self.root / f"{_REMOVED}{self._clock.token()}"
            try:
                os.rename(folder, aside)  # So that no half of it can be taken for a project.
                shutil.rmtree(aside)
            except OSError as error:
                raise StorageFailed.because(error, f"The project {folder}") from error

    def _free(self, name: str) -> str:
        """Return the first free name, also where the file system ignores case."""
        taken = {entry.name.casefold() for entry in self.root.iterdir()}
        names = (name if number == 1 else f"{name}-{number}" for number in count(1))
        return next(free for free in names if free.casefold() not in taken)


def _was_answered(project: Project) -> bool:
    """Say whether the journal holds a reply, which was paid for."""
    try:
        return b'"reply"' in (project.state / "journal.jsonl").read_bytes()
    except OSError:
        return False


def _is_one(folder: Path) -> bool:
    if not folder.is_dir() or folder.is_symlink():
        return False
    return (folder / STATE).is_dir() or folder.name.startswith(_STAGING)


def _checked_name(name: str) -> str:
    try:
        checked = check_path(name)
    except ValueError as error:
        raise UsageError(f"A project cannot be called {name!r}: {error}") from error
    if "/" in checked or checked.startswith("."):
        raise UsageError(
            f"A project cannot be called {name!r}.", "Choose letters, digits, - and _."
        )
    return checked


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """Keep other runs from choosing a name at the same time, without leaving a file behind."""
    if sys.platform == "win32":  # There a rename never replaces a folder.
        yield
        return
    import fcntl

    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # Some network file systems do not lock folders.
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
