"""Run a program to its end and leave start.json with its exit code and output.

run_plain.py --report FOLDER -- PROGRAM ARGUMENT...
"""

import subprocess
import sys

from _started import arguments, leave, project_environment, shell_code


def main():
    asked, argv = arguments("report")
    try:
        done = subprocess.run(
            argv,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=project_environment(),
            check=False,
        )
    except OSError as error:
        leave(asked.report, error=f"cannot start {argv[0]}: {error.strerror}")
        return 127
    output = done.stdout.decode("utf-8", "replace")
    sys.stdout.write(output)
    code = shell_code(done.returncode)
    leave(asked.report, exit_code=code, output=output)
    return code


if __name__ == "__main__":
    sys.exit(main())
