"""The order of work: which files can be written at the same time."""

from collections.abc import Mapping, Sequence
from typing import Literal

from sopgen.artifacts import Design, Plan
from sopgen.checks.known import is_stated

Order = Literal["interfaces", "dependency"]


def waves(plan: Plan, design: Design, order: Order = "interfaces") -> tuple[tuple[str, ...], ...]:
    """Return the plan's files in groups; a group waits for those before it.

    `interfaces`: a file waits only for files whose interface the design leaves open;
    `dependency`: it waits for all that it uses. A circle is broken at the file that comes first in
    the plan.
    """
    files = list(dict.fromkeys(task.file for task in plan.tasks))
    waits = {
        task.file: {
            path
            for path in task.depends_on
            if path in files
            and path != task.file
            and (order == "dependency" or not is_stated(design, path))
        }
        for task in plan.tasks
    }
    found = []
    left = files
    while left:
        ready = [path for path in left if not waits[path] & set(left)] or _least_bound(left, waits)
        found.append(tuple(ready))
        left = [path for path in left if path not in ready]
    return tuple(found)


def cycles(uses: Mapping[str, Sequence[str]]) -> list[tuple[str, ...]]:
    """Return each circle of dependencies once, beginning and ending with the same file."""
    found: list[tuple[str, ...]] = []
    done: set[str] = set()
    for start in uses:
        _visit(start, uses, [], done, found)
    return found


def _least_bound(left: Sequence[str], waits: Mapping[str, set[str]]) -> list[str]:
    """Return one file of a circle: the first, in plan order, that waits for nothing else."""
    unfinished = set(left)

    def reach(path: str) -> set[str]:
        seen: set[str] = set()
        pending = [path]
        while pending:
            for other in waits[pending.pop()] & unfinished:
                if other not in seen:
                    seen.add(other)
                    pending.append(other)
        return seen

    # All that a file of a bottom circle waits for waits for the file as well.
    return [next(path for path in left if all(path in reach(other) for other in reach(path)))]


def _visit(
    path: str,
    uses: Mapping[str, Sequence[str]],
    trail: list[str],
    done: set[str],
    found: list[tuple[str, ...]],
) -> None:
    if path in trail:
        found.append((*trail[trail.index(path) :], path))
        return
    if path in done or path not in uses:
        return
    trail.append(path)
    for other in uses[path]:
        if other != path:
            _visit(other, uses, trail, done, found)
    trail.pop()
    done.add(path)
