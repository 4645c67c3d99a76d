"""The standard operating procedure: who does what, from which artifacts, in which order."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sopgen.artifacts import ArtifactKind, RoleName, StageName
from sopgen.roles.architect import design_system
from sopgen.roles.engineer import repair_code, write_code
from sopgen.roles.product_manager import write_prd
from sopgen.roles.project_manager import plan_tasks
from sopgen.roles.qa_engineer import judge_code, write_acceptance_tests

Action = Callable[..., Any]
"""A role's function: a desk and the artifacts it needs, by kind, to the artifact it makes."""


@dataclass(frozen=True)
class Stage:
    """One hand-off: it starts when all that it needs is in the pool."""

    name: StageName
    role: RoleName
    action: Action
    needs: tuple[ArtifactKind, ...]
    makes: ArtifactKind


@dataclass(frozen=True)
class Loop:
    """Make, judge, and while the judgement fails: repair and judge again, within bounds.

    `meanwhile` is done beside `make`, because it must not see what `make` makes.
    """

    meanwhile: Stage
    make: Stage
    judge: Stage
    repair: Stage


SOP: tuple[Stage | Loop, ...] = (
    Stage("prd", "product_manager", write_prd, ("requirement",), "prd"),
    Stage("design", "architect", design_system, ("requirement", "prd"), "design"),
    Stage("plan", "project_manager", plan_tasks, ("requirement", "prd", "design"), "plan"),
    Loop(
        meanwhile=Stage(
            "qa",
            "qa_engineer",
            write_acceptance_tests,
            ("requirement", "prd", "design"),
            "acceptance_tests",
        ),
        make=Stage(
            "code", "engineer", write_code, ("requirement", "prd", "design", "plan"), "code"
        ),
        judge=Stage(
            "qa",
            "qa_engineer",
            judge_code,
            ("requirement", "prd", "design", "plan", "acceptance_tests", "code"),
            "verdict",
        ),
        repair=Stage(
            "code",
            "engineer",
            repair_code,
            ("requirement", "prd", "design", "plan", "code", "acceptance_tests", "verdict"),
            "code",
        ),
    ),
)


def stages() -> list[Stage]:
    """Return every stage of the procedure, the loop's taken apart."""
    found: list[Stage] = []
    for step in SOP:
        if isinstance(step, Loop):
            found += [step.meanwhile, step.make, step.judge, step.repair]
        else:
            found.append(step)
    return found


def readers(kind: ArtifactKind) -> tuple[RoleName, ...]:
    """Return the roles that read an artifact of this kind."""
    return tuple(sorted({stage.role for stage in stages() if kind in stage.needs}))
