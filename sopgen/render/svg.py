"""Draw mermaid text as SVG without node or browser; owner of mermaid-render."""

import re
from functools import lru_cache
from xml.etree import ElementTree

from sopgen.errors import SopgenError

_FONTS = "Noto Sans, Noto Sans CJK SC, PingFang SC, Microsoft YaHei, Helvetica, Arial, sans-serif"
_POINT_LABEL = re.compile(
    r'(<text class="pele-label" x=")([\d.]+)(" y="[\d.]+" text-anchor=")middle'
)
_LEFT, _RIGHT = 36, 490  # The inner edges of a quadrant chart of 500 points.
_OPENING = re.compile(r"<svg[^>]*>")


class DiagramNotDrawn(SopgenError):
    """A diagram's text was not understood; the caller makes a finding of it."""


@lru_cache(maxsize=64)
def draw(mermaid: str) -> bytes:
    """Return a diagram as SVG, the same bytes for the same text. Raises DiagramNotDrawn."""
    import mermaid_render  # type: ignore[import-untyped]  # Here, as it loads an engine.

    try:
        svg = mermaid_render.convert(mermaid, format="svg").decode()
    except (ValueError, RuntimeError, ElementTree.ParseError) as error:
        raise DiagramNotDrawn(
            f"The diagram could not be drawn: {' '.join(str(error).split())[:300]}",
            "The document still holds its text.",
        ) from error
    if mermaid.startswith("quadrantChart"):
        svg = _POINT_LABEL.sub(_inside, svg)
    return _on_white(svg).encode()


def _inside(label: re.Match[str]) -> str:
    """Keep a long label at the edge of a chart from being cut."""
    x = float(label[2])
    if x > _RIGHT - 90:
        return f"{label[1]}{_RIGHT}{label[3]}end"
    if x < _LEFT + 90:
        return f"{label[1]}{_LEFT}{label[3]}start"
    return label[0]


def _on_white(svg: str) -> str:
    """Add a background, as dark pages would swallow the lines, and fonts that are at hand."""
    opening = _OPENING.match(svg)
    if opening is None:
        return svg
    named = opening[0].replace("font-family:Noto Sans", f"font-family:{_FONTS}")
    return f'{named}<rect width="100%" height="100%" fill="#FFFFFF" />{svg[opening.end() :]}\n'
