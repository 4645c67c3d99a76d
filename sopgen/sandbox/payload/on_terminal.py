"""Run a program on a terminal of 24 lines and 80 columns, type keys, and leave start.json.

    on_terminal.py --report FOLDER --keys KEYS -- PROGRAM ARGUMENT...

SOPGEN_PTY may name an open pseudo-terminal as "master,slave", where none can be opened here.
"""

import errno
import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time

from _started import arguments, end_group, leave, plain, project_environment, shell_code

LINES, COLUMNS = 24, 80
QUIET = 0.3
START, BUSY, PATIENCE = 5.0, 2.0, 10.0
KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO.|.", re.DOTALL)
LONGEST = 1 << 20


class Terminal:
    """The program's terminal as seen from its other side."""

    def __init__(self, master, pid):
        self.master, self.pid = master, pid
        self.shown = bytearray()
        self.status = None

    def watch(self, longest, quiet=None):
        """Read until the program ends, time is over, or the screen stays quiet."""
        end = time.monotonic() + longest
        last = None
        while time.monotonic() < end and not self.ended():
            ready, _, _ = select.select([self.master], [], [], 0.05)
            if ready and self.read():
                last = time.monotonic()
            elif quiet and last and time.monotonic() - last > quiet:
                return

    def read(self):
        try:
            data = os.read(self.master, 1 << 16)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            time.sleep(0.01)  # The program has closed its terminal and is about to end.
            return False
        if len(self.shown) < LONGEST:
            self.shown += data
        return True

    def ended(self):
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = status
                self.rest()
        return self.status is not None

    def rest(self):
        while select.select([self.master], [], [], 0)[0]:
            if not self.read():
                return

    def press(self, keys):
        for key in KEY.findall(keys):
            if self.ended():
                return
            os.write(self.master, key.replace("\n", "\r").encode())
            self.watch(0.5, quiet=0.05)


def main():
    asked, argv = arguments("report", "keys")
    terminal = start(argv)
    terminal.watch(START, quiet=QUIET)
    terminal.press(asked.keys)
    terminal.watch(PATIENCE)
    code, error = None, ""
    if terminal.ended():
        code = shell_code(os.waitstatus_to_exitcode(terminal.status))
    else:
        error = f"the program did not end within {PATIENCE:.0f} seconds after the keys"
        end_group(terminal.pid)
    output = plain(terminal.shown.decode("utf-8", "replace"))
    sys.stdout.write(output)
    leave(asked.report, exit_code=code, output=output, error=error)
    return 1 if code is None else code


def start(argv):
    given = os.environ.pop("SOPGEN_PTY", "")
    master, slave = map(int, given.split(",")) if given else pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    pid = os.fork()
    if not pid:
        try:
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            for target in range(3):
                os.dup2(slave, target)
            os.closerange(3, max(master, slave) + 1)
            environment = dict(project_environment(), TERM="xterm-256color")
            os.execvpe(argv[0], argv, environment)
        except OSError as error:
            os.write(2, f"cannot start {argv[0]}: {error.strerror}\n".encode())
        finally:
            os._exit(127)
    os.close(slave)
    return Terminal(master, pid)


if __name__ == "__main__":
    sys.exit(main())
