"""Draw mermaid text with box characters for a terminal; owner of termaid."""


def draw_text(mermaid: str) -> str:
    """Return the diagram as lines of text; its mermaid text where it cannot be drawn."""
    import termaid  # noqa: PLC0415  # Only `show` needs it.

    try:
        drawn = termaid.render(mermaid)
    except (ValueError, LookupError, TypeError, RecursionError):
        return mermaid
    return drawn.rstrip() + "\n" if drawn.strip() else mermaid
