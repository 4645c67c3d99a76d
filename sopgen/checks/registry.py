"""Every check by its id and the stage it follows."""

from collections.abc import Mapping

from sopgen.artifacts import Artifacts, Finding, StageName
from sopgen.checks import (
    code,
    design,
    design_files,
    design_promises,
    documents,
    interfaces,
    plan,
    prd,
    qa,
)
from sopgen.checks.base import CheckInfo

CHECKS: tuple[CheckInfo, ...] = (
    CheckInfo("prd.ids", "prd", "requirement ids are R1 to Rn", prd.requirement_ids),
    CheckInfo("prd.p0", "prd", "there is a P0 requirement", prd.most_important),
    CheckInfo("prd.criteria", "prd", "acceptance criteria differ", prd.criteria),
    CheckInfo("prd.repeated", "prd", "requirements differ", prd.repeated),
    CheckInfo("prd.language", "prd", "the code's language can be run", prd.programming_language),
    CheckInfo("prd.name", "prd", "the fixed project name stands", prd.project_name),
    CheckInfo("document.language", "prd", "the PRD is in the language asked for", documents.prd),
    CheckInfo("design.language", "design", "the design is in the language asked for",
              documents.design),
    CheckInfo("design.requirements", "design", "files serve P0 and P1 requirements",
              design_files.requirements_served),
    CheckInfo("design.unknown_requirement", "design", "requirement ids are known",
              design_files.requirements_known),
    CheckInfo("design.path_clash", "design", "paths fit on one disk", design_files.path_clashes),
    CheckInfo("design.binary", "design", "all files are text", design_files.only_text),
    CheckInfo("design.foreign_file", "design", "tests and documents are left out",
              design_files.only_own_files),
    CheckInfo("design.shadows", "design", "no file hides a module", design_files.shadowed),
    CheckInfo("design.test_clash", "design", "unit tests have files of their own",
              design_files.tests_apart),
    CheckInfo("design.interface_file", "design", "interfaces belong to files",
              design.interface_files),
    CheckInfo("design.signature", "design", "what is promised can be written",
              design_promises.promises),
    CheckInfo("design.interface", "design", "shared files state their interface",
              design.interfaces_stated),
    CheckInfo("design.base", "design", "base classes are known", design.bases_known),
    CheckInfo("design.entry_point", "design", "the start command's file exists",
              design.entry_point),
    CheckInfo("design.runtime", "design", "the start proof fits the program",
              design.runtime_contract),
    CheckInfo("design.package", "design", "packages are third-party", design.standard_packages),
    CheckInfo("design.participant", "design", "participants of the call flow are known",
              design.participants),
    CheckInfo("plan.language", "plan", "the plan is in the language asked for", documents.plan),
    CheckInfo("plan.files", "plan", "each file has one task", plan.one_task_per_file),
    CheckInfo("plan.ids", "plan", "task ids are unique", plan.task_ids),
    CheckInfo("plan.depends_on", "plan", "dependencies are files", plan.dependencies_known),
    CheckInfo("plan.cycle", "plan", "dependencies have no circle", plan.no_cycle),
    CheckInfo("plan.unknown_requirement", "plan", "requirement ids are known",
              plan.requirements_known),
    CheckInfo("plan.requirements", "plan", "P0 requirements have tasks", plan.requirements_planned),
    CheckInfo("code.missing", "code", "the design's files are written", code.files_written),
    CheckInfo("code.syntax", "code", "files parse", code.syntax),
    CheckInfo("code.stub", "code", "nothing is left unwritten", code.stubs),
    CheckInfo("code.no_assertion", "code", "unit tests can fail", code.unit_tests_assert),
    CheckInfo("code.untested", "code", "source files have unit tests", code.unit_tests_written),
    CheckInfo("code.unplanned", "code", "each source file is designed", code.files_planned),
    CheckInfo("interface.missing", "code", "promised names exist", interfaces.promised_names),
    CheckInfo("interface.different", "code", "promised calls work",
              interfaces.promised_signatures),
    CheckInfo("imports.unresolved", "code", "imports resolve", code.imports_resolved),
    CheckInfo("imports.undeclared", "code", "packages are declared", code.imports_declared),
    CheckInfo("code.entry_point", "code", "the program has an entry point", code.entry_point),
    CheckInfo("code.unused_package", "code", "declared packages are used", code.packages_used),
    CheckInfo("code.route", "code", "promised routes are in the source", code.routes),
    CheckInfo("qa.coverage", "qa", "tests cover the criteria", qa.criteria_covered),
    CheckInfo("qa.criterion", "qa", "named criteria and tests exist", qa.criteria_known),
    CheckInfo("qa.syntax", "qa", "acceptance tests parse", qa.tests_parse),
    CheckInfo("qa.assertion", "qa", "acceptance tests can fail", qa.tests_assert),
    CheckInfo("qa.imports", "qa", "acceptance tests' imports resolve", qa.tests_import),
)  # fmt: skip


def run_checks(stage: StageName, artifacts: Artifacts, files: Mapping[str, str]) -> list[Finding]:
    """Run all checks of a stage and return what they found, in the registry's order."""
    return [
        finding
        for check in CHECKS
        if check.stage == stage
        for finding in check.run(artifacts, files)
    ]
