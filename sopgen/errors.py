"""Every way in which sopgen can stop, as one tree of typed errors.

    SopgenError                       1
    ├── UsageError                    2   the command line or the requirement is wrong
    ├── ConfigurationError            3   a settings file, template or key is wrong
    │   └── ModelMissing              3   no model to ask, and how to get one
    ├── BudgetReached                 4   the next call could pass the limit
    ├── ModelFailed                   5   the model did not give a usable answer
    │   ├── ModelUnavailable          5   may pass: overload, network
    │   │   └── RateLimited           5   the provider wants fewer requests
    │   ├── AnswerInvalid             5   asked again and still not what was needed
    │   └── RecordingIncomplete       5   a replayed run needs a call it does not hold
    ├── Refused                       6   doing it would be unsafe
    │   └── SandboxMissing            6   nothing on this machine contains generated code
    ├── ProjectBusy                   7   another run holds the project
    ├── ProjectChanged                7   a person's work would be overwritten
    ├── StorageFailed                 1   disk full, folder not writable
    └── Interrupted                 130   Ctrl-C

The number is the exit code of the process. All but 2 and 3 leave a project that can be resumed.
"""

import errno
from typing import ClassVar, Self

_DISK_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


class SopgenError(Exception):
    """Say what happened to what (message) and what to do next (hint)."""

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(SopgenError):
    """The command line or the requirement cannot be used."""

    exit_code = 2


class ConfigurationError(SopgenError):
    """A settings file, a template or an environment variable is wrong."""

    exit_code = 3


class ModelMissing(ConfigurationError):
    """There is no model to ask."""


class BudgetReached(SopgenError):
    """The next call could cost more than is left of the budget."""

    exit_code = 4


class ModelFailed(SopgenError):
    """The model, or the way to it, gave no usable answer.

    `cost` in US dollars and `tokens` of prompt and completion say what the failed try probably
    used.
    """

    exit_code = 5

    def __init__(
        self, message: str, hint: str = "", *, cost: float = 0.0, tokens: tuple[int, int] = (0, 0)
    ) -> None:
        super().__init__(message, hint)
        self.cost = cost
        self.tokens = tokens


class ModelUnavailable(ModelFailed):
    """A failure that may pass; `retry_after` is the server's wish in seconds, if it gave one."""

    def __init__(
        self,
        message: str,
        hint: str = "",
        *,
        retry_after: float | None = None,
        cost: float = 0.0,
        tokens: tuple[int, int] = (0, 0),
    ) -> None:
        super().__init__(message, hint, cost=cost, tokens=tokens)
        self.retry_after = retry_after


class RateLimited(ModelUnavailable):
    """The provider refused a request because there were too many."""


class AnswerInvalid(ModelFailed):
    """An answer stayed unusable after all tries; `partial` holds what was valid, as YAML text."""

    def __init__(self, message: str, hint: str = "", partial: str = "") -> None:
        super().__init__(message, hint)
        self.partial = partial


class RecordingIncomplete(ModelFailed):
    """A replayed run needs a call that its recording does not hold."""


class Refused(SopgenError):
    """Going on would be unsafe."""

    exit_code = 6


class SandboxMissing(Refused):
    """No mechanism on this machine contains generated code."""


class ProjectBusy(SopgenError):
    """Another run holds the project's lock."""

    exit_code = 7


class ProjectChanged(SopgenError):
    """Something that a person changed would be overwritten, or moved while sopgen ran."""

    exit_code = 7


class StorageFailed(SopgenError):
    """The disk is full or a folder cannot be written."""

    @classmethod
    def because(cls, error: OSError, what: str) -> Self:
        """Put an operating system's complaint about a file into words."""
        if error.errno in _DISK_FULL:
            return cls(f"{what} cannot be written: the disk is full.", "Make room and resume.")
        reason = error.strerror or str(error)
        return cls(
            f"{what} cannot be read or written: {reason}.", "Check the rights of its folder."
        )


class Interrupted(SopgenError):
    """A person asked the run to stop."""

    exit_code = 130
