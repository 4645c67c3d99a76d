"""The map of the code, kept true: who may import whom, who owns which library, how long is long."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "sopgen"
SOURCES = sorted(
    path
    for path in PACKAGE.rglob("*.py")
    if not path.is_relative_to(PACKAGE / "sandbox" / "payload")
)

GROUND = {"errors", "clock", "redact", "artifacts"}
MAY_KNOW: dict[str, set[str]] = {
    "errors": set(),
    "clock": set(),
    "redact": set(),
    "artifacts": {"errors"},
    "events": {"artifacts"},
    "person": {"artifacts"},
    "config": GROUND,
    "project": GROUND,
    "sandbox": GROUND,
    "llm": GROUND | {"events", "person"},
    "journal": GROUND | {"events", "llm.base"},
    "languages": {"errors", "artifacts"},
    "checks": {"errors", "artifacts", "languages"},
    "render": {"errors", "artifacts", "llm.base"},
    "roles": {
        "errors", "artifacts", "events", "person", "llm", "render", "sandbox", "languages",
        "checks",
    },
    "sop": {"artifacts", "roles"},
    "contents": GROUND | {"checks", "project", "render"},
    "run": GROUND | {"contents", "events", "journal", "project", "sop"},
    "pipeline": GROUND | {"events", "person", "roles", "run", "sop"},
    "ui": {"events", "artifacts", "clock", "person"},
    "order": GROUND | {"config", "events", "person"},
    "trying": GROUND | {"languages", "order", "project", "sandbox"},
    "source": GROUND | {"config", "journal", "llm"},
    "estimate": GROUND | {"config", "journal", "llm", "project", "sop", "source"},
    "gateway": GROUND | {"events", "llm", "order", "render", "run", "source"},
    "assembly": GROUND | {
        "config", "contents", "events", "gateway", "journal", "llm", "order", "pipeline", "project",
        "render", "roles", "run", "sandbox", "sop", "source",
    },
}  # fmt: skip
"""Part → the parts it may know; `cli` may know all."""

OWNERS = {
    "litellm": {"llm/provider.py"},
    "git": {"project/git.py"},
    "jinja2": {"render"},
    "mermaid_render": {"render/svg.py"},
    "termaid": {"render/terminal.py"},
    "rich": {"ui", "cli"},
    "typer": {"cli"},
    "json_repair": {"llm/parsing.py"},
    "time": {"clock.py"},
    "random": {"clock.py"},
    "secrets": {"clock.py"},
    "uuid": set(),
    "click": set(),
}
"""Library → the files or folders that may import it."""

LONGEST_FILE, LONGEST_FUNCTION, MOST_PARAMETERS = 250, 40, 5
_READS = "a role's parameters are the artifacts that its stage needs"
EXCEPTIONS = {"roles/engineer.py:repair_code": _READS, "roles/qa_engineer.py:judge_code": _READS}
"""`file:function` that may pass a limit, with the reason."""


def imports_of(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def part_of(path: Path) -> str:
    relative = path.relative_to(PACKAGE)
    return relative.parts[0].removesuffix(".py")


def known_parts(path: Path) -> Iterator[str]:
    for module in imports_of(path):
        words = module.split(".")
        if words[0] == "sopgen" and len(words) > 1 and words[1] != part_of(path):
            yield ".".join(words[1:])


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_point_down(path: Path) -> None:
    part = part_of(path)
    if part in {"cli", "__init__", "__main__"}:
        return
    allowed = MAY_KNOW[part]
    wrong = [
        known
        for known in known_parts(path)
        if not any(known == part or known.startswith(part + ".") for part in allowed)
    ]
    assert not wrong


@pytest.mark.parametrize("library", OWNERS)
def test_each_library_has_one_owner(library: str) -> None:
    users = {
        path.relative_to(PACKAGE).as_posix()
        for path in SOURCES
        if any(module.split(".")[0] == library for module in imports_of(path))
    }
    strangers = {
        user
        for user in users
        if not any(user == owner or user.startswith(owner + "/") for owner in OWNERS[library])
    }
    assert not strangers


def test_the_tail_stays_short() -> None:
    too_long = []
    for path in SOURCES:
        name = path.relative_to(PACKAGE).as_posix()
        text = path.read_text(encoding="utf-8")
        if text.count("\n") > LONGEST_FILE:
            too_long.append(f"{name}: {text.count(chr(10))} lines")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                too_long += [f"{name}:{node.name}: {why}" for why in complaints(node)]
    assert [line for line in too_long if line.rpartition(":")[0] not in EXCEPTIONS] == []


def complaints(node: ast.FunctionDef) -> Iterator[str]:
    lines = (node.end_lineno or node.lineno) - node.lineno + 1
    if lines > LONGEST_FUNCTION:
        yield f"{lines} lines"
    arguments = [a for a in (*node.args.posonlyargs, *node.args.args) if a.arg != "self"]
    if len(arguments) > MOST_PARAMETERS:
        yield f"{len(arguments)} positional parameters"


CATCHES_ALL = {"llm/patience.py": "it relays what ends a stream to the thread that waits"}


def test_nothing_catches_everything() -> None:
    broad = []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ExceptHandler) and (
                node.type is None
                or (
                    isinstance(node.type, ast.Name)
                    and node.type.id in {"Exception", "BaseException"}
                )
            ):
                broad.append(path.relative_to(PACKAGE).as_posix())
    assert broad == list(CATCHES_ALL)


def test_a_stage_needs_what_its_role_reads() -> None:
    from sopgen.sop import stages

    for stage in stages():
        code = stage.action.__code__
        assert code.co_varnames[1 : code.co_argcount] == stage.needs


def test_the_map_names_every_part_and_no_other() -> None:
    text = (PACKAGE.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.partition("| part | job |")[2].partition("\n\n")[0]
    named = {name.rstrip("/") for name in re.findall(r"`([\w./]+)`", table.replace("|", " "))}
    parts = {
        path.name
        for path in PACKAGE.iterdir()
        if path.suffix in {"", ".py"} and not path.name.startswith(("_", "py."))
    }
    assert parts <= named, f"the map lacks {sorted(parts - named)}"
    assert {name for name in named if (PACKAGE / name).exists()} >= parts


@pytest.mark.parametrize(("name", "most"), [("README.md", 150), ("docs/architecture.md", 150)])
def test_the_documents_stay_short(name: str, most: int) -> None:
    assert (PACKAGE.parent / name).read_text(encoding="utf-8").count("\n") <= most


def test_decisions_stay_short() -> None:
    decisions = sorted((PACKAGE.parent / "docs" / "adr").glob("*.md"))
    assert len(decisions) >= 5
    assert [path.name for path in decisions if path.read_text().count("\n") >= 40] == []
