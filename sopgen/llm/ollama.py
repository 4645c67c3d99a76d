"""Ask whether an Ollama server runs on this machine, and which of its models writes code best."""

import http.client
import json
from collections.abc import Sequence

_HOST, _PORT, _PATIENCE = "127.0.0.1", 11434, 0.3
_CODERS = ("coder", "codestral", "devstral", "code")


def running_models(host: str = _HOST, port: int = _PORT) -> list[str]:
    """Return the names of the models that the server holds; empty when there is no server."""
    connection = http.client.HTTPConnection(host, port, timeout=_PATIENCE)
    try:
        connection.request("GET", "/api/tags")
        data = json.loads(connection.getresponse().read())
        return [str(model["name"]) for model in data["models"]]
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return []
    finally:
        connection.close()


def best_for_code(models: Sequence[str]) -> str | None:
    """Return the first model whose name speaks of code, else the first that can chat."""
    chatting = [name for name in models if "embed" not in name]
    for word in _CODERS:
        for name in chatting:
            if word in name:
                return name
    return next(iter(chatting), None)
