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

TICK = 0.05
GRACE = 0.5
PAGE_KB = os.sysconf("SC_PAGE_SIZE") // 1024
SET_CHILD_SUBREAPER = 36


class Capture:
    """Head and tail of a stream, in bounded memory."""

    def __init__(self, limit):
        self.half = limit // 2
        self.head = bytearray()
        self.tail = bytearray()
        self.dropped = 0

    def add(self, data):
        room = self.half - len(self.head)
        if room > 0:
            self.head += data[:room]
            data = data[room:]
        self.tail += data
        if len(self.tail) > 2 * self.half:
            self.dropped += len(self.tail) - self.half
            del self.tail[: -self.half]

    def bytes(self):
        surplus = max(0, len(self.tail) - self.half)
        dropped = self.dropped + surplus
        gap = b"\n[... %d bytes left out ...]\n" % dropped if dropped else b""
        return bytes(self.head) + gap + bytes(self.tail[surplus:])


class Tree:
    """All descendants of this process; orphans come back to it."""

    def __init__(self):
        self.me = os.getpid()
        self.direct = os.path.exists(f"/proc/{self.me}/task/{self.me}/children")

    def pids(self):
        if not self.direct:
            return self.scan()
        found, ahead = [], [self.me]
        while ahead:
            for child in children(ahead.pop()):
                found.append(child)
                ahead.append(child)
        return found

    def scan(self):
        parents = {}
        for name in filter(str.isdigit, os.listdir("/proc")):
            text = read(f"/proc/{name}/stat")
            if text:
                parents[int(name)] = int(text.rpartition(b")")[2].split()[1])
        found = {self.me}
        grown = True
        while grown:
            more = {pid for pid, parent in parents.items() if parent in found} - found
            found |= more
            grown = bool(more)
        return list(found - {self.me})

    def kill(self):
        """Kill until no descendant is left; a process that cannot die is given ten seconds."""
        end = time.monotonic() + 10
        while time.monotonic() < end:
            reap()
            pids = self.pids()
            if not pids:
                return
            for pid in pids:
                send(pid, signal.SIGKILL)
            time.sleep(0.002)


def children(pid):
    found = []
    try:
        tasks = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return found
    for task in tasks:
        found += map(int, read(f"/proc/{pid}/task/{task}/children").split())
    return found


def read(path):
    try:
        with open(path, "rb", 0) as file:
            return file.read()
    except OSError:
        return b""


def send(pid, number):
    try:
        os.kill(pid, number)
    except OSError:
        return


def reap():
    """Collect dead children; return the exit status of each."""
    dead = {}
    try:
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return dead
            dead[pid] = status
    except ChildProcessError:
        return dead


def resident_kb(pids):
    total = 0
    for pid in pids:
        fields = read(f"/proc/{pid}/statm").split()
        total += int(fields[1]) * PAGE_KB if fields else 0
    return total


def proportional_kb(pids):
    """Count shared pages once; where that is not shown, as resident."""
    total = 0
    for pid in pids:
        lines = read(f"/proc/{pid}/smaps_rollup").splitlines()
        shares = [int(line.split()[1]) for line in lines if line.startswith(b"Pss:")]
        total += shares[0] if shares else resident_kb([pid])
    return total


def disk_kb(folders):
    total, ahead = 0, list(folders)
    while ahead:
        try:
            with os.scandir(ahead.pop()) as entries:
                for entry in entries:
                    try:
                        total += entry.stat(follow_symlinks=False).st_blocks // 2
                        if entry.is_dir(follow_symlinks=False):
                            ahead.append(entry.path)
                    except OSError:
                        continue
        except OSError:
            continue
    return total


class Watch:
    """Looks at what the tree uses and says which limit it passed."""

    def __init__(self, order, tree):
        self.order, self.tree = order, tree
        self.started = time.monotonic()
        self.disk_before = disk_kb(order["watched"])
        self.next_disk = 0.0

    def passed(self):
        now = time.monotonic()
        if self.order["wall"] and now - self.started > self.order["wall"]:
            return "time"
        pids = self.tree.pids()
        if len(pids) > self.order["processes"]:
            return "processes"
        limit = self.order["memory_kb"]
        if resident_kb(pids) > limit and proportional_kb(pids) > limit:
            return "memory"
        if now >= self.next_disk:
            used = disk_kb(self.order["watched"]) - self.disk_before
            cost = time.monotonic() - now
            self.next_disk = now + max(2 * TICK, 10 * cost)
            if used > self.order["disk_kb"]:
                return "disk"
        return ""


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
