"""What the project's tests share: their sentence and the shapes of their fixtures."""

from collections.abc import Callable

from sopgen.project.base import StageChange

ASK = "Create a 2048 game"
REQUIREMENT = f"schema_version: 1\ntext: {ASK}\n"
GitCommand = Callable[..., str]
Change = Callable[..., StageChange]
