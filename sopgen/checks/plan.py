"""Checks of the plan against PRD and design."""

from collections.abc import Mapping

from sopgen.artifacts import Artifacts, Finding
from sopgen.checks.known import pool
from sopgen.checks.waves import cycles

Files = Mapping[str, str]


def one_task_per_file(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find files without a task, tasks without a file, and files with two tasks."""
    if artifacts.plan is None or artifacts.design is None:
        return []
    tasks = [task.file for task in artifacts.plan.tasks]
    planned = {entry.path for entry in artifacts.design.files}
    needed = [entry.path for entry in artifacts.design.files if entry.change != "untouched"]
    return (
        [
            _tasks("plan.files", f"no task writes {path}", path)
            for path in needed
            if path not in tasks
        ]
        + [
            _tasks("plan.files", f"{path} is not a file of the design", path)
            for path in dict.fromkeys(tasks)
            if path not in planned
        ]
        + [
            _tasks("plan.files", f"more than one task writes {path}", path)
            for path in dict.fromkeys(tasks)
            if tasks.count(path) > 1
        ]
    )


def task_ids(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find task ids that stand twice."""
    if artifacts.plan is None:
        return []
    ids = [task.id for task in artifacts.plan.tasks]
    return [
        _tasks("plan.ids", f"the task id {id_} stands more than once")
        for id_ in dict.fromkeys(ids)
        if ids.count(id_) > 1
    ]


def dependencies_known(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find dependencies on files that do not exist, and on the file itself."""
    if artifacts.plan is None or artifacts.design is None:
        return []
    known = {entry.path for entry in artifacts.design.files} | set(files)
    return [
        _tasks("plan.depends_on", f"{task.id} depends on {path}, {why}", task.file)
        for task in artifacts.plan.tasks
        for path in task.depends_on
        if (why := _why_wrong(path, task.file, known))
    ]


def no_cycle(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find files that depend on each other in a circle."""
    if artifacts.plan is None:
        return []
    return [
        _tasks("plan.cycle", f"files depend on each other in a circle: {' -> '.join(circle)}")
        for circle in cycles({task.file: task.depends_on for task in artifacts.plan.tasks})
    ]


def requirements_known(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find requirement ids that the PRD does not have."""
    if artifacts.plan is None or artifacts.prd is None:
        return []
    known = {item.id for item in pool(artifacts)}
    return [
        _tasks("plan.unknown_requirement", f"{task.id}: the PRD has no {id_}", task.file)
        for task in artifacts.plan.tasks
        for id_ in task.requirement_ids
        if id_ not in known
    ]


def requirements_planned(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find P0 requirements without a task."""
    if artifacts.plan is None:
        return []
    planned = {id_ for task in artifacts.plan.tasks for id_ in task.requirement_ids}
    return [
        _tasks("plan.requirements", f"no task works on {item.id} (P0): {item.text}")
        for item in pool(artifacts)
        if item.priority == "P0" and item.id not in planned
    ]


def _why_wrong(path: str, own: str, known: set[str]) -> str:
    if path == own:
        return "which is its own file"
    return "" if path in known else "which is not a file of the design"


def _tasks(check: str, message: str, path: str = "") -> Finding:
    return Finding(check=check, message=message, path=path, field="tasks")
