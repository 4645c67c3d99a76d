"""What the server can be told to say, and what it remembers of a request."""

from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True)
class Answer:
    """What the server says to one request."""

    text: str = ""
    finish: Literal["stop", "length", "refusal"] = "stop"
    prompt_tokens: int = 11
    completion_tokens: int = 7
    cached_tokens: int = 0
    status: int = 200
    error: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    counts: bool = True
    """Whether the usage is told."""
    whole: bool = False
    """The answer comes at once, although a stream may have been asked for."""
    called: bool = False
    """The text comes as the argument of a tool call."""
    cut: bool = False
    """The connection closes before the stream says that it ends."""
    reset: Literal["", "before", "during", "after"] = ""
    """When, seen from the answer, the connection is reset."""
    stalls: float = 0.0
    """Seconds of silence in the middle of the stream."""
    comments: float = 0.0
    """Seconds for which only comments come before the answer does."""
    kind: str = ""
    """Another content type than the format's own."""
    body: bytes | None = None
    """What is sent instead of an answer in the format."""
    spoilt: bytes = b""
    """Bytes that stand for the marks `\N{REPLACEMENT CHARACTER}` in the body."""


@dataclass(frozen=True)
class Seen:
    """A request that came in."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def last_words(self) -> str:
        """The text of the newest message, in any format."""
        if "contents" in self.body:
            return "".join(part["text"] for part in self.body["contents"][-1]["parts"])
        content = self.body["messages"][-1]["content"]
        if isinstance(content, str):
            return content
        return "\n\n".join(part["text"] for part in content)

    @property
    def schema(self) -> dict[str, Any] | None:
        """The schema that the answer should have, in any format."""
        asked = self.body
        given = [
            asked.get("response_format", {}).get("json_schema", {}).get("schema"),
            (asked.get("output_format") or {}).get("schema"),
            (asked.get("output_config", {}).get("format") or {}).get("schema"),
            asked.get("generationConfig", {}).get("responseJsonSchema"),
            asked.get("generationConfig", {}).get("response_json_schema"),
            asked.get("generationConfig", {}).get("responseSchema"),
            asked.get("format"),
            *(_parameters(tool) for tool in asked.get("tools", ())),
        ]
        return next((schema for schema in given if isinstance(schema, dict)), None)

    @property
    def tool(self) -> str | None:
        """The name of the tool that the answer should call."""
        for tool in self.body.get("tools", ()):
            if "function" in tool or "name" in tool:
                return str(tool.get("function", tool)["name"])
        return None


def _parameters(tool: dict[str, Any]) -> Any:
    return tool.get("input_schema") or tool.get("function", {}).get("parameters")


@dataclass
class Server:
    """Where it listens and what it has seen."""

    url: str
    seen: list[Seen] = field(default_factory=list)

    @property
    def bodies(self) -> list[dict[str, Any]]:
        return [request.body for request in self.seen]


def pieces(text: str) -> list[str]:
    """Return a text in the small pieces of a stream."""
    return [text[at : at + 5] for at in range(0, len(text), 5)]
