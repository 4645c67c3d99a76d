"""Google's generateContent."""

import json
from collections.abc import Iterator
from typing import Any

from wire.answers import Answer, pieces

_FINISHES = {"stop": "STOP", "length": "MAX_TOKENS", "refusal": "SAFETY"}
_STATUSES = {
    400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED", 503: "UNAVAILABLE",
}  # fmt: skip


def stream(answer: Answer, tool: str | None) -> Iterator[bytes]:
    parts = [_part(tool, answer.text)] if tool else [_part(None, p) for p in pieces(answer.text)]
    for part in parts:
        yield b"data: " + json.dumps(_response(answer, part)).encode() + b"\r\n\r\n"
    end = _response(answer, _part(None, ""), _FINISHES[answer.finish])
    yield b"data: " + json.dumps(end).encode() + b"\r\n\r\n"


def whole(answer: Answer, tool: str | None) -> bytes:
    part = _part(tool, answer.text)
    return json.dumps(_response(answer, part, _FINISHES[answer.finish])).encode()


def failure(answer: Answer) -> bytes:
    status = _STATUSES.get(answer.status, "INTERNAL")
    error = {"code": answer.status, "message": answer.error, "status": status}
    return json.dumps({"error": error}).encode()


def _part(tool: str | None, text: str) -> dict[str, Any]:
    if tool:
        return {"functionCall": {"name": tool, "args": json.loads(text)}}
    return {"text": text}


def _response(answer: Answer, part: dict[str, Any], finish: str = "") -> dict[str, Any]:
    candidate: dict[str, Any] = {"content": {"parts": [part], "role": "model"}, "index": 0}
    if finish:
        candidate["finishReason"] = finish
    data: dict[str, Any] = {"candidates": [candidate], "modelVersion": "served"}
    if answer.counts:
        data["usageMetadata"] = {
            "promptTokenCount": answer.prompt_tokens,
            "candidatesTokenCount": answer.completion_tokens,
            "totalTokenCount": answer.prompt_tokens + answer.completion_tokens,
            "cachedContentTokenCount": answer.cached_tokens,
        }
    return data
