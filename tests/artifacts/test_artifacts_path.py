"""Paths from a model: none of them leaves the project or means something else elsewhere."""

import ntpath
import posixpath
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sopgen.artifacts import check_path, clashes

BAD = [
    "", ".", "..", "../x", "a/../../x", "a/..", "/x", "/etc/passwd", "//x", "~/x", "~root/x",
    "-rf", "--help", "a//b", "a/", "/", "a\\b", "..\\..\\x", "C:x", "C:/x", "x:stream", "a*b",
    "a?b", 'a"b', "a<b", "a>b", "a|b", "CON", "con.txt", "aux.py", "src/NUL", "COM1", "lpt9.log",
    "com¹", "a.", "a ", " a", "a./b", "a /b", "a\nb", "a\tb", "a\0b", "a\x7fb", "a\u202eb",
    "a\u200bb", ".g\u200cit/config", "a\u2028b", "\ufeffa", "e\u0301", "\ud800", ".git",
    ".git/config", ".GIT/hooks/pre-commit", "sub/.git/config", "git~1/config", "GIT~2",
    ".gitmodules", ".git ", ".sopgen", ".sopgen/journal.jsonl", ".SOPGEN/x", "sub/.sopgen/x",
    "x" * 201, "ä" * 101, "a/" * 200 + "a",
]  # fmt: skip
GOOD = [
    "game.py", "src/game/__init__.py", ".gitignore", ".gitattributes", ".github/workflows/ci.yml",
    ".env.example", "größe/Übung.py", "文档/说明.md", "a b.txt", "console.py", "auxiliary/x",
    "com10.txt", "it's (1).md", "...x", "a-b/-c",
]  # fmt: skip


@pytest.mark.parametrize("path", BAD)
def test_a_dangerous_path_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match="is not a path inside the project"):
        check_path(path)


@pytest.mark.parametrize("path", GOOD)
def test_an_ordinary_path_passes_unchanged(path: str) -> None:
    assert check_path(path) == path


pieces = st.one_of(
    st.sampled_from([".", "..", "", "a", ".git", ".sopgen", "con", "~", "-", "C:", "\\", " "]),
    st.text(max_size=6),
)


@given(st.lists(pieces, min_size=1, max_size=6).map("/".join))
@example("a/../../b")
def test_whatever_passes_stays_inside_on_every_platform(path: str) -> None:
    try:
        check_path(path)
    except ValueError:
        return
    for module, root in ((posixpath, "/root/project"), (ntpath, "D:\\root\\project")):
        joined = module.normpath(module.join(root, path))
        assert joined.startswith(root + module.sep)
        below = joined[len(root) + 1 :].split(module.sep)
        assert below == path.split("/")
        assert not {".git", ".sopgen", ".."} & {part.casefold() for part in below}
    assert unicodedata.normalize("NFC", path) == path


def test_paths_that_no_file_system_holds_together_are_named() -> None:
    assert clashes(["a/b.py", "c.py", "a/c.py"]) == []
    assert clashes(["Game.py", "game.py"]) == [("Game.py", "game.py")]
    assert clashes(["src", "src/a.py"]) == [("src", "src/a.py")]
    assert clashes(["SRC/x/a.py", "src/X"]) == [("src/X", "SRC/x/a.py")]
    assert clashes(["Straße.md", "STRASSE.md"]) == [("STRASSE.md", "Straße.md")]
