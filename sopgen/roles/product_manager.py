"""The Product Manager turns the requirement into a PRD."""

from sopgen.artifacts import PRD, Artifacts, Requirement
from sopgen.languages import SUPPORTED
from sopgen.roles.desk import Desk


def write_prd(desk: Desk, requirement: Requirement) -> PRD:
    """Write what is to be built and how one can tell that it was."""
    prompt = desk.prompt(
        "write_prd", "prd", max_tokens=6000, requirement=requirement, languages=SUPPORTED
    )
    prd = desk.ask_for(PRD, prompt, lambda prd: Artifacts(requirement, prd=prd))
    fixed = requirement.project_name
    return prd.model_copy(update={"project_name": fixed}) if fixed else prd
