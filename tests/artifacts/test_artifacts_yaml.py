"""Artifacts on disk: what is written is read back the same, and what a person breaks is named."""

import pytest
import sample
from hypothesis import given
from hypothesis import strategies as st
from render_nasty import artifacts_saying

from sopgen.artifacts import PRD, Plan
from sopgen.errors import ConfigurationError

TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)


@given(TEXT)
def test_any_artifact_is_read_back_as_it_was_written(text: str) -> None:
    for artifact in artifacts_saying(text).all():
        assert type(artifact).from_yaml(artifact.to_yaml()) == artifact


@pytest.mark.parametrize("text", ["2026-01-01", "yes", "null", "1e3", "0x10", "a: b", "- x", "~"])
def test_words_that_yaml_takes_for_values_stay_words(text: str) -> None:
    plan = sample.plan().model_copy(update={"shared_knowledge": (text,)})
    assert Plan.from_yaml(plan.to_yaml()).shared_knowledge == (text,)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("project_name: temperature_converter", "project_name: My Project"), "project_name"),
        (("priority: P0", "priority: P9"), "requirement_pool.0.priority"),
        (("reach: 0.6", "reach: '0.6'"), "competitors.0.reach"),
        (("schema_version: 1", "schema_version: 99"), "schema_version"),
        (("ui_draft:", "ui_sketch:"), "ui_draft"),
    ],
)
def test_what_a_person_breaks_is_named_by_its_place(change: tuple[str, str], told: str) -> None:
    text = sample.prd().to_yaml()
    assert change[0] in text
    with pytest.raises(ConfigurationError, match=told):
        PRD.from_yaml(text.replace(*change, 1))


def test_the_digest_follows_the_content_alone() -> None:
    prd = sample.prd()
    assert PRD.from_yaml("# a remark\n" + prd.to_yaml()).digest == prd.digest
    assert prd.model_copy(update={"ui_draft": None}).digest != prd.digest


def test_files_that_a_person_edited_are_the_new_code() -> None:
    known = sample.artifacts()
    edited = sample.files() | {"main.py": "print('mine')\n"}
    edited.pop("converter.py")
    code = known.adopting(edited, ["main.py"]).code
    assert code is not None
    authors = {file.path: file.author for file in code.files}
    assert authors["main.py"] == "person"
    assert "converter.py" not in authors
    assert known.adopting(sample.files(), []) == known
