"""Find the project that a person means by a path, a name, a sentence or nothing."""

from pathlib import Path

from sopgen.artifacts.requirement import sentence_key
from sopgen.cli.session import Session
from sopgen.errors import UsageError
from sopgen.project.project import Project
from sopgen.project.workspace import ProjectSummary, Workspace


def workspace_of(session: Session) -> Workspace:
    """Return the workspace that the settings name."""
    return Workspace(session.settings.workspace, session.clock)


def find_project(workspace: Workspace, wanted: str | None) -> Project:
    """Return the project at a path or of a name, else around this folder, else the newest.

    Raises UsageError when there is none.
    """
    found = named_project(workspace, wanted) if wanted else workspace.around(Path.cwd())
    if found is not None:
        return found
    if wanted:
        raise UsageError(
            f"There is no project {wanted}, neither as a path nor in {workspace.root}.",
            "`sopgen list` shows all projects.",
        )
    newest = max(workspace.projects(), key=lambda summary: summary.created, default=None)
    if newest is None:
        raise UsageError(
            f"There is no project in {workspace.root}.", 'Make one: sopgen "Create a 2048 game".'
        )
    return Project(newest.path)


def find_unfinished(workspace: Workspace, wanted: str, sentence: str) -> Project:
    """Return the project to resume: of a path, name or sentence, around this folder, or newest.

    Raises UsageError when there is none, or when path and sentence do not belong together.
    """
    if wanted:
        project = named_project(workspace, wanted) or _made_from(workspace, wanted)
        if project is None:
            raise UsageError(
                f"There is no project {wanted} to resume.", "`sopgen list` shows all projects."
            )
        _check_sentence(project, sentence)
        return project
    if sentence:
        project = _made_from(workspace, sentence)
        if project is None:
            raise UsageError(
                "No unfinished project was made from this sentence.",
                "Leave --resume out to start one.",
            )
        return project
    around, newest = workspace.around(Path.cwd()), workspace.newest_unfinished()
    if around is not None:
        return around
    if newest is None:
        raise UsageError(
            f"There is nothing to resume in {workspace.root}.",
            "Name a project: sopgen --resume PATH.",
        )
    return newest


def named_project(workspace: Workspace, wanted: str) -> Project | None:
    """Return the project at a path, or of that name in the workspace."""
    for folder in (Path(wanted).expanduser(), workspace.root / wanted):
        if (folder / ".sopgen").is_dir():
            return Project(folder)  # Also a broken one: opening it says what it lacks.
        if folder.is_dir():
            return workspace.around(folder)
    return None


def same_sentence(workspace: Workspace, sentence: str) -> list[ProjectSummary]:
    """Return the projects made from a sentence, unfinished ones first, then the newest."""
    found = workspace.same_requirement(sentence)
    return sorted(
        sorted(found, key=lambda summary: summary.created, reverse=True),
        key=lambda summary: summary.finished,
    )


def _made_from(workspace: Workspace, sentence: str) -> Project | None:
    found = same_sentence(workspace, sentence)
    return Project(found[0].path) if found and not found[0].finished else None


def _check_sentence(project: Project, sentence: str) -> None:
    if not sentence:
        return
    made_from = project.requirement().text
    if sentence_key(made_from) != sentence_key(sentence):
        raise UsageError(
            f"{project.root} was made from another sentence: {made_from[:80]}",
            "Leave the sentence out to resume it.",
        )
