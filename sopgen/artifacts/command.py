"""Commands that sopgen builds and a sandbox runs; never text from a model through a shell."""

from pydantic import Field

from sopgen.artifacts.base import Value


class Limits(Value):
    """What one command may use; the defaults suit a test run."""

    wall_seconds: float = 60.0
    memory_mb: int = 2048
    """Resident memory of the whole process tree."""
    processes: int = 256
    file_mb: int = 128
    """The largest single file."""
    disk_mb: int = 512
    """All that the command writes."""
    output_kb: int = 1024
    """Head and tail that are kept of what it prints."""


class Command(Value):
    """An argument vector with its surroundings.

    `argv` may hold the placeholders {python} (the interpreter of the project's environment),
    {tools} (the folder of sopgen's payload scripts), {report} (a writable folder that comes back
    as `Execution.reports`), {work} (the copy of the project) and {port} (the one loopback port
    that it may serve); the sandbox fills them in.
    """

    argv: tuple[str, ...]
    environment: dict[str, str] = Field(default_factory=dict)
    stdin: str = ""
    limits: Limits = Limits()

    def __str__(self) -> str:
        return " ".join(self.argv)
