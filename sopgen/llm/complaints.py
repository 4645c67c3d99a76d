"""What a server or the library said when something failed: put into one line, and recognised."""

import re

_PREFIX = re.compile(
    r"^(?:litellm\.)?(?:\w*Exception )?(?:\w+\.)*\w*(?:Error|Exception|Timeout)\s*[:-]\s*"
)
_APPENDED = re.compile(
    r"\s*(Original exception:|Handle with `litellm|Traceback \(most|File an issue if"
    r"|,? ?(Received|Original) response\b).*$",
    re.IGNORECASE,
)
_SAID = re.compile(r"""(["'])(?:message|error)\1:\s*(["'])((?:(?!\2)[^\\]|\\.)+)\2""")
_PAGE = re.compile(r"<(?:!doctype html|html)\b", re.IGNORECASE)
_TITLE = re.compile(r"<(title|h1)\b[^>]*>\s*(.*?)\s*</\1>", re.IGNORECASE | re.DOTALL)
_NO_CREDIT = re.compile(
    r"insufficient.quota|exceeded your current quota|credit balance|billing", re.IGNORECASE
)
_NO_CONNECTION = re.compile(
    r"connection (error|refused|reset)|cannot connect|reset by peer|closed connection"
    r"|stream ended|disconnected",
    re.IGNORECASE,
)
_TOO_LONG = re.compile(
    r"too (long|many tokens)|too large for model|context.(length|window|size|limit)"
    r"|(maximum|max).(context|prompt|number of tokens|tokens)|exceeds the maximum (size|number)"
    r"|reduce (the length|your (message|prompt))|max_new_tokens|the context the overflows"
    r"|longer than the (maximum|context)",
    re.IGNORECASE,
)
_OFF_PROTOCOL = re.compile(
    r"expecting value|unable to get json|converting to valid response|unexpected response"
    r"|invalid response from|\breceived response\b|codec can't decode",
    re.IGNORECASE,
)
_LONGEST = 300


def is_about_credit(text: str) -> bool:
    """Say whether the account is empty."""
    return _NO_CREDIT.search(text) is not None


def is_about_connection(text: str) -> bool:
    """Say whether the way to the server failed."""
    return _NO_CONNECTION.search(text) is not None


def is_about_length(text: str) -> bool:
    """Say whether the prompt does not fit the model's context, in any provider's words."""
    return _TOO_LONG.search(text) is not None


def is_off_protocol(text: str) -> bool:
    """Say whether the library could not read what the server sent."""
    return _OFF_PROTOCOL.search(text) is not None


def page_in(text: str) -> str | None:
    """Return the title of the web page that a text holds, None where it holds none."""
    if not _PAGE.search(text):
        return None
    title = _TITLE.search(text)
    return " ".join(title.group(2).split())[:80] if title else "untitled"


def said_in(text: str) -> str:
    """Return the message of an error in JSON, empty where there is none."""
    said = _SAID.search(text)
    return re.sub(r"\\+(.)", r"\1", said.group(3)) if said else ""


def one_line(text: str) -> str:
    """Return what a server said, in one line, without what the library puts around it."""
    line = " ".join(text.split())
    while (shorter := _PREFIX.sub("", line)) != line:
        line = shorter
    line = _APPENDED.sub("", said_in(line) or line)
    return line if len(line) <= _LONGEST else line[:_LONGEST] + " …"
