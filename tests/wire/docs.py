"""Write the tables of docs/models.md from the moods: PYTHONPATH=tests python -m wire.docs."""

from collections.abc import Iterable
from pathlib import Path

from wire.moods import MOODS, OVERFLOW, OVERFLOWS, Mood
from wire.shapes import FILES, OBJECTS, Shape

PAGE = Path(__file__).resolve().parents[2] / "docs" / "models.md"
BEGIN, END = "<!-- moods: written by `nox -s docs` -->", "<!-- end of moods -->"
_LENGTH = (
    "Recognised in each of these wordings; the run ends with exit code 5 at the first one and says:"
    f" “{OVERFLOW}”"
)
_SERVERS = {
    "openai": "OpenAI-compatible",
    "anthropic": "Anthropic",
    "gemini": "Gemini",
    "ollama_chat": "Ollama",
}


def tables() -> str:
    """Return all tables in Markdown."""
    words = [
        (mood.name, mood.does, _while_it_passes(mood), _if_it_stays(mood), _wires(mood))
        for mood in MOODS
    ]
    lengths = [
        (mood.name.removeprefix("context overflow, "), str(mood.changes["status"]), mood.does[6:])
        for mood in OVERFLOWS
    ]
    return "\n\n".join(
        [
            "### What goes wrong on the way",
            _table(("mood", "the server …", "sopgen …", "if it stays", "tested over"), words),
            "### A prompt that is too long",
            _LENGTH,
            _table(("server", "status", "words"), lengths),
            "### The shape of a structured answer",
            _table(("the model gives …", "sopgen …"), [(s.name, _reads(s)) for s in OBJECTS]),
            "### The shape of a file",
            _table(("the model gives …", "sopgen …"), [(s.name, _reads(s)) for s in FILES]),
        ]
    )


def _while_it_passes(mood: Mood) -> str:
    if mood.outcome == "taken":
        return f"takes the answer as “{mood.gives}”" if mood.gives else "takes the answer"
    if mood.outcome == "ends":
        return "ends at once, exit 5"
    wait = "17 to 18 seconds" if "headers" in mood.changes else "a random while"
    return f"waits {wait}, asks again"


def _if_it_stays(mood: Mood) -> str:
    if mood.outcome == "taken":
        return "the same"
    return f"exit 5, “… {mood.says} …” {mood.hint}"


def _reads(shape: Shape) -> str:
    match shape.outcome:
        case "read":
            return "reads it, at no cost"
        case "ends":
            return "ends, exit 5, and says what the model said"
        case _ if shape.answer.status != 200:
            return "asks again at once, without it, and remembers that for the run"
    what = "for that field alone" if shape.wants else "for all of it"
    return f"asks again {what}, up to three times in all; then exit 5"


def _wires(mood: Mood) -> str:
    if len(mood.wires) == len(_SERVERS):
        return "all four"
    return ", ".join(_SERVERS[wire.partition("/")[0]] for wire in mood.wires)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(_cell(text) for text in line) + " |" for line in lines)


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").replace("<", "&lt;").split())


def page_with(text: str, inside: str) -> str:
    """Return a page with the part between the marks replaced."""
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n\n{inside}\n\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page_with(PAGE.read_text(encoding="utf-8"), tables()), encoding="utf-8")
