"""Where the sandbox itself may be why a test failed, the program is not blamed."""

import json
import platform
import subprocess
import sys
from pathlib import Path

import pytest
import sample
import sample_run

from sopgen.artifacts import Verdict
from sopgen.sandbox.landlock import landlock_abi

WHERE_NONE_CAN_LISTEN = """
import ctypes, json, sys
from pathlib import Path

class Filter(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_char_p)]

libc = ctypes.CDLL(None, use_errno=True)
libc.prctl(38, 1, 0, 0, 0)  # No new privileges.
allow_all = Filter(1, bytes.fromhex("060000000000ff7f"))
assert libc.syscall(317, 1, 8, ctypes.byref(allow_all)) >= 0  # Filters have one listener at most.
sys.path.insert(0, sys.argv[1])
import sample_run

given = json.loads(Path(sys.argv[2]).read_text())
result = sample_run.make(Path(sys.argv[2]).parent / "made", given, mechanism="landlock")
assert result.exit_code == 1
print(result.verdict.model_dump_json())
"""


def verdict_where_none_can_listen(given: dict[str, str], folder: Path) -> Verdict:
    """Make the project where the sandbox gets no listener, as inside some containers."""
    (folder / "given.json").write_text(json.dumps(given))
    arguments = (str(Path(sample_run.__file__).parent), str(folder / "given.json"))
    done = subprocess.run(
        [sys.executable, "-c", WHERE_NONE_CAN_LISTEN, *arguments],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return Verdict.model_validate_json(done.stdout)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the number of a system call")
def test_failures_that_the_sandbox_may_cause_are_not_held_against_the_program(
    tmp_path: Path,
) -> None:
    if not landlock_abi():
        pytest.skip("this kernel has no Landlock")
    runtime = sample.design().runtime
    proof = runtime.proof.model_copy(update={"http_path": "/"})
    page = runtime.model_copy(update={"kind": "web_page", "proof": proof})
    design = sample.design().model_copy(update={"runtime": page})
    asks_port = (
        "\n\ndef test_port():\n    import socket\n"
        '    socket.create_server(("127.0.0.1", 0)).close()\n'
    )
    files = sample.files()
    tests = {"main.py": files["main.py"], "tests/test_main.py": sample.TEST_MAIN + asks_port}
    given = sample_run.answers() | {
        "design/design#1": sample_run.in_json(design),
        "code/main.py#1": sample_run.in_blocks(tests),
    }
    verdict = verdict_where_none_can_listen(given, tmp_path)
    assert verdict.outcome == "not executed"
    assert "landlock denies a web page ports" in verdict.reasons[0]
