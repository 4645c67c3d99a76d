"""Prompts as models get them: compared with golden files, the same at their beginning."""

from typing import Any

import pytest
import sample
from syrupy.assertion import SnapshotAssertion

from sopgen.artifacts import Finding
from sopgen.render.templates import PromptText, Templates
from sopgen.roles.brief import Brief, FileText
from sopgen.roles.repair import Failure

TEMPLATES = Templates()
BRIEF = Brief(sample.requirement(), sample.prd(), sample.design(), sample.plan())
KNOWN: dict[str, Any] = {
    "requirement": sample.requirement(),
    "prd": sample.prd(),
    "design": sample.design(),
}
FILE = BRIEF.shared() | BRIEF.slice_for("main.py", sample.sources())
CURRENT = [FileText("main.py", sample.MAIN)]
PROBLEM = Finding(check="code.stub", message="main is not written", path="main.py", line=3)
PROMPTS: dict[str, dict[str, Any]] = {
    "write_prd": {"requirement": sample.requirement(), "languages": ("python",)},
    "design_system": {"requirement": sample.requirement(), "prd": sample.prd()},
    "plan_tasks": KNOWN,
    "write_file": FILE,
    "correct_file": FILE | {"attempt": 2, "current": CURRENT, "problems": [str(PROBLEM)]},
    "repair_code": BRIEF.shared() | {
        "round": 1,
        "failures": [Failure("tests/test_acceptance.py::test_x", "assert 1 == 2", "def test_x():")],
        "items": BRIEF.items(["R1"]),
        "interfaces": BRIEF.interfaces(["main.py"]),
        "current": CURRENT,
        "notes": (),
    },
    "write_acceptance_tests": KNOWN | {
        "path": "tests/test_acceptance.py", "current": "", "problems": [],
    },
}  # fmt: skip


def prompt(name: str) -> PromptText:
    return TEMPLATES.prompt(name, **PROMPTS[name])


@pytest.mark.parametrize("name", PROMPTS)
def test_a_prompt_is_as_it_was_reviewed(name: str, snapshot: SnapshotAssertion) -> None:
    text = prompt(name)
    assert f"{text.system}\n=====\n{text.shared}\n=====\n{text.task}" == snapshot


@pytest.mark.parametrize("name", PROMPTS)
def test_every_role_gets_the_requirement_verbatim(name: str) -> None:
    assert sample.requirement().text in prompt(name).shared


@pytest.mark.parametrize("name", ["correct_file", "repair_code"])
def test_all_prompts_of_the_engineer_begin_with_the_same_bytes(name: str) -> None:
    first = prompt("write_file")
    assert (prompt(name).system, prompt(name).shared) == (first.system, first.shared)


def test_a_file_is_told_the_interfaces_it_uses_and_no_others() -> None:
    task = prompt("write_file").task
    assert "parse(text: str) -> Temperature" in task
    alone = BRIEF.shared() | BRIEF.slice_for("converter.py", {})
    assert "main(arguments" not in TEMPLATES.prompt("write_file", **alone).task
