"""Lend a confined program the user's terminal, through a pseudo-terminal between them."""

import os
import select
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sopgen.artifacts import Command
from sopgen.sandbox.base import Streams

_KEYBOARD, _SCREEN = 0, 1
_LOOK = 0.25
_MOST_TYPED = 1 << 16
_TAKE = ("{python}", "{tools}/take_terminal.py", "--")


@contextmanager
def attached(command: Command, port: int = 0) -> Iterator[tuple[Command, Streams]]:
    """Yield the command as it is to be run, and the streams to run it on.

    The program never holds the user's own terminal: it could type into it, or listen on.
    """
    lent = command.model_copy(update={"argv": (*_TAKE, *command.argv)})
    lend = _lend_terminal if os.isatty(_KEYBOARD) else _lend_pipes
    with lend(port) as streams:
        yield lent, streams


@contextmanager
def _lend_terminal(port: int) -> Iterator[Streams]:
    import termios
    import tty

    master, slave = os.openpty()
    os.set_blocking(master, False)
    before = termios.tcgetattr(_KEYBOARD)
    relay = _Relay(master, _copy_size(slave))
    try:
        tty.setraw(_KEYBOARD)
        with relay:
            yield Streams(slave, slave, port)
    finally:
        termios.tcsetattr(_KEYBOARD, termios.TCSADRAIN, before)
        os.close(slave)
        os.close(master)


@contextmanager
def _lend_pipes(port: int) -> Iterator[Streams]:
    source = os.dup(_KEYBOARD)
    reader, writer = os.pipe()
    try:
        with _Relay(reader):
            yield Streams(source, writer, port)
    finally:
        for fd in (source, reader, writer):
            os.close(fd)


def _copy_size(slave: int) -> Callable[[], None]:
    """Return a function that gives the pseudo-terminal the size of the user's terminal."""
    import fcntl
    import struct
    import termios

    def copy() -> None:
        columns, lines = os.get_terminal_size(_KEYBOARD)
        wanted = struct.pack("HHHH", lines, columns, 0, 0)
        if fcntl.ioctl(slave, termios.TIOCGWINSZ, bytes(8))[:4] != wanted[:4]:
            fcntl.ioctl(slave, termios.TIOCSWINSZ, wanted)

    return copy


@dataclass
class _Relay:
    """A thread that carries bytes between the program and the user until it is left."""

    program: int
    copy_size: Callable[[], None] | None = None

    def __enter__(self) -> None:
        self._told, self._tell = os.pipe()
        self._seen = True
        if self.copy_size:
            self.copy_size()
        self._thread = threading.Thread(target=self._carry, name="terminal relay")
        self._thread.start()

    def __exit__(self, *raised: object) -> None:
        os.write(self._tell, b".")
        self._thread.join()
        os.close(self._tell)
        os.close(self._told)

    def _carry(self) -> None:
        keyboard = [_KEYBOARD] if self.copy_size else []
        typed = b""
        while True:
            heard = keyboard if len(typed) < _MOST_TYPED else []
            sources = [self.program, self._told, *heard]
            ready, open_for_keys, _ = select.select(
                sources, [self.program] if typed else [], [], _LOOK
            )
            if self.program in ready:
                self._show(os.read(self.program, 1 << 16))
            elif self._told in ready:
                return  # All that the program wrote before its end has been carried.
            if _KEYBOARD in ready:
                keys = os.read(_KEYBOARD, 4096)
                typed += keys
                keyboard = keyboard if keys else []
            if open_for_keys:
                typed = typed[_write_some(self.program, typed) :]
            if self.copy_size:
                self.copy_size()

    def _show(self, data: bytes) -> None:
        """Pass on what the program writes; when nobody looks any more, only read on."""
        if self._seen:
            try:
                _write_all(_SCREEN, data)
            except BrokenPipeError:
                self._seen = False


def _write_some(fd: int, data: bytes) -> int:
    """Write what fits: a program that does not read must not hold up its own screen."""
    try:
        return os.write(fd, data)
    except BlockingIOError:
        return 0


def _write_all(fd: int, data: bytes) -> None:
    while data:
        data = data[os.write(fd, data) :]
