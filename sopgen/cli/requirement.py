"""Read the requirement and its attachments, and refuse what no role could use."""

import re
import sys
from collections.abc import Collection, Sequence
from pathlib import Path

from sopgen.artifacts import Attachment, check_path
from sopgen.cli.flags import RunFlags
from sopgen.config.schema import nearest
from sopgen.errors import UsageError

LONGEST = 100_000
"""Characters of a requirement, and of all attachments together: 25,000 tokens."""
LONGEST_NAME = 40
_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_STDIN = "-"


def read_requirement(flags: RunFlags) -> str:
    """Return the requirement from words, file or standard input; raises UsageError."""
    words = list(flags.requirement or ())
    if flags.file is not None:
        text = read_text(flags.file)
    elif words == [_STDIN] or (not words and not sys.stdin.isatty()):
        text = _decode(sys.stdin.buffer.read(4 * LONGEST + 1), "standard input")
    else:
        text = " ".join(words)
        if len(words) == 1:
            _refuse_command(words[0], flags.commands)
    return _usable(text.strip())


def check_name(name: str) -> str:
    """Return a project's name; raises UsageError for one that a PRD could not bear."""
    try:
        check_path(name)
    except ValueError as error:
        raise UsageError(f"A project cannot be called {name}.", "Choose another name.") from error
    if len(name) > LONGEST_NAME or not _NAME.fullmatch(name):
        close = "_".join(re.findall("[a-z0-9]+", name.lower()))[:LONGEST_NAME]
        raise UsageError(
            f"A project cannot be called {name}.",
            f"Names are in snake_case{f', such as {close}' if _NAME.fullmatch(close) else ''}.",
        )
    return name


def read_attachments(paths: Sequence[Path]) -> tuple[Attachment, ...]:
    """Return the documents that are handed on verbatim; raises UsageError."""
    found: dict[str, Attachment] = {}
    for path in paths:
        label = _label(path)
        if label in found:
            raise UsageError(f"Two attachments are called {label}.", "Rename one of them.")
        found[label] = Attachment(path=label, text=read_text(path))
    total = sum(len(attachment.text) for attachment in found.values())
    if total > LONGEST:
        raise UsageError(
            f"The attachments hold {total:,} characters; {LONGEST:,} is the most.",
            "Attach only the parts that matter.",
        )
    return tuple(found.values())


def read_text(path: Path) -> str:
    """Return a text file's content; raises UsageError for what is not readable text."""
    try:
        if path.stat().st_size > 4 * LONGEST:
            raise UsageError(
                f"{path} is too large: {LONGEST:,} characters is the most.", "Shorten it."
            )
        return _decode(path.read_bytes(), str(path))
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror}.", "Check its name and its rights."
        ) from error


def _decode(content: bytes, what: str) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{what} is not UTF-8 text.", "Only text can be handed on.") from error
    if "\0" in text:
        raise UsageError(f"{what} is a binary file.", "Only text can be handed on.")
    return text


def _usable(text: str) -> str:
    if not text:
        raise UsageError("The requirement is empty.", 'Say what to build: sopgen "Create a …".')
    if len(text) > LONGEST:
        raise UsageError(
            f"The requirement has {len(text):,} characters; {LONGEST:,} is the most.",
            "Say the gist, and attach documents with --attach.",
        )
    if any("\ud800" <= char <= "\udfff" for char in text):
        raise UsageError("The requirement is not valid text.", "Give it as UTF-8.")
    return text


def _refuse_command(word: str, commands: Collection[str]) -> None:
    """Refuse a word that is probably a mistyped command: a run may cost money."""
    if word in commands:
        hint = f"`sopgen {word}` comes before its options; `sopgen run {word}` builds it."
        raise UsageError(f"{word} is a command.", hint)
    hint = nearest(word, commands, closeness=0.75)
    if hint:
        raise UsageError(
            f"There is no command {word}.", f"{hint} `sopgen run {word}` builds what it says."
        )


def _label(path: Path) -> str:
    inside = not path.is_absolute() and ".." not in path.parts
    return path.as_posix() if inside else path.name
