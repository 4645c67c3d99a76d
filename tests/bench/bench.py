"""Measure sopgen's own time, tokens and memory against a server that answers at once or slowly.

Prints one table; `docs/performance.md` shows the figures of a named machine.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import bench_files
from bench_server import Server, serving

from sopgen.journal.recording import Recording, bundled
from sopgen.llm.base import Reply

SENTENCE = "Create a 2048 game"
FIRST_TOKEN, RATE = 0.4, 80.0


def measured(command: list[str], environment: dict[str, str]) -> tuple[float, float, int]:
    """Return wall seconds, CPU seconds of the whole process tree and peak memory in MB."""
    pid_file = Path(environment["BENCH_FOLDER"]) / "usage.json"
    program = (
        "import json, resource, subprocess, sys\n"
        "ended = subprocess.run(sys.argv[2:], stdout=subprocess.DEVNULL)\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "open(sys.argv[1], 'w').write(json.dumps("
        "[used.ru_utime + used.ru_stime, used.ru_maxrss // 1024, ended.returncode]))\n"
    )
    begin = time.monotonic()
    subprocess.run(
        [sys.executable, "-c", program, str(pid_file), *command], env=environment, check=True
    )
    wall = time.monotonic() - begin
    cpu, memory, code = json.loads(pid_file.read_text())
    assert code in {0, 1}, f"{command} ended with {code}"
    return wall, cpu, memory


def environment_for(folder: Path, url: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return kept | {
        "BENCH_FOLDER": str(folder),
        "OPENAI_API_KEY": "bench",
        "OPENAI_API_BASE": url,
        "LITELLM_OFFLINE_MODE": "true",
        "LITELLM_MODE": "PRODUCTION",
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    }


def sopgen(folder: Path, *more: str, sentence: str = SENTENCE) -> list[str]:
    return [
        sys.executable, "-m", "sopgen", sentence, "--model", "openai/bench", "--budget", "none",
        "--workspace", str(folder / "workspace"), "--yes", "--quiet", *more,
    ]  # fmt: skip


def recorded(call: str) -> str | None:
    return _text(bundled()["2048"].reply(call))


def _text(reply: Reply | None) -> str | None:
    return reply.text if reply else None


def times(folder: Path) -> list[tuple[str, float, dict[str, object]]]:
    """Return the events of the newest project: name, time, the event."""
    log = next((folder / "workspace").glob("*/.sopgen/log"))
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    return [(line["event"], datetime.fromisoformat(line["at"]).timestamp(), line) for line in lines]


def own_time(folder: Path) -> dict[str, str]:
    """Measure CPU above interpreter start and litellm import, without executing: best of three."""
    server = Server(recorded)
    with serving(server) as url:
        environment = environment_for(folder, url)
        bare = [
            measured([sys.executable, "-c", "import litellm"], environment)[1] for _ in range(3)
        ]
        runs = [measured(sopgen(folder / str(n), "--no-execute"), environment) for n in range(3)]
    cpu, memory = min(run[1] for run in runs), max(run[2] for run in runs)
    calls = server.served[: len(server.served) // len(runs)]
    prompt = sum(item.prompt_tokens for item in calls)
    completion = sum(item.completion_tokens for item in calls)
    return {
        "requests": str(len(calls)),
        "prompt tokens (limit 16,500)": f"{prompt:,}",
        "completion tokens": f"{completion:,}",
        "CPU above interpreter and litellm (limit 2.5 s)": f"{cpu - min(bare):.2f} s",
        "CPU of importing litellm": f"{min(bare):.2f} s",
        "peak memory (limit 400 MB)": f"{memory} MB",
    }


def critical_path(server: Server) -> float:
    """Return the longest chain of calls: three documents, then the slower of code and tests."""
    took = {item.call: item.end - item.begin for item in server.served}
    documents = sum(took[f"{stage}/{stage}#1"] for stage in ("prd", "design", "plan"))
    files: dict[str, float] = {}
    for call, seconds in took.items():
        if call.startswith(("code/", "qa/")):
            path = call.partition("#")[0]
            files[path] = files.get(path, 0.0) + seconds
    repairs = sum(seconds for path, seconds in files.items() if path.startswith("code/repair"))
    return documents + max(files.values()) + repairs


def same_size(folder: Path) -> dict[str, str]:
    """Measure a run whose game is as small as the one that MetaGPT's figures are for."""
    tape = Recording.load(Path(__file__).resolve().parent / "small_2048.jsonl")
    server = Server(lambda call: _text(tape.reply(call)), FIRST_TOKEN, RATE)
    with serving(server) as url:
        wall, cpu, memory = measured(sopgen(folder), environment_for(folder, url))
    prompt = sum(item.prompt_tokens for item in server.served)
    completion = sum(item.completion_tokens for item in server.served)
    return {
        "requests": str(len(server.served)),
        "prompt + completion tokens": f"{prompt:,} + {completion:,}",
        "wall time, tests included": f"{wall:.1f} s",
        "CPU, tests included": f"{cpu:.1f} s",
        "peak memory": f"{memory} MB",
    }


def two_orders(folder: Path) -> dict[str, str]:
    """Compare the ways to order files: by open interfaces, or by all that a file uses."""
    tape = Recording.load(Path(__file__).resolve().parent / "small_2048.jsonl")
    found = {}
    for order in ("interfaces", "dependency"):
        server = Server(lambda call: _text(tape.reply(call)), FIRST_TOKEN, RATE)
        with serving(server) as url:
            environment = environment_for(folder, url) | {"SOPGEN_RUN_ORDER": order}
            measured(sopgen(folder / order, "--no-execute"), environment)
        found[f"code stage, order {order}"] = f"{_stage(folder / order, 'code'):.1f} s"
    return found


def _stage(folder: Path, stage: str) -> float:
    """Return the seconds from a stage's start to its commit."""
    of_stage = [(name, at) for name, at, event in times(folder) if event.get("stage") == stage]
    began = next(at for name, at in of_stage if name == "stage_started")
    return next(at for name, at in of_stage if name == "stage_committed") - began


def with_latency(folder: Path) -> dict[str, str]:
    """Measure a whole run, tests executed, at a model's pace."""
    server = Server(recorded, FIRST_TOKEN, RATE)
    with serving(server) as url:
        wall, cpu, memory = measured(sopgen(folder), environment_for(folder, url))
    path = critical_path(server)
    events = times(folder)
    began = next(at for name, at, _ in events if name == "run_started")
    answered = max(at for name, at, _ in events if name == "call_finished")
    return {
        "critical path of the model": f"{path:.1f} s",
        "until the last answer (limit +10 %)": f"{answered - began:.1f} s"
        f" ({(answered - began) / path - 1:+.1%})",
        "whole run with tests (limit +10 s)": f"{wall:.1f} s ({wall - path:+.1f} s)",
        "CPU, tests included": f"{cpu:.1f} s",
        "peak memory, tests included": f"{memory} MB",
    }


def eight_files(folder: Path) -> dict[str, str]:
    """Measure a wave of eight independent files at concurrency 8."""
    answers = bench_files.answers(8)
    server = Server(answers.get, FIRST_TOKEN, RATE)
    with serving(server) as url:
        command = sopgen(folder, "--no-execute", "--concurrency", "8", sentence="Eight files")
        measured(command, environment_for(folder, url))
    slowest = max(i.end - i.begin for i in server.served if i.call.startswith("code/"))
    stage = _stage(folder, "code")
    return {
        "slowest of 8 files": f"{slowest:.1f} s",
        "code stage (limit 1.5 times)": f"{stage:.1f} s ({stage / slowest:.2f} times)",
    }


def main() -> None:
    parts: dict[str, Callable[[Path], dict[str, str]]] = {
        "no latency, nothing executed": own_time,
        f"{FIRST_TOKEN} s to the first token, {RATE:.0f} tokens/s": with_latency,
        "a game of about 200 lines, at the same pace": same_size,
        "eight independent files": eight_files,
        "two orders of writing files": two_orders,
    }
    for title, part in parts.items():
        with tempfile.TemporaryDirectory(prefix="sopgen-bench-") as folder:
            print(f"\n{title}")
            for name, figure in part(Path(folder)).items():
                print(f"  {name:50} {figure}", flush=True)
    own = resource.getrusage(resource.RUSAGE_SELF)
    print(f"\n  (the server itself used {own.ru_utime + own.ru_stime:.1f} s CPU)")


if __name__ == "__main__":
    main()
