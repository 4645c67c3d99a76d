"""Ollama's own chat."""

import json
from collections.abc import Iterator
from typing import Any

from wire.answers import Answer, pieces

_FINISHES = {"stop": "stop", "length": "length", "refusal": "stop"}
_BASE = {"model": "served", "created_at": "2026-01-01T00:00:00Z"}


def stream(answer: Answer, tool: str | None) -> Iterator[bytes]:
    if tool:
        yield _line(_message(tool, answer.text), done=False)
    else:
        for piece in pieces(answer.text):
            yield _line(_message(None, piece), done=False)
    yield _line(_message(None, ""), done=True, **_end(answer))


def whole(answer: Answer, tool: str | None) -> bytes:
    return _line(_message(tool, answer.text), done=True, **_end(answer))


def failure(answer: Answer) -> bytes:
    return json.dumps({"error": answer.error}).encode()


def _message(tool: str | None, text: str) -> dict[str, Any]:
    if tool is None:
        return {"role": "assistant", "content": text}
    call = {"function": {"name": tool, "arguments": json.loads(text)}}
    return {"role": "assistant", "content": "", "tool_calls": [call]}


def _end(answer: Answer) -> dict[str, Any]:
    counts = {"prompt_eval_count": answer.prompt_tokens, "eval_count": answer.completion_tokens}
    return {"done_reason": _FINISHES[answer.finish]} | (counts if answer.counts else {})


def _line(message: dict[str, Any], **more: Any) -> bytes:
    return json.dumps(_BASE | {"message": message} | more).encode() + b"\n"
