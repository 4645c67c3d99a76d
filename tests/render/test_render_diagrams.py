"""Diagrams come from typed fields and can be drawn whatever the fields say."""

import subprocess
import sys
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_structure import NASTY, STEADY
from render_nasty import artifacts_saying, design_saying
from render_sample import PRD_
from render_sample_design import DESIGN
from syrupy.assertion import SnapshotAssertion

from sopgen.artifacts import Attribute, ClassInterface, Competitor, FileInterface
from sopgen.render.mermaid import class_diagram, quadrant_chart, sequence_diagram
from sopgen.render.svg import DiagramNotDrawn, draw
from sopgen.render.terminal import draw_text


def words_in(svg: bytes) -> str:
    return "\n".join(text.strip() for text in ElementTree.fromstring(svg).itertext())


def named(name: str, *bases: str, uses: str = "int") -> ClassInterface:
    attribute = Attribute(name="it", type=uses)
    return ClassInterface(name=name, bases=bases, purpose="p", attributes=(attribute,), methods=())


def classes(*entries: ClassInterface) -> str:
    file = FileInterface(path="a.py", constants=(), classes=entries, functions=())
    return class_diagram(DESIGN.model_copy(update={"interfaces": (file,)}))


def test_nothing_to_draw_is_an_empty_text() -> None:
    assert classes() == ""
    assert sequence_diagram(DESIGN.model_copy(update={"call_flow": ()})) == ""
    assert quadrant_chart(PRD_.model_copy(update={"competitors": ()})) == ""


def test_classes_named_like_marks_of_mermaid_are_drawn_with_their_relations() -> None:
    mermaid = classes(named("o", "x"), named("x", uses="list[end]"), named("end"))
    assert [line.strip() for line in mermaid.splitlines()[-2:]] == ["c1 --|> c2", "c2 --> c3"]
    assert {"o", "x", "end"} <= set(words_in(draw(mermaid)).splitlines())


def test_classes_of_the_same_name_are_both_drawn() -> None:
    assert words_in(draw(classes(named("Node"), named("Node")))).splitlines().count("Node") == 2


def test_points_on_one_spot_are_moved_apart_inside_the_chart() -> None:
    rivals = tuple(
        Competitor(name=f"P{number}", strengths="s", weaknesses="w", reach=1.0, fit=fit)
        for number, fit in enumerate([1.0, 1.0, 0.0, 0.0, 0.5, 0.5, 0.5])
    )
    lines = quadrant_chart(PRD_.model_copy(update={"competitors": rivals})).splitlines()[4:]
    heights = sorted(float(line.rpartition(", ")[2].rstrip("]")) for line in lines)
    assert len(heights) == 7
    assert heights[0] > 0
    assert heights[-1] < 1
    assert all(high - low > 0.07 for low, high in pairwise(heights))


def test_chinese_and_long_names_are_drawn() -> None:
    words = words_in(draw(classes(named("商品清单"), named("A" * 200))))
    assert "商品清单" in words
    assert "A" * 39 + "\u2026" in words


def test_a_diagram_stands_on_white_and_loads_nothing() -> None:
    svg = draw(class_diagram(DESIGN)).decode()
    assert '<rect width="100%" height="100%" fill="#FFFFFF" />' in svg
    assert "<script" not in svg
    assert "href" not in svg


def test_another_process_draws_the_same_bytes() -> None:
    mermaid = sequence_diagram(DESIGN)
    program = (
        "import sys; from sopgen.render.svg import draw;"
        "sys.stdout.buffer.write(draw(sys.stdin.buffer.read().decode()))"
    )
    drawn = subprocess.run(
        [sys.executable, "-c", program], input=mermaid.encode(), capture_output=True, check=True
    )
    assert drawn.stdout == draw(mermaid)


def test_text_that_is_no_diagram_is_not_drawn() -> None:
    for text in ("", "no diagram", "sequenceDiagram\n  p1->>", "classDiagram\n\x00"):
        with pytest.raises(DiagramNotDrawn):
            draw(text)


@STEADY
@given(NASTY)
def test_any_design_and_prd_can_be_drawn(text: str) -> None:
    prd = artifacts_saying(text).prd
    assert prd is not None
    for mermaid in (
        class_diagram(design_saying(text)),
        sequence_diagram(design_saying(text)),
        quadrant_chart(prd),
    ):
        assert draw(mermaid).startswith(b"<svg")
        assert draw_text(mermaid)


@STEADY
@given(st.lists(st.tuples(NASTY, NASTY), min_size=1, max_size=6))
def test_any_classes_are_all_drawn(pairs: list[tuple[str, str]]) -> None:
    entries = [named(name, base, uses=base) for name, base in pairs]
    root = ElementTree.fromstring(draw(classes(*entries)))
    boxes = [node for node in root.iter() if "pele-node" in node.get("class", "").split()]
    assert len(boxes) == len(pairs)


def test_diagrams_in_a_terminal(snapshot: SnapshotAssertion) -> None:
    drawn = [class_diagram(DESIGN), sequence_diagram(DESIGN), quadrant_chart(PRD_)]
    assert "\n".join(map(draw_text, drawn)) == snapshot


def test_a_terminal_shows_the_text_of_what_it_cannot_draw() -> None:
    assert draw_text("") == ""
