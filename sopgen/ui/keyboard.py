"""Read what a person types or pastes, without ever keeping a run from stopping."""

import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Stopped = Callable[[], bool]
END = "."
_END_OF_INPUT = b"\x04"
_POLL_SECONDS = 0.2
_BLOCK = 65536


def read_line(stopped: Stopped) -> str:
    """Return one line without its end; empty at the end of input or when the run is to stop."""
    if sys.platform == "win32":  # There select knows sockets only.
        return sys.stdin.readline().rstrip("\r\n")
    return sys.stdin.readline().rstrip("\r\n") if _wait(stopped) else ""


@contextmanager
def long_lines() -> Iterator[None]:
    """Let lines be longer than the 4,095 bytes to which a terminal cuts them."""
    restore = remember_terminal()
    if sys.platform != "win32" and sys.stdin.isatty():
        import termios  # Windows has none.

        changed = termios.tcgetattr(sys.stdin.fileno())
        changed[3] &= ~termios.ICANON
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, changed)
    try:
        yield
    finally:
        restore()


def read_paste(stopped: Stopped) -> str:
    """Return all lines up to one that is a single dot, or up to Ctrl-D; within `long_lines`."""
    if sys.platform == "win32":
        return "".join(iter(sys.stdin.readline, f"{END}\n"))
    data = b""
    while not _is_ended(data) and _wait(stopped):
        data += os.read(sys.stdin.fileno(), _BLOCK) or _END_OF_INPUT
    text = data.partition(_END_OF_INPUT)[0].decode("utf-8", "replace")
    return text.removesuffix(f"{END}\n").removesuffix("\n")


def remember_terminal() -> Callable[[], None]:
    """Return what puts the terminal back into the state that it has now."""
    if sys.platform == "win32" or not sys.stdin.isatty():
        return lambda: None
    import termios  # Windows has none.

    terminal = sys.stdin.fileno()
    now = termios.tcgetattr(terminal)
    return lambda: termios.tcsetattr(terminal, termios.TCSANOW, now)


def _wait(stopped: Stopped) -> bool:
    """Wait for input; False when the run is to stop before any came."""
    while not select.select([sys.stdin], [], [], _POLL_SECONDS)[0]:
        if stopped():
            return False
    return True


def _is_ended(data: bytes) -> bool:
    last = f"{END}\n".encode()
    return _END_OF_INPUT in data or data == last or data.endswith(b"\n" + last)
