"""No confinement: limits only. For machines on which nothing else works and a person insists."""

from dataclasses import dataclass

from sopgen.sandbox.launch import Job, Launch, free_port


@dataclass(frozen=True)
class Unconfined:
    """Only the supervisor's limits."""

    name: str = "none"
    gaps: tuple[str, ...] = (
        "UNSAFE: generated code could reach the user's files, processes and network",
    )

    def port(self) -> int:
        return free_port()

    def launch(self, job: Job) -> Launch:
        own = str(job.rooms.report)
        return Launch(job.argv, {**job.environment, "HOME": own, "TMPDIR": own})
