"""What the user asked for, verbatim."""

import unicodedata
from typing import ClassVar, Literal

from pydantic import Field

from sopgen.artifacts.base import Artifact, ArtifactKind, Value

Mode = Literal["new", "extend", "fix"]


class Attachment(Value):
    """A document that the user handed over, verbatim."""

    path: str
    text: str


class Requirement(Artifact):
    """The user's own words and how the run was asked for."""

    kind: ClassVar[ArtifactKind] = "requirement"

    text: str = Field(min_length=1)
    attachments: tuple[Attachment, ...] = ()
    document_language: str = ""
    """Language of the documents; empty: that of the requirement."""
    programming_language: str = ""
    """Language of the code; empty: the Product Manager chooses."""
    project_name: str = ""
    """The name the user fixed; empty: the Product Manager chooses."""
    run: int = 1
    mode: Mode = "new"


def sentence_key(text: str) -> str:
    """Return what two wordings of one sentence share: no case, spacing or final punctuation."""
    words = unicodedata.normalize("NFKC", text).casefold().split()
    return " ".join(words).rstrip(" .!?…")
