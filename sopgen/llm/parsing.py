"""Find the JSON that a model meant, whatever it wrapped around it; never raises."""

import json
import re
from collections.abc import Collection
from typing import Any

import json_repair

_REASONING = re.compile(
    r"<(think|thinking|reasoning|reflection|scratchpad)>.*?</\1>", re.DOTALL | re.IGNORECASE
)
_FENCED = re.compile(r"```[\w-]*[ \t]*\n(.*?)\n?[ \t]*```", re.DOTALL)
_TRIPLE_QUOTED = re.compile(r'"""(.*?)"""|\'\'\'(.*?)\'\'\'', re.DOTALL)
_BACKTICKED = re.compile(r"(?<=[:\[,])(\s*)`([^`]*)`(?=\s*[,}\]])")
_CONCATENATED = re.compile(r'"\s*\+\s*"')
_OBJECT_BEGINS = re.compile(r'[{\[]\s*(?:["{}\[\]\']|$)')
_DEEPEST = 200


def find_json(text: str, *, keys: Collection[str] = (), complete: bool = True) -> Any | None:
    """Return the object or list in an answer, or None.

    `keys` are the names that the object should have; `complete=False` says that the answer was
    cut off, so that nothing is repaired: a repaired end would be an invented one.
    """
    text = _REASONING.sub("", text.lstrip("\ufeff")).strip()
    whole = _strict(text)
    if isinstance(whole, dict | list):
        return whole
    found = _best([_strict(span) for span in _spans(text)], keys)
    if found is not None or not complete:
        return found
    return _repaired(_likely(text))


def _strict(text: str) -> Any | None:
    """Return what `text` is as JSON; raw line breaks inside strings are let through."""
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _spans(text: str) -> list[str]:
    """Return all outermost balanced `{…}` and `[…]`, up to one that begins and never ends."""
    spans = []
    place = 0
    while (begin := _next_bracket(text, place)) is not None:
        end = _closing(text, begin)
        if end is not None:
            spans.append(text[begin:end])
            place = end
        elif _OBJECT_BEGINS.match(text, begin):
            # What is inside a broken object is not the answer.
            break
        else:
            place = begin + 1
    return spans


def _next_bracket(text: str, place: int) -> int | None:
    found = [at for at in (text.find("{", place), text.find("[", place)) if at >= 0]
    return min(found, default=None)


def _closing(text: str, begin: int) -> int | None:
    """Return the place after the bracket that closes the one at `begin`; strings are skipped."""
    depth = 0
    in_string = escaped = False
    for place in range(begin, len(text)):
        char = text[place]
        if in_string:
            in_string = escaped or char != '"'
            escaped = char == "\\" and not escaped
        elif char == '"':
            in_string = True
        elif char in "{[":
            depth += 1
        elif char in "}]":
            depth -= 1
            if depth == 0:
                return place + 1
    return None


def _best(candidates: list[Any], keys: Collection[str]) -> Any | None:
    """Return the last of the candidates that fit best: by keys, then objects before lists."""
    wanted = {_plain(key) for key in keys}
    best: Any | None = None
    best_score = (0, 0, 0)
    for candidate in candidates:
        if not isinstance(candidate, dict | list):
            continue
        names = {_plain(key) for key in candidate} if isinstance(candidate, dict) else set()
        score = (len(names & wanted), int(isinstance(candidate, dict)), int(bool(candidate)))
        if best is None or score >= best_score:
            best, best_score = candidate, score
    return best


def _plain(key: str) -> str:
    return re.sub(r"[\W_]", "", key).casefold()


def _likely(text: str) -> str:
    """Return the part of the text that an object is most likely meant to be in."""
    blocks = [block for block in _FENCED.findall(text) if "{" in block or "[" in block]
    likely = str(blocks[-1]) if blocks else text
    begin = likely.find("{")
    return likely[begin:] if begin >= 0 else ""


def _repaired(text: str) -> Any | None:
    if not text or _depth(text) > _DEEPEST:
        return None
    text = _TRIPLE_QUOTED.sub(lambda match: json.dumps(match[1] or match[2] or ""), text)
    text = _BACKTICKED.sub(lambda match: match[1] + json.dumps(match[2]), text)
    text = _CONCATENATED.sub("", text)
    strict = _strict(text)
    if strict is not None:
        return strict
    try:
        repaired = json_repair.loads(text)
    except (ValueError, RecursionError):
        return None
    return repaired if repaired and isinstance(repaired, dict | list) else None


def _depth(text: str) -> int:
    deepest = depth = 0
    for char in text:
        depth += (char in "{[") - (char in "}]")
        deepest = max(deepest, depth)
    return deepest
