"""Open the other side of pseudo-terminals for processes that may not open terminals by name.

Landlock cannot tell the terminals of a program from those of the user, so it refuses all below
/dev/pts. A program may still make a new pair through /dev/ptmx. Its request for the other side
(TIOCGPTPEER) waits, by the system call filter, until this process, which is not confined, has
opened that side and put it among the program's open files.

The system call and its structures: seccomp_unotify(2).
"""

import errno
import fcntl
import os
import signal
import socket
import struct
import threading

RECEIVE, SEND, ADD_FILE = 0xC0502100, 0xC0182101, 0x40182103
ASKED = struct.Struct("=QIIiIQ6Q")  # id, pid, flags; number, architecture, address, arguments
ANSWER = struct.Struct("=QqiI")  # id, value, error, flags
FILE = struct.Struct("=QIIII")  # id, flags, descriptor here, descriptor there, its flags


def fork_program():
    """Go on as the program to be confined, and return the way to its parent.

    The parent opens what is asked for and ends as the program does.
    """
    here, there = socket.socketpair()
    pid = os.fork()
    if pid:
        there.close()
        serve(pid, here)
    here.close()
    return there


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
    while listeners:
        try:
            answer(listeners[0])
        except OSError as error:
            if error.errno not in (errno.ENOENT, errno.EINTR):  # The one who asked has ended.
                return


def answer(listener):
    asked = bytearray(ASKED.size)
    fcntl.ioctl(listener, RECEIVE, asked)
    number, pid, _, _, _, _, descriptor, _, flags, *_ = ASKED.unpack(asked)
    try:
        side = other_side(pid, descriptor & 0xFFFFFFFF)
    except OSError as error:
        fcntl.ioctl(listener, SEND, ANSWER.pack(number, 0, -error.errno, 0))
        return
    try:
        file = bytearray(FILE.pack(number, 0, side, 0, flags & os.O_CLOEXEC))
        given = fcntl.ioctl(listener, ADD_FILE, file)
        fcntl.ioctl(listener, SEND, ANSWER.pack(number, given, 0, 0))
    finally:
        os.close(side)


def other_side(pid, descriptor):
    """Open the terminal whose maker's side the process holds under this descriptor.

    The second look proves that it was this pair: as long as a side is open, no other pair gets
    its number.
    """
    index = index_of(pid, descriptor)
    side = os.open(f"/dev/pts/{index}", os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
    if index_of(pid, descriptor) != index:
        os.close(side)
        raise OSError(errno.EIO, os.strerror(errno.EIO))
    return side


def index_of(pid, descriptor):
    try:
        with open(f"/proc/{pid}/fdinfo/{descriptor}", encoding="ascii") as facts:
            found = [line.split()[1] for line in facts if line.startswith("tty-index:")]
    except FileNotFoundError:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF)) from None
    if not found:
        raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))
    return int(found[0])


def hand_over(end, listener):
    """Give the parent the descriptor on which requests arrive."""
    socket.send_fds(end, [b"."], [listener])
    os.close(listener)
    end.close()
