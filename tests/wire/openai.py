"""The chat completions of OpenAI and of all that imitate them."""

import json
from collections.abc import Iterator
from typing import Any

from wire.answers import Answer, pieces

_FINISHES = {"stop": "stop", "length": "length", "refusal": "content_filter"}


def stream(answer: Answer, tool: str | None) -> Iterator[bytes]:
    base = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "served"}

    def chunk(delta: dict[str, Any], reason: str | None = None) -> bytes:
        return _event(base | {"choices": [{"index": 0, "delta": delta, "finish_reason": reason}]})

    yield chunk({"role": "assistant", "content": ""})
    if tool:
        yield chunk({"tool_calls": [{"index": 0} | _call(tool, "")]})
    for piece in pieces(answer.text):
        part = {"index": 0, "function": {"arguments": piece}}
        yield chunk({"tool_calls": [part]} if tool else {"content": piece})
    yield chunk({}, "tool_calls" if tool else _FINISHES[answer.finish])
    if answer.counts:
        yield _event(base | {"choices": [], "usage": _usage(answer)})
    yield b"data: [DONE]\n\n"


def whole(answer: Answer, tool: str | None) -> bytes:
    said = {"content": None, "tool_calls": [_call(tool, answer.text)]} if tool else {}
    message = {"role": "assistant", "content": answer.text} | said
    data: dict[str, Any] = {
        "id": "c1", "object": "chat.completion", "created": 1, "model": "served",
        "choices": [{"index": 0, "message": message, "finish_reason": _FINISHES[answer.finish]}],
    }  # fmt: skip
    if answer.counts:
        data["usage"] = _usage(answer)
    return json.dumps(data).encode()


def failure(answer: Answer) -> bytes:
    return json.dumps({"error": {"message": answer.error, "type": "error", "code": None}}).encode()


def _call(tool: str, arguments: str) -> dict[str, Any]:
    return {"id": "t1", "type": "function", "function": {"name": tool, "arguments": arguments}}


def _usage(answer: Answer) -> dict[str, Any]:
    return {
        "prompt_tokens": answer.prompt_tokens,
        "completion_tokens": answer.completion_tokens,
        "total_tokens": answer.prompt_tokens + answer.completion_tokens,
        "prompt_tokens_details": {"cached_tokens": answer.cached_tokens},
    }


def _event(data: dict[str, Any]) -> bytes:
    return b"data: " + json.dumps(data).encode() + b"\n\n"
