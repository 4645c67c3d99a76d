"""Whole runs of the sample project: a recording of its answers, and a way to carry it out."""

import json
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import sample

from sopgen.artifacts import Artifact, RoleName, StageName
from sopgen.assembly import Order, Result, Surroundings, carry_out
from sopgen.clock import SystemClock
from sopgen.config import Settings
from sopgen.events import Report, ignore
from sopgen.journal.journal import Journal
from sopgen.llm.base import Prompt, Reply
from sopgen.person import Nobody

ROLES: dict[StageName, RoleName] = {
    "prd": "product_manager",
    "design": "architect",
    "plan": "project_manager",
    "code": "engineer",
    "qa": "qa_engineer",
}


def in_json(artifact: Artifact) -> str:
    """Answer with an artifact as a model would."""
    return json.dumps(artifact.model_dump(mode="json", exclude={"schema_version"}))


def in_blocks(files: Mapping[str, str]) -> str:
    """Answer with files as a model would."""
    return "\n".join(f"{path}\n```python\n{text}```\n" for path, text in files.items())


def answers() -> dict[str, str]:
    """Return the sample's answers by call id."""
    files = sample.files()
    untestable = "NOT TESTABLE R2.2: Only a person understands."
    tests = {"tests/test_acceptance.py": files["tests/test_acceptance.py"]}
    return {
        "prd/prd#1": in_json(sample.prd()),
        "design/design#1": in_json(sample.design()),
        "plan/plan#1": in_json(sample.plan()),
        "qa/tests/test_acceptance.py#1": in_blocks(tests) + untestable,
    } | {
        f"code/{path}#1": in_blocks({path: files[path], test: files[test]})
        for path, test in (
            ("converter.py", "tests/test_converter.py"),
            ("main.py", "tests/test_main.py"),
        )
    }


def record(path: Path, given: Mapping[str, str]) -> Path:
    """Write answers as a recording that `--replay` takes."""
    journal = Journal(path, str)
    for call, text in given.items():
        stage: Any = call.partition("/")[0]
        prompt = Prompt(call=call, role=ROLES[stage], stage=stage, system="", shared="", task="")
        journal.record(prompt, f"recorded {call}", Reply(text=text, model="sample"))
    journal.close()
    return path


def surroundings(
    folder: Path,
    given: Mapping[str, str],
    report: Report = ignore,
    *,
    execute: bool = True,
    mechanism: str = "auto",
) -> Surroundings:
    """Return what a run over the sample's answers may use."""
    folder.mkdir(exist_ok=True)
    tape = folder / "tape.jsonl"
    tape.unlink(missing_ok=True)
    record(tape, given)
    settings = Settings.model_validate(
        {
            "workspace": folder / "workspace",
            "model": {"name": f"replay:{tape}"},
            "sandbox": {"execute": execute, "mechanism": mechanism},
        }
    )
    return Surroundings(settings, {}, report, Nobody(), SystemClock(), threading.Event())


def make(folder: Path, given: Mapping[str, str], **more: Any) -> Result:
    """Make the sample project anew from these answers."""
    order = Order(text=sample.requirement().text, stop_after=more.pop("stop_after", None))
    return carry_out(order, surroundings(folder, given, **more))


def resume(folder: Path, project: Path, given: Mapping[str, str], **more: Any) -> Result:
    """Go on with a project."""
    order = Order(
        resume=project,
        restart=more.pop("restart", None),
        stop_after=more.pop("stop_after", None),
    )
    return carry_out(order, surroundings(folder, given, **more))
