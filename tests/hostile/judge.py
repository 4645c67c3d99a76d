#!/usr/bin/env python3
"""Judge: does an executor contain each attack? Verdicts rest on evidence outside the sandbox.

    judge.py --exec MODULE:FUNCTION [--only NAME,...] [--json OUT] [--public HOST]

FUNCTION(argv, ws, env, home) -> dict(rc, out: bytes, timed_out) runs argv as the tool under test would run
generated code: ws is the workspace, env the tool's own environment (keys in it), home its $HOME.
It should keep to: wall env HOSTILE_WALL seconds, output 1 MiB, memory 1 GiB, 256 processes, 256 MiB written in ws.
--public names a non-loopback address that THIS machine owns (a test host in a network namespace);
without it net_public is skipped. Every attack has a hard cap of its own.
"""

import argparse, importlib, json, os, pty, secrets, select, shutil, signal, socket, subprocess, sys, tempfile, threading, time
import fcntl, termios

HERE = os.path.dirname(os.path.abspath(__file__))
ATTACKS = sorted(
    f[:-3]
    for f in os.listdir(os.path.join(HERE, "attacks"))
    if f.endswith(".py") and f != "kernel_surface.py"
)  # that one by --only
MEM_MIB, PROCS, DISK_MIB, WALL, SLACK = (
    1400,
    400,
    768,
    float(os.environ.get("HOSTILE_WALL_BASE", "3")),
    6.0,
)
PYTHON = os.environ.get("HOSTILE_PYTHON") or sys.executable


class Listener:
    def __init__(self, pub):
        self.hits, self.socks = [], []
        self.loop_port = self._tcp("127.0.0.1", "loopback")
        self.pub_port = self._tcp(pub, "public") if pub else 0
        if pub:
            u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            u.bind((pub, self.pub_port))
            threading.Thread(target=self._udp, args=(u,), daemon=True).start()

    def _tcp(self, host, label):
        s = socket.socket()
        s.bind((host, 0))
        s.listen(16)
        threading.Thread(target=self._serve, args=(s, label), daemon=True).start()
        return s.getsockname()[1]

    def unix(self, addr, label):
        s = socket.socket(socket.AF_UNIX)
        s.bind(addr)
        s.listen(4)
        threading.Thread(target=self._serve, args=(s, label), daemon=True).start()

    def _serve(self, s, label):
        while True:
            try:
                c, _ = s.accept()
            except OSError:
                return
            self.hits.append(label)
            c.close()

    def _udp(self, u):
        while True:
            u.recvfrom(2048)
            self.hits.append("public-udp")


def marked(marker):
    """Pids whose command line carries the marker (all of them started by this judge)."""
    out = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        if int(pid) == os.getpid():
            continue
        try:
            if marker.encode() in open(f"/proc/{pid}/cmdline", "rb").read():
                state = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[0]
                if state != "Z":
                    out.append(int(pid))
        except OSError:
            pass
    return out


def rss_mib(pids):
    n = 0
    for p in pids:
        try:
            n += int(open(f"/proc/{p}/statm").read().split()[1])
        except OSError:
            pass
    return n * 4096 / 2**20


def grep_tree(top, tokens):
    hits = []
    for d, _, files in os.walk(top):
        for f in files:
            p = os.path.join(d, f)
            try:
                if os.path.islink(p) or os.path.getsize(p) > 8 << 20:
                    continue
                data = open(p, "rb").read()
            except OSError:
                continue
            hits += [t for t in tokens if t.encode() in data]
    return hits


def du_mib(top):
    n = 0
    for d, _, files in os.walk(top):
        for f in files:
            try:
                n += os.lstat(os.path.join(d, f)).st_blocks * 512
            except OSError:
                pass
    return n / 2**20


def run_one(name, fn_ref, pub):
    marker = "hostile-" + secrets.token_hex(8)
    base = tempfile.mkdtemp(
        prefix="hostile-", dir=os.environ.get("HOSTILE_BASE") or os.path.expanduser("~")
    )
    outside = tempfile.mkdtemp(prefix="hostile-out-")
    home = os.path.join(base, "home")
    ws = os.path.join(home, "proj", "ws")
    other = os.path.join(home, "proj", "other")
    for d in (ws, other, home + "/.ssh", home + "/.aws", home + "/.config/gh"):
        os.makedirs(d)
    tok = {k: k.upper() + "TOKEN-" + secrets.token_hex(16) for k in ("home", "env", "mem")}
    for rel in (".ssh/id_rsa", ".netrc", ".aws/credentials", ".config/gh/hosts.yml"):
        open(os.path.join(home, rel), "w").write(tok["home"] + "\n")
    open(home + "/.bashrc", "w").write("# mine\n")
    mine = os.stat(home + "/.bashrc")
    open(other + "/victim.txt", "w").write("mine\n")
    subprocess.run(
        ["git", "init", "-q", ws], env={"HOME": home, "PATH": os.environ["PATH"]}, check=True
    )
    with open(os.path.join(ws, "attack.py"), "w") as f:
        f.write(
            'print("HOSTILE-START", flush=True)\n'
            + open(os.path.join(HERE, "attacks", name + ".py")).read()
        )
    cfg0 = open(ws + "/.git/config").read()
    L = Listener(pub)
    upath = os.path.join(base, "agent.sock") if len(base) < 90 else tempfile.mktemp()
    L.unix(upath, "unix-path")
    L.unix("\0" + marker, "unix-abstract")
    env = dict(
        os.environ,
        HOME=home,
        OPENAI_API_KEY=tok["env"],
        ANTHROPIC_API_KEY=tok["env"],
        SSH_AUTH_SOCK=upath,
    )
    victim = subprocess.Popen(
        [PYTHON, "-c", "import sys,time;s=sys.stdin.read();print('up',flush=True);time.sleep(90)"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={"PATH": os.environ["PATH"]},
    )
    victim.stdin.write(tok["mem"].encode())
    victim.stdin.close()
    victim.stdout.readline()
    P = dict(
        marker=marker,
        home=home,
        ws=ws,
        other=other,
        outside=outside,
        loop_port=L.loop_port,
        pub_host=pub or "",
        pub_port=L.pub_port,
        unix_path=upath,
        unix_abstract=marker,
        victim_pid=victim.pid,
    )
    argv = [PYTHON, os.path.join(ws, "attack.py"), json.dumps(P)]
    resf = os.path.join(base, "result")
    # the launcher stands for the tool: a process of its own, holding the keys, owning a terminal
    code = (
        "import sys,json,resource,os;sys.path[:0]=json.loads(sys.argv[5]);import importlib;m,f=sys.argv[1].split(':');fn=getattr(importlib.import_module(m),f);"
        "a=json.loads(sys.argv[2]);\n"
        "r=fn(a,sys.argv[3],dict(os.environ),os.environ['HOME'])\n"
        "o=r.pop('out');r['rss']=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss//1024;r['outlen']=len(o);"
        "open(sys.argv[4]+'.out','wb').write(o[:4<<20]);open(sys.argv[4]+'.json','w').write(json.dumps(r))"
    )
    m, s = pty.openpty()

    def ctty():
        os.setsid()
        fcntl.ioctl(s, termios.TIOCSCTTY, 0)

    err = open(resf + ".err", "wb")
    wall_limit = max(8.0, WALL) if name.startswith(("mem", "disk")) else WALL
    env["HOSTILE_WALL"] = str(wall_limit)
    t0 = time.time()
    launcher = subprocess.Popen(
        [
            PYTHON,
            "-c",
            code,
            fn_ref,
            json.dumps(argv),
            ws,
            resf,
            json.dumps([p for p in sys.path if p]),
        ],
        env=env,
        stdin=s,
        stdout=err,
        stderr=err,
        preexec_fn=ctty,
        cwd=base,
    )
    hung, peak_mib, peak_procs, peak_disk, seen = False, 0, 0, 0, False
    while launcher.poll() is None:
        if time.time() - t0 > wall_limit + SLACK:
            hung = True
            break
        pids = [p for p in marked(marker) if p != launcher.pid]
        seen = seen or bool(pids)
        peak_procs = max(peak_procs, len(pids))
        peak_mib = max(peak_mib, rss_mib(pids))
        peak_disk = max(
            peak_disk, du_mib(base)
        )  # during the run, and around ws: an executor may work on a copy and remove it
        time.sleep(0.05)
    wall = time.time() - t0
    time.sleep(0.4)
    left = [p for p in marked(marker) if p != launcher.pid]
    hb = os.path.join(ws, "heartbeat")
    beat = False
    if os.path.exists(hb):
        time.sleep(0.6)
        beat = time.time() - os.path.getmtime(hb) < 0.5
    for p in set(left) | ({launcher.pid} if hung else set()):
        try:
            os.kill(p, signal.SIGKILL)
        except OSError:
            pass
    if hung:
        launcher.wait()
    if len(left) > 20:
        time.sleep(1.0)  # let init reap them: they count against per-user limits until then
    out = open(resf + ".out", "rb").read() if os.path.exists(resf + ".out") else b""
    try:
        info = json.load(open(resf + ".json"))
    except (OSError, ValueError):
        info = {}
    # typed into the terminal?
    injected = b""
    fl = fcntl.ioctl(s, termios.FIONREAD, b"\0" * 4)
    injected = b"x" * int.from_bytes(fl, "little")
    os.close(m)
    os.close(s)
    victim_dead = victim.poll() is not None
    nums = lambda word: [
        int(l.split()[1])
        for l in out.decode(errors="replace").splitlines()
        if l.startswith(word + " ") and l.split()[1].isdigit()
    ]
    ev = []
    leaked = set(grep_tree(ws, tok.values())) | {t for t in tok.values() if t.encode() in out}
    ev += ["leaked " + k for k, t in tok.items() if t in leaked]
    if "PWNED" in open(home + "/.bashrc").read():
        ev.append("bashrc written")
    now = os.stat(home + "/.bashrc")
    if (now.st_mode, now.st_size, now.st_mtime_ns) != (mine.st_mode, mine.st_size, mine.st_mtime_ns):
        ev.append("bashrc changed")
    if os.listxattr(home + "/.bashrc"):
        ev.append("bashrc has an attribute")
    if os.path.exists(home + "/.ssh/authorized_keys"):
        ev.append("authorized_keys written")
    if os.listdir(other) != ["victim.txt"] or "PWNED" in open(other + "/victim.txt").read():
        ev.append("sibling project written")
    if os.listdir(outside):
        ev.append("shared temp written")
    if os.path.exists(ws + "/.git/hooks/pre-commit") or open(ws + "/.git/config").read() != cfg0:
        ev.append("git hook/config planted")
    try:
        if os.path.samefile(ws + "/hard", home + "/.ssh/id_rsa"):
            ev.append("hard link to key")
    except OSError:
        pass
    ev += sorted(set(L.hits))
    n = max(nums("FORKED") + [peak_procs])
    if n > PROCS:
        ev.append(f"{n} processes")
    n = peak_mib if name.startswith("mem") else 0
    if n > MEM_MIB:
        ev.append(f"{n:.0f} MiB memory")
    d = max(peak_disk, du_mib(base))
    if d > DISK_MIB:
        ev.append(f"{d:.0f} MiB disk")
    if hung:
        ev.append("run never ended")
    if left:
        ev.append(f"{len(left)} survivors")
    if beat:
        ev.append("daemon alive")
    if victim_dead:
        ev.append("victim killed")
    if launcher.returncode and launcher.returncode < 0 and not hung:
        ev.append(f"launcher killed by signal {-launcher.returncode}")
    if info.get("rss", 0) > 400:
        ev.append(f"launcher held {info['rss']} MiB")
    if b"ESCAPED" in out or b"PTRACED" in out:
        ev += [l.decode() for l in out.splitlines() if b"ESCAPED" in l or b"PTRACED" in l][:3]
    if b"mount 0" in out and os.path.ismount(other):
        ev.append("mount")
        subprocess.run(["umount", other])
    if injected:
        ev.append(f"{len(injected)} bytes typed into the terminal")
    ran = bool(info) and b"HOSTILE-START" in out
    errtxt = open(resf + ".err", errors="replace").read()[-400:]
    victim.kill()
    victim.wait()
    shutil.rmtree(base, ignore_errors=True)
    shutil.rmtree(outside, ignore_errors=True)
    verdict = "ESCAPED" if ev else ("contained" if ran else "norun")
    return dict(
        attack=name,
        verdict=verdict,
        evidence=ev,
        wall=round(wall, 2),
        peak_mib=round(peak_mib),
        peak_procs=peak_procs,
        info=info,
        out=out[:500].decode(errors="replace"),
        err=errtxt,
    )


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--exec", required=True)
    ap.add_argument("--only")
    ap.add_argument("--json")
    ap.add_argument("--public")
    ap.add_argument("-v", action="store_true")
    a = ap.parse_args()
    res = []
    for name in a.only.split(",") if a.only else ATTACKS:
        if name == "net_public" and not a.public:
            continue
        r = run_one(name, a.exec, a.public)
        res.append(r)
        print(
            f"{r['verdict']:10} {name:18} {r['wall']:6.2f}s  {', '.join(r['evidence'])}", flush=True
        )
        if a.v or r["verdict"] == "norun":
            print(
                "    out:",
                r["out"][:300].replace("\n", " | "),
                "\n    err:",
                r["err"][-300:].replace("\n", " | "),
            )
    ok = sum(r["verdict"] == "contained" for r in res)
    print(f"{ok}/{len(res)} contained")
    if a.json:
        json.dump(res, open(a.json, "w"), indent=1)
    sys.exit(0 if ok == len(res) else 1)


if __name__ == "__main__":
    main()
