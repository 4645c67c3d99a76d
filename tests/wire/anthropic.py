"""Anthropic's messages."""

import json
from collections.abc import Iterator
from typing import Any

from wire.answers import Answer, pieces

_FINISHES = {"stop": "end_turn", "length": "max_tokens", "refusal": "refusal"}


def stream(answer: Answer, tool: str | None) -> Iterator[bytes]:
    yield _event({"type": "message_start", "message": _message([], _usage(answer, 1), None)})
    yield _event({"type": "content_block_start", "index": 0, "content_block": _block(tool, "")})
    for piece in pieces(answer.text):
        delta = {"type": "text_delta", "text": piece}
        if tool:
            delta = {"type": "input_json_delta", "partial_json": piece}
        yield _event({"type": "content_block_delta", "index": 0, "delta": delta})
    yield _event({"type": "content_block_stop", "index": 0})
    end = {"stop_reason": _finish(answer, tool), "stop_sequence": None}
    counted = {"output_tokens": answer.completion_tokens if answer.counts else 0}
    yield _event({"type": "message_delta", "delta": end, "usage": counted})
    yield _event({"type": "message_stop"})


def whole(answer: Answer, tool: str | None) -> bytes:
    usage = _usage(answer, answer.completion_tokens)
    content = [_block(tool, answer.text)]
    return json.dumps(_message(content, usage, _finish(answer, tool))).encode()


def failure(answer: Answer) -> bytes:
    kinds = {401: "authentication_error", 404: "not_found_error", 429: "rate_limit_error"}
    kinds |= {400: "invalid_request_error", 529: "overloaded_error"}
    error = {"type": kinds.get(answer.status, "api_error"), "message": answer.error}
    return json.dumps({"type": "error", "error": error}).encode()


def _finish(answer: Answer, tool: str | None) -> str:
    return "tool_use" if tool else _FINISHES[answer.finish]


def _block(tool: str | None, text: str) -> dict[str, Any]:
    if tool is None:
        return {"type": "text", "text": text}
    return {"type": "tool_use", "id": "t1", "name": tool, "input": json.loads(text or "{}")}


def _message(content: list[Any], usage: dict[str, Any], finish: str | None) -> dict[str, Any]:
    return {
        "id": "m1", "type": "message", "role": "assistant", "model": "served", "content": content,
        "stop_reason": finish, "stop_sequence": None, "usage": usage,
    }  # fmt: skip


def _usage(answer: Answer, output: int) -> dict[str, Any]:
    if not answer.counts:
        return {"input_tokens": 0, "output_tokens": 0}
    return {
        "input_tokens": answer.prompt_tokens - answer.cached_tokens,
        "cache_read_input_tokens": answer.cached_tokens,
        "cache_creation_input_tokens": 0,
        "output_tokens": output,
    }


def _event(data: dict[str, Any]) -> bytes:
    return f"event: {data['type']}\n".encode() + b"data: " + json.dumps(data).encode() + b"\n\n"
