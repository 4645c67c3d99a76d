"""Supervise one command: limit it, capture it, and leave nothing of its tree alive.

Runs as a process of its own (`python -I -S supervise.py`). The first line on standard input is
the order as JSON; the end of standard input means that sopgen is gone and ends the command. The
answer is one JSON line and the captured output on standard output.
"""

import ctypes
import json
import os
import resource
import select
import signal
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))  # `-I` leaves it out.

from _watch import TICK, Capture, Tree, Watch, reap

GRACE = 0.5
SET_CHILD_SUBREAPER = 36


def start(order):
    """Start the command in a session of its own; return its pid and the end of its output."""
    names = {name: blob(bytes.fromhex(text)) for name, text in order["blobs"].items()}
    argv = [str(names.get(part, part)) for part in order["argv"]]
    reader = writer = -1
    if order["streams"]:
        streams = (order["streams"][0], order["streams"][1], order["streams"][1])
    else:
        reader, writer = os.pipe()
        streams = (standard_input(order["stdin"]), writer, writer)
    for fd in streams:
        os.set_inheritable(fd, False)
    pid = os.fork()
    if not pid:
        try:
            os.setsid()
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            for target, source in enumerate(streams):
                os.dup2(source, target)
            for fd in names.values():
                os.set_inheritable(fd, True)
            for name, value in order["rlimits"].items():
                lower(getattr(resource, name), value)
            os.chdir(order["cwd"])
            os.execve(argv[0], argv, order["environment"])
        except (OSError, ValueError) as error:
            os.write(2, f"cannot start {argv[0]}: {error}\n".encode())
        finally:
            os._exit(127)
    for fd in {*streams, *names.values()}:
        os.close(fd)
    return pid, reader


def lower(kind, value):
    hard = resource.getrlimit(kind)[1]
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(kind, (value, value))


def blob(data):
    fd = os.memfd_create("sopgen")
    with os.fdopen(os.dup(fd), "wb") as file:
        file.write(data)
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


def standard_input(text):
    return blob(text.encode()) if text else os.open(os.devnull, os.O_RDONLY)


def drain(fd, capture):
    """Take what is there; return False at the end of the stream."""
    for _ in range(64):
        try:
            data = os.read(fd, 1 << 16)
        except BlockingIOError:
            return True
        if not data:
            return False
        capture.add(data)
    return True


def supervise(order):
    tree, capture = Tree(), Capture(order["output_kb"] * 1024)
    watch = Watch(order, tree)
    pid, output = start(order)
    poll = select.poll()
    poll.register(0, select.POLLIN | select.POLLHUP)
    try:
        poll.register(os.pidfd_open(pid), select.POLLIN)
    except OSError:
        pass  # An older kernel: the end is seen at the next tick.
    if output >= 0:
        os.set_blocking(output, False)
        poll.register(output, select.POLLIN)
    status, limit = None, ""
    next_look = 0.0
    while status is None and not limit:
        for fd, _ in poll.poll(TICK * 1000):
            if fd == 0 and not os.read(0, 4096):
                tree.kill()
                os._exit(1)
            if fd == output and not drain(output, capture):
                poll.unregister(output)
        status = reap().get(pid)
        if status is None and time.monotonic() >= next_look:
            limit = watch.passed()
            next_look = time.monotonic() + TICK
    if limit == "time":
        status = end_gently(pid)
    tree.kill()
    if output >= 0:
        drain(output, capture)
    return status, limit, time.monotonic() - watch.started, capture.bytes()


def end_gently(pid):
    """Ask the command's group to end; return its status if it did."""
    try:
        os.killpg(pid, signal.SIGTERM)
    except OSError:
        return None
    end = time.monotonic() + GRACE
    while time.monotonic() < end:
        dead = reap()
        if pid in dead:
            return dead[pid]
        time.sleep(0.01)
    return None


def main():
    ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    line = bytearray()
    while not line.endswith(b"\n"):
        data = os.read(0, 1 << 16)
        if not data:
            return
        line += data
    status, limit, seconds, output = supervise(json.loads(line))
    code = os.waitstatus_to_exitcode(status) if status is not None else -signal.SIGKILL
    head = {"exit_code": code if code >= 0 else 128 - code, "limit": limit, "seconds": seconds}
    with open(sys.stdout.fileno(), "wb", closefd=False) as answer:
        answer.write(json.dumps(head).encode() + b"\n" + output)


if __name__ == "__main__":
    main()
