"""Answers for a made-up project of n files that do not use each other."""

import sample
from sample_run import in_blocks, in_json

from sopgen.artifacts import (
    FileInterface,
    FilePlan,
    FunctionInterface,
    Parameter,
    Task,
)

TEXT = '''"""Part {n} of the sum."""


def part_{n}(value: int) -> int:
    """Return the value plus {n}."""
    total = value
{lines}
    return total + {n}
'''
TEST = """from part_{n} import part_{n}


def test_part_{n}_adds():
    assert part_{n}(1) == 1 + {n}
"""


def answers(count: int) -> dict[str, str]:
    """Return the answers by call id; each file is about 60 lines long."""
    paths = [f"part_{n}.py" for n in range(count)]
    start = {"start": ("python", "-c", "import part_0"), "kind": "library"}
    proof = sample.design().runtime.proof.model_copy(update={"arguments": (), "output": None})
    design = sample.design().model_copy(
        update={
            "runtime": sample.design().runtime.model_copy(update={**start, "proof": proof}),
            "files": tuple(
                FilePlan(path=p, purpose="A part", requirement_ids=("R1", "R2"), change="new")
                for p in paths
            ),
            "interfaces": tuple(_interface(n) for n in range(count)),
            "call_flow": (),
        }
    )
    plan = sample.plan().model_copy(
        update={
            "tasks": tuple(
                Task(
                    id=f"T{n + 1}",
                    file=path,
                    depends_on=(),
                    logic="Add.",
                    requirement_ids=("R1", "R2"),
                    estimated_lines=60,
                )
                for n, path in enumerate(paths)
            )
        }
    )
    tests = {"tests/test_acceptance.py": _acceptance()}
    found = {
        "prd/prd#1": in_json(sample.prd()),
        "design/design#1": in_json(design),
        "plan/plan#1": in_json(plan),
        "qa/tests/test_acceptance.py#1": in_blocks(tests) + "NOT TESTABLE R2.2: taste",
    }
    lines = "\n".join("    total += 0  # One more step of the sum." for _ in range(60))
    for n in range(count):
        files = {
            f"part_{n}.py": TEXT.format(n=n, lines=lines),
            f"tests/test_part_{n}.py": TEST.format(n=n),
        }
        found[f"code/part_{n}.py#1"] = in_blocks(files)
    return found


def _interface(n: int) -> FileInterface:
    function = FunctionInterface(
        name=f"part_{n}",
        parameters=(Parameter(name="value", type="int", default=None),),
        returns="int",
        raises=(),
        purpose=f"Return the value plus {n}.",
    )
    return FileInterface(path=f"part_{n}.py", constants=(), classes=(), functions=(function,))


def _acceptance() -> str:
    names = ("1.1", "1.2", "2.1", "3.1")
    bodies = [
        f'def test_{n}():\n    """R{name}: adds."""\n    assert part_0({n}) == {n}\n'
        for n, name in enumerate(names)
    ]
    return "from part_0 import part_0\n\n\n" + "\n\n".join(bodies)
