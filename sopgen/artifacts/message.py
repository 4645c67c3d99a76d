"""Messages: the record of who handed what to whom."""

from collections.abc import Iterable
from typing import Any

from sopgen.artifacts.base import ArtifactKind, RoleName, StageName, Value


class Message(Value):
    """One hand-off; it bears no clock time, so that the same answers give the same tree."""

    number: int
    run: int
    stage: StageName
    cause_by: str
    """The action that made it, such as `write_prd`."""
    sent_from: RoleName | str
    send_to: tuple[RoleName, ...]
    artifact: ArtifactKind
    digest: str


class Pool:
    """The append-only list of messages in a project: the record of the run."""

    def __init__(self, messages: Iterable[Message] = ()) -> None:
        self._messages = list(messages)

    @property
    def messages(self) -> tuple[Message, ...]:
        return tuple(self._messages)

    def publish(self, **hand_off: Any) -> Message:
        """Append a message; its number follows the last one's."""
        message = Message(number=len(self._messages) + 1, **hand_off)
        self._messages.append(message)
        return message

    def holds(self, kind: ArtifactKind, digest: str) -> bool:
        """Say whether this very artifact has been handed over."""
        return any(m.artifact == kind and m.digest == digest for m in self._messages)
