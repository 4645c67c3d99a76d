"""Take secrets out of every text that leaves sopgen: journal, log, commit, prompt, screen."""

import base64
import json
import re
from collections.abc import Iterable, Mapping
from urllib.parse import quote

MASK = "[redacted]"
_SECRET_NAME = re.compile(
    r"(?:^|[_-])(?:api)?(?:key|token|secret|password|passwd|credentials?|auth|pat)(?:$|[_-])"
    r"|(?:api|secret|access)_?key",
    re.IGNORECASE,
)
_KNOWN_SHAPES = re.compile(
    # A shape begins where a word does, and a key holds a digit: `risk-assessment-…` is none.
    r"(?<![A-Za-z0-9])(?:sk-(?=[A-Za-z_\-]*[0-9])(?:ant-|proj-|or-)?[A-Za-z0-9_\-]{20,}"
    r"|AIza[0-9A-Za-z_\-]{30,}"
    r"|gh[pousr]_[A-Za-z0-9]{30,}"
    r"|xox[abprs]-(?=[A-Za-z\-]*[0-9])[A-Za-z0-9\-]{10,}"
    r"|AKIA[0-9A-Z]{16})"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----"
)
_SHORTEST = 8  # A shorter value would blank out ordinary words.


class Redactor:
    """Replace the given secret values, in all their spellings, and whatever looks like a key."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        spellings = {form for value in secrets for form in _spellings(value)}
        ordered = sorted(spellings, key=len, reverse=True)
        self._values = re.compile("|".join(map(re.escape, ordered))) if ordered else None

    def __call__(self, text: str) -> str:
        if self._values is not None:
            text = self._values.sub(MASK, text)
        return _KNOWN_SHAPES.sub(MASK, text)


def secret_names(environment: Mapping[str, str]) -> list[str]:
    """Return the variables whose names say that their values are secret."""
    return [name for name in environment if _SECRET_NAME.search(name)]


def secrets_in(environment: Mapping[str, str]) -> list[str]:
    """Return the values of the variables whose names say that they are secret."""
    return [environment[name] for name in secret_names(environment)]


def _spellings(value: str) -> set[str]:
    value = value.strip()
    if len(value) < _SHORTEST or value.startswith("/"):
        return set()
    encoded = base64.b64encode(value.encode()).decode()
    return {value, json.dumps(value)[1:-1], quote(value, safe=""), encoded, encoded.rstrip("=")}
