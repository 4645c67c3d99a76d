"""A person's settings files, for tests."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sopgen.config import Configuration, Entry, load


@dataclass(frozen=True)
class Sources:
    """A user's configuration folder and a current folder."""

    user: Path
    folder: Path

    def write_own(self, text: str) -> None:
        self.user.joinpath("config.yaml").write_text(text, encoding="utf-8")

    def write_local(self, text: str) -> None:
        self.folder.joinpath(".sopgen.yaml").write_text(text, encoding="utf-8")

    def load(self, *flags: Entry, **variables: str) -> Configuration:
        environment: Mapping[str, str] = variables
        return load(flags, environment, folder=self.folder, user=self.user)
