"""A prompt as the request that a provider wants: messages, cache marks, schema, limits."""

from dataclasses import dataclass
from typing import Any

from sopgen.llm.base import Prompt
from sopgen.llm.modes import Manner, Mode, response_format
from sopgen.llm.tokens import estimate, prompt_tokens
from sopgen.llm.wording import schema_text

_MARKED = frozenset({"anthropic"})
"""Providers that take marks for their prompt cache; others pass them on and are refused."""
_SHORTEST_CACHED = 1024
_CONTEXT_STEP = 8192
_OLLAMA = frozenset({"ollama", "ollama_chat"})


@dataclass(frozen=True, repr=False)
class Server:
    """Where a request goes; empty texts leave it to the library."""

    provider: str
    base: str
    key: str


def chat_messages(prompt: Prompt, mode: Mode, server: Server) -> list[dict[str, Any]]:
    """Return the messages, with the schema in words where it cannot be passed natively."""
    messages: list[dict[str, Any]] = [dict(message) for message in prompt.messages()]
    if prompt.answer_schema is not None and mode in {"json", "text"}:
        messages[-1]["content"] += "\n\n" + schema_text(prompt.answer_schema)
    if server.provider in _MARKED and estimate(prompt.system + prompt.shared) > _SHORTEST_CACHED:
        question = messages[1]["content"]
        shared, task = question[: len(prompt.shared)], question[len(prompt.shared) :]
        mark = {"type": "ephemeral"}
        messages[1]["content"] = [
            {"type": "text", "text": shared, "cache_control": mark},
            {"type": "text", "text": task.lstrip("\n")},
        ]
    return messages


def request_parameters(prompt: Prompt, manner: Manner, server: Server) -> dict[str, Any]:
    """Return the rest of the request's parameters."""
    # We retry ourselves, with the journal in between.
    parameters: dict[str, Any] = {"stream": manner.stream, "max_retries": 0}
    if manner.stream and manner.count:
        parameters["stream_options"] = {"include_usage": True}
    if prompt.answer_schema is not None:
        wanted = response_format(manner.mode, prompt.answer_schema)
        parameters |= {"response_format": wanted} if wanted else {}
    if server.base:
        # A server of one's own often wants no key, but the client library wants one.
        parameters |= {"api_base": server.base, "api_key": server.key or "none"}
    elif server.key:
        parameters["api_key"] = server.key
    if server.provider in _OLLAMA:
        # Ollama cuts a prompt silently at its default of a few thousand tokens.
        needed = prompt_tokens(prompt) + prompt.max_tokens
        parameters["num_ctx"] = -(-needed // _CONTEXT_STEP) * _CONTEXT_STEP
    return parameters
