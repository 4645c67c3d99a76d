"""Reading the JUnit report of a test run, which hostile code may have written."""

from collections.abc import Mapping
from typing import Literal
from xml.etree import ElementTree

from sopgen.artifacts import TestResult
from sopgen.languages.base import TestReport

_LARGEST = 8 * 1024 * 1024
_MESSAGE = 1500
_MOST_TESTS = 5000
_RANK = {"passed": 0, "skipped": 1, "failed": 2, "error": 3}
_Outcome = Literal["passed", "failed", "error", "skipped"]


def read_tests(reports: Mapping[str, bytes]) -> TestReport:
    """Return the results in `junit.xml`, or why it cannot be trusted."""
    data = reports.get("junit.xml")
    if data is None:
        return TestReport((), "the test run left no report")
    if len(data) > _LARGEST:
        return TestReport((), "the test report is too large to be read")
    # An entity can swell to gigabytes; pytest never writes one.
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data or b"\x00" in data:
        return TestReport((), "the test report is not one that pytest wrote")
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        return TestReport((), f"the test report is not valid XML: {error}")
    results: dict[str, TestResult] = {}
    for case in root.iter("testcase"):
        result = _result(case)
        known = results.get(result.name)
        if known is None or _RANK[result.outcome] > _RANK[known.outcome]:
            results[result.name] = result
    if len(results) > _MOST_TESTS:
        return TestReport((), f"the test report holds more than {_MOST_TESTS} tests")
    return TestReport(tuple(results.values()), "" if results else "no test was collected")


def _result(case: ElementTree.Element) -> TestResult:
    outcome: _Outcome = "passed"
    message = ""
    for child in case:
        found = _outcome(child.tag)
        if found is not None and _RANK[found] > _RANK[outcome]:
            outcome, message = found, _message(child)
    return TestResult(name=_name(case)[:300], outcome=outcome, message=message)


def _outcome(tag: str) -> _Outcome | None:
    match tag:
        case "failure":
            return "failed"
        case "error":
            return "error"
        case "skipped":
            return "skipped"
        case _:
            return None


def _name(case: ElementTree.Element) -> str:
    name, classname = case.get("name", ""), case.get("classname", "")
    path = case.get("file", "").replace("\\", "/")
    if not classname:
        # A file that could not be collected: its name is the dotted path.
        return path or name.replace(".", "/") + ".py"
    module = path.removesuffix(".py").replace("/", ".")
    if not path:
        path = classname.replace(".", "/") + ".py"
    inner = classname.removeprefix(module).strip(".") if module else ""
    return "::".join([path, *(part for part in inner.split(".") if part), name])


def _message(node: ElementTree.Element) -> str:
    text = (node.text or "").strip() or node.get("message", "").strip()
    if len(text) <= _MESSAGE:
        return text
    lines = text.splitlines()
    telling = [line for line in lines if line.startswith(("E ", ">"))]
    short = "\n".join([*telling, lines[-1]])
    return short[:_MESSAGE] if telling else f"{text[: _MESSAGE // 2]}\n…\n{text[-_MESSAGE // 2 :]}"
