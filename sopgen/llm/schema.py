"""An artifact's JSON schema as models get it: inlined, closed, complete and short."""

import json
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from sopgen.artifacts import Artifact

_KEPT = (
    "type", "enum", "const", "description", "pattern", "minItems", "maxItems", "minimum",
    "maximum", "maxLength",
)  # fmt: skip
_BOUNDS = ("pattern", "minItems", "maxItems", "minimum", "maximum", "maxLength")


def schema_of(shape: type[Artifact]) -> dict[str, Any]:
    """Return the schema of all fields that a model has to give.

    Definitions are inlined since not every provider follows references; every property is
    required and none may be added, as strict modes want it.
    """
    full = shape.model_json_schema()
    schema = _short(full, full.get("$defs", {}))
    schema.pop("description", None)
    del schema["properties"]["schema_version"]
    schema["required"].remove("schema_version")
    return schema


def subschema(schema: dict[str, Any], fields: Collection[str]) -> dict[str, Any]:
    """Return the schema of some top-level fields alone, in the schema's order."""
    kept = {name: part for name, part in schema["properties"].items() if name in fields}
    return {**schema, "properties": kept, "required": list(kept)}


def folded(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema with each object that occurs more than once written out once.

    A schema is paid for in every structured call; Design's shrinks by an eighth.
    """
    seen = Counter(_key(part) for part in _objects(schema["properties"]))
    names = {key: f"D{n}" for n, key in enumerate((k for k, times in seen.items() if times > 1), 1)}
    definitions: dict[str, Any] = {}
    properties = _fold(schema["properties"], names, definitions)
    return {**schema, "properties": properties} | ({"$defs": definitions} if definitions else {})


def _objects(part: Any) -> Iterator[dict[str, Any]]:
    """Yield every object of a schema that has fields, outer ones first."""
    if isinstance(part, list):
        for item in part:
            yield from _objects(item)
    if isinstance(part, dict):
        if isinstance(part.get("properties"), dict) and part.get("type") == "object":
            yield part
        for item in part.values():
            yield from _objects(item)


def _fold(part: Any, names: dict[str, str], definitions: dict[str, Any]) -> Any:
    if isinstance(part, list):
        return [_fold(item, names, definitions) for item in part]
    if not isinstance(part, dict):
        return part
    name = names.get(_key(part))
    if name and name not in definitions:
        definitions[name] = {k: _fold(v, names, definitions) for k, v in part.items()}
    if name:
        return {"$ref": f"#/$defs/{name}"}
    return {key: _fold(value, names, definitions) for key, value in part.items()}


def _key(part: dict[str, Any]) -> str:
    return json.dumps(part, sort_keys=True)


def without_bounds(schema: Any) -> Any:
    """Return the schema without patterns and limits, for servers that do not take them."""
    if isinstance(schema, list):
        return [without_bounds(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "properties" in schema:
        inner = {name: without_bounds(part) for name, part in schema["properties"].items()}
        return {**schema, "properties": inner}
    return {
        key: without_bounds(part) if key in {"items", "anyOf"} else part
        for key, part in schema.items()
        if key not in _BOUNDS
    }


def _short(part: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in part:
        target = definitions[part["$ref"].rsplit("/", 1)[-1]]
        # What a type's docstring says is for programmers; a field says of itself what matters.
        silent = {key: value for key, value in target.items() if key != "description"}
        return _short({**silent, **{k: v for k, v in part.items() if k != "$ref"}}, definitions)
    short: dict[str, Any] = {key: part[key] for key in _KEPT if key in part}
    if "items" in part:
        short["items"] = _short(part["items"], definitions)
    if "anyOf" in part:
        short["anyOf"] = [_short(option, definitions) for option in part["anyOf"]]
    if "properties" in part:
        inner = {name: _short(value, definitions) for name, value in part["properties"].items()}
        short |= {"properties": inner, "required": list(inner), "additionalProperties": False}
    return short
