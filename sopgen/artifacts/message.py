"""Messages: the record of who handed what to whom."""

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
