"""Every shape of an answer, through the library and the ladder. All tests here load litellm."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from llm_gateway import a_gateway, a_prompt
from wire import Answer, Seen, serving
from wire.shapes import CODE, FILES, GOOD, OBJECTS, PATH, Shape

from sopgen.artifacts import PRD
from sopgen.config.settings import ModelSettings
from sopgen.errors import AnswerInvalid
from sopgen.events import CallDelayed
from sopgen.llm.blocks import files_in
from sopgen.llm.chain import build
from sopgen.llm.schema import schema_of
from sopgen.llm.structured import ask_for

pytestmark = [
    pytest.mark.xdist_group("litellm"),
    # The library leaves its connections open and announces what it will drop one day.
    pytest.mark.filterwarnings("ignore"),
]


class _Words:
    """Remarks that show what they were given."""

    def correct_fields(self, problems: Sequence[str], fields: Sequence[str]) -> str:
        return f"correct {', '.join(fields)}: {' | '.join(problems)}"

    def no_answer(self, problem: str) -> str:
        return f"nothing: {problem}"


@pytest.mark.parametrize("shape", OBJECTS, ids=lambda shape: shape.name)
def test_a_structured_answer_is_read_in_any_shape(shape: Shape) -> None:
    gateway = a_gateway()
    answers = iter([shape.answer])
    with serving(lambda seen: next(answers, Answer(GOOD))) as server:
        settings = ModelSettings(api_base=server.url)
        parts = replace(
            gateway.parts, settings=settings, environment={"OPENAI_API_KEY": "sk-canary-01234567"}
        )
        model = build("openai/served", parts)
        prompt = a_prompt(call="prd/prd", answer_schema=schema_of(PRD))
        if shape.outcome == "ends":
            with pytest.raises(AnswerInvalid, match="I cannot help with that"):
                ask_for(model, prompt, PRD, _Words())
            return
        prd = ask_for(model, prompt, PRD, _Words())
    assert prd == PRD.model_validate_json(GOOD)
    assert len(server.seen) == (1 if shape.outcome == "read" else 2)
    assert not gateway.told(CallDelayed)
    if shape.wants:
        assert _asked_for(server.seen[1]) == [shape.wants]


def _asked_for(seen: Seen) -> list[str]:
    assert seen.schema is not None
    return list(seen.schema["properties"])


@pytest.mark.parametrize("shape", FILES, ids=lambda shape: shape.name)
def test_a_file_is_read_in_any_shape(shape: Shape) -> None:
    assert files_in(shape.answer.text, [PATH]).files == {PATH: CODE}
