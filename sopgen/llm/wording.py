"""The one text that the gateway itself adds: the schema, where a model cannot take it natively."""

import json
from typing import Any

# Stands for a parameter of the request on servers that lack it, so it belongs to the wire and
# not to a role's template.
_SCHEMA = (
    "Answer with one JSON object and nothing else, in a ```json fence. It must fit this JSON"
    " schema. Give values, not the schema; every property is required, no other is allowed:\n"
)
_SAID_ABOVE = frozenset({"required", "additionalProperties"})


def schema_text(schema: dict[str, Any]) -> str:
    """Return the request for an answer of that schema, in words and with few tokens."""
    return _SCHEMA + json.dumps(_brief(schema), ensure_ascii=False, separators=(",", ":"))


def _brief(schema: dict[str, Any]) -> dict[str, Any]:
    brief = {key: part for key, part in schema.items() if key not in _SAID_ABOVE}
    if "properties" in schema:
        brief["properties"] = {name: _brief(part) for name, part in schema["properties"].items()}
    if "items" in schema:
        brief["items"] = _brief(schema["items"])
    if "anyOf" in schema:
        brief["anyOf"] = [_brief(option) for option in schema["anyOf"]]
    return brief
