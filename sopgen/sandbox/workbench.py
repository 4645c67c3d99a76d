"""The workbench: a project's commands, run in the sandbox on a private copy of its files."""

import os
import re
import shutil
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from sopgen.artifacts import Command, Limits, check_path
from sopgen.errors import StorageFailed
from sopgen.sandbox.base import Execution, Rooms, Sandbox
from sopgen.sandbox.environment import (
    Environment,
    base_interpreter,
    interpreter_folders,
    make_environment,
)
from sopgen.sandbox.launch import PAYLOAD
from sopgen.sandbox.shelf import pytest_shelf
from sopgen.sandbox.terminal import attached

_NEUTRAL_WORK, _NEUTRAL_REPORT = b"/work", b"/report"
_ADDRESS = re.compile(rb"0x[0-9a-fA-F]{6,}")
_DURATION = re.compile(rb" in \d+\.\d+s\b")


class Workbench:
    """Everything that is needed to run a project's commands; safe to share between threads.

    `state` is the project's `.sopgen` folder: its environment is made there.
    """

    def __init__(self, sandbox: Sandbox, state: Path, limits: Limits | None = None) -> None:
        self._sandbox = sandbox
        self._limits = limits or Limits()
        self._environment = Environment(state.absolute() / "venv")
        self._lock = threading.Lock()

    @property
    def python(self) -> Path:
        """The interpreter of the project's environment."""
        return self._environment.python

    @property
    def sandbox_name(self) -> str:
        """The name of the mechanism, for the verdict."""
        return self._sandbox.name

    @property
    def gaps(self) -> tuple[str, ...]:
        """What the mechanism does not isolate, for the verdict."""
        return self._sandbox.gaps

    @property
    def unfit_for(self) -> tuple[str, ...]:
        """The kinds of program whose tests may fail for what the mechanism denies them."""
        return self._sandbox.unfit_for

    def prepare(self, dependencies: Sequence[str]) -> str:
        """Make the project's environment; return why it could not be made complete.

        Safe to call before every run: the same dependencies are installed once.
        """
        with self._lock:
            return make_environment(self._environment.folder, dependencies).problem

    def run(self, command: Command, files: Mapping[str, str]) -> Execution:
        """Run a command on a fresh copy of the files and throw the copy away.

        The copy's own path is told as `/work`, so that the same run gives the same text.
        """
        with self._rooms(files) as rooms:
            execution = self._sandbox.run(self._furnished(command), rooms)
            return _neutral(execution, rooms)

    def run_interactive(
        self, command: Command, files: Mapping[str, str], network: bool = False, port: int = 0
    ) -> int:
        """Run a command on the user's own terminal; return its exit code.

        What it writes is thrown away. `network` shares the machine's network with it, so that
        `port` can be reached: a person agreed to that.
        """
        with self._rooms(files) as rooms, attached(command, port) as (shown, streams):
            return self._sandbox.attach(self._furnished(shown), rooms, streams, network).exit_code

    def _furnished(self, command: Command) -> Command:
        """Add the shelf, and the workbench's limits where the command has none of its own."""
        chosen = self._limits.model_dump() | command.limits.model_dump(exclude_unset=True)
        environment = command.environment | {"SOPGEN_PYTEST": str(pytest_shelf())}
        update = {"limits": Limits(**chosen), "environment": environment}
        return command.model_copy(update=update)

    @contextmanager
    def _rooms(self, files: Mapping[str, str]) -> Iterator[Rooms]:
        read_only = (self._environment.folder, *interpreter_folders(), pytest_shelf(), PAYLOAD)
        with _scratch() as base:
            work, report = base / "work", base / "report"
            _fill(work, report, files)
            yield Rooms(work, report, self.python, read_only)


@contextmanager
def _scratch() -> Iterator[Path]:
    try:
        base = Path(tempfile.mkdtemp(prefix="sopgen-")).resolve()
    except OSError as error:
        raise StorageFailed(
            f"no temporary folder could be made: {error}", "TMPDIR names the folder to use."
        ) from error
    try:
        yield base
    finally:
        shutil.rmtree(base, ignore_errors=True)


def _fill(work: Path, report: Path, files: Mapping[str, str]) -> None:
    """Make the rooms; raises ValueError for a path that leads out of the project."""
    targets = {work.joinpath(*check_path(path).split("/")): text for path, text in files.items()}
    try:
        work.parent.chmod(0o711)  # Another user may have to pass through to the rooms.
        for folder in (work, report):
            folder.mkdir(mode=0o700)
        for target, text in targets.items():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise StorageFailed(
            f"the project could not be copied to {work}: {error.strerror}",
            "Free some space there, or let TMPDIR name another folder.",
        ) from error


def _neutral(execution: Execution, rooms: Rooms) -> Execution:
    """Replace the paths of this one run by names that are the same in every run."""
    names = {os.fsencode(rooms.work): _NEUTRAL_WORK, os.fsencode(rooms.report): _NEUTRAL_REPORT}
    library = os.fsencode(base_interpreter().parent.parent) + b"/lib/python"
    names |= {os.fsencode(rooms.python.parent.parent): b"/venv", library: b"/lib/python"}

    def neutral(text: bytes) -> bytes:
        for path, name in names.items():
            text = text.replace(path, name)
        return _DURATION.sub(b"", _ADDRESS.sub(b"0x\xe2\x80\xa6", text))

    output = neutral(execution.output.encode("utf-8", "replace")).decode("utf-8", "replace")
    reports = {key: neutral(data) for key, data in execution.reports.items()}
    return replace(execution, output=output, reports=reports)
