"""The shapes in which models answer: tests and docs/models.md follow these rows."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import sample

from wire.answers import Answer

PRD: dict[str, Any] = json.loads(sample.prd().model_dump_json(exclude={"schema_version"}))
GOOD = json.dumps(PRD, ensure_ascii=False)
CODE = 'def greet() -> str:\n    """Say\n\n    ```\n    hello\n    ```\n    """\n    return "hi"\n'
PATH = "src/greet.py"
REFUSED = Answer(status=400, error="response_format of type json_schema is not supported")
Outcome = Literal["read", "asked again", "ends"]


@dataclass(frozen=True)
class Shape:
    """One way to write an answer. `read`: understood at no cost; else what happens."""

    name: str
    outcome: Outcome
    answer: Answer
    wants: str = ""
    """The field that is asked for again."""


def _read(name: str, text: str, **changes: Any) -> Shape:
    return Shape(name, "read", Answer(text, **changes))


def _again(name: str, wants: str, **changes: Any) -> Shape:
    fields = {key: value for key, value in (PRD | changes).items() if value is not None}
    return Shape(name, "asked again", Answer(json.dumps(fields)), wants)


def _with(change: Callable[[dict[str, Any]], Any]) -> str:
    data = json.loads(GOOD)
    return json.dumps(change(data) or data, ensure_ascii=False)


def _priorities(data: dict[str, Any]) -> None:
    for requirement in data["requirement_pool"]:
        requirement["priority"] = requirement["priority"].lower() + " "


def _as_text(data: dict[str, Any]) -> None:
    data["requirement_pool"] = json.dumps(data["requirement_pool"])


def _numbers(data: dict[str, Any]) -> None:
    for competitor in data["competitors"]:
        competitor["fit"] = str(competitor["fit"])


def _quoted_single() -> str:
    return repr(json.loads(GOOD)).replace("None", "null")


OBJECTS = (
    _read("just the JSON", GOOD),
    _read("prose around it", f"Here is the PRD you asked for:\n\n{GOOD}\n\nShall I go on?"),
    _read("a fence around it", f"```json\n{GOOD}\n```"),
    _read("single quotes", _quoted_single()),
    _read("trailing commas", re.sub(r"([\]}])", r",\1", GOOD).replace("[,]", "[]")),
    _read("comments", GOOD.replace("{", "{ // as asked\n", 1)),
    _read("raw newlines in strings", GOOD.replace(". ", ".\n")),
    _read("a list of the one object", f"[{GOOD}]"),
    _read("fields nobody asked for", _with(lambda d: d | {"confidence": 0.9, "note": ["done"]})),
    _read("a wrapper around the object", json.dumps({"prd": PRD})),
    _read("words of a list in other case", _with(_priorities)),
    _read("numbers as strings", _with(_numbers)),
    _read("nested JSON as a string", _with(_as_text)),
    _read("two objects, the second being meant", f'{{"project_name": "draft"}}\n\n{GOOD}'),
    _read("reasoning tags before it", f"<think>\nA {{draft}}: {{}}\n</think>\n{GOOD}"),
    _read("carriage returns", json.dumps(PRD, indent=1).replace("\n", "\r\n")),
    _read("a byte order mark", f"\ufeff{GOOD}"),
    _read("no closing brace", GOOD[:-1]),
    _read("the argument of a tool call", GOOD, called=True),
    _again("a missing field", "product_goals", product_goals=None),
    _again("a field of another type", "product_goals", product_goals={"first": {"goal": 1}}),
    Shape("only prose", "asked again", Answer("I would start with the board.")),
    Shape("nothing, as the server refuses the schema", "asked again", REFUSED),
    Shape("a refusal", "ends", Answer("I cannot help with that.", finish="refusal")),
)
_FENCED = f"````python\n{CODE}````"
FILES = (
    _read("the path on the fence", f"````python {PATH}\n{CODE}````"),
    _read("the path in a line above", f"{PATH}\n{_FENCED}"),
    _read("the path in a heading", f"### `{PATH}`\n\n{_FENCED}"),
    _read("the path in bold", f"**{PATH}**:\n{_FENCED}"),
    _read("the path in a comment inside", f"````python\n# {PATH}\n{CODE}````"),
    _read("no path, one file asked for", f"Here you are:\n\n{_FENCED}"),
    _read("no fence, one file asked for", CODE),
    _read("fences within a fence of the same length", f"{PATH}\n```python\n{CODE}```"),
    _read(
        "reasoning tags before it", f"<think>\n```python\nx = 1\n```\n</think>\n{PATH}\n{_FENCED}"
    ),
    _read("carriage returns", f"{PATH}\n{_FENCED}".replace("\n", "\r\n")),
    _read("a byte order mark", f"\ufeff{PATH}\n{_FENCED}"),
    _read("prose around it", f"Sure! I made {PATH}.\n\n{PATH}\n{_FENCED}\n\nRun it with python."),
    _read("no closing fence", f"{PATH}\n````python\n{CODE}"),
)
