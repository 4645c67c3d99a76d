"""The other side of pseudo-terminals that a confined program has made (TIOCGPTPEER)."""

import errno
import os


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
