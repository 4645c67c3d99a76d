"""Findings: what a check saw, where, and how bad it is."""

from typing import Literal

from sopgen.artifacts.base import Value

Severity = Literal["error", "warning"]


class Finding(Value):
    """One observation of one check; an error must be repaired, a warning is told."""

    check: str
    """The check's id, such as `imports.unresolved`."""
    message: str
    """One sentence that the role concerned can act on."""
    path: str = ""
    line: int = 0
    field: str = ""
    """The artifact's top-level field that would have to change, when there is one."""
    severity: Severity = "error"

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"[{self.check}] {place + ': ' if place else ''}{self.message}"
