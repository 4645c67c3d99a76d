"""Artifacts become documents that people read; what a model wrote never breaks them."""

from dataclasses import replace

import pytest
from hypothesis import given
from markdown_structure import NASTY, STEADY, structure
from render_nasty import artifacts_saying
from render_sample import ARTIFACTS, REQUIREMENT, WAVES
from syrupy.assertion import SnapshotAssertion

from sopgen.artifacts import Artifacts, Requirement
from sopgen.render.documents import RunLabel, draw_diagrams, render_documents, yaml_of
from sopgen.render.templates import Templates

TEMPLATES = Templates()
RUN = RunLabel(model="anthropic/claude-sonnet")


def document(path: str, artifacts: Artifacts = ARTIFACTS, run: RunLabel = RUN) -> str:
    return render_documents(artifacts, TEMPLATES, run, WAVES).files[path].decode()


@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        "docs/requirement.md",
        "docs/prd.md",
        "docs/system_design.md",
        "docs/tasks.md",
        "docs/qa_report.md",
    ],
)
def test_documents_of_the_sample_project(path: str, snapshot: SnapshotAssertion) -> None:
    assert document(path) == snapshot


def test_the_requirement_alone_makes_one_document() -> None:
    rendered = render_documents(Artifacts(requirement=REQUIREMENT), TEMPLATES, RUN)
    assert list(rendered.files) == ["docs/requirement.md"]
    assert rendered.findings == []


def test_a_stage_adds_its_documents_and_diagrams() -> None:
    until_plan = replace(ARTIFACTS, code=None, acceptance_tests=None, verdict=None)
    assert sorted(render_documents(until_plan, TEMPLATES, RUN, WAVES).files) == [
        "README.md",
        "docs/class_diagram.svg",
        "docs/competitive_quadrant.svg",
        "docs/prd.md",
        "docs/requirement.md",
        "docs/sequence_diagram.svg",
        "docs/system_design.md",
        "docs/tasks.md",
    ]


def test_every_file_names_the_yaml_it_comes_from() -> None:
    rendered = render_documents(ARTIFACTS, TEMPLATES, RUN, WAVES)
    for path, content in rendered.files.items():
        assert yaml_of(path).startswith(".sopgen/artifacts/")
        if path.endswith(".md"):
            assert yaml_of(path) in content.decode().splitlines()[0]
    assert yaml_of("docs/other.md") == ""


def test_the_same_artifacts_give_the_same_bytes() -> None:
    first = render_documents(ARTIFACTS, TEMPLATES, RUN, WAVES)
    assert render_documents(ARTIFACTS, Templates(), RUN, WAVES) == first


def test_a_requirement_of_several_lines_stands_verbatim() -> None:
    text = "Build a game:\n\n  # not a heading\n  - not a list\n```"
    written = document("docs/requirement.md", Artifacts(requirement=Requirement(text=text)))
    assert f"````text\n{text}\n````" in written


def test_a_long_requirement_is_cut_in_the_readme_alone() -> None:
    artifacts = replace(ARTIFACTS, requirement=Requirement(text="many words " * 10_000))
    assert len(document("README.md", artifacts)) < 5_000
    assert len(document("docs/requirement.md", artifacts)) > 100_000


def test_the_readme_says_that_a_run_was_replayed() -> None:
    run = RunLabel(model="replay/2048", replayed=True, recorded="recorded 2026-01-02 by hand")
    readme = document("README.md", run=run)
    assert "**replayed from a recording** (recorded 2026-01-02 by hand)" in readme
    assert "replay/2048" not in readme


def test_the_readme_of_a_verified_project_says_so() -> None:
    assert ARTIFACTS.verdict is not None
    verdict = ARTIFACTS.verdict.model_copy(update={"outcome": "passed", "reasons": ()})
    readme = document("README.md", replace(ARTIFACTS, verdict=verdict))
    assert "**Status: verified.**" in readme
    assert "not verified" not in readme


def test_the_readme_of_a_stopped_run_says_what_is_missing() -> None:
    unjudged = replace(ARTIFACTS, verdict=None)
    assert "QA has not judged it yet." in document("README.md", unjudged)
    assert "Nothing was written yet." in document("README.md", replace(unjudged, code=None))


def test_a_server_is_started_on_a_port_that_a_person_can_type() -> None:
    assert ARTIFACTS.design is not None
    runtime = ARTIFACTS.design.runtime.model_copy(
        update={"kind": "web_service", "start": ("python", "-m", "app", "--port", "{port}")}
    )
    design = ARTIFACTS.design.model_copy(update={"runtime": runtime})
    readme = document("README.md", replace(ARTIFACTS, design=design))
    assert "```sh\npython -m app --port 8000\n```" in readme


def test_a_project_in_another_language_has_its_own_commands() -> None:
    assert ARTIFACTS.prd is not None
    prd = ARTIFACTS.prd.model_copy(update={"programming_language": "javascript"})
    readme = document("README.md", replace(ARTIFACTS, prd=prd))
    assert "npm test" in readme
    assert "pytest" not in readme


def test_a_diagram_that_cannot_be_drawn_is_a_finding() -> None:
    rendered = draw_diagrams({"docs/class_diagram.svg": "classDiagram\n  class ["})
    assert rendered.files == {}
    (finding,) = rendered.findings
    assert (finding.check, finding.path, finding.severity) == (
        "diagram.not_drawn",
        "docs/class_diagram.svg",
        "warning",
    )


def test_a_document_shows_the_text_of_a_diagram_that_was_not_drawn() -> None:
    text = TEMPLATES.document(
        "prd",
        artifacts=ARTIFACTS,
        source="x.yaml",
        mermaid={"docs/competitive_quadrant.svg": "quadrantChart\n"},
        drawn=set(),
    )
    assert "```mermaid\nquadrantChart\n```" in text
    assert "![" not in text


HARMLESS = {
    path: structure(content.decode())
    for path, content in render_documents(
        artifacts_saying("harmless"), TEMPLATES, RUN, WAVES
    ).files.items()
    if path.endswith(".md")
}


@STEADY
@given(NASTY.filter(lambda text: text.strip() != ""))
def test_no_text_changes_the_structure_of_any_document(text: str) -> None:
    rendered = render_documents(artifacts_saying(text), TEMPLATES, RUN, WAVES)
    written = {
        path: structure(content.decode())
        for path, content in rendered.files.items()
        if path.endswith(".md")
    }
    assert written == HARMLESS
    assert rendered.findings == []
