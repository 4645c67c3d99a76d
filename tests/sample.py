"""A small healthy project, as typed artifacts and as files: a temperature converter."""

from sample_design import design
from sample_files import CONVERTER, MAIN, TEST_ACCEPTANCE, TEST_CONVERTER, TEST_MAIN

from sopgen.artifacts import (
    PRD,
    AcceptanceCriterion,
    AcceptanceFile,
    AcceptanceTests,
    Artifacts,
    Code,
    CodeFile,
    Competitor,
    CoveredCriterion,
    Plan,
    Requirement,
    RequirementItem,
    RequirementVerdict,
    StartResult,
    Task,
    TestCounts,
    TestResult,
    UntestableCriterion,
    UserStory,
    Verdict,
    text_digest,
)

__all__ = [
    "CONVERTER", "MAIN", "TEST_ACCEPTANCE", "TEST_CONVERTER", "TEST_MAIN", "acceptance_tests",
    "artifacts", "code", "design", "files", "plan", "prd", "requirement", "sources", "verdict",
]  # fmt: skip


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
