"""A real project in a temporary workspace, and a git of the test's own to look at it."""

import os
import subprocess
from pathlib import Path

import pytest
from project_kit import Change, GitCommand

from sopgen.artifacts import StageName, Usage
from sopgen.clock import FakeClock
from sopgen.project.base import StageChange
from sopgen.project.project import Project
from sopgen.project.workspace import Workspace


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh user: an empty home and nothing of git in the environment."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return folder


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path / "work space", FakeClock())


@pytest.fixture
def project(workspace: Workspace) -> Project:
    return workspace.stage_new()


@pytest.fixture
def git(project: Project) -> GitCommand:
    """Run git in the project as a person would; returns what it prints."""

    def run(*arguments: str) -> str:
        command = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org", *arguments]
        done = subprocess.run(
            command, cwd=project.root, capture_output=True, check=True, encoding="utf-8"
        )
        return done.stdout.strip()

    return run


@pytest.fixture
def change() -> Change:
    """Make a stage's change from files given as text."""

    def make(
        stage: StageName, files: dict[str, str], round: int = 0, removed: tuple[str, ...] = ()
    ) -> StageChange:
        return StageChange(
            stage=stage,
            run=1,
            take=1,
            round=round,
            subject=f"{stage}: make it",
            body="Why it is so.",
            inputs={"requirement": "ab12", "prd": "cd34"},
            output="ef56",
            model="scripted/test",
            usage=Usage(prompt_tokens=120, completion_tokens=30, cached_tokens=20, cost=0.0125),
            files={path: text.encode() for path, text in files.items()},
            removed=removed,
        )

    return make
