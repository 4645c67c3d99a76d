"""The newest artifact of each kind in a project."""

from dataclasses import dataclass

from sopgen.artifacts.acceptance import AcceptanceTests
from sopgen.artifacts.code import Code
from sopgen.artifacts.design import Design
from sopgen.artifacts.plan import Plan
from sopgen.artifacts.prd import PRD
from sopgen.artifacts.requirement import Requirement
from sopgen.artifacts.verdict import Verdict


@dataclass(frozen=True)
class Artifacts:
    """What is known so far; a stage that has not run left None."""

    requirement: Requirement
    prd: PRD | None = None
    design: Design | None = None
    plan: Plan | None = None
    code: Code | None = None
    acceptance_tests: AcceptanceTests | None = None
    verdict: Verdict | None = None
