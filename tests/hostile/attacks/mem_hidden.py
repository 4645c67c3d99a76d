"""Memory that no process's resident size shows: anonymous files and files in shared memory (hard cap 1 GiB each)."""
import os
buf = b"m" * (1 << 20)


def fill(name, make):
    mib = 0
    held = []
    try:
        while mib < 1024:
            held.append(make())
            for _ in range(64):
                mib += os.write(held[-1], buf) >> 20
    except OSError as e:
        print("refused", name, e.strerror)
    print("WROTE", name, mib, flush=True)
    if mib > 768:
        print("ESCAPED", name)
    for fd in held:
        os.close(fd)


count = iter(range(1000))
fill("memfd", lambda: os.memfd_create("hidden"))
fill("shm", lambda: os.open(f"/dev/shm/hidden-{os.getpid()}-{next(count)}", os.O_CREAT | os.O_RDWR))
try:
    left = [entry for entry in os.listdir("/dev/shm") if entry.startswith(f"hidden-{os.getpid()}-")]
except OSError:
    left = []
for entry in left:
    os.unlink("/dev/shm/" + entry)
