"""How many tokens a text is, about, without a tokenizer, and rather too many than too few.

English prose has 4 characters to a token and program text 2.5 at least; Chinese, Japanese and
Korean have about one, other scripts than Latin one and a half, keys and hashes one and a quarter.
(Compared with cl100k; newer vocabularies need fewer.)
"""

import json
import re

from sopgen.llm.base import Prompt

PROSE, CODE = 4.0, 2.5
_DENSE = (
    (re.compile(r"[\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]"), 0.33),
    (re.compile(r"[\u0e00-\u0eff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]"), 1.0),
    (re.compile(r"[A-Za-z0-9+/=_-]{32,}"), 1.25),
    (re.compile(r"[\u0370-\u1fff\U00010000-\U0003ffff]"), 1.5),
)
"""Kinds of text with their characters to a token, looked for in this order."""
_SYMBOLS = re.compile(r"[{}()\[\]<>=+*/%&|^~;:_\"'`#\\@$]|\n[ \t]+")
_CODE_SHARE = 0.08
"""A text in which more than this share of characters are marks of code counts as code."""


def estimate(text: str) -> int:
    """Return the estimated number of tokens."""
    if not text:
        return 0
    share = len(_SYMBOLS.findall(text)) / len(text)
    tokens = 1.0
    for kind, characters in _DENSE:
        rest = kind.sub("", text)
        tokens += (len(text) - len(rest)) / characters
        text = rest
    return int(tokens + len(text) / (CODE if share > _CODE_SHARE else PROSE))


def prompt_tokens(prompt: Prompt) -> int:
    """Return the estimated tokens of a whole prompt, its schema included."""
    messages = sum(estimate(message["content"]) + 4 for message in prompt.messages())
    schema = json.dumps(prompt.answer_schema) if prompt.answer_schema else ""
    return messages + estimate(schema)
