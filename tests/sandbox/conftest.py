"""Sandboxes that hold on this machine, and rooms to run in."""

from functools import cache
from pathlib import Path

import pytest

from sopgen.artifacts import Limits
from sopgen.sandbox.base import Rooms, Sandbox
from sopgen.sandbox.choice import known_sandboxes, probe
from sopgen.sandbox.environment import base_interpreter, interpreter_folders
from sopgen.sandbox.launch import PAYLOAD
from sopgen.sandbox.workbench import Workbench


@cache
def holding(name: str) -> tuple[Sandbox | None, str]:
    """Return the strongest form of a mechanism that holds here, else why none does."""
    reasons = ["not installed"]
    for sandbox in known_sandboxes():
        if sandbox.name == name:
            reason = probe(sandbox)
            if not reason:
                return sandbox, ""
            reasons.append(reason)
    return None, reasons[-1]


@pytest.fixture(params=["bubblewrap", "landlock"])
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    found, reason = holding(request.param)
    if found is None:
        pytest.skip(f"{request.param} does not work on this machine: {reason}")
    return found


@pytest.fixture
def rooms(tmp_path: Path) -> Rooms:
    for name in ("work", "report"):
        (tmp_path / name).mkdir()
    read_only = (*interpreter_folders(), PAYLOAD)
    return Rooms(tmp_path / "work", tmp_path / "report", base_interpreter(), read_only)


@pytest.fixture
def workbench(sandbox: Sandbox, tmp_path: Path) -> Workbench:
    bench = Workbench(sandbox, tmp_path / ".sopgen", Limits(wall_seconds=40))
    assert bench.prepare(()) == ""
    return bench
