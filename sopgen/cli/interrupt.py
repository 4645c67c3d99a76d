"""Ctrl-C once: finish the calls in flight and stop; twice: stop at once."""

import os
import signal
import sys
import threading
from types import FrameType
from typing import Self

from sopgen.errors import Interrupted
from sopgen.events import Noticed, Report
from sopgen.ui.keyboard import remember_terminal

_SHOW_CURSOR = b"\x1b[?25h\x1b[0m\r\nStopped at once; `sopgen --resume` goes on.\r\n"
_SAID = "Stopping once the calls in flight are answered; Ctrl-C again stops at once."


class Interrupts:
    """Turns SIGINT and SIGTERM into a wish to stop, while it is entered."""

    def __init__(self, stopping: threading.Event, report: Report) -> None:
        self._stopping = stopping
        self._report = report

    def __enter__(self) -> Self:
        self._restore_terminal = remember_terminal()
        self._before = {
            number: signal.signal(number, self._stop) for number in (signal.SIGINT, signal.SIGTERM)
        }
        return self

    def __exit__(self, *exception: object) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        if self._stopping.is_set():
            # No other clean-up: locks may be held; the journal is on disk already.
            self._restore_terminal()
            if sys.stdout.isatty():
                os.write(sys.stdout.fileno(), _SHOW_CURSOR)
            os._exit(Interrupted.exit_code)
        self._stopping.set()
        # The interrupted thread may hold the view's lock, so another one speaks.
        threading.Thread(target=self._report, args=(Noticed(text=_SAID),), daemon=True).start()
