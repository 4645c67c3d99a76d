"""What a check is: a function from artifacts and files to findings, without a model."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sopgen.artifacts import Artifacts, Finding, StageName

Check = Callable[[Artifacts, Mapping[str, str]], list[Finding]]


@dataclass(frozen=True)
class CheckInfo:
    """A check with its id, the stage it follows and what it looks for."""

    id: str
    stage: StageName
    title: str
    run: Check
