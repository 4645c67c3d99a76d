"""Projects as a run leaves them, made of the sample's artifacts, for tests of commands."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import sample
from terminal import Terminal

from sopgen.artifacts import Message, StageName, Usage
from sopgen.clock import FakeClock
from sopgen.journal.journal import Journal
from sopgen.llm.base import Prompt, Reply
from sopgen.project.base import StageChange
from sopgen.project.project import Project
from sopgen.project.workspace import Workspace

STAGES: tuple[StageName, ...] = ("prd", "design", "plan", "code", "qa")
MODEL = "anthropic/claude-sonnet-4-5"
USED = Usage(prompt_tokens=800, completion_tokens=200, cost=0.05)


@dataclass(frozen=True)
class Ended:
    """How a call of sopgen ended."""

    exit_code: int
    out: str
    err: str


Call = Callable[..., Ended]
"""`sopgen("list", stdin="")`, in a folder of its own."""


def make_project(workspace: Path, stages: int = 5, name: str = "converter") -> Project:
    """Return a project with the first so many stages done."""
    clock = FakeClock(seed=len(list(workspace.glob("*"))))
    shelf = Workspace(workspace, clock)
    project = shelf.settle(shelf.stage_new(), name)
    known = sample.artifacts()
    made = {
        "requirement": known.requirement, "prd": known.prd, "design": known.design,
        "plan": known.plan, "code": known.code, "acceptance_tests": known.acceptance_tests,
        "verdict": known.verdict,
    }  # fmt: skip
    of_stage = {"prd": ["requirement", "prd"], "qa": ["acceptance_tests", "verdict"]}
    for stage in STAGES[:stages]:
        kinds = of_stage.get(stage, [stage])
        files = {
            f".sopgen/artifacts/{kind}.yaml": artifact.to_yaml().encode()
            for kind in kinds
            if (artifact := made[kind])
        }
        if stage == "code":
            files |= {path: text.encode() for path, text in sample.files().items()}
        if stage == "prd":
            files["docs/prd.md"] = b"# PRD\n\nConvert temperatures.\n"
            files[".sopgen/messages.jsonl"] = project.messages_text([MESSAGE])
        inputs = {"requirement": known.requirement.digest}
        change = StageChange(
            stage=stage, run=1, take=1, round=0, subject=f"{stage}: make it", body="",
            inputs=inputs, output="0" * 16, model=MODEL, usage=USED, files=files,
        )  # fmt: skip
        project.repository.commit(change)
    state = project.read_state()
    outcome = "passed" if stages == len(STAGES) else None
    project.write_state(state.model_copy(update={"outcome": outcome, "model": MODEL}))
    return project


def record_call(project: Project) -> None:
    """Put one paid call into a project's journal."""
    journal = Journal(project.state / "journal.jsonl", lambda text: text)
    prompt = Prompt(
        call="prd/prd#1", role="product_manager", stage="prd", system="s", shared="s", task="t"
    )
    journal.record(prompt, "abc", Reply(text="answer", usage=USED, model=MODEL))
    journal.note_reading(prompt.call, prompt.take, MODEL, "asked again")
    journal.close()


MESSAGE = Message(
    number=1,
    run=1,
    stage="prd",
    cause_by="write_prd",
    sent_from="product_manager",
    send_to=("architect", "qa_engineer"),
    artifact="prd",
    digest="0123456789abcdef",
)


def in_terminal(*arguments: str, term: str = "xterm-256color") -> Terminal:
    """Call sopgen in a pseudo-terminal."""
    return Terminal([sys.executable, "-m", "sopgen", *arguments], term)
