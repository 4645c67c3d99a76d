"""A server on loopback that speaks the wire formats of OpenAI, Anthropic, Ollama and Gemini."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Answer:
    """What the server says to one request."""

    text: str = ""
    finish: str = "stop"
    prompt_tokens: int = 11
    completion_tokens: int = 7
    cached_tokens: int = 0
    status: int = 200
    error: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
    """The connection closes before the stream says that it ends."""
    counts: bool = True
    """Whether the usage is told."""
    whole: bool = False
    """The answer comes at once, although a stream may have been asked for."""
    comments: float = 0.0
    """Seconds for which only comments come before the answer does."""


@dataclass
class Seen:
    """A request that came in."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


@dataclass
class Server:
    """Where it listens and what it has seen."""

    url: str
    seen: list[Seen] = field(default_factory=list)

    @property
    def bodies(self) -> list[dict[str, Any]]:
        return [request.body for request in self.seen]


@contextmanager
def serving(answer: Callable[[Seen], Answer]) -> Iterator[Server]:
    """Serve answers until the block ends."""
    seen: list[Seen] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            body = json.loads(self.rfile.read(length))
            if self.path == "/api/show":
                return self.say(b'{"model_info": {}, "template": ""}')
            request = Seen(self.path, {k.lower(): v for k, v in self.headers.items()}, body)
            seen.append(request)
            wire = answer(request)
            if wire.status != 200:
                return self.say(_failure(self.path, wire), wire.status, wire.headers)
            if wire.whole:
                return self.say(
                    json.dumps(_WHOLE[self.path](wire)).encode(), kind="application/json"
                )
            lines = list(_FORMATS[self.path](wire))
            body = b"".join(lines[: len(lines) // 2] if wire.cut else lines)
            return self.say(body, comments=wire.comments)

        def say(
            self,
            body: bytes,
            status: int = 200,
            headers: dict[str, str] | None = None,
            kind: str = "text/event-stream",
            comments: float = 0.0,
        ) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind if status == 200 else "application/json")
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.send_header("Connection", "close")
            self.end_headers()
            with suppress(OSError):
                for _ in range(int(comments / 0.05)):
                    self.wfile.write(b": still here\n\n")
                    time.sleep(0.05)
                self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Stay silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield Server(f"http://127.0.0.1:{server.server_address[1]}", seen)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _failure(path: str, wire: Answer) -> bytes:
    if path == "/api/chat":
        return json.dumps({"error": wire.error}).encode()
    return json.dumps({"error": {"message": wire.error, "type": "error", "code": None}}).encode()


def _pieces(text: str) -> list[str]:
    return [text[at : at + 5] for at in range(0, len(text), 5)]


def _event(data: dict[str, Any]) -> bytes:
    name = f"event: {data['type']}\n".encode() if "type" in data else b""
    return name + b"data: " + json.dumps(data).encode() + b"\n\n"


def _openai(wire: Answer) -> Iterator[bytes]:
    base = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "served"}

    def chunk(delta: dict[str, Any], reason: str | None = None) -> bytes:
        return _event(base | {"choices": [{"index": 0, "delta": delta, "finish_reason": reason}]})

    yield chunk({"role": "assistant", "content": ""})
    for piece in _pieces(wire.text):
        yield chunk({"content": piece})
    yield chunk({}, wire.finish)
    if wire.counts:
        usage = {
            "prompt_tokens": wire.prompt_tokens,
            "completion_tokens": wire.completion_tokens,
            "total_tokens": wire.prompt_tokens + wire.completion_tokens,
            "prompt_tokens_details": {"cached_tokens": wire.cached_tokens},
        }
        yield _event(base | {"choices": [], "usage": usage})
    yield b"data: [DONE]\n\n"


def _anthropic(wire: Answer) -> Iterator[bytes]:
    reasons = {"stop": "end_turn", "length": "max_tokens", "refusal": "refusal"}
    usage = {
        "input_tokens": wire.prompt_tokens - wire.cached_tokens,
        "cache_read_input_tokens": wire.cached_tokens,
        "cache_creation_input_tokens": 0,
        "output_tokens": 1,
    }
    message: dict[str, Any] = {
        "id": "m1", "type": "message", "role": "assistant", "model": "served", "content": [],
        "stop_reason": None, "stop_sequence": None, "usage": usage,
    }  # fmt: skip
    yield _event({"type": "message_start", "message": message})
    block = {"type": "text", "text": ""}
    yield _event({"type": "content_block_start", "index": 0, "content_block": block})
    for piece in _pieces(wire.text):
        delta = {"type": "text_delta", "text": piece}
        yield _event({"type": "content_block_delta", "index": 0, "delta": delta})
    yield _event({"type": "content_block_stop", "index": 0})
    end = {"stop_reason": reasons[wire.finish], "stop_sequence": None}
    counted = {"output_tokens": wire.completion_tokens}
    yield _event({"type": "message_delta", "delta": end, "usage": counted})
    yield _event({"type": "message_stop"})


def _ollama(wire: Answer) -> Iterator[bytes]:
    base = {"model": "served", "created_at": "2026-01-01T00:00:00Z"}

    def line(content: str, **more: Any) -> bytes:
        message = {"role": "assistant", "content": content}
        return json.dumps(base | {"message": message, "done": False} | more).encode() + b"\n"

    for piece in _pieces(wire.text):
        yield line(piece)
    yield line(
        "",
        done=True,
        done_reason=wire.finish,
        prompt_eval_count=wire.prompt_tokens,
        eval_count=wire.completion_tokens,
    )


def _openai_whole(wire: Answer) -> dict[str, Any]:
    message = {"role": "assistant", "content": wire.text}
    return {
        "id": "c1", "object": "chat.completion", "created": 1, "model": "served",
        "choices": [{"index": 0, "message": message, "finish_reason": wire.finish}],
        "usage": {
            "prompt_tokens": wire.prompt_tokens,
            "completion_tokens": wire.completion_tokens,
            "total_tokens": wire.prompt_tokens + wire.completion_tokens,
        },
    }  # fmt: skip


def _anthropic_whole(wire: Answer) -> dict[str, Any]:
    return {
        "id": "m1", "type": "message", "role": "assistant", "model": "served",
        "content": [{"type": "text", "text": wire.text}],
        "stop_reason": "end_turn", "stop_sequence": None,
        "usage": {"input_tokens": wire.prompt_tokens, "output_tokens": wire.completion_tokens},
    }  # fmt: skip


def _ollama_whole(wire: Answer) -> dict[str, Any]:
    return {
        "model": "served", "created_at": "2026-01-01T00:00:00Z", "done": True,
        "message": {"role": "assistant", "content": wire.text}, "done_reason": wire.finish,
        "prompt_eval_count": wire.prompt_tokens, "eval_count": wire.completion_tokens,
    }  # fmt: skip


def _gemini(wire: Answer) -> Iterator[bytes]:
    usage = {
        "promptTokenCount": wire.prompt_tokens,
        "candidatesTokenCount": wire.completion_tokens,
        "totalTokenCount": wire.prompt_tokens + wire.completion_tokens,
    }
    for piece in _pieces(wire.text):
        content = {"parts": [{"text": piece}], "role": "model"}
        candidate = {"content": content, "index": 0}
        yield _event({"candidates": [candidate], "usageMetadata": usage})
    end = {"content": {"parts": [{"text": ""}], "role": "model"}, "finishReason": "STOP"}
    yield _event({"candidates": [end], "usageMetadata": usage, "modelVersion": "served"})


_FORMATS: dict[str, Callable[[Answer], Iterator[bytes]]] = {
    "/v1/chat/completions": _openai,
    "/chat/completions": _openai,
    "/v1/messages": _anthropic,
    "/api/chat": _ollama,
    "/models/gemini-3.8-flash:streamGenerateContent?alt=sse": _gemini,
}
_WHOLE: dict[str, Callable[[Answer], dict[str, Any]]] = {
    "/v1/chat/completions": _openai_whole,
    "/chat/completions": _openai_whole,
    "/v1/messages": _anthropic_whole,
    "/api/chat": _ollama_whole,
}
