"""An OpenAI-compatible server that answers from a recording, with a model's latency, and counts."""

import importlib.util
import json
import os
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import tiktoken

Answer = Callable[[str], str | None]
"""Call id to recorded text."""


@cache
def encoding() -> tiktoken.Encoding:
    """Return cl100k_base, whose file litellm brings, without importing litellm."""
    found = importlib.util.find_spec("litellm")
    assert found and found.submodule_search_locations
    (folder,) = found.submodule_search_locations
    os.environ["TIKTOKEN_CACHE_DIR"] = f"{folder}/litellm_core_utils/tokenizers"
    return tiktoken.get_encoding("cl100k_base")


def count(text: str) -> int:
    """Return tokens by cl100k_base."""
    return len(encoding().encode(text, disallowed_special=()))


@dataclass
class Served:
    """One answered request; times in seconds of the monotonic clock."""

    call: str
    begin: float
    end: float
    prompt_tokens: int
    completion_tokens: int


@dataclass
class Server:
    """What the server does and saw."""

    answer: Answer
    first_token: float = 0.0
    tokens_per_second: float = 0.0
    served: list[Served] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def reply(self, request: dict[str, Any]) -> tuple[str, int, int]:
        """Return text, prompt tokens and completion tokens of one request."""
        begin = time.monotonic()
        prompt = "\n".join(str(message["content"]) for message in request["messages"])
        tokens = count(prompt) + 4 * len(request["messages"])
        if request.get("response_format"):
            tokens += count(json.dumps(request["response_format"]))
        call = call_of(str(request["messages"][-1]["content"]))
        text = self.answer(call)
        assert text is not None, f"the recording holds no {call}"
        size = count(text)
        wait = self.first_token
        if self.tokens_per_second:
            wait += size / self.tokens_per_second
        time.sleep(max(0.0, begin + wait - time.monotonic()))
        with self.lock:
            self.served.append(Served(call, begin, time.monotonic(), tokens, size))
        return text, tokens, size


def call_of(text: str) -> str:
    """Tell from the last words of a prompt which call it is."""
    for word, call in (
        ("PRD", "prd/prd#1"),
        ("design", "design/design#1"),
        ("plan", "plan/plan#1"),
    ):
        if f"Write the {word} as one JSON object" in text:
            return call
    repair = re.search(r"Repair round (\d+)", text)
    if repair:
        return f"code/repair-{repair[1]}#1"
    path = re.findall(r"^Write (\S+?)(?:\.$| and its unit tests)", text, re.MULTILINE)[-1]
    attempt = re.search(r"^This is attempt (\d+)", text, re.MULTILINE)
    stage = "qa" if path.endswith("test_acceptance.py") else "code"
    return f"{stage}/{path}#{attempt[1] if attempt else 1}"


@contextmanager
def serving(server: Server) -> Iterator[str]:
    """Serve on a free loopback port; give the base URL."""
    http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(server))
    thread = threading.Thread(target=http.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{http.server_address[1]}/v1"
    finally:
        http.shutdown()
        http.server_close()


def _handler(server: Server) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            return

        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            request = json.loads(self.rfile.read(length))
            text, prompt_tokens, size = server.reply(request)
            usage = {
                "prompt_tokens": prompt_tokens,
                "completion_tokens": size,
                "total_tokens": prompt_tokens + size,
            }
            head = {"id": "bench", "created": 1, "model": request["model"]}
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Connection", "close")
            self.end_headers()
            for place in range(0, len(text), 400):
                self.event(head, {"content": text[place : place + 400]})
            self.event(head, {}, "stop")
            last = {**head, "object": "chat.completion.chunk", "choices": [], "usage": usage}
            self.wfile.write(b"data: " + json.dumps(last).encode() + b"\n\ndata: [DONE]\n\n")
            self.close_connection = True

        def event(
            self, head: dict[str, Any], delta: dict[str, Any], end: str | None = None
        ) -> None:
            choice = {"index": 0, "delta": delta, "finish_reason": end}
            body = {**head, "object": "chat.completion.chunk", "choices": [choice]}
            self.wfile.write(b"data: " + json.dumps(body).encode() + b"\n\n")

    return Handler
