"""What every command needs: settings, environment, console, clock."""

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from sopgen.clock import Clock, SystemClock
from sopgen.config import Configuration, Entry, Settings, load, read_environment, user_folder
from sopgen.errors import UsageError
from sopgen.redact import Redactor, secrets_in
from sopgen.ui.words import harmless


@dataclass(frozen=True)
class Session:
    """One call of sopgen."""

    configuration: Configuration
    environment: dict[str, str]
    console: Console
    clock: Clock

    @property
    def settings(self) -> Settings:
        return self.configuration.settings

    @property
    def redact(self) -> Redactor:
        return Redactor(secrets_in(self.environment))

    def say(self, text: str) -> None:
        """Write text, keys taken out; to a terminal without anything that could steer it."""
        safe = self.redact(text)
        print(harmless(safe) if self.console.is_terminal else safe)

    def complain(self, text: str) -> None:
        """Write a line to standard error, keys taken out."""
        print(harmless(self.redact(text)), file=sys.stderr)


def open_session(flags: Iterable[Entry] = ()) -> Session:
    """Read settings and keys; raises ConfigurationError."""
    own = user_folder()
    environment = read_environment(os.environ, own)
    configuration = load(flags, environment, folder=_current_folder(), user=own)
    return Session(configuration, environment, Console(), SystemClock())


def _current_folder() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError as error:
        raise UsageError("The current folder no longer exists.", "Go to another one.") from error
