"""An artifact is asked for until it is valid, and only for what is wrong with it."""

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from llm_gateway import a_prompt

from sopgen.artifacts import PRD, Design, Finding, Plan
from sopgen.errors import AnswerInvalid
from sopgen.llm.base import Reply
from sopgen.llm.conform import conform
from sopgen.llm.schema import folded, schema_of, subschema, without_bounds
from sopgen.llm.scripted import Scripted
from sopgen.llm.structured import ask_for

PLAN: dict[str, Any] = {
    "tasks": [
        {
            "id": "T1",
            "file": "game.py",
            "depends_on": [],
            "logic": "Write it.",
            "requirement_ids": ["R1"],
            "estimated_lines": 40,
        }
    ],
    "shared_knowledge": ["The board is 4 by 4."],
    "api_description": None,
}


class _Words:
    """Remarks that show what they were given."""

    def correct_fields(self, problems: Sequence[str], fields: Sequence[str]) -> str:
        return f"correct {', '.join(fields)}: {' | '.join(problems)}"

    def no_answer(self, problem: str) -> str:
        return f"nothing: {problem}"


def _ask(*answers: str | Reply, **more: Any) -> tuple[Plan, Scripted]:
    scripted = Scripted({"plan/plan": list(answers)})
    plan = ask_for(scripted, a_prompt(call="plan/plan"), Plan, _Words(), **more)
    return plan, scripted


def _with(**changes: Any) -> str:
    return json.dumps(PLAN | changes)


def test_a_valid_answer_is_asked_for_once_with_its_schema() -> None:
    plan, scripted = _ask(_with())
    assert plan == Plan.model_validate_json(_with())
    assert scripted.calls == ["plan/plan#1"]
    assert scripted.prompts[0].answer_schema == schema_of(Plan)


def test_only_invalid_fields_are_asked_for_again() -> None:
    plan, scripted = _ask(
        _with(shared_knowledge=[""], api_description=12.5, tasks=[]),
        json.dumps({"tasks": PLAN["tasks"], "shared_knowledge": ["Mended."]}),
    )
    assert plan.api_description == "12.5"
    assert plan.shared_knowledge == ("Mended.",)
    again = scripted.prompts[1]
    assert again.call == "plan/plan#2"
    assert again.answer_schema == subschema(schema_of(Plan), ["tasks", "shared_knowledge"])
    assert again.turns[0].remark.startswith("correct tasks, shared_knowledge: tasks: Tuple should")


def test_fields_that_were_not_asked_for_again_stay_as_they_were() -> None:
    plan, _ = _ask(_with(tasks=[]), _with(shared_knowledge=["Something else."]))
    assert plan.shared_knowledge == ("The board is 4 by 4.",)


def test_a_missing_field_is_asked_for_and_never_filled() -> None:
    answer = {key: value for key, value in PLAN.items() if key != "api_description"}
    plan, scripted = _ask(json.dumps(answer), '{"api_description": null}')
    assert plan.api_description is None
    assert scripted.calls == ["plan/plan#1", "plan/plan#2"]


def test_prose_is_answered_with_a_remark() -> None:
    plan, scripted = _ask("I would rather talk.", _with())
    assert plan.tasks[0].file == "game.py"
    assert scripted.prompts[1].turns[0].remark == "nothing: It holds no JSON object."


def test_a_cut_answer_is_not_taken_even_if_it_could_be_repaired() -> None:
    cut = Reply(text=_with()[:-3], finish_reason="length")
    _, scripted = _ask(cut, _with())
    assert "cut off" in scripted.prompts[1].turns[0].remark


def test_after_three_tries_the_error_holds_what_was_valid() -> None:
    with pytest.raises(AnswerInvalid, match=r"plan.*tasks") as caught:
        _ask(_with(tasks=[]))
    assert "The board is 4 by 4." in caught.value.partial
    assert "tasks" not in caught.value.partial


def test_a_refusal_is_not_asked_again() -> None:
    with pytest.raises(AnswerInvalid, match=r"refused.*I will not"):
        _ask(Reply(text="I will not.", finish_reason="refusal"))


def _complain(plan: Plan) -> list[Finding]:
    if plan.shared_knowledge == ("Good.",):
        return []
    return [
        Finding(check="plan.knowledge", message="Say it better.", field="shared_knowledge"),
        Finding(check="plan.other", message="A detail.", field="tasks", severity="warning"),
    ]


def test_errors_of_the_review_are_asked_for_like_invalid_fields() -> None:
    plan, scripted = _ask(_with(), '{"shared_knowledge": ["Good."]}', review=_complain)
    assert plan.shared_knowledge == ("Good.",)
    assert scripted.prompts[1].turns[0].remark == (
        "correct shared_knowledge: shared_knowledge: Say it better."
    )


def test_what_only_the_review_refuses_is_returned_after_the_last_try() -> None:
    plan, scripted = _ask(_with(), review=_complain)
    assert plan.shared_knowledge == ("The board is 4 by 4.",)
    assert len(scripted.calls) == 3


def test_a_worse_second_answer_does_not_lose_the_first() -> None:
    plan, _ = _ask(_with(), '{"shared_knowledge": [""]}', "what?", review=_complain)
    assert plan.shared_knowledge == ("The board is 4 by 4.",)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ({"plan": PLAN}, PLAN),
        ([PLAN], PLAN),
        ({"type": "object", "properties": PLAN}, PLAN),
        ({"Shared Knowledge": "One."}, {"shared_knowledge": ["One."]}),
        ({"sharedKnowledge": None}, {"shared_knowledge": []}),
        ({"api_description": 3, "remarks": "none"}, {"api_description": "3"}),
        ({"tasks": {"estimated_lines": "40"}}, {"tasks": [{"estimated_lines": 40}]}),
        ({"tasks": [{"estimated_lines": 40.0}]}, {"tasks": [{"estimated_lines": 40}]}),
        ({"tasks": [{"estimated_lines": "many"}]}, {"tasks": [{"estimated_lines": "many"}]}),
        ("text", {}),
        ({"colour": "red"}, {}),
    ],
)
def test_an_answer_is_read_as_it_was_meant(given: Any, meant: dict[str, Any]) -> None:
    assert conform(given, schema_of(Plan)) == meant


def test_words_of_a_fixed_list_are_known_in_any_spelling() -> None:
    given = {"runtime": {"kind": "Web Service", "proof": {"exit_code": "0"}}}
    proof = {"keys": None, "exit_code": 0, "output": None, "http_path": None, "http_status": None}
    assert conform(given, schema_of(Design)) == {"runtime": {"kind": "web_service", "proof": proof}}


def _objects(schema: Any) -> list[dict[str, Any]]:
    if isinstance(schema, list):
        return [found for part in schema for found in _objects(part)]
    if not isinstance(schema, dict):
        return []
    inner = [found for part in schema.values() for found in _objects(part)]
    return [schema, *inner] if "properties" in schema and "type" in schema else inner


@pytest.mark.parametrize(("shape", "most"), [(PRD, 3200), (Design, 6900), (Plan, 1300)])
def test_schemas_are_closed_complete_free_of_references_and_short(
    shape: type[PRD | Design | Plan], most: int
) -> None:
    schema = schema_of(shape)
    text = json.dumps(schema, separators=(",", ":"))
    assert len(text) < most
    assert not any(word in text for word in ("$ref", "$defs", "schema_version", '"title":'))
    for part in _objects(schema):
        assert part["required"] == list(part["properties"])
        assert part["additionalProperties"] is False


def test_a_folded_schema_says_the_same_in_less() -> None:
    schema = schema_of(Design)
    short = folded(schema)
    definitions = short.pop("$defs")

    def unfolded(part: Any) -> Any:
        if isinstance(part, list):
            return [unfolded(item) for item in part]
        if not isinstance(part, dict):
            return part
        if "$ref" in part:
            return unfolded(definitions[part["$ref"].rpartition("/")[2]])
        return {key: unfolded(value) for key, value in part.items()}

    assert unfolded(short) == schema
    assert len(json.dumps(short) + json.dumps(definitions)) < 0.9 * len(json.dumps(schema))


def test_a_schema_without_limits_keeps_fields_that_are_named_like_limits() -> None:
    schema = schema_of(PRD)
    schema["properties"]["pattern"] = {"type": "string", "pattern": "x"}
    bare = without_bounds(schema)
    assert bare["properties"]["pattern"] == {"type": "string"}
    assert "maxItems" not in json.dumps(bare)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(list("ab")), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*PLAN, "Tasks", "plan"]), JSON | st.just(PLAN["tasks"])))
def test_any_answer_ends_in_an_artifact_or_in_the_one_error(answer: dict[str, Any]) -> None:
    try:
        plan, _ = _ask(json.dumps(answer))
    except AnswerInvalid as error:
        assert error.hint
    else:
        assert plan.tasks


@pytest.mark.parametrize("depth", [100, 500, 900, 990, 5000])
def test_an_answer_of_any_depth_ends_in_the_one_error(depth: int) -> None:
    with pytest.raises(AnswerInvalid):
        _ask(f'{{"tasks": {"[" * depth}{"]" * depth}, "api_description": null}}')


@pytest.mark.parametrize(
    ("answers", "readings"),
    [
        ([_with()], ["valid"]),
        ([f"Sure:\n```json\n{_with()}\n```"], ["repaired"]),
        ([_with(tasks="none")], ["asked again", "asked again", "failed"]),
        ([_with(shared_knowledge=7, tasks=[]), _with()], ["asked again", "repaired"]),
        (["I would rather not.", _with()], ["asked again", "valid"]),
    ],
)
def test_how_each_answer_was_read_is_told(answers: list[str], readings: list[str]) -> None:
    told: list[str] = []
    scripted = Scripted({"plan/plan": [*answers, *[answers[-1]] * 3]})

    def heard(call: str, model: str, reading: str) -> None:
        told.append(reading)

    with suppress(AnswerInvalid):
        ask_for(scripted, a_prompt(call="plan/plan"), Plan, _Words(), heard=heard)
    assert told == readings
