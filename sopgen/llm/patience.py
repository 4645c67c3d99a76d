"""Wait for the next piece of a stream, but not for ever."""

import queue
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class _Piece(Generic[T]):
    value: T


@dataclass(frozen=True)
class _End:
    error: BaseException | None


def within(pieces: Iterable[T], seconds: float) -> Iterator[T]:
    """Yield the pieces; raise TimeoutError when one takes longer than `seconds`.

    A server can keep a connection alive with comments alone, so that no timeout on the socket ever
    ends; therefore a thread of its own reads, and is left behind when the wait is over.
    """
    box: queue.SimpleQueue[_Piece[T] | _End] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(pieces, box), name="stream", daemon=True).start()
    while True:
        try:
            got = box.get(timeout=seconds)
        except queue.Empty:
            raise TimeoutError(f"Nothing came for {seconds:g} seconds.") from None
        if isinstance(got, _Piece):
            yield got.value
        elif got.error is None:
            return
        else:
            raise got.error


def _read(pieces: Iterable[T], box: "queue.SimpleQueue[_Piece[T] | _End]") -> None:
    try:
        for piece in pieces:
            box.put(_Piece(piece))
        box.put(_End(None))
    except BaseException as error:  # noqa: BLE001  It is raised in the thread that waits.
        box.put(_End(error))
