"""A pseudo-terminal, for tests of what a person at one sees and types."""

import fcntl
import os
import pty
import select
import subprocess
import termios
import time
from collections.abc import Sequence

_CHUNK = 1000
_PATIENCE = 30


class Terminal:
    """A program in a pseudo-terminal of 100 columns."""

    def __init__(self, argv: Sequence[str], term: str = "xterm-256color") -> None:
        self._master, slave = pty.openpty()
        environment = os.environ | {"TERM": term, "COLUMNS": "100", "LINES": "40"}
        self._process = subprocess.Popen(
            argv,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
            # So that Ctrl-C arrives; the tests start no threads of their own before.
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509
        )
        os.close(slave)
        self.text = ""

    def read_until(self, wanted: str, seconds: float = 20) -> None:
        end = time.monotonic() + seconds
        while wanted not in self.text:
            assert time.monotonic() < end, self.text
            assert self._read(), self.text

    def read_to_end(self) -> int:
        while self._read():
            pass
        os.close(self._master)
        return self._process.wait(timeout=20)

    def type(self, keys: str) -> None:
        """Type or paste; what the terminal echoes meanwhile is read, or it would stand still."""
        data = keys.encode()
        for start in range(0, len(data), _CHUNK):
            os.write(self._master, data[start : start + _CHUNK])
            while select.select([self._master], [], [], 0.01)[0] and self._read():
                pass

    def cuts_lines(self) -> bool:
        """Say whether the terminal is in its usual mode."""
        return bool(termios.tcgetattr(self._master)[3] & termios.ICANON)

    def _read(self) -> bool:
        ready, _, _ = select.select([self._master], [], [], _PATIENCE)
        assert ready, f"nothing for {_PATIENCE} s after {self.text[-500:]}"
        try:
            data = os.read(self._master, 65536)
        except OSError:  # The other side has gone.
            return False
        self.text += data.decode("utf-8", "replace")
        return bool(data)
