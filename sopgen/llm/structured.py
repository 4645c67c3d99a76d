"""Get one valid artifact out of a model, asking again only for the fields that are wrong."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import yaml
from pydantic import ValidationError

from sopgen.artifacts import Artifact, Finding
from sopgen.errors import AnswerInvalid
from sopgen.events import Reading
from sopgen.llm.base import Model, Prompt, Reply, Turn
from sopgen.llm.conform import conform
from sopgen.llm.parsing import find_json
from sopgen.llm.schema import schema_of, subschema

TRIES = 3
A = TypeVar("A", bound=Artifact)
Heard = Callable[[str, str, Reading], None]
"""Takes a call, the model that answered it, and how the answer could be read."""


def nobody(call: str, model: str, reading: Reading) -> None:
    """Tell nobody."""


class Remarks(Protocol):
    """What is said to a model about its answer; the words come from templates."""

    def correct_fields(self, problems: Sequence[str], fields: Sequence[str]) -> str:
        """Ask for these fields again, each problem being one line."""

    def no_answer(self, problem: str) -> str:
        """Say that the answer could not be read, and ask for it again."""


def nothing_to_add(artifact: Artifact) -> list[Finding]:
    """Review nothing."""
    return []


def ask_for(
    model: Model,
    prompt: Prompt,
    shape: type[A],
    remarks: Remarks,
    *,
    review: Callable[[A], list[Finding]] = nothing_to_add,
    heard: Heard = nobody,
) -> A:
    """Return the artifact that the model gives, in at most three calls `#1`, `#2`, `#3`.

    Fields that fail validation, and those that `review` has errors about, are asked for again;
    `heard` is told of each answer. What only `review` still refuses after the last try is
    returned all the same: the caller reports it. Raises AnswerInvalid with the valid fields as
    YAML.
    """
    talk = _Talk(shape, remarks, review)
    base = re.sub(r"#\d+$", "", prompt.call)
    for number in range(1, TRIES + 1):
        call = f"{base}#{number}"
        schema = talk.wanted_schema()
        reply = model.ask(
            prompt.model_copy(
                update={
                    "call": call,
                    "answer_schema": schema,
                    "turns": (*prompt.turns, *talk.turns),
                }
            )
        )
        reading = talk.hear(reply, schema)
        if not talk.wanted or (number == TRIES and talk.complete):
            heard(call, reply.model, reading)
            break
        heard(call, reply.model, "failed" if number == TRIES else "asked again")
    return talk.result()


@dataclass(frozen=True)
class _State(Generic[A]):
    """What came of the answers so far."""

    artifact: A | None
    problems: dict[str, str]
    """What is wrong, by top-level field."""


class _Talk(Generic[A]):
    """The fields gathered over several answers, and what is still wanted."""

    def __init__(
        self, shape: type[A], remarks: Remarks, review: Callable[[A], list[Finding]]
    ) -> None:
        self._shape = shape
        self._remarks = remarks
        self._review = review
        self._schema = schema_of(shape)
        self._fields: dict[str, Any] = {}
        self._artifact: A | None = None
        self._problem = ""
        self.wanted: tuple[str, ...] = tuple(self._schema["properties"])
        self.turns: tuple[Turn, ...] = ()

    def wanted_schema(self) -> dict[str, Any]:
        """Return the schema of what is still to be answered."""
        return subschema(self._schema, self.wanted)

    @property
    def complete(self) -> bool:
        """Whether there is an artifact, though its review may have errors."""
        return self._artifact is not None

    def hear(self, reply: Reply, schema: dict[str, Any]) -> Reading:
        """Take what is usable of an answer and note what to say about the rest.

        Return whether it was valid as it came.
        """
        if reply.finish_reason == "refusal":
            raise self._failure(f"The model refused to answer: {reply.text.strip()[:200]}")
        complete = reply.finish_reason != "length"
        found = find_json(reply.text, keys=tuple(schema["properties"]), complete=complete)
        fields = conform(found, schema)
        if not fields:
            self._problem = _why_nothing(found, complete=complete)
            self._say(reply, self._remarks.no_answer(self._problem))
            return "repaired"
        state = self._judge({**self._fields, **fields})
        self._artifact = state.artifact or self._artifact
        self._fields = {
            name: value
            for name, value in {**self._fields, **fields}.items()
            if state.artifact is not None or name not in state.problems
        }
        self.wanted = tuple(state.problems)
        if self.wanted:
            problems = list(state.problems.values())
            self._problem = problems[0]
            self._say(reply, self._remarks.correct_fields(problems, self.wanted))
        return "valid" if _is_json(reply.text, fields) else "repaired"

    def result(self) -> A:
        """Return the artifact, or raise what is still wrong."""
        if self._artifact is None:
            raise self._failure(f"after {TRIES} tries there is still this: {self._problem}")
        return self._artifact

    def _say(self, reply: Reply, remark: str) -> None:
        self.turns = (*self.turns, Turn(answer=reply.text, remark=remark))

    def _judge(self, fields: dict[str, Any]) -> _State[A]:
        try:
            artifact = self._shape.model_validate_json(json.dumps(fields))
        except ValidationError as error:
            return _State(None, self._invalid(error))
        known = self._schema["properties"]
        findings = [f for f in self._review(artifact) if f.severity == "error" and f.field in known]
        problems: dict[str, str] = {}
        for finding in findings:
            before = problems.get(finding.field)
            line = f"{finding.field}: {finding.message}"
            problems[finding.field] = f"{before}; {finding.message}" if before else line
        return _State(artifact, problems)

    def _invalid(self, error: ValidationError) -> dict[str, str]:
        problems: dict[str, str] = {}
        for item in error.errors(include_url=False, include_context=False):
            place = [str(part) for part in item["loc"]]
            fields = [place[0]] if place else list(self._schema["properties"])
            line = f"{'.'.join(place) or 'the whole'}: {item['msg']}"
            for field in fields:
                before = problems.get(field)
                problems[field] = f"{before}; {line}" if before else line
        return problems

    def _failure(self, what: str) -> AnswerInvalid:
        partial = yaml.safe_dump(self._fields, sort_keys=False, allow_unicode=True)
        return AnswerInvalid(
            f"No usable {self._shape.kind} came from the model: {what}",
            "Resume with a stronger model: --resume --model NAME.",
            partial if self._fields else "",
        )


def _is_json(text: str, fields: dict[str, Any]) -> bool:
    """Say whether a text is just the JSON of these fields."""
    try:
        return bool(json.loads(text) == fields)
    except (ValueError, RecursionError):
        return False


def _why_nothing(found: Any, *, complete: bool) -> str:
    if not complete:
        return "It was cut off before its end; be briefer."
    if found is None:
        return "It holds no JSON object."
    return "Its JSON has none of the fields asked for."
