"""A process beside a confined program, which does for it what its confinement cannot tell apart.

Landlock knows paths and port numbers, not whose terminal or which machine's port it is, so it
refuses them all. The system call filter asks here instead: this process is not confined, does
what is harmless, and puts the result among the program's open files.

The system call and its structures: seccomp_unotify(2).
"""

import errno
import fcntl
import os
import signal
import socket
import struct
import threading

from _loopback import Loopback
from _terminals import other_side

RECEIVE, SEND, ADD_FILE = 0xC0502100, 0xC0182101, 0x40182103
ASKED = struct.Struct("=QIIiIQ6Q")  # id, pid, flags; number, architecture, address, arguments
ANSWER = struct.Struct("=QqiI")  # id, value, error, flags
FILE = struct.Struct("=QIIII")  # id, flags, descriptor here, descriptor there, its flags
GO_ON, IN_PLACE = 1, 1
CALLS = {
    "x86_64": {"ioctl": 16, "connect": 42, "bind": 49},
    "aarch64": {"ioctl": 29, "connect": 203, "bind": 200},
}


def fork_program():
    """Go on as the program to be confined, and return the way to its parent.

    The parent answers what is asked and ends as the program does.
    """
    here, there = socket.socketpair()
    pid = os.fork()
    if pid:
        there.close()
        serve(pid, here)
    here.close()
    return there


def hand_over(end, listener):
    """Give the parent the descriptor on which questions arrive."""
    socket.send_fds(end, [b"."], [listener])
    os.close(listener)
    end.close()


def serve(pid, end):
    """Answer until the program has ended; never returns."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)  # They are meant for the program.
    kept = end.fileno()
    os.closerange(0, kept)
    os.closerange(kept + 1, 1 << 12)
    threading.Thread(target=answer_all, args=(end,), daemon=True).start()
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    os._exit(code if code >= 0 else 128 - code)


def answer_all(end):
    listeners = socket.recv_fds(end, 1, 1)[1]
    beside = Beside(listeners[0]) if listeners else None
    while beside:
        try:
            beside.answer()
        except OSError as error:
            if error.errno not in (errno.ENOENT, errno.EINTR):  # The one who asked has ended.
                return


class Beside:
    """Answers one listener."""

    def __init__(self, listener):
        self.listener = listener
        self.loopback = Loopback()
        numbers = CALLS[os.uname().machine]
        self.done_by = {
            numbers["ioctl"]: self.open_terminal,
            numbers["bind"]: self.bind,
            numbers["connect"]: self.connect,
        }

    def answer(self):
        asked = bytearray(ASKED.size)
        fcntl.ioctl(self.listener, RECEIVE, asked)
        number, pid, _, call, _, _, *arguments = ASKED.unpack(asked)
        value = error = flags = 0
        try:
            value = self.done_by[call](number, pid, arguments)
            if value is None:
                value, flags = 0, GO_ON
        except OSError as problem:
            error = -(problem.errno or errno.ETIMEDOUT)
        fcntl.ioctl(self.listener, SEND, ANSWER.pack(number, value, error, flags))

    def open_terminal(self, number, pid, arguments):
        side = other_side(pid, arguments[0] & 0xFFFFFFFF)
        try:
            return self.give(number, side, arguments[2] & os.O_CLOEXEC)
        finally:
            os.close(side)

    def bind(self, number, pid, arguments):
        return self.replace(number, self.loopback.bound(pid, *arguments[:3]))

    def connect(self, number, pid, arguments):
        return self.replace(number, self.loopback.connected(pid, *arguments[:3]))

    def replace(self, number, made):
        """Put a socket in the place of the program's own; None: the program goes on itself."""
        if made is None:
            return None
        with made.socket:
            self.give(number, made.socket.fileno(), made.flags & os.O_CLOEXEC, made.place)
        return 0

    def give(self, number, descriptor, flags, place=None):
        """Put a file among the program's open files; return its descriptor there."""
        where = (0, 0) if place is None else (IN_PLACE, place)
        file = bytearray(FILE.pack(number, where[0], descriptor, where[1], flags))
        return fcntl.ioctl(self.listener, ADD_FILE, file)
