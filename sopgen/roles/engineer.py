"""The Engineer turns tasks into files, and repairs what execution proves wrong."""

from functools import partial

from sopgen.artifacts import (
    PRD,
    AcceptanceTests,
    Code,
    CodeFile,
    Design,
    Finding,
    Plan,
    Requirement,
    Verdict,
    text_digest,
)
from sopgen.checks import check_file, checks_passed, waves
from sopgen.events import FindingRaised
from sopgen.languages import language
from sopgen.roles.brief import Brief
from sopgen.roles.desk import Desk
from sopgen.roles.reality import face_reality
from sopgen.roles.repair import repair_files
from sopgen.roles.writing import Piece, write_file

_PYTHON = "3.11"
"""The oldest Python that generated projects promise to run on."""


def write_code(desk: Desk, requirement: Requirement, prd: PRD, design: Design, plan: Plan) -> Code:
    """Write every file of the design with its unit tests, wave by wave, and run them."""
    brief = Brief(requirement, prd, design, plan)
    pieces: dict[str, Piece] = {}
    for wave in [*waves(plan, design, desk.rules.order), _forgotten(plan, design)]:
        write = partial(write_file, desk, brief, seen=desk.draft.files())
        pieces |= {piece.path: piece for piece in desk.in_parallel(write, wave)}
    _lay_scaffold(desk, brief)
    pieces, left = face_reality(desk, brief, pieces)
    for finding in left:
        desk.report(FindingRaised(stage=desk.stage, finding=finding))
    return _code(desk, brief, pieces, left)


def repair_code(
    desk: Desk,
    requirement: Requirement,
    prd: PRD,
    design: Design,
    plan: Plan,
    code: Code,
    acceptance_tests: AcceptanceTests,
    verdict: Verdict,
) -> Code:
    """Change the files that made acceptance tests or the start-up proof fail."""
    brief = Brief(requirement, prd, design, plan)
    repair_files(desk, brief, verdict, code.repairs + 1)
    changed = desk.draft.changes()
    known = {file.path for file in code.files}
    files = [_renewed(file, desk.draft.read(file.path)) for file in code.files]
    files += [_code_file(path, text) for path, text in changed.items() if path not in known]
    return Code(files=tuple(files), repairs=code.repairs + 1)


def _forgotten(plan: Plan, design: Design) -> tuple[str, ...]:
    """Return the files of the design that no task is about; they are written all the same."""
    planned = {task.file for task in plan.tasks}
    return tuple(file.path for file in design.files if file.path not in planned)


def _lay_scaffold(desk: Desk, brief: Brief) -> None:
    spoken = language(brief.prd.programming_language)
    for name in spoken.scaffold(list(desk.draft.files())):
        text = desk.templates.text(
            f"scaffold/{spoken.name}/{name}.j2",
            prd=brief.prd,
            design=brief.design,
            plan=brief.plan,
            packages=brief.packages,
            python_version=_PYTHON,
        )
        desk.draft.write(name, text)


def _code(desk: Desk, brief: Brief, pieces: dict[str, Piece], left: list[Finding]) -> Code:
    files = []
    written = desk.draft.files()
    for path, text in sorted(desk.draft.changes().items()):
        piece = pieces.get(path)
        findings = check_file(path, brief.artifacts, written)
        file = _code_file(path, text)
        if piece:
            tests = brief.test_path(path)
            file = file.model_copy(
                update={
                    "task": brief.task_of(path).id,
                    "attempts": piece.attempt,
                    "checks_passed": checks_passed(path, findings),
                    "unit_tests": tests if tests and desk.draft.read(tests) else None,
                }
            )
        files.append(file)
    return Code(files=tuple(files), findings=tuple(left))


def _code_file(path: str, text: str) -> CodeFile:
    return CodeFile(path=path, digest=text_digest(text), lines=len(text.splitlines()))


def _renewed(file: CodeFile, text: str | None) -> CodeFile:
    if text is None or text_digest(text) == file.digest:
        return file
    return file.model_copy(
        update={
            "digest": text_digest(text),
            "lines": len(text.splitlines()),
            "attempts": file.attempts + 1,
        }
    )
