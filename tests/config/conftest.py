"""Fixtures for tests of settings."""

from pathlib import Path

import pytest
from config_sources import Sources


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    found = Sources(tmp_path / "user", tmp_path / "here")
    found.user.mkdir()
    found.folder.mkdir()
    return found
