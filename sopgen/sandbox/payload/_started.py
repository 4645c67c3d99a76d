"""What the scripts that start a program share: the report, and reading its output."""

import argparse
import json
import os
import re
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
        "output": plain(output)[-LONGEST:],
        "status": status,
        "body": body[:LONGEST],
        "error": error,
    }
    with open(os.path.join(folder, "start.json"), "w", encoding="utf-8") as report:
        json.dump(found, report)


def plain(text):
    """Return what was written without its escape sequences; movements separate words."""
    text = re.sub(r"(.)\x1b\[(\d+)b", lambda found: found[1] * (1 + int(found[2])), text)
    text = re.sub(r"\x1b\[\d*(?:;\d*)?[Hfd]", "\n", text)
    text = re.sub(r"\x1b\[\d*[CGX]", " ", text)
    text = re.sub(r"\x1b\[[0-9;?>=!]*[ -/]*[@-~]", "", text)
    text = re.sub(r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)", "", text)
    text = re.sub(r"\x1b[()*+][A-Za-z0-9]|\x1b[=>78cDEHM]", "", text)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "", text)


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
