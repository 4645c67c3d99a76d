"""Every check is quiet on a healthy project and finds its own defect."""

import broken_code
import broken_documents
import pytest
import sample

from sopgen.artifacts import Artifacts, StageName
from sopgen.checks import CHECKS, CheckInfo, run_checks


def _ids(checks: tuple[CheckInfo, ...]) -> list[str]:
    return [check.id for check in checks]


@pytest.mark.parametrize("stage", ["prd", "design", "plan", "code", "qa"])
def test_a_healthy_project_has_no_findings(stage: StageName) -> None:
    assert run_checks(stage, sample.artifacts(), sample.files()) == []


@pytest.mark.parametrize("check", CHECKS, ids=_ids(CHECKS))
def test_each_check_finds_its_defect_and_nothing_else_under_its_id(check: CheckInfo) -> None:
    if check.id in broken_documents.CASES:
        artifacts, files = broken_documents.CASES[check.id](), sample.files()
    else:
        artifacts, files = broken_code.CASES[check.id]()
    found = check.run(artifacts, files)
    assert found
    assert {finding.check for finding in found} == {check.id}


@pytest.mark.parametrize("check", CHECKS, ids=_ids(CHECKS))
def test_checks_are_quiet_before_anything_was_made(check: CheckInfo) -> None:
    assert check.run(Artifacts(requirement=sample.requirement()), {}) == []


def test_check_ids_are_unique() -> None:
    assert len(set(_ids(CHECKS))) == len(CHECKS)


def test_the_warning_about_a_language_is_no_error() -> None:
    found = run_checks("prd", broken_documents.CASES["prd.language"](), {})
    assert [(item.check, item.severity) for item in found] == [("prd.language", "warning")]
