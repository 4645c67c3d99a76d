"""The QA Engineer writes acceptance tests blind to the code, then judges it by running it."""

import re
from dataclasses import replace

from sopgen.artifacts import (
    PRD,
    AcceptanceFile,
    AcceptanceTests,
    Artifacts,
    Code,
    CoveredCriterion,
    Design,
    Finding,
    Plan,
    Requirement,
    UntestableCriterion,
    Verdict,
)
from sopgen.checks import check_file, run_checks
from sopgen.events import FindingRaised
from sopgen.languages import language
from sopgen.llm.blocks import Blocks
from sopgen.roles.desk import Desk
from sopgen.roles.judgement import gather, verdict_from

_UNTESTABLE = re.compile(r"NOT TESTABLE[,:]?\s*(R\d+\.\d+)\s*[,:]\s*(\S.*)")


def write_acceptance_tests(
    desk: Desk, requirement: Requirement, prd: PRD, design: Design
) -> AcceptanceTests:
    """Write tests for each acceptance criterion from PRD and design alone."""
    spoken = language(prd.programming_language)
    path = spoken.acceptance_path()
    known = Artifacts(requirement, prd, design)
    tests = AcceptanceTests(files=(), covered=())
    problems: list[Finding] = []
    for number in range(1, desk.rules.file_retries + 2):
        prompt = desk.prompt(
            "write_acceptance_tests",
            f"{path}#{number}",
            max_tokens=12_000,
            requirement=requirement,
            prd=prd,
            design=design,
            path=path,
            current=tests.files[0].content if tests.files else "",
            problems=problems,
        )
        tests = _read(desk.ask_for_files(prompt, [path]), path, prd, tests) or tests
        before, problems = problems, _problems(known, tests, path)
        if not problems or problems == before:
            break
    for finding in problems:
        desk.report(FindingRaised(stage=desk.stage, finding=finding))
    return tests


def judge_code(
    desk: Desk,
    requirement: Requirement,
    prd: PRD,
    design: Design,
    plan: Plan,
    acceptance_tests: AcceptanceTests,
    code: Code,
) -> Verdict:
    """Run all tests and the start-up proof; say of each requirement what was proven."""
    for file in acceptance_tests.files:
        desk.draft.write(file.path, file.content)
    known = Artifacts(requirement, prd, design, plan, code, acceptance_tests)
    files = desk.draft.files()
    findings = run_checks("code", known, files) + run_checks("qa", known, files)
    verdict = verdict_from(known, gather(desk, known), findings)
    for finding in verdict.findings:
        desk.report(FindingRaised(stage=desk.stage, finding=finding))
    return verdict


def _read(blocks: Blocks, path: str, prd: PRD, before: AcceptanceTests) -> AcceptanceTests | None:
    """Make the artifact from an answer; None when it holds no file.

    What an earlier answer called untestable stays so, unless there is a test for it now.
    """
    content = blocks.files.get(path)
    if content is None:
        return None
    covered = language(prd.programming_language).criteria_covered(path, content)
    tested = {criterion for criterion, _ in covered}
    untestable = {u.criterion: u.why for u in before.untestable if u.criterion not in tested}
    untestable |= dict(_UNTESTABLE.findall(blocks.rest))
    return AcceptanceTests(
        files=(AcceptanceFile(path=path, content=content),),
        covered=tuple(CoveredCriterion(criterion=c, path=path, test=t) for c, t in covered),
        untestable=tuple(
            UntestableCriterion(criterion=criterion, why=why.strip())
            for criterion, why in untestable.items()
        ),
    )


def _problems(known: Artifacts, tests: AcceptanceTests, path: str) -> list[Finding]:
    """Return what must change in the tests before they can judge anything."""
    if not tests.files:
        message = f"the answer held no fenced block under a line with the path {path}"
        return [Finding(check="tests.missing", path=path, message=message)]
    with_tests = replace(known, acceptance_tests=tests)
    files = {file.path: file.content for file in tests.files}
    findings = run_checks("qa", with_tests, files) + check_file(path, known, files)
    return [finding for finding in findings if finding.severity == "error"]
