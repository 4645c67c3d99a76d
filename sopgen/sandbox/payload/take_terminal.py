"""Make standard input the controlling terminal, so that Ctrl-C works, and become a program.

take_terminal.py -- PROGRAM ARGUMENT...
"""

import fcntl
import os
import sys
import termios

from _started import project_environment


def main():
    argv = sys.argv[sys.argv.index("--") + 1 :]
    if os.isatty(0):
        if os.getsid(0) != os.getpid():
            os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    try:
        os.execvpe(argv[0], argv, project_environment())
    except OSError as error:
        sys.stderr.write(f"cannot start {argv[0]}: {error.strerror}\n")
        return 127


if __name__ == "__main__":
    sys.exit(main())
