"""The moods of a server, with what sopgen does about each: tests and docs/models.md follow them."""

from dataclasses import dataclass, replace
from typing import Any, Literal

from wire.answers import Answer

Outcome = Literal["taken", "waits", "ends"]
OPENAI, ANTHROPIC = "openai/served", "anthropic/claude-sonnet-5-5"
GEMINI, OLLAMA = "gemini/gemini-3.8-flash", "ollama_chat/served"
WIRES = (OPENAI, ANTHROPIC, GEMINI, OLLAMA)
"""One model per wire format."""
KEYED = (OPENAI, ANTHROPIC, GEMINI)
OVERLOADED = "The provider is overloaded or limits you. Wait, then --resume."
AWAY = "Check the network and that the server runs, then --resume."
DETOUR = (
    "Something else than the model answered, such as a proxy. Check the server's address, then"
    " --resume."
)
GARBLED = "The server did not keep to its protocol. Then --resume or another --model."
OVERFLOW = "The prompt is too long for this model: --resume --model NAME with a larger context."
_PAGE = (
    "<!DOCTYPE html>\n<html><head><title>{0}</title></head><body><center><h1>{0}</h1></center>"
    "<hr><center>nginx</center></body></html>"
)


@dataclass(frozen=True)
class Mood:
    """One way to misbehave. `taken`: used as it is; `waits`: asked again later; `ends`: exit 5."""

    name: str
    does: str
    outcome: Outcome
    changes: dict[str, Any]
    """What is different from a good answer."""
    says: str = ""
    """What the error says, where the mood stays."""
    hint: str = ""
    wires: tuple[str, ...] = WIRES
    requests: int = 1
    """How many the mood costs each time."""

    gives: str = ""
    """The answer that is taken, where it is not just the good one."""

    def spoil(self, answer: Answer) -> Answer:
        """Return what the server says instead of a good answer."""
        return replace(answer, **self.changes)


def _page(title: str, status: int) -> dict[str, Any]:
    return {"status": status, "kind": "text/html", "body": _PAGE.format(title).encode()}


def _trouble(status: int, name: str, does: str) -> Mood:
    changes = {"status": status, "error": "trouble ahead"}
    return Mood(name, does, "waits", changes, "trouble ahead", OVERLOADED)


MOODS = (
    Mood(
        "429 with Retry-After", "names 17 seconds to wait", "waits",
        {"status": 429, "error": "slow down", "headers": {"Retry-After": "17"}},
        "slow down", OVERLOADED,
    ),
    Mood(
        "429 without Retry-After", "limits the rate and names no time", "waits",
        {"status": 429, "error": "slow down"}, "slow down", OVERLOADED,
    ),
    _trouble(500, "500", "has an internal error"),
    _trouble(502, "502", "has lost what is behind it"),
    _trouble(503, "503", "is not ready"),
    _trouble(529, "529", "is overloaded, in Anthropic's status"),
    Mood(
        "reset before the answer", "resets the connection without a word", "waits",
        {"reset": "before"}, "connection", AWAY,
    ),
    Mood(
        "reset during the answer", "resets the connection in mid-stream", "waits",
        {"reset": "during"}, "connection", AWAY,
    ),
    Mood(
        "reset after the answer", "resets the connection when all is said", "taken",
        {"reset": "after"},
    ),
    Mood(
        "closed during the answer", "closes the connection in mid-stream", "waits",
        {"cut": True}, "connection", AWAY,
    ),
    Mood(
        "stalled stream", "falls silent in mid-stream", "waits",
        {"stalls": 1.0}, "Nothing came for", AWAY,
    ),
    Mood(
        "empty answer", "says nothing and calls it an answer", "waits",
        {"text": ""}, "gave an empty answer", "Ask again with --resume, or another model with --model NAME.",
    ),
    Mood("no usage", "does not count tokens", "taken", {"counts": False}),
    Mood("no stream", "answers at once although a stream was asked for", "taken", {"whole": True}),
    Mood(
        "wrong content type", "calls its answer text/plain", "taken", {"kind": "text/plain"}
    ),
    Mood(
        "HTML page as success", "sends a web page with status 200", "waits",
        _page("Log in to the network", 200), "a web page came instead of an answer: Log in to",
        DETOUR, (OPENAI, ANTHROPIC), 2,
    ),
    Mood(
        "HTML page as success, unreadable to the library", "sends a web page with status 200",
        "waits",
        _page("Log in to the network", 200), "no answer in the server's protocol",
        GARBLED, (GEMINI, OLLAMA), 2,
    ),
    Mood(
        "HTML page as error", "sends a gateway's page with status 502", "waits",
        _page("502 Bad Gateway", 502), "a web page came instead of an answer: 502 Bad Gateway",
        DETOUR,
    ),
    Mood(
        "HTML page as refusal", "sends a firewall's page with status 403", "ends",
        _page("403 Forbidden", 403), "a web page came instead of an answer: 403 Forbidden",
        DETOUR,
    ),
    Mood(
        "empty body", "sends status 200 and nothing", "waits", {"body": b""},
        "no answer in the server's protocol", GARBLED, WIRES, 2,
    ),
    Mood(
        "invalid UTF-8", "sends bytes that are no UTF-8", "waits",
        {"text": "Hello \N{REPLACEMENT CHARACTER}!", "spoilt": b"\xff"},
        "no answer in the server's protocol", GARBLED, (OPENAI,),
    ),
    Mood(
        "invalid UTF-8, read by the library", "sends bytes that are no UTF-8", "taken",
        {"text": "Hello \N{REPLACEMENT CHARACTER}!", "spoilt": b"\xff"},
        wires=(ANTHROPIC, GEMINI, OLLAMA), gives="Hello \N{REPLACEMENT CHARACTER}!",
    ),
    Mood(
        "error in a stream", "sends status 200 and then an error", "waits",
        {"body": b'data: {"error": {"message": "Provider returned error", "code": 502}}\n\n',
         "kind": "text/event-stream"},
        "Provider returned error", OVERLOADED, (OPENAI, GEMINI),
    ),
    Mood(
        "unauthorised", "does not accept the key", "ends",
        {"status": 401, "error": "invalid x-api-key"}, "invalid x-api-key",
        "Check the provider's API key, then --resume.",
    ),
    Mood(
        "forbidden", "does not let this key use the model", "ends",
        {"status": 403, "error": "no access to this model"}, "no access to this model",
        "The key may not use this model. Choose another: --resume --model NAME.",
    ),
    Mood(
        "model not found", "does not have the model", "ends",
        {"status": 404, "error": "model 'served' not found"}, "model 'served' not found",
        "Check the model's name: --model PROVIDER/NAME.",
    ),
    Mood(
        "no credit", "says that the account is empty", "ends",
        {"status": 429, "error": "You exceeded your current quota, please check your plan."},
        "You exceeded your current quota", "The account has no credit left. Top it up, then --resume.", KEYED,
    ),
    Mood(
        "bad request", "refuses the request for another reason", "ends",
        {"status": 400, "error": "temperature must be 1"}, "temperature must be 1",
        "The provider refuses the request. Try another model: --resume --model NAME.",
    ),
)  # fmt: skip


def _overflow(provider: str, wire: str, words: str, status: int = 400) -> Mood:
    name = f"context overflow, {provider}"
    changes = {"status": status, "error": words}
    return Mood(name, f"says: {words}", "ends", changes, words[:40], OVERFLOW, (wire,))


OVERFLOWS = (
    _overflow(
        "OpenAI", OPENAI,
        "This model's maximum context length is 128000 tokens. However, your messages resulted in"
        " 150000 tokens. Please reduce the length of the messages.",
    ),
    _overflow(
        "OpenAI's newer models", OPENAI,
        "Your input exceeds the context window of this model. Please adjust your input and try"
        " again.",
    ),
    _overflow("Anthropic", ANTHROPIC, "prompt is too long: 210000 tokens > 200000 maximum"),
    _overflow(
        "Anthropic, with the answer", ANTHROPIC,
        "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease"
        " input length or `max_tokens` and try again",
    ),
    _overflow("Anthropic, by bytes", ANTHROPIC, "Request exceeds the maximum size", 413),
    _overflow(
        "Gemini", GEMINI,
        "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
    ),
    _overflow("Ollama", OLLAMA, "the input length exceeds the context length"),
    _overflow(
        "llama.cpp", OPENAI,
        "request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it",
    ),
    _overflow(
        "vLLM", OPENAI,
        "The decoder prompt (length 5000) is longer than the maximum model length of 4096.",
    ),
    _overflow(
        "LM Studio", OPENAI,
        "Trying to keep the first 5000 tokens when context the overflows. However, the model is"
        " loaded with context length of only 4096 tokens, which is not enough.",
    ),
    _overflow(
        "Mistral", OPENAI,
        "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum"
        " context length",
    ),
    _overflow("Groq", OPENAI, "Please reduce the length of the messages or completion."),
    _overflow(
        "Groq, by its rate", OPENAI,
        "Request too large for model `served` on tokens per minute (TPM): Limit 6000, Requested"
        " 8000, please reduce your message size and try again.", 413,
    ),
    _overflow(
        "xAI", OPENAI,
        "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
    ),
    _overflow(
        "OpenRouter", OPENAI,
        "This endpoint's maximum context length is 131072 tokens. However, you requested about"
        " 140000 tokens. Please reduce the length of either one.",
    ),
    _overflow("Bedrock", OPENAI, "Input is too long for requested model."),
    _overflow(
        "Together", OPENAI,
        "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097.",
    ),
)  # fmt: skip
