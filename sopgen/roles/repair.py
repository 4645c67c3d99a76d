"""One repair round: from failures of the whole program to changed files."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from sopgen.artifacts import Finding, Verdict
from sopgen.checks import guard
from sopgen.languages import Language, language, language_of
from sopgen.roles.brief import Brief, FileText
from sopgen.roles.desk import Desk
from sopgen.roles.writing import check

_MOST_SHOWN = 60_000
"""Characters of source in one repair prompt; what does not fit is left out, least suspect first."""
_MOST_TOKENS = 16_000
_MOST_CASES = 3
"""Failing cases of one parametrised test that are shown; the cause is mostly the same."""
_FAR = 2


@dataclass(frozen=True)
class Failure:
    """What went wrong, as the repair prompt shows it."""

    name: str
    message: str
    test: str = ""


def repair_files(desk: Desk, brief: Brief, verdict: Verdict, round_: int) -> None:
    """Ask for the files that have to change, and take them over unless a guard refuses."""
    failures = _failures(desk, brief, verdict)
    shown = _suspects(desk, brief, verdict)
    notes: tuple[str, ...] = ()
    for number in range(1, desk.rules.file_retries + 2):
        failing = [item.id for item in verdict.requirements if item.outcome == "failed"]
        prompt = desk.prompt(
            "repair_code",
            f"repair-{round_}#{number}",
            max_tokens=min(_MOST_TOKENS, sum(len(text) for text in shown.values()) // 2 + 4000),
            round=round_,
            failures=failures,
            items=brief.items(failing),
            interfaces=brief.interfaces(list(shown)),
            current=[FileText(path, text) for path, text in shown.items()],
            notes=notes,
            **brief.shared(),
        )
        blocks = desk.ask_for_files(prompt, list(shown))
        changed = {p: text for p, text in blocks.files.items() if shown.get(p, text) != text}
        notes = tuple(_objections(desk, brief, shown, changed))
        if not notes:
            for path, text in changed.items():
                desk.draft.write(path, text)
            return


def _failures(desk: Desk, brief: Brief, verdict: Verdict) -> list[Failure]:
    spoken = language(brief.prd.programming_language)
    failures = []
    for test, results in groupby(verdict.failures, lambda result: result.name.partition("[")[0]):
        cases = [f"{result.name}\n{result.message}" for result in results]
        path, _, name = test.partition("::")
        source = _source(spoken, path, name, desk.draft.read(path) or "")
        left_out = len(cases) - _MOST_CASES
        more = [f"{left_out} more cases of this test fail."] if left_out > 0 else []
        failures.append(Failure(test, "\n".join(cases[:_MOST_CASES] + more), source))
    if verdict.start.outcome == "failed":
        failures.append(Failure(f"start: {verdict.start.command}", verdict.start.evidence))
    failures += [Failure(f.check, str(f)) for f in verdict.findings if f.severity == "error"]
    return failures


def _source(spoken: Language, path: str, name: str, text: str) -> str:
    """Return the lines of one test: from where it begins to where the next one does."""
    wanted = name.partition("[")[0]
    lines = text.splitlines()
    begins = sorted((test.line, test.name) for test in spoken.tests(path, text))
    for place, (line, test) in enumerate(begins):
        if test == wanted:
            end = begins[place + 1][0] - 1 if place + 1 < len(begins) else len(lines)
            return "\n".join(lines[line - 1 : end]).rstrip()
    return ""


def _suspects(desk: Desk, brief: Brief, verdict: Verdict) -> dict[str, str]:
    """Return the files that a repair may change, most suspect first, as far as there is room.

    Suspect is what a failure's text names and what serves a failed requirement; all source files
    are where that names none. Tests of the QA Engineer never are.
    """
    texts = [f"{result.name} {result.message}" for result in verdict.failures]
    texts.append(verdict.start.evidence)
    texts += [str(finding) for finding in verdict.findings]
    failed = {item.id for item in verdict.requirements if item.outcome == "failed"}

    def distance(path: str, ids: Sequence[str]) -> int:
        if any(path in text for text in texts):
            return 0
        return 1 if failed.intersection(ids) else _FAR

    ordered = sorted(brief.design.files, key=lambda file: distance(file.path, file.requirement_ids))
    suspects = [file for file in ordered if distance(file.path, file.requirement_ids) < _FAR]
    ordered = suspects or ordered
    shown: dict[str, str] = {}
    room = _MOST_SHOWN
    unit_tests = [t for f in ordered if (t := brief.test_path(f.path)) and _names(texts, t)]
    for path in [*(file.path for file in ordered), *unit_tests]:
        text = desk.draft.read(path) or ""  # A file that is missing can come back.
        if len(text) <= room:
            shown[path] = text
            room -= len(text)
    return shown


def _names(texts: Sequence[str], path: str) -> bool:
    return any(path in text for text in texts)


def _objections(
    desk: Desk, brief: Brief, before: Mapping[str, str], changed: Mapping[str, str]
) -> list[str]:
    if not changed:
        return ["The last answer changed none of the files shown."]
    findings: list[Finding] = []
    for path in changed:
        findings += guard(
            {path: before[path]}, {path: changed[path]}, language_of(path), brief.design
        )
    after = {**desk.draft.files(), **changed}
    findings += [finding for path in changed for finding in check(brief, path, after)]
    return [f"The last answer was refused: {finding}" for finding in findings]
