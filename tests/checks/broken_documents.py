"""For each check of a document, the smallest change to the healthy sample that must be found."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import sample

from sopgen.artifacts import (
    AcceptanceCriterion,
    Artifacts,
    CallStep,
    ClassInterface,
    FileInterface,
    FilePlan,
    Package,
)

Case = Callable[[], Artifacts]


def _prd(**changes: Any) -> Artifacts:
    return replace(sample.artifacts(), prd=sample.prd().model_copy(update=changes))


def _design(**changes: Any) -> Artifacts:
    return replace(sample.artifacts(), design=sample.design().model_copy(update=changes))


def _plan(*changes: dict[str, Any]) -> Artifacts:
    tasks = tuple(
        task.model_copy(update=change)
        for task, change in zip(sample.plan().tasks, changes, strict=True)
    )
    return replace(sample.artifacts(), plan=sample.plan().model_copy(update={"tasks": tasks}))


def _requirement(**changes: Any) -> Artifacts:
    changed = sample.requirement().model_copy(update=changes)
    return replace(sample.artifacts(), requirement=changed)


def _pool(**changes: Any) -> Artifacts:
    first, *others = sample.prd().requirement_pool
    return _prd(requirement_pool=(first.model_copy(update=changes), *others))


def _more_files(*paths: str) -> Artifacts:
    extra = tuple(
        FilePlan(path=path, purpose="More", requirement_ids=(), change="new") for path in paths
    )
    return _design(files=sample.design().files + extra)


def _runtime(**changes: Any) -> Artifacts:
    return _design(runtime=sample.design().runtime.model_copy(update=changes))


def _same_criterion() -> Artifacts:
    criterion = AcceptanceCriterion(given="a", when="b", then="c")
    return _pool(acceptance_criteria=(criterion, criterion))


def _unknown_base() -> Artifacts:
    shape = ClassInterface(
        name="Kelvin", bases=("Scale",), purpose="A unit", attributes=(), methods=()
    )
    converter, main = sample.design().interfaces
    changed = converter.model_copy(update={"classes": (*converter.classes, shape)})
    return _design(interfaces=(changed, main))


def _dotted_name() -> Artifacts:
    converter, main = sample.design().interfaces
    renamed = main.functions[0].model_copy(update={"name": "App.main()"})
    return _design(interfaces=(converter, main.model_copy(update={"functions": (renamed,)})))


def _empty_interface(path: str) -> FileInterface:
    return FileInterface(path=path, constants=(), classes=(), functions=())


CASES: dict[str, Case] = {
    "prd.ids": lambda: _pool(id="R7"),
    "prd.p0": lambda: _pool(priority="P1"),
    "prd.criteria": _same_criterion,
    "prd.repeated": lambda: _pool(text=sample.prd().requirement_pool[1].text.upper()),
    "prd.language": lambda: _prd(programming_language="cobol"),
    "prd.name": lambda: _requirement(project_name="thermometer"),
    "document.language": lambda: _requirement(document_language="German"),
    "design.language": lambda: _requirement(document_language="Français"),
    "plan.language": lambda: _requirement(document_language="ja"),
    "design.requirements": lambda: _pool(id="R9"),
    "design.unknown_requirement": lambda: _prd(requirement_pool=sample.prd().requirement_pool[:2]),
    "design.path_clash": lambda: _more_files("Main.py"),
    "design.binary": lambda: _more_files("assets/logo.PNG"),
    "design.foreign_file": lambda: _more_files("tests/test_main.py"),
    "design.shadows": lambda: _more_files("json.py"),
    "design.test_clash": lambda: _more_files("core/model.py", "ui/model.py"),
    "design.interface_file": lambda: _design(files=sample.design().files[1:]),
    "design.interface": lambda: _design(interfaces=(_empty_interface("converter.py"),)),
    "design.signature": _dotted_name,
    "design.base": _unknown_base,
    "design.entry_point": lambda: _runtime(start=("python", "-m", "thermometer")),
    "design.runtime": lambda: _runtime(kind="web_service"),
    "design.package": lambda: _design(
        packages=(Package(name="sqlite3", why="storage", version=None),)
    ),
    "design.participant": lambda: _design(
        call_flow=(CallStep(caller="main", callee="ThermoStat", message="heat()"),)
    ),
    "plan.files": lambda: _plan({}, {"file": "other.py"}),
    "plan.ids": lambda: _plan({}, {"id": "T1"}),
    "plan.depends_on": lambda: _plan({}, {"depends_on": ("kelvin.py",)}),
    "plan.cycle": lambda: _plan({"depends_on": ("main.py",)}, {}),
    "plan.unknown_requirement": lambda: _plan({}, {"requirement_ids": ("R8",)}),
    "plan.requirements": lambda: _plan({"requirement_ids": ()}, {"requirement_ids": ()}),
}
