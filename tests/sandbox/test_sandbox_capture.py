"""What the supervisor keeps of a long output, for any output in any pieces."""

import importlib.util
from types import ModuleType

from hypothesis import given, settings
from hypothesis import strategies as st

from sopgen.sandbox.launch import PAYLOAD


def load(name: str) -> ModuleType:
    """Load a payload script, which is no part of the package when it runs."""
    spec = importlib.util.spec_from_file_location(name, PAYLOAD / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


WATCH = load("_watch")


@settings(derandomize=True)
@given(st.lists(st.binary(max_size=90)), st.integers(1, 40))
def test_head_and_tail_are_kept_and_the_rest_is_counted(pieces: list[bytes], half: int) -> None:
    capture = WATCH.Capture(2 * half)
    for piece in pieces:
        capture.add(piece)
        assert len(capture.tail) <= 2 * half
    whole = b"".join(pieces)
    if len(whole) <= 2 * half:
        assert capture.bytes() == whole
    else:
        gap = b"\n[... %d bytes left out ...]\n" % (len(whole) - 2 * half)
        assert capture.bytes() == whole[:half] + gap + whole[-half:]
