"""Reports may have been written by hostile code; they are read, and never believed too much."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sopgen.artifacts import RuntimeContract, StartProof
from sopgen.languages import TestReport, language

PYTHON = language("python")
BOMB = b"""<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>
<testsuites><testsuite><testcase classname="t" name="&b;"/></testsuite></testsuites>"""


def _runtime(kind: str, **proof: Any) -> RuntimeContract:
    empty = StartProof(
        arguments=(), keys=None, exit_code=None, output=None, http_path=None, http_status=None
    )
    return RuntimeContract.model_validate(
        {"kind": kind, "start": ("python", "a.py"), "proof": empty.model_copy(update=proof)}
    )


def _start(runtime: RuntimeContract, **report: Any) -> tuple[str, str]:
    result = PYTHON.read_start(runtime, {"start.json": json.dumps(report).encode()})
    return result.outcome, result.evidence


def _read(*cases: str) -> TestReport:
    text = f"<testsuites><testsuite>{''.join(cases)}</testsuite></testsuites>"
    return PYTHON.read_tests({"junit.xml": text.encode()})


@pytest.mark.parametrize(
    ("reports", "problem"),
    [
        ({}, "no report"),
        ({"junit.xml": b""}, "not valid XML"),
        ({"junit.xml": b"<testsuites>"}, "not valid XML"),
        ({"junit.xml": BOMB}, "not one that pytest wrote"),
        ({"junit.xml": BOMB.decode().encode("utf-16")}, "not one that pytest wrote"),
        ({"junit.xml": b" " * 9_000_000}, "too large"),
        ({"junit.xml": b"<testsuites/>"}, "no test was collected"),
    ],
)
def test_a_report_that_cannot_be_trusted_says_why(reports: dict[str, bytes], problem: str) -> None:
    report = PYTHON.read_tests(reports)
    assert report.results == ()
    assert problem in report.problem


def test_a_test_that_passes_and_then_errs_has_erred() -> None:
    head = (
        '<testcase classname="tests.test_a.TestB.TestC" name="test_d[1-x]" file="tests/test_a.py"'
    )
    report = _read(f"{head}/>", f'{head}><error message="teardown">boom</error></testcase>')
    assert [(item.name, item.outcome, item.message) for item in report.results] == [
        ("tests/test_a.py::TestB::TestC::test_d[1-x]", "error", "boom")
    ]


def test_a_long_failure_keeps_the_lines_that_tell() -> None:
    text = "\n".join(
        ["def test():", *["    filler = 1"] * 500, ">   assert a == b", "E   assert 1 == 2"]
    )
    text += "\ntests/test_a.py:502: AssertionError"
    report = _read(f'<testcase classname="a" name="b"><failure>{text}</failure></testcase>')
    assert report.results[0].message.splitlines() == [
        ">   assert a == b",
        "E   assert 1 == 2",
        "tests/test_a.py:502: AssertionError",
    ]


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b'{"a": 1}', b"\xff"])
def test_an_import_report_that_cannot_be_read_is_a_finding(data: bytes) -> None:
    (found,) = PYTHON.read_imports({"imports.json": data})
    assert found.check == "imports.failed"


def test_a_terminal_program_must_end_by_itself() -> None:
    runtime = _runtime("tui", keys="q", exit_code=0)
    assert _start(runtime, exit_code=0, output="bye") == ("passed", "it ended with exit code 0")
    outcome, evidence = _start(runtime, exit_code=None, output="score: 0", error="")
    assert (outcome, evidence) == ("failed", "it did not end by itself\nscore: 0")


def test_the_exit_code_and_the_output_must_be_those_of_the_proof() -> None:
    runtime = _runtime("cli", exit_code=2, output="usage:  a.py")
    assert _start(runtime, exit_code=2, output="usage: a.py X")[0] == "passed"
    assert _start(runtime, exit_code=0, output="usage: a.py X")[1].startswith(
        "it ended with exit code 0 instead of 2"
    )
    assert "does not hold" in _start(runtime, exit_code=2, output="help")[1]


def test_a_service_must_answer_with_its_status() -> None:
    runtime = _runtime("web_service", http_path="/", http_status=204, output="ok")
    assert _start(runtime, status=204, body="all ok")[0] == "passed"
    assert _start(runtime, status=500, body="all ok")[0] == "failed"
    assert _start(runtime, status=204, body="no")[0] == "failed"
    assert _start(runtime, status=None, error="refused")[1] == "refused; it did not answer GET /"


def test_a_missing_report_is_a_failed_start() -> None:
    assert PYTHON.read_start(_runtime("cli"), {}).outcome == "failed"


@pytest.mark.parametrize("kind", ["gui", "web_page"])
def test_what_cannot_be_started_yet_is_not_executed_and_says_why(kind: str) -> None:
    result = PYTHON.read_start(_runtime(kind), {})
    assert result.outcome == "not executed"
    assert "not supported yet" in result.evidence


@given(st.binary(max_size=200))
def test_no_report_makes_a_reader_fail(data: bytes) -> None:
    PYTHON.read_tests({"junit.xml": data})
    PYTHON.read_imports({"imports.json": data})
    PYTHON.read_start(_runtime("cli"), {"start.json": data})
