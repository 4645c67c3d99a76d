"""The supervisor's eyes: the tree of processes, what it uses, and what it prints."""

import os
import signal
import time

TICK = 0.05
PAGE_KB = os.sysconf("SC_PAGE_SIZE") // 1024


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
            if alone():
                return
            for pid in self.pids():
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


def alone():
    """Return whether no child is left; orphans become children, so then no descendant is."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return True
    return False


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
