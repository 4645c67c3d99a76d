"""Hostile programs against every sandbox; the judge decides from evidence outside."""

import json
import os
import socket
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from executors import known

from sopgen.sandbox.choice import probe
from sopgen.sandbox.system import is_root

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
ATTACKS = sorted(path.stem for path in (HERE / "attacks").glob("*.py"))
QUICK = {
    "read_home_secrets", "read_proc_env", "write_outside", "net_loopback", "kill_parent",
    "fork_bomb", "mem_many", "change_outside",
}  # fmt: skip
QUICK_SANDBOXES = {"bubblewrap", "landlock"}
LEFT_OUT = {
    ("landlock_root", "fork_bomb"): "root is not limited; used only where no spare user can be had",
    ("bubblewrap_userns", "fork_bomb"): "root is not limited; used only where no spare user is",
}
ENDLESS = {"spin", "ignore_term"}
NOBODY = 65534


@cache
def reason_against(name: str) -> str:
    return probe(known()[name])


def own_address() -> str:
    """Return an address of this machine that is not loopback, or nothing; no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe_socket:
        try:
            probe_socket.connect(("192.0.2.1", 9))
            return str(probe_socket.getsockname()[0])
        except OSError:
            return ""


def judged(
    sandbox: str, attacks: str, folder: Path, python: str = sys.executable, **process: Any
) -> dict[str, dict[str, Any]]:
    """Let the judge run attacks; return what it says of each."""
    out = folder / "verdicts.json"
    argv = [python, str(HERE / "judge.py"), "--exec", f"executors:{sandbox}", "--only", attacks]
    address = own_address()
    done = subprocess.run(
        [*argv, "--json", str(out), *(["--public", address] if address else [])],
        env=os.environ | {
            "HOSTILE_BASE": str(folder),
            "HOSTILE_WALL_BASE": "2" if attacks in ENDLESS else "15",
            "HOME": str(folder),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)]),
        },
        capture_output=True,
        text=True,
        timeout=170,
        **process,
    )  # fmt: skip
    assert out.exists(), done.stdout + done.stderr
    return {entry["attack"]: entry for entry in json.loads(out.read_text())}


CASES = [
    pytest.param(
        sandbox, attack,
        marks=[] if sandbox in QUICK_SANDBOXES and attack in QUICK else [pytest.mark.hostile],
    )
    for sandbox in known() if sandbox != "none"
    for attack in ATTACKS if (sandbox, attack) not in LEFT_OUT
]  # fmt: skip


@pytest.mark.parametrize(("sandbox", "attack"), CASES)
def test_an_attack_is_contained(sandbox: str, attack: str, tmp_path: Path) -> None:
    if reason_against(sandbox):
        pytest.skip(f"{sandbox} does not work on this machine: {reason_against(sandbox)}")
    if attack == "net_public" and not own_address():
        pytest.skip("this machine has no address but loopback to listen on")
    verdict = judged(sandbox, attack, tmp_path)[attack]
    assert verdict["verdict"] == "contained", verdict


def test_the_judge_sees_an_escape(tmp_path: Path) -> None:
    verdicts = judged("none", "read_home_secrets,net_loopback,change_outside", tmp_path)
    assert {entry["verdict"] for entry in verdicts.values()} == {"ESCAPED"}


WEAKENED = {
    "without_network_namespace": "net_loopback",
    "without_process_namespace": "kill_victim",
    "without_filter": "kernel_surface",
    "without_memory_limit": "mem_many",
    "without_disk_limit": "disk_many",
    "landlock_without_scope": "kill_victim",
    "landlock_without_ports": "net_loopback",
}


@pytest.mark.hostile
@pytest.mark.parametrize("sandbox", WEAKENED)
def test_each_wall_is_missed_when_it_is_taken_away(sandbox: str, tmp_path: Path) -> None:
    """A wall whose absence no attack notices would be untested."""
    whole = "landlock" if sandbox.startswith("landlock") else "bubblewrap"
    if reason_against(whole):
        pytest.skip(f"{whole} does not work on this machine: {reason_against(whole)}")
    attack = WEAKENED[sandbox]
    verdict = judged(sandbox, attack, tmp_path)[attack]
    assert verdict["verdict"] == "ESCAPED", verdict


@pytest.mark.parametrize("sandbox", sorted(QUICK_SANDBOXES))
def test_an_ordinary_user_is_as_safe_as_root(sandbox: str) -> None:
    if not is_root():
        pytest.skip("this is an ordinary user already: the tests above have shown it")
    python = python_for_nobody()
    if not python:
        pytest.skip("an ordinary user can run no Python of this version on this machine")
    with tempfile.TemporaryDirectory(prefix="hostile-user-") as folder:
        os.chown(folder, NOBODY, NOBODY)
        attacks = "read_home_secrets,net_loopback,fork_bomb"
        process = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        verdicts = judged(sandbox, attacks, Path(folder), python, **process)
    assert {entry["verdict"] for entry in verdicts.values()} == {"contained"}, verdicts


def python_for_nobody() -> str:
    """Return an interpreter that an ordinary user can run and that knows what sopgen needs."""
    needed = f"import sys, pydantic, uv; sys.exit(sys.version_info[:2] != {sys.version_info[:2]})"
    path = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
    for python in (sys.executable, "/usr/local/bin/python3", "/usr/bin/python3"):
        try:
            done = subprocess.run(
                [python, "-c", needed],
                env={"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
                user=NOBODY, group=NOBODY, extra_groups=[], capture_output=True,
            )  # fmt: skip
        except OSError:
            continue
        if done.returncode == 0:
            return python
    return ""
