"""What the scripts that start a program share: the report, and reading its output."""

import argparse
import json
import os
import signal
import sys

LONGEST = 64 * 1024


def arguments(*names):
    """Return the options of these names and the program after `--`."""
    cut = sys.argv.index("--")
    parser = argparse.ArgumentParser()
    for name in names:
        parser.add_argument("--" + name, required=True)
    return parser.parse_args(sys.argv[1:cut]), sys.argv[cut + 1 :]


def leave(folder, exit_code=None, output="", error="", status=None, body=""):
    """Write start.json."""
    found = {
        "exit_code": exit_code,
        "output": output[-LONGEST:],
        "status": status,
        "body": body[:LONGEST],
        "error": error,
    }
    with open(os.path.join(folder, "start.json"), "w", encoding="utf-8") as report:
        json.dump(found, report)


def shell_code(returncode):
    """Return an exit code as a shell gives it."""
    return 128 - returncode if returncode < 0 else returncode


def project_environment():
    """Return the environment of a program that a person starts in the project's folder.

    `src` counts as installed. The folder itself is not added: a program that needs that would
    not start for a person either.
    """
    environment = dict(os.environ)
    environment.pop("SOPGEN_PYTEST", None)
    if os.path.isdir("src"):
        environment["PYTHONPATH"] = os.path.join(os.getcwd(), "src")
    return environment


def end_group(pid, number=signal.SIGKILL):
    """Signal a process group that may have ended."""
    try:
        os.killpg(pid, number)
    except OSError:
        return
