"""Take a request in any of the formats, and answer it as told, orderly or not."""

import json
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import ModuleType
from typing import Any

from wire import anthropic, gemini, ollama, openai
from wire.answers import Answer, Seen, Server

_MARK = "\N{REPLACEMENT CHARACTER}"


def format_of(path: str) -> ModuleType:
    """Return the format that is spoken under a path."""
    if path.endswith("/chat/completions"):
        return openai
    if path.endswith("/v1/messages"):
        return anthropic
    return ollama if path == "/api/chat" else gemini


@contextmanager
def serving(answer: Callable[[Seen], Answer]) -> Iterator[Server]:
    """Serve answers until the block ends."""
    seen: list[Seen] = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(answer, seen))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield Server(f"http://127.0.0.1:{server.server_address[1]}", seen)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _handler(answer: Callable[[Seen], Answer], seen: list[Seen]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.path == "/api/show":
                self._begin(200, {"Content-Type": "application/json"})
                self._send(b'{"model_info": {}, "template": ""}', last=True)
                return
            request = Seen(self.path, {k.lower(): v for k, v in self.headers.items()}, body)
            seen.append(request)
            with suppress(OSError):  # Who asks may have gone.
                self._say(answer(request), request)

        def _say(self, said: Answer, request: Seen) -> None:
            if said.reset == "before":
                self._reset()
                return
            parts, kind = _parts(said, request)
            self._begin(said.status, {"Content-Type": said.kind or kind} | said.headers)
            for _ in range(int(said.comments / 0.05)):
                self._send(b": still here\n\n")
                time.sleep(0.05)
            half = len(parts) // 2
            self._send(b"".join(parts[:half]))
            time.sleep(said.stalls)
            if said.reset != "during" and not said.cut:
                self._send(b"".join(parts[half:]), last=True)
            if said.reset:
                time.sleep(0.05)  # What was sent should have arrived.
                self._reset()

        def _begin(self, status: int, headers: dict[str, str]) -> None:
            self.send_response(status)
            fixed = {"Connection": "close", "Transfer-Encoding": "chunked"}
            for name, value in (headers | fixed).items():
                self.send_header(name, value)
            self.end_headers()

        def _send(self, data: bytes, *, last: bool = False) -> None:
            """Send a chunk; only the last one says that the body is whole."""
            if data:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
            if last:
                self.wfile.write(b"0\r\n\r\n")

        def _reset(self) -> None:
            """Close so that the other side sees a reset instead of an end."""
            self.close_connection = True
            self.wfile.flush()
            now = struct.pack("ii", 1, 0)
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, now)
            self.connection.close()

        def log_message(self, format: str, *args: object) -> None:
            """Stay silent."""

    return Handler


def _parts(said: Answer, request: Seen) -> tuple[list[bytes], str]:
    """Return the body in parts, and its content type."""
    spoken: Any = format_of(request.path)
    if said.body is not None:
        return [said.body], "application/json"
    if said.status != 200:
        return [spoken.failure(said)], "application/json"
    tool = request.tool if said.called else None
    streams = request.body.get("stream", "stream" in request.path)
    if said.whole or not streams:
        parts, kind = [spoken.whole(said, tool)], "application/json"
    else:
        parts = list(spoken.stream(said, tool))
        kind = "application/x-ndjson" if spoken is ollama else "text/event-stream"
    if said.spoilt:
        mark = json.dumps(_MARK)[1:-1].encode()
        parts = [part.replace(mark, said.spoilt) for part in parts]
    return parts, kind
