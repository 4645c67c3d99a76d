"""A small healthy project, as typed artifacts and as files: a temperature converter."""

from sopgen.artifacts import (
    PRD,
    AcceptanceCriterion,
    AcceptanceFile,
    AcceptanceTests,
    Artifacts,
    Attribute,
    CallStep,
    ClassInterface,
    Code,
    CodeFile,
    Competitor,
    CoveredCriterion,
    DataFormat,
    Design,
    FileInterface,
    FilePlan,
    FunctionInterface,
    Parameter,
    Plan,
    Requirement,
    RequirementItem,
    RequirementVerdict,
    RuntimeContract,
    StartProof,
    StartResult,
    Task,
    TestCounts,
    TestResult,
    UntestableCriterion,
    UserStory,
    Verdict,
    text_digest,
)

CONVERTER = '''"""Temperatures in degrees Celsius and Fahrenheit."""

from dataclasses import dataclass

ABSOLUTE_ZERO = -273.15


class TemperatureError(ValueError):
    """A text is not a temperature, or one below absolute zero."""


@dataclass(frozen=True)
class Temperature:
    """A temperature with its unit, C or F."""

    value: float
    unit: str

    def to(self, unit: str) -> "Temperature":
        """Return the same temperature in another unit."""
        if unit == self.unit:
            return self
        if unit == "F":
            return Temperature(self.value * 9 / 5 + 32, "F")
        return Temperature((self.value - 32) * 5 / 9, "C")


def parse(text: str) -> Temperature:
    """Read a temperature such as 21.5C or 70F."""
    unit = text[-1:].upper()
    try:
        temperature = Temperature(float(text[:-1]), unit)
    except ValueError as error:
        raise TemperatureError(f"{text!r} is not a temperature") from error
    if unit not in {"C", "F"}:
        raise TemperatureError(f"{text!r} has no unit C or F")
    if temperature.to("C").value < ABSOLUTE_ZERO:
        raise TemperatureError(f"{text!r} is below absolute zero")
    return temperature
'''

MAIN = '''"""The command line of the converter."""

import sys

from converter import TemperatureError, parse


def main(arguments: list[str]) -> int:
    """Print each temperature in the other unit; return the exit code."""
    if not arguments:
        print("usage: python main.py TEMPERATURE...")
        return 2
    for argument in arguments:
        try:
            temperature = parse(argument)
        except TemperatureError as error:
            print(error, file=sys.stderr)
            return 1
        other = temperature.to("F" if temperature.unit == "C" else "C")
        print(f"{other.value:.1f}{other.unit}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
'''

TEST_CONVERTER = """import pytest

from converter import Temperature, TemperatureError, parse


def test_to_the_same_unit_changes_nothing():
    assert Temperature(20.0, "C").to("C") == Temperature(20.0, "C")


def test_parse_refuses_words():
    with pytest.raises(TemperatureError):
        parse("warm")
"""

TEST_MAIN = """from main import main


def test_no_arguments_show_the_usage(capsys):
    assert main([]) == 2
    assert "usage" in capsys.readouterr().out
"""

TEST_ACCEPTANCE = '''import subprocess
import sys

import pytest

from converter import TemperatureError, parse


def run(*arguments):
    command = [sys.executable, "main.py", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_boiling_point_becomes_fahrenheit():
    """R1.1: 100C is printed as 212.0F."""
    assert run("100C").stdout == "212.0F\\n"


def test_freezing_point_becomes_celsius():
    """R1.2: 32F is printed as 0.0C."""
    assert run("32F").stdout == "0.0C\\n"


def test_below_absolute_zero_is_refused():
    """R2.1: a temperature below absolute zero is refused."""
    with pytest.raises(TemperatureError):
        parse("-300C")
'''


def requirement() -> Requirement:
    return Requirement(text="Write a command that converts temperatures between C and F.")


def prd() -> PRD:
    return PRD(
        project_name="temperature_converter",
        document_language="English",
        programming_language="python",
        product_goals=("Convert temperatures exactly", "Refuse what is impossible"),
        user_stories=(
            UserStory(actor="cook", goal="read an American recipe", benefit="nothing burns"),
            UserStory(actor="traveller", goal="know the weather", benefit="I pack the right coat"),
            UserStory(actor="teacher", goal="check homework", benefit="I save time"),
        ),
        competitors=(
            Competitor(
                name="GNU Units",
                strengths="Knows every unit",
                weaknesses="Its temperature syntax is unusual",
                reach=0.6,
                fit=0.5,
            ),
            Competitor(
                name="Wolfram Alpha",
                strengths="Understands sentences",
                weaknesses="Needs the network",
                reach=0.9,
                fit=0.3,
            ),
        ),
        requirement_analysis="The two formulas are simple; the input must be checked with care.",
        requirement_pool=(
            _item(
                "R1",
                "P0",
                "The command converts each temperature that it is given.",
                ("the command", "it is called with 100C", "it prints 212.0F"),
                ("the command", "it is called with 32F", "it prints 0.0C"),
            ),
            _item(
                "R2",
                "P1",
                "Temperatures below absolute zero are refused.",
                ("the command", "it is called with -300C", "it fails with a message"),
                ("a person who made that mistake", "the message is read", "it is understood"),
            ),
            _item(
                "R3",
                "P2",
                "Without arguments it shows how to use it.",
                ("the command", "it is called without arguments", "it prints its usage"),
            ),
        ),
        ui_draft="main.py TEMPERATURE...",
        assumptions=("Kelvin is not needed.",),
        open_questions=(),
    )


def _item(id_: str, priority: str, text: str, *criteria: tuple[str, str, str]) -> RequirementItem:
    return RequirementItem.model_validate(
        {
            "id": id_,
            "priority": priority,
            "text": text,
            "acceptance_criteria": tuple(
                AcceptanceCriterion(given=given, when=when, then=then)
                for given, when, then in criteria
            ),
        }
    )


def design() -> Design:
    return Design(
        implementation_approach="The conversion is a value object; the command line is a thin"
        " layer over it. Nothing beyond the standard library is needed.",
        runtime=RuntimeContract(
            kind="cli",
            start=("python", "main.py"),
            proof=StartProof(
                arguments=("100C",),
                keys=None,
                exit_code=0,
                output="212.0F",
                http_path=None,
                http_status=None,
            ),
        ),
        files=(
            FilePlan(
                path="converter.py",
                purpose="Temperatures and their conversion",
                requirement_ids=("R1", "R2"),
                change="new",
            ),
            FilePlan(
                path="main.py",
                purpose="The command line",
                requirement_ids=("R1", "R3"),
                change="new",
            ),
        ),
        interfaces=(_converter_interface(), _main_interface()),
        call_flow=(
            CallStep(caller="User", callee="main", message="main(['100C'])"),
            CallStep(caller="main", callee="converter", message="parse('100C')"),
            CallStep(caller="main", callee="Temperature", message="to('F')"),
        ),
        data_formats=(DataFormat(name="temperature", description="A number followed by C or F"),),
        packages=(),
        unclear=(),
    )


def _function(
    name: str, parameters: dict[str, str], returns: str, purpose: str, *raises: str
) -> FunctionInterface:
    return FunctionInterface(
        name=name,
        parameters=tuple(
            Parameter(name=parameter, type=type_, default=None)
            for parameter, type_ in parameters.items()
        ),
        returns=returns,
        raises=raises,
        purpose=purpose,
    )


def _converter_interface() -> FileInterface:
    to = _function("to", {"unit": "str"}, "Temperature", "Return the same in another unit.")
    parse = _function(
        "parse", {"text": "str"}, "Temperature", "Read 21.5C or 70F.", "TemperatureError"
    )
    return FileInterface(
        path="converter.py",
        constants=(Attribute(name="ABSOLUTE_ZERO", type="float"),),
        classes=(
            ClassInterface(
                name="TemperatureError",
                bases=("ValueError",),
                purpose="A text is not a temperature.",
                attributes=(),
                methods=(),
            ),
            ClassInterface(
                name="Temperature",
                bases=(),
                purpose="A temperature with its unit.",
                attributes=(
                    Attribute(name="value", type="float"),
                    Attribute(name="unit", type="str"),
                ),
                methods=(
                    _function("__init__", {"value": "float", "unit": "str"}, "None", "Take both."),
                    to,
                ),
            ),
        ),
        functions=(parse,),
    )


def _main_interface() -> FileInterface:
    purpose = "Print each temperature in the other unit; return the exit code."
    return FileInterface(
        path="main.py",
        constants=(),
        classes=(),
        functions=(_function("main", {"arguments": "list[str]"}, "int", purpose),),
    )


def plan() -> Plan:
    return Plan(
        tasks=(
            Task(
                id="T1",
                file="converter.py",
                depends_on=(),
                logic="F is C times 9/5 plus 32; parse checks number, unit and absolute zero.",
                requirement_ids=("R1", "R2"),
                estimated_lines=40,
            ),
            Task(
                id="T2",
                file="main.py",
                depends_on=("converter.py",),
                logic="Convert each argument, print with one decimal, report errors on stderr.",
                requirement_ids=("R1", "R3"),
                estimated_lines=30,
            ),
        ),
        shared_knowledge=("A temperature is written as a number and C or F without a space.",),
        api_description=None,
    )


def sources() -> dict[str, str]:
    """Return the files that the design lists."""
    return {"converter.py": CONVERTER, "main.py": MAIN}


def files() -> dict[str, str]:
    """Return every file of the finished project that a check reads."""
    tests = {
        "tests/test_acceptance.py": TEST_ACCEPTANCE,
        "tests/test_converter.py": TEST_CONVERTER,
        "tests/test_main.py": TEST_MAIN,
    }
    return sources() | tests


def code() -> Code:
    tasks = {"converter.py": "T1", "main.py": "T2"}
    return Code(
        files=tuple(
            CodeFile(
                path=path,
                digest=text_digest(text),
                lines=len(text.splitlines()),
                task=tasks.get(path, ""),
                checks_passed=("code.syntax", "code.stub"),
                unit_tests=f"tests/test_{path}" if path in tasks else None,
            )
            for path, text in files().items()
            if path != "tests/test_acceptance.py"
        )
    )


def acceptance_tests() -> AcceptanceTests:
    path = "tests/test_acceptance.py"
    covered = {
        "R1.1": "test_boiling_point_becomes_fahrenheit",
        "R1.2": "test_freezing_point_becomes_celsius",
        "R2.1": "test_below_absolute_zero_is_refused",
    }
    return AcceptanceTests(
        files=(AcceptanceFile(path=path, content=TEST_ACCEPTANCE),),
        covered=tuple(
            CoveredCriterion(criterion=criterion, path=path, test=test)
            for criterion, test in covered.items()
        ),
        untestable=(UntestableCriterion(criterion="R2.2", why="Only a person understands."),),
    )


def verdict() -> Verdict:
    tests: dict[str, list[TestResult]] = {"R1": [], "R2": [], "R3": []}
    for entry in acceptance_tests().covered:
        result = TestResult(name=f"{entry.path}::{entry.test}", outcome="passed")
        tests[entry.criterion.partition(".")[0]].append(result)
    return Verdict(
        outcome="passed",
        requirements=tuple(
            RequirementVerdict(
                id=item.id,
                priority=item.priority,
                text=item.text,
                outcome="passed" if tests[item.id] else "not covered",
                tests=tuple(tests[item.id]),
            )
            for item in prd().requirement_pool
        ),
        unit_tests=TestCounts(collected=3, passed=3, failed=0),
        acceptance_tests=TestCounts(collected=3, passed=3, failed=0),
        start=StartResult(
            outcome="passed", command="python main.py 100C", evidence="it ended with exit code 0"
        ),
        sandbox="bubblewrap",
    )


def artifacts() -> Artifacts:
    """Return every artifact of the finished project."""
    return Artifacts(
        requirement=requirement(),
        prd=prd(),
        design=design(),
        plan=plan(),
        code=code(),
        acceptance_tests=acceptance_tests(),
        verdict=verdict(),
    )
