"""The way in: run a command, turn every error into a sentence and an exit code."""

import os
import sys

from sopgen.cli.app import app
from sopgen.errors import SopgenError


def main() -> None:
    """Run the command line and leave with its exit code."""
    try:
        app(prog_name="sopgen")
    except SopgenError as error:
        _explain(error)
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader has gone; without this, Python complains once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def _explain(error: SopgenError) -> None:
    # Imported here: redaction is only needed when something is said.
    from sopgen.redact import Redactor, secrets_in

    redact = Redactor(secrets_in(os.environ))
    print(redact(f"sopgen: {error.message}"), file=sys.stderr)
    if error.hint:
        print(redact(f"  {error.hint}"), file=sys.stderr)


if __name__ == "__main__":
    main()
