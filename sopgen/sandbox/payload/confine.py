"""Confine this process with Landlock, a system call filter and limits, and become the command.

    confine.py ORDER -- PROGRAM ARGUMENT...

ORDER is JSON: abi, read (paths), write (folders), devices (files), network (whether
all of it is open), filter (BPF as hexadecimal digits), user (or null), read_any (whether the user
must read what is hidden), processes (or null), terminal (whether to open one for the program).
"""

import ctypes
import errno
import json
import os
import resource
import signal
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))  # `-I` leaves it out.

from _beside import fork_program, hand_over

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
BENEATH = 1
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
REMOVE_DIR, REMOVE_FILE, MAKE_DIR, MAKE_REG, MAKE_SOCK, MAKE_FIFO, MAKE_SYM = (
    1 << 4, 1 << 5, 1 << 7, 1 << 8, 1 << 9, 1 << 10, 1 << 12,
)  # fmt: skip
REFER, TRUNCATE, DEVICE_IOCTL = 1 << 13, 1 << 14, 1 << 15
ALL_OF_ABI = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
BIND, CONNECT = 1, 2
NO_ABSTRACT_SOCKETS, NO_SIGNALS = 1, 2
SET_PARENT_DEATH_SIGNAL = 1
SET_KEEPCAPS, DROP_BOUNDING, NO_NEW_PRIVS, SECCOMP, AMBIENT = 8, 24, 38, 22, 47
FILTER, RAISE = 2, 2
SECCOMP_CALL = {"x86_64": 317, "aarch64": 277}
SET_FILTER, NEW_LISTENER = 1, 8
READ_ANY = 2  # CAP_DAC_READ_SEARCH: the interpreter may lie in a folder of root's alone.
CAPABILITIES_V3 = 0x20080522

LIBC = ctypes.CDLL(None, use_errno=True)


def call(name, *arguments):
    result = getattr(LIBC, name)(*arguments)
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return result


def syscall(number, *arguments):
    return call("syscall", ctypes.c_long(number), *arguments)


def prctl(option, first, second=0):
    return call("prctl", option, *map(ctypes.c_ulong, (first, second, 0, 0)))


class Ruleset:
    """A Landlock ruleset that grows by what is allowed."""

    def __init__(self, abi, close_network):
        self.files = ALL_OF_ABI[max(known for known in ALL_OF_ABI if known <= abi)]
        network = BIND | CONNECT if abi >= 4 and close_network else 0
        attributes = struct.pack("QQQ", self.files, network, NO_ABSTRACT_SOCKETS | NO_SIGNALS)
        size = 24 if abi >= 6 else 16 if abi >= 4 else 8
        self.fd = syscall(CREATE_RULESET, attributes, ctypes.c_size_t(size), ctypes.c_uint(0))

    def allow(self, path, rights):
        try:
            folder = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            return  # What is not there needs no permission.
        if not os.path.isdir(path):
            rights &= EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | DEVICE_IOCTL
        rule = struct.pack("=Qi", rights & self.files, folder)
        syscall(ADD_RULE, self.fd, BENEATH, rule, ctypes.c_uint(0))
        os.close(folder)

    def enforce(self):
        syscall(RESTRICT_SELF, self.fd, ctypes.c_uint(0))
        os.close(self.fd)


def ruleset_of(order):
    if not order["abi"]:
        raise OSError(errno.EOPNOTSUPP, "this kernel offers no Landlock")
    ruleset = Ruleset(order["abi"], not order["network"])
    read = EXECUTE | READ_FILE | READ_DIR
    make = MAKE_DIR | MAKE_REG | MAKE_SOCK | MAKE_FIFO | MAKE_SYM
    write = read | WRITE_FILE | TRUNCATE | REMOVE_DIR | REMOVE_FILE | REFER | make
    for path in order["read"]:
        ruleset.allow(path, read)
    for path in order["write"]:
        ruleset.allow(path, write)
    for path in order["devices"]:
        ruleset.allow(path, READ_FILE | WRITE_FILE | TRUNCATE | DEVICE_IOCTL)
    return ruleset


def limit_processes(limit):
    """Set the limit of processes; the kernel counts all that this user runs."""
    me = os.getuid()
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.stat(f"/proc/{name}").st_uid == me:
                limit += len(os.listdir(f"/proc/{name}/task"))
        except OSError:
            continue  # It has ended meanwhile.
    hard = resource.getrlimit(resource.RLIMIT_NPROC)[1]
    if hard != resource.RLIM_INFINITY:
        limit = min(limit, hard)
    resource.setrlimit(resource.RLIMIT_NPROC, (limit, limit))


def become(user, read_any):
    """Give up root, keeping at most the right to read."""
    for capability in range(64):
        if capability != READ_ANY or not read_any:
            LIBC.prctl(DROP_BOUNDING, ctypes.c_ulong(capability), 0, 0, 0)
    if user is not None:
        prctl(SET_KEEPCAPS, 1)
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    kept = 1 << READ_ANY if read_any else 0
    header = struct.pack("Ii", CAPABILITIES_V3, 0)
    call("capset", header, struct.pack("IIIIII", kept, kept, kept, 0, 0, 0))
    if read_any:
        prctl(AMBIENT, RAISE, READ_ANY)


def may_read_any():
    """Return whether this process holds the capability to read whatever it is shown."""
    with open("/proc/self/status", encoding="ascii") as status:
        held = next(line for line in status if line.startswith("CapPrm"))
    return bool(int(held.split()[1], 16) & 1 << READ_ANY)


def install(program, parent):
    """Install the filter; the parent gets the descriptor on which its questions arrive."""

    class Filter(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_char_p)]

    held = ctypes.byref(Filter(len(program) // 8, program))
    try:
        listener = syscall(SECCOMP_CALL[os.uname().machine], SET_FILTER, NEW_LISTENER, held)
    except OSError as error:
        if error.errno not in (errno.EBUSY, errno.EINVAL):
            raise
        parent.close()  # Somebody listens already, or none can: no terminals, then.
        call("prctl", SECCOMP, ctypes.c_ulong(FILTER), held, 0, 0)
    else:
        hand_over(parent, listener)


def main():
    order = json.loads(sys.argv[1])
    argv = sys.argv[3:]
    if order["terminal"]:
        pair = os.openpty()
        for fd in pair:
            os.set_inheritable(fd, True)
        os.environ["SOPGEN_PTY"] = ",".join(map(str, pair))
    ruleset = ruleset_of(order)
    if os.getuid() == 0:
        become(order["user"], order["user"] is not None and order["read_any"] and may_read_any())
    if order["processes"] is not None:
        limit_processes(order["processes"])
    prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    prctl(NO_NEW_PRIVS, 1)
    parent = fork_program()
    prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    ruleset.enforce()
    install(bytes.fromhex(order["filter"]), parent)
    os.execve(argv[0], argv, os.environ)


if __name__ == "__main__":
    try:
        main()
    except OSError as error:
        sys.stderr.write(f"cannot confine: {error.strerror}\n")
        sys.exit(126)
