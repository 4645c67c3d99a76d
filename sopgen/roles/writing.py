"""Write one file of the project, and write it again until nothing static speaks against it."""

from collections.abc import Mapping
from dataclasses import dataclass

from sopgen.artifacts import Finding
from sopgen.checks import check_file, guard
from sopgen.events import FileChanged, FileState
from sopgen.languages import language_of
from sopgen.llm.blocks import Blocks
from sopgen.roles.brief import Brief, FileText
from sopgen.roles.desk import Desk


@dataclass(frozen=True)
class Piece:
    """A file of the code stage: how often it was asked for, and what is wrong with it."""

    path: str
    attempt: int = 0
    problems: tuple[str, ...] = ()


def write_file(desk: Desk, brief: Brief, path: str, seen: Mapping[str, str]) -> Piece:
    """Write a file and its unit tests, correcting them while static checks find errors.

    `seen` is the project as it stood when the wave began: what the others of the wave write
    meanwhile must not show in this file's prompts, or a resumed run would ask other questions.
    """
    piece = attempt(desk, brief, Piece(path), seen)
    while piece.problems and piece.attempt <= desk.rules.file_retries:
        again = attempt(desk, brief, piece, seen)
        if again.problems == piece.problems:
            return again
        piece = again
    return piece


def attempt(desk: Desk, brief: Brief, piece: Piece, seen: Mapping[str, str]) -> Piece:
    """Ask once for a file and take the answer over, unless a guard refuses it."""
    number = piece.attempt + 1
    path, test_path = piece.path, brief.test_path(piece.path)
    own = [name for name in (path, test_path) if name]
    current = {name: text for name in own if (text := desk.draft.read(name)) is not None}
    desk.report(FileChanged(path=path, state="asked", attempt=number))
    values = brief.shared() | brief.slice_for(path, seen)
    if number > 1:
        values |= {
            "attempt": number,
            "current": [FileText(name, text) for name, text in current.items()],
            "problems": piece.problems,
        }
    prompt = desk.prompt(
        "write_file" if number == 1 else "correct_file",
        f"{path}#{number}",
        max_tokens=brief.max_tokens(path),
        **values,
    )
    blocks = desk.ask_for_files(prompt, own)
    desk.report(FileChanged(path=path, state="checking", attempt=number))
    problems = _take_over(desk, brief, path, blocks, {**seen, **current})
    state: FileState = "repairing" if problems else "done"
    desk.report(FileChanged(path=path, state=state, attempt=number))
    return Piece(path, number, tuple(problems))


def _take_over(
    desk: Desk, brief: Brief, path: str, blocks: Blocks, before: Mapping[str, str]
) -> list[str]:
    """Put the answer's files into the draft; return what is wrong with them."""
    own = [name for name in (path, brief.test_path(path)) if name]
    after = {name: blocks.files[name] for name in own if name in blocks.files}
    if not after or (path not in after and path not in before):
        refused = "".join(f" {name} was refused: {reason}." for name, reason in blocks.rejected)
        return [f"The answer held no fenced block for {path} under a line with its path.{refused}"]
    earlier = {name: before[name] for name in own if name in before}
    refused_by = guard(earlier, earlier | after, language_of(path), brief.design) if earlier else []
    if refused_by:
        return [f"The last answer was refused: {finding}" for finding in refused_by]
    for name, text in after.items():
        desk.draft.write(name, text)
    files = {**before, **after}
    findings = [f for name in own if name in files for f in check(brief, name, files)]
    return [str(finding) for finding in findings]


def check(brief: Brief, path: str, files: Mapping[str, str]) -> list[Finding]:
    """Return the errors that static checks find in one file."""
    findings = check_file(path, brief.artifacts, files)
    return [finding for finding in findings if finding.severity == "error"]
