"""The design of the sample project: rules, screen and entry point of a game."""

from sopgen.artifacts import (
    Attribute,
    CallStep,
    ClassInterface,
    DataFormat,
    Design,
    FileInterface,
    FilePlan,
    FunctionInterface,
    Package,
    Parameter,
    RuntimeContract,
    StartProof,
)

BOARD = ClassInterface(
    name="Board",
    bases=(),
    purpose="Cells and the rules of moving them.",
    attributes=(
        Attribute(name="cells", type="list[list[int]]"),
        Attribute(name="score", type="int"),
    ),
    methods=(
        FunctionInterface(
            name="move",
            parameters=(Parameter(name="direction", type="Direction", default=None),),
            returns="bool",
            raises=("ValueError",),
            purpose="Slide all tiles; true when something moved.",
        ),
        FunctionInterface(
            name="place",
            parameters=(
                Parameter(name="cell", type="tuple[int, int] | None", default="None"),
                Parameter(name="value", type="int", default="2"),
            ),
            returns="None",
            raises=(),
            purpose="Put a tile on an empty cell, a random one if none is given.",
        ),
    ),
)
GAME = ClassInterface(
    name="Game",
    bases=("Screen",),
    purpose="The loop of keys and moves.",
    attributes=(Attribute(name="board", type="Board"),),
    methods=(
        FunctionInterface(name="run", parameters=(), returns="int", raises=(), purpose="Play."),
    ),
)
DIRECTION = ClassInterface(
    name="Direction", bases=("Enum",), purpose="Four ways.", attributes=(), methods=()
)

DESIGN = Design(
    implementation_approach="Rules and screen are apart, so that the rules can be tested.",
    runtime=RuntimeContract(
        kind="tui",
        start=("python", "main.py"),
        proof=StartProof(
            arguments=(),
            keys="wasdq",
            exit_code=0,
            output="Score",
            http_path=None,
            http_status=None,
        ),
    ),
    files=(
        FilePlan(path="board.py", purpose="Rules", requirement_ids=("R1", "R2"), change="new"),
        FilePlan(path="game.py", purpose="Loop", requirement_ids=("R3",), change="new"),
        FilePlan(path="main.py", purpose="Entry point", requirement_ids=(), change="new"),
    ),
    interfaces=(
        FileInterface(
            path="board.py",
            constants=(Attribute(name="SIZE", type="int"),),
            classes=(DIRECTION, BOARD),
            functions=(
                FunctionInterface(
                    name="merge",
                    parameters=(Parameter(name="row", type="list[int]", default=None),),
                    returns="tuple[list[int], int]",
                    raises=(),
                    purpose="Slide one row left; returns it with the points won.",
                ),
            ),
        ),
        FileInterface(path="game.py", constants=(), classes=(GAME,), functions=()),
    ),
    call_flow=(
        CallStep(caller="player", callee="main.py", message="python main.py"),
        CallStep(caller="main.py", callee="Game", message="run()"),
        CallStep(caller="Game", callee="Board", message="move(Direction.LEFT)"),
        CallStep(caller="Board", callee="Board", message="merge(row) for each row"),
    ),
    data_formats=(DataFormat(name="Cell", description="0 is empty, else a power of two."),),
    packages=(Package(name="rich", why="Colours", version=">=14,<16"),),
    unclear=("Whether the board may grow.",),
)
