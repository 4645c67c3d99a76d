"""How many tokens a text is, about, without a tokenizer.

English prose has 4 characters to a token, program text 2.5, Chinese, Japanese and Korean about
one token to a character.
"""

import json
import re

from sopgen.llm.base import Prompt

PROSE, CODE = 4.0, 2.5
_WIDE = re.compile(r"[\u0e00-\u0eff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\U00010000-\U0003ffff]")
_SYMBOLS = re.compile(r"[{}()\[\]<>=+*/%&|^~;:_\"'`#\\@$]|\n[ \t]+")
_CODE_SHARE = 0.08
"""A text in which more than this share of characters are marks of code counts as code."""


def estimate(text: str) -> int:
    """Return the estimated number of tokens."""
    if not text:
        return 0
    wide = len(_WIDE.findall(text))
    rest = len(text) - wide
    share = len(_SYMBOLS.findall(text)) / len(text)
    return wide + int(rest / (CODE if share > _CODE_SHARE else PROSE)) + 1


def prompt_tokens(prompt: Prompt) -> int:
    """Return the estimated tokens of a whole prompt, its schema included."""
    messages = sum(estimate(message["content"]) + 4 for message in prompt.messages())
    schema = json.dumps(prompt.answer_schema) if prompt.answer_schema else ""
    return messages + estimate(schema)
