"""Reading what imports and starts reported, and judging a start by the contract's proof."""

import json
import shlex
from collections.abc import Mapping, Sequence

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from sopgen.artifacts import Finding, Outcome, RuntimeContract, StartResult
from sopgen.languages.python.layout import module_of

_LARGEST = 4 * 1024 * 1024
_SHOWN = 800
_IMPORTS = TypeAdapter(dict[str, str])


class StartReport(BaseModel):
    """What the payload that started the program wrote down."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    exit_code: int | None = None
    output: str = ""
    status: int | None = None
    body: str = ""
    error: str = ""


def read_imports(reports: Mapping[str, bytes], files: Sequence[str]) -> list[Finding]:
    """Return a finding for each module that could not be imported."""
    data = reports.get("imports.json", b"")
    try:
        errors = _IMPORTS.validate_json(data[:_LARGEST])
    except ValidationError:
        message = "the run that imports every module left no report"
        return [Finding(check="imports.failed", message=message)]
    paths = {module: path for path in files if (module := module_of(path))}
    return [
        Finding(
            check="imports.failed",
            message=f"importing {module} fails: {error.strip()[:_SHOWN]}",
            path=paths.get(module, ""),
        )
        for module, error in sorted(errors.items())
        if error
    ]


def read_start(runtime: RuntimeContract, reports: Mapping[str, bytes]) -> StartResult:
    """Compare what happened with what the runtime contract says must happen."""
    command = shlex.join([*runtime.start, *runtime.proof.arguments])
    if runtime.kind in {"gui", "web_page"}:
        what = "a graphical program" if runtime.kind == "gui" else "a page in a browser"
        why = f"starting {what} is not supported yet; its modules were only imported"
        return StartResult(outcome="not executed", command=command, evidence=why)
    report = _start_report(reports)
    if report is None:
        return _judged(command, ["the start left no report"], [], "")
    wrong: list[str] = []
    right: list[str] = []
    if report.error:
        wrong.append(report.error.strip()[:_SHOWN])
    checks = _served(runtime, report) if runtime.kind == "web_service" else _ended(runtime, report)
    for holds, sentence in checks:
        (right if holds else wrong).append(sentence)
    shown = report.body if runtime.kind == "web_service" and report.body else report.output
    return _judged(command, wrong, right, shown)


def _start_report(reports: Mapping[str, bytes]) -> StartReport | None:
    data = reports.get("start.json", b"")
    try:
        return StartReport.model_validate(json.loads(data[:_LARGEST]))
    except (ValueError, RecursionError):
        return None


def _ended(runtime: RuntimeContract, report: StartReport) -> list[tuple[bool, str]]:
    wanted = runtime.proof.exit_code or 0
    if report.exit_code is None:
        return [(False, "it did not end by itself"), *_said(runtime, report.output)]
    same = report.exit_code == wanted
    sentence = f"it ended with exit code {report.exit_code}"
    return [
        (same, sentence if same else f"{sentence} instead of {wanted}"),
        *_said(runtime, report.output),
    ]


def _served(runtime: RuntimeContract, report: StartReport) -> list[tuple[bool, str]]:
    wanted = runtime.proof.http_status or 200
    path = runtime.proof.http_path or "/"
    if report.status is None:
        return [(False, f"it did not answer GET {path}")]
    same = report.status == wanted
    sentence = f"GET {path} was answered with status {report.status}"
    return [
        (same, sentence if same else f"{sentence} instead of {wanted}"),
        *_said(runtime, report.body),
    ]


def _said(runtime: RuntimeContract, text: str) -> list[tuple[bool, str]]:
    wanted = runtime.proof.output
    if not wanted:
        return []
    # Terminals wrap and pad; only the words count.
    found = " ".join(wanted.split()) in " ".join(text.split())
    return [(found, f"the output {'holds' if found else 'does not hold'} {wanted!r}")]


def _judged(command: str, wrong: list[str], right: list[str], output: str) -> StartResult:
    outcome: Outcome = "failed" if wrong else "passed"
    evidence = "; ".join(wrong or right)
    if wrong and output.strip():
        evidence += f"\n{output.strip()[-_SHOWN:]}"
    return StartResult(outcome=outcome, command=command, evidence=evidence)
