"""The way in: run a command, turn every error into a sentence and an exit code."""

import io
import os
import sys

from sopgen.cli.app import app
from sopgen.errors import SopgenError


def main() -> None:
    """Run the command line and leave with its exit code.

    Typer itself ends usage errors with 2, Ctrl-C with 130, and a closed pipe quietly with 1.
    """
    _accept_any_terminal()
    try:
        app(prog_name="sopgen")
    except SopgenError as error:
        _explain(error)
        sys.exit(error.exit_code)


def _accept_any_terminal() -> None:
    """Take a closed input for an empty one, and a question mark for what cannot be shown."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _explain(error: SopgenError) -> None:
    # Imported here: they are only needed when something is said.
    from sopgen.config import read_environment, user_folder
    from sopgen.redact import Redactor, secrets_in
    from sopgen.ui.words import harmless

    try:
        environment = read_environment(os.environ, user_folder())
    except SopgenError:
        environment = dict(os.environ)
    redact = Redactor(secrets_in(environment))
    print(harmless(redact(f"sopgen: {error.message}")), file=sys.stderr)
    if error.hint:
        print(harmless(redact(f"  {error.hint}")), file=sys.stderr)


if __name__ == "__main__":
    main()
