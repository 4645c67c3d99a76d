"""One small project with every artifact, as the documents are rendered from it."""

from render_sample_design import DESIGN

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
    Finding,
    NotVerified,
    Plan,
    Requirement,
    RequirementItem,
    RequirementVerdict,
    StartResult,
    Task,
    TestCounts,
    TestResult,
    UserStory,
    Verdict,
)

MERGED = TestResult(name="tests/test_acceptance.py::test_equal_tiles_merge", outcome="passed")
SPAWNED = TestResult(
    name="tests/test_acceptance.py::test_a_move_adds_a_tile",
    outcome="failed",
    message="E   assert 15 == 14\nE    +  where 15 = count(`empty`)\n",
)

REQUIREMENT = Requirement(text="Create a 2048 game", programming_language="python")

PRD_ = PRD(
    project_name="game_2048",
    document_language="English",
    programming_language="python",
    product_goals=("A faithful 2048 in the terminal.", "No packages beyond the standard library."),
    user_stories=(
        UserStory(actor="player", goal="to slide tiles with the arrow keys", benefit="I can play."),
        UserStory(actor="player", goal="to see my score", benefit="I know how well I do."),
        UserStory(actor="player", goal="to leave at any time", benefit="I am never stuck."),
    ),
    competitors=(
        Competitor(
            name="2048 by Gabriele Cirulli",
            strengths="The original; smooth",
            weaknesses="Needs a browser",
            reach=1.0,
            fit=0.6,
        ),
        Competitor(
            name="2048.c",
            strengths="Tiny, in the terminal",
            weaknesses="Must be compiled",
            reach=0.2,
            fit=0.85,
        ),
        Competitor(
            name="term2048",
            strengths="One command to install",
            weaknesses="No longer maintained",
            reach=0.25,
            fit=0.9,
        ),
    ),
    requirement_analysis="The rules are known.\n\n- *Merging* is the hard point.\n- `Random` tiles"
    " must be testable.",
    requirement_pool=(
        RequirementItem(
            id="R1",
            priority="P0",
            text="Equal tiles that meet merge once per move.",
            acceptance_criteria=(
                AcceptanceCriterion(
                    given="a row 2 2 4 0", when="it slides left", then="it is 4 4 0 0"
                ),
                AcceptanceCriterion(
                    given="a row 2 2 2 2", when="it slides left", then="it is 4 4 0 0"
                ),
            ),
        ),
        RequirementItem(
            id="R2",
            priority="P1",
            text="Each move that changes the board adds a tile.",
            acceptance_criteria=(
                AcceptanceCriterion(
                    given="a board with one tile", when="a move changes it", then="it has two"
                ),
            ),
        ),
        RequirementItem(
            id="R3",
            priority="P2",
            text="Colours | one per value.",
            acceptance_criteria=(
                AcceptanceCriterion(
                    given="a colour terminal", when="the board is drawn", then="2 and 4 differ"
                ),
            ),
        ),
    ),
    ui_draft="A grid of 4 by 4 cells, the score above it:\n\n```\n+----+\n|  2 |\n+----+\n```",
    assumptions=("A new tile is 2 in nine of ten cases, else 4.",),
    open_questions=("Should a best score be kept? Assumed: no.",),
)

PLAN = Plan(
    tasks=(
        Task(
            id="T1",
            file="board.py",
            depends_on=(),
            logic="Merge from the side that tiles move to.",
            requirement_ids=("R1", "R2"),
            estimated_lines=80,
        ),
        Task(
            id="T2",
            file="game.py",
            depends_on=("board.py",),
            logic="Read a key, move, draw.",
            requirement_ids=("R3",),
            estimated_lines=60,
        ),
        Task(
            id="T3",
            file="main.py",
            depends_on=("board.py", "game.py"),
            logic="Call `Game().run()`.",
            requirement_ids=(),
            estimated_lines=10,
        ),
    ),
    shared_knowledge=("An empty cell is 0.",),
    api_description=None,
)
WAVES = (("board.py",), ("game.py",), ("main.py",))

CODE = Code(
    files=(
        CodeFile(
            path="board.py",
            digest="0011223344556677",
            lines=71,
            task="T1",
            checks_passed=("syntax.parses",),
            unit_tests="tests/test_board.py",
        ),
        CodeFile(path="game.py", digest="1122334455667788", lines=58, task="T2", attempts=2),
        CodeFile(path="main.py", digest="2233445566778899", lines=6, task="T3"),
    ),
    repairs=1,
)

TESTS = AcceptanceTests(
    files=(AcceptanceFile(path="tests/test_acceptance.py", content="def test_…(): …\n"),),
    covered=(
        CoveredCriterion(
            criterion="R1.1", path="tests/test_acceptance.py", test="test_equal_tiles_merge"
        ),
    ),
)

VERDICT = Verdict(
    outcome="failed",
    reasons=("R2 (P1) has a failing acceptance test.",),
    requirements=(
        RequirementVerdict(
            id="R1",
            priority="P0",
            text="Equal tiles that meet merge once per move.",
            outcome="passed",
            tests=(MERGED,),
        ),
        RequirementVerdict(
            id="R2",
            priority="P1",
            text="Each move that changes the board adds a tile.",
            outcome="failed",
            tests=(SPAWNED,),
        ),
        RequirementVerdict(
            id="R3", priority="P2", text="Colours | one per value.", outcome="not covered"
        ),
    ),
    unit_tests=TestCounts(collected=5, passed=5, failed=0),
    acceptance_tests=TestCounts(collected=2, passed=1, failed=1),
    failures=(SPAWNED,),
    start=StartResult(outcome="passed", command="python main.py", evidence="Score: 0"),
    findings=(
        Finding(
            check="stub.empty_function",
            message="`draw` holds only pass.",
            path="game.py",
            line=12,
            severity="warning",
        ),
    ),
    repairs=1,
    sandbox="bubblewrap",
    not_verified=(NotVerified(what="R3 Colours", why="No test can see a colour."),),
)

ARTIFACTS = Artifacts(
    requirement=REQUIREMENT,
    prd=PRD_,
    design=DESIGN,
    plan=PLAN,
    code=CODE,
    acceptance_tests=TESTS,
    verdict=VERDICT,
)
