"""Import every module, each in a process of its own, and leave imports.json.

    import_all.py --report FOLDER [--seconds PATIENCE] -- MODULE...

The report maps each module to the error of its import; empty: it was imported.
"""

import argparse
import importlib
import json
import os
import select
import signal
import sys
import traceback

LONGEST = 2000


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--report", required=True)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("modules", nargs="*")
    asked = parser.parse_args()
    here = os.getcwd()
    sys.path[0] = here
    if os.path.isdir("src"):
        sys.path.insert(0, os.path.join(here, "src"))
    problems = {module: problem_of(module, asked.seconds) for module in asked.modules}
    with open(os.path.join(asked.report, "imports.json"), "w", encoding="utf-8") as report:
        json.dump(problems, report)
    return 1 if any(problems.values()) else 0


def problem_of(module, patience):
    """Return why a module cannot be imported, or an empty string."""
    reader, writer = os.pipe()
    sys.stdout.flush()
    pid = os.fork()
    if not pid:
        os.close(reader)
        try:
            os.setsid()
            text = attempt(module)
            os.write(writer, b"!" + text.encode("utf-8", "replace")[:LONGEST])
        finally:
            os._exit(0)
    os.close(writer)
    data = wait_for(reader, patience)
    os.close(reader)
    try:
        os.killpg(pid, signal.SIGKILL)
    except OSError:
        pass  # It has ended by itself.
    os.waitpid(pid, 0)
    if data is None:
        return f"the import did not end within {patience:g} seconds"
    if not data:
        return "the process ended during the import"
    return data[1:].decode("utf-8", "replace")


def wait_for(reader, patience):
    """Return what comes through the pipe; None when nothing comes in time."""
    ready, _, _ = select.select([reader], [], [], patience)
    return os.read(reader, LONGEST + 1) if ready else None


def attempt(module):
    try:
        importlib.import_module(module)
    except SystemExit as error:
        return f"SystemExit: the module ends the program when it is imported ({error.code})"
    except BaseException as error:  # noqa: BLE001 - whatever a module raises is its problem
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if frame.filename.startswith(os.getcwd())]
        place = ""
        if own:
            place = f" ({os.path.relpath(own[-1].filename)}, line {own[-1].lineno})"
        last = traceback.format_exception_only(type(error), error)[-1].strip()
        return last + place
    return ""


if __name__ == "__main__":
    sys.exit(main())
