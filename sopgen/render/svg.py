"""Draw mermaid text as SVG without node or browser; owner of mermaid-render."""

import re
from functools import lru_cache
from xml.etree import ElementTree

from sopgen.errors import SopgenError

_FONTS = "Noto Sans, Noto Sans CJK SC, PingFang SC, Microsoft YaHei, Helvetica, Arial, sans-serif"
_OPENING = re.compile(r"<svg[^>]*>")


class DiagramNotDrawn(SopgenError):
    """A diagram's text was not understood; the caller makes a finding of it."""


@lru_cache(maxsize=64)
def draw(mermaid: str) -> bytes:
    """Return a diagram as SVG, the same bytes for the same text. Raises DiagramNotDrawn."""
    import mermaid_render  # noqa: PLC0415  # It loads a JavaScript engine: only when drawing.

    try:
        svg = mermaid_render.convert(mermaid, format="svg").decode()
    except (ValueError, RuntimeError, ElementTree.ParseError) as error:
        raise DiagramNotDrawn(
            f"The diagram could not be drawn: {' '.join(str(error).split())[:300]}",
            "The document still holds its text.",
        ) from error
    return _on_white(svg).encode()


def _on_white(svg: str) -> str:
    """Add a background, as dark pages would swallow the lines, and fonts that are at hand."""
    opening = _OPENING.match(svg)
    if opening is None:
        return svg
    named = opening[0].replace("font-family:Noto Sans", f"font-family:{_FONTS}")
    return f'{named}<rect width="100%" height="100%" fill="#FFFFFF" />{svg[opening.end() :]}\n'
