"""The one text that the gateway itself adds: the schema, where a model cannot take it natively."""

import json
from typing import Any

# Stands for a parameter of the request on servers that lack it, so it belongs to the wire and
# not to a role's template.
_SCHEMA = (
    "Answer with one JSON object and nothing else, in a ```json fence. It must fit this JSON"
    " schema; give every property, and values instead of the schema itself:\n"
)


def schema_text(schema: dict[str, Any]) -> str:
    """Return the request for an answer of that schema, in words."""
    return _SCHEMA + json.dumps(schema, ensure_ascii=False, separators=(",", ":"))
