"""Read an answer the way it was meant, without inventing a value.

What is done, at any depth: a wrapper around the object and an echoed schema go; keys are matched
without regard to case and punctuation, unknown keys go; a number in quotes becomes a number, a list
or an object in quotes becomes what it holds, a number where text is wanted becomes text; one item
becomes a list of one; null becomes an empty list; an enumerated word is matched without regard to
case and punctuation; a field that may be null and is missing inside an item becomes null (at the
top level it stays missing and is asked for again). All else is left for the validator to refuse.
"""

import json
import re
from typing import Any


def conform(answer: Any, schema: dict[str, Any]) -> dict[str, Any]:
    """Return the answer's top-level fields, as far as they fit the schema's names."""
    fields = _unwrap(answer, schema["properties"])
    return _object(fields, schema, top=True)


def _unwrap(answer: Any, known: dict[str, Any]) -> dict[str, Any]:
    if isinstance(answer, list) and len(answer) == 1:
        answer = answer[0]
    if not isinstance(answer, dict):
        return {}
    if _matches(answer, known):
        return answer
    inner = answer.get("properties")
    if isinstance(inner, dict) and _matches(inner, known):
        return inner
    values = list(answer.values())
    if len(values) == 1 and isinstance(values[0], dict) and _matches(values[0], known):
        return values[0]
    return {}


def _matches(answer: dict[str, Any], known: dict[str, Any]) -> bool:
    names = {plain(name) for name in known}
    return any(plain(key) in names for key in answer)


def plain(word: str) -> str:
    """Return a name without case and punctuation."""
    return re.sub(r"[\W_]", "", word).casefold()


def _value(value: Any, schema: dict[str, Any]) -> Any:
    if "anyOf" in schema:
        return _option(value, schema["anyOf"])
    if "enum" in schema:
        return _word(value, schema["enum"])
    if schema.get("type") in {"array", "object"}:
        value = _unquoted(value)
    match schema.get("type"):
        case "array":
            return _list(value, schema)
        case "object":
            return _object(value, schema) if isinstance(value, dict) else value
        case "integer" | "number":
            return _number(value, whole=schema["type"] == "integer")
        case "string":
            return _text(value)
    return value


def _unquoted(value: Any) -> Any:
    """Return the list or object that a text holds as JSON, and all else as it is."""
    if not isinstance(value, str) or value.lstrip()[:1] not in {"[", "{"}:
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def _option(value: Any, options: list[dict[str, Any]]) -> Any:
    if value is None:
        return None
    return _value(value, next(part for part in options if part.get("type") != "null"))


def _word(value: Any, allowed: list[Any]) -> Any:
    if not isinstance(value, str):
        return value
    return next(
        (word for word in allowed if isinstance(word, str) and plain(word) == plain(value)), value
    )


def _list(value: Any, schema: dict[str, Any]) -> Any:
    if value is None:
        return []
    items = value if isinstance(value, list) else [value]
    return [_value(item, schema.get("items", {})) for item in items]


def _object(value: dict[str, Any], schema: dict[str, Any], *, top: bool = False) -> dict[str, Any]:
    known: dict[str, Any] = schema.get("properties", {})
    names = {plain(name): name for name in known}
    given = {names[plain(key)]: item for key, item in value.items() if plain(key) in names}
    if not top:
        given |= {
            name: None for name, part in known.items() if name not in given and _nullable(part)
        }
    return {name: _value(given[name], part) for name, part in known.items() if name in given}


def _nullable(schema: dict[str, Any]) -> bool:
    return any(option.get("type") == "null" for option in schema.get("anyOf", ()))


def _number(value: Any, *, whole: bool) -> Any:
    if isinstance(value, str):
        try:
            value = json.loads(value.strip())
        except (ValueError, RecursionError):
            return value
    if isinstance(value, float) and whole and value.is_integer():
        return int(value)
    return value


def _text(value: Any) -> Any:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, str):
        # A lone half of a surrogate pair cannot be stored as UTF-8.
        return value.encode("utf-8", "replace").decode("utf-8")
    return value
