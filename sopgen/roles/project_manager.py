"""The Project Manager turns the design into tasks."""

from sopgen.artifacts import PRD, Artifacts, Design, Plan, Requirement
from sopgen.roles.desk import Desk


def plan_tasks(desk: Desk, requirement: Requirement, prd: PRD, design: Design) -> Plan:
    """Write one task per file, and what several files must agree on."""
    prompt = desk.prompt(
        "plan_tasks", "plan", max_tokens=6000, requirement=requirement, prd=prd, design=design
    )
    return desk.ask_for(Plan, prompt, lambda plan: Artifacts(requirement, prd, design, plan))
