"""Run a launch under a supervisor process of its own, and read back how it ended."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from sopgen.artifacts import Command, Limits
from sopgen.errors import StorageFailed
from sopgen.sandbox.base import Execution, Rooms, Streams
from sopgen.sandbox.launch import PAYLOAD, Launch, Mechanism, descriptor_of, job_of
from sopgen.sandbox.reports import read_reports

_NO_CORE = {"RLIMIT_CORE": 0}


@dataclass(frozen=True)
class Supervised:
    """A sandbox: a mechanism that confines, under a supervisor that limits."""

    mechanism: Mechanism
    passed_over: tuple[str, ...] = ()
    """Stronger mechanisms that do not work here, each with the reason."""
    unfit_for: tuple[str, ...] = ()
    """Kinds of program whose tests may fail for what the canary was denied."""

    @property
    def name(self) -> str:
        return self.mechanism.name

    @property
    def gaps(self) -> tuple[str, ...]:
        return (*self.mechanism.gaps, *self.passed_over)

    def run(self, command: Command, rooms: Rooms) -> Execution:
        """Run one command and capture what it prints."""
        job = job_of(command, rooms, self.mechanism.port())
        order = Order.of(self.mechanism.launch(job), rooms, command.limits, command.stdin)
        execution = supervise(order)
        return replace(execution, reports=read_reports(rooms.report))

    def attach(
        self, command: Command, rooms: Rooms, streams: Streams, network: bool = False
    ) -> Execution:
        """Run one command on a person's streams, without a time limit."""
        job = job_of(command, rooms, streams.port or self.mechanism.port(), network)
        order = Order.of(self.mechanism.launch(job), rooms, command.limits, "")
        return supervise(replace(order, wall=0.0, streams=(streams.input, streams.output)))


@dataclass(frozen=True)
class Order:
    """What the supervisor is told; the fields are those of its JSON."""

    argv: Sequence[str]
    environment: Mapping[str, str]
    cwd: str
    stdin: str
    watched: Sequence[str]
    limits: Limits
    blobs: Mapping[str, bytes] = field(default_factory=dict)
    wall: float = 0.0
    streams: tuple[int, int] | None = None

    @classmethod
    def of(cls, launch: Launch, rooms: Rooms, limits: Limits, stdin: str) -> "Order":
        """Put a launch and its limits together."""
        return cls(
            argv=launch.argv,
            environment=launch.environment,
            cwd=str(rooms.work),
            stdin=stdin,
            watched=(str(rooms.work), str(rooms.report)),
            limits=limits,
            blobs=launch.blobs,
            wall=limits.wall_seconds,
        )

    def to_json(self) -> bytes:
        limits = self.limits
        data = {
            "argv": list(self.argv),
            "environment": dict(self.environment),
            "cwd": self.cwd,
            "stdin": self.stdin,
            "watched": list(self.watched),
            "blobs": {descriptor_of(name): data.hex() for name, data in self.blobs.items()},
            "wall": self.wall,
            "streams": self.streams,
            "memory_kb": limits.memory_mb * 1024,
            "disk_kb": limits.disk_mb * 1024,
            "output_kb": limits.output_kb,
            "processes": limits.processes,
            "rlimits": _NO_CORE
            | {
                "RLIMIT_AS": max(4096, 2 * limits.memory_mb) << 20,
                "RLIMIT_FSIZE": limits.file_mb << 20,
                "RLIMIT_NOFILE": 512,
            },
        }
        return json.dumps(data).encode() + b"\n"


class _Ending(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    exit_code: int
    limit: Literal["", "time", "memory", "processes", "disk"]
    seconds: float


def supervise(order: Order) -> Execution:
    """Run an order to its end; the whole process tree is dead afterwards."""
    process = _start(order)
    assert process.stdin is not None and process.stdout is not None, "both are pipes"
    try:
        process.stdin.write(order.to_json())
        process.stdin.flush()
        answer = process.stdout.read()
    except BrokenPipeError:
        answer = b""
    finally:
        _close(process)
    head, _, output = answer.partition(b"\n")
    try:
        ending = _Ending.model_validate_json(head)
    except ValidationError:
        return Execution(137, "the supervisor of this command was killed", 0.0)
    text = output.decode("utf-8", "replace")
    return Execution(ending.exit_code, text, ending.seconds, ending.limit)


def _start(order: Order) -> "subprocess.Popen[bytes]":
    try:
        return subprocess.Popen(
            [sys.executable, "-I", "-S", str(PAYLOAD / "supervise.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={"PATH": os.defpath},
            cwd=Path(sys.executable).anchor,
            pass_fds=order.streams or (),
            start_new_session=True,
        )
    except OSError as error:
        raise StorageFailed(
            f"no process could be started for generated code: {error}",
            "Close other programs and continue with `sopgen --resume`.",
        ) from error


def _close(process: "subprocess.Popen[bytes]") -> None:
    """End the death pipe: whatever still lives is killed by the supervisor."""
    assert process.stdin is not None and process.stdout is not None, "both are pipes"
    try:
        process.stdin.close()
    except BrokenPipeError:
        pass  # The supervisor is gone already.
    process.stdout.close()
    process.wait()
