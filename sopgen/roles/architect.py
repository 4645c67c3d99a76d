"""The Architect turns the PRD into a design."""

from sopgen.artifacts import PRD, Artifacts, Design, Requirement
from sopgen.roles.desk import Desk


def design_system(desk: Desk, requirement: Requirement, prd: PRD) -> Design:
    """Write which files there are, what they promise each other and how the program starts."""
    prompt = desk.prompt(
        "design_system", "design", max_tokens=10000, requirement=requirement, prd=prd
    )
    return desk.ask_for(Design, prompt, lambda design: Artifacts(requirement, prd, design))
