"""What the provider library's errors mean: whether they may pass, and what a person can do."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from sopgen.artifacts import Usage
from sopgen.errors import ModelFailed, ModelUnavailable, RateLimited
from sopgen.llm.complaints import (
    is_about_connection,
    is_about_credit,
    is_about_length,
    is_off_protocol,
    one_line,
    page_in,
    said_in,
)


@dataclass(frozen=True)
class Meaning:
    """What a class of errors means."""

    may_pass: bool
    hint: str


_BUSY = Meaning(True, "The provider is overloaded or limits you. Wait, then --resume.")
_AWAY = Meaning(True, "Check the network and that the server runs, then --resume.")
_GARBLED = Meaning(
    True, "The server did not keep to its protocol. Then --resume or another --model."
)
_DETOUR = Meaning(
    True,
    "Something else than the model answered, such as a proxy. Check the server's address, then"
    " --resume.",
)
_NO_CREDIT_LEFT = Meaning(False, "The account has no credit left. Top it up, then --resume.")
_BAD = Meaning(False, "The provider refuses the request. Try another model: --resume --model NAME.")
_OVERFLOW = Meaning(
    False, "The prompt is too long for this model: --resume --model NAME with a larger context."
)
_UNKNOWN = Meaning(False, "Check the model's name: --model PROVIDER/NAME.")

MEANINGS: dict[str, Meaning] = {
    "AuthenticationError": Meaning(False, "Check the provider's API key, then --resume."),
    "PermissionDeniedError": Meaning(
        False, "The key may not use this model. Choose another: --resume --model NAME."
    ),
    "NotFoundError": _UNKNOWN,
    "LiteLLMUnknownProvider": _UNKNOWN,
    "BadRequestError": _BAD,
    "UnprocessableEntityError": _BAD,
    "ContextWindowExceededError": _OVERFLOW,
    "ContentPolicyViolationError": Meaning(
        False,
        "The provider's content filter refused it. Reword the requirement or use another model.",
    ),
    "PaymentRequiredError": _NO_CREDIT_LEFT,
    "RateLimitError": _BUSY,
    "ConflictError": _BUSY,
    "ServiceUnavailableError": _BUSY,
    "BadGatewayError": _BUSY,
    "InternalServerError": _BUSY,
    "APITimeoutError": _AWAY,
    "APIConnectionError": _AWAY,
    "APIResponseValidationError": _GARBLED,
    "APIError": _BUSY,
    "OpenAIError": _BAD,
    "HTTPError": _AWAY,
    "TimeoutError": _AWAY,
    "ValueError": _GARBLED,
}
"""By the class's name; looked up along the ancestors, the most specific first."""
_BY_STATUS = {
    400: _BAD,
    401: MEANINGS["AuthenticationError"],
    402: _NO_CREDIT_LEFT,
    403: MEANINGS["PermissionDeniedError"],
    404: _UNKNOWN,
    422: _BAD,
}
"""For the statuses that the library puts into a class of errors that says less."""
_TOO_LARGE = frozenset({413, 422})
"""Statuses with which some servers refuse a prompt that is too long."""


def meaning_of(kind: type[BaseException]) -> Meaning | None:
    """Return what a class of errors means, None for one that nobody thought of."""
    return next((MEANINGS[c.__name__] for c in kind.__mro__ if c.__name__ in MEANINGS), None)


def translate(
    error: Exception, name: str, redact: Callable[[str], str], used: Usage | None = None
) -> ModelFailed:
    """Return our error for the library's; `used` is what the failed try probably used."""
    usage = used or Usage()
    tokens = usage.prompt_tokens, usage.completion_tokens
    raw = redact(f"{error}{_page_of(error)}")
    page = page_in(raw)
    text = one_line(raw)
    meaning = _meaning(error, text) if page is None else _meaning_of_page(error)
    if page is not None:
        text = f"a web page came instead of an answer: {page}"
    elif not text or is_off_protocol(raw):
        text = said_in(raw) or "what came is no answer in the server's protocol"
        meaning = _GARBLED
    message = f"{name}: {text}"
    if meaning.may_pass:
        limited = any(kind.__name__ == "RateLimitError" for kind in type(error).__mro__)
        unavailable = RateLimited if limited else ModelUnavailable
        return unavailable(
            message, meaning.hint, retry_after=_retry_after(error), cost=usage.cost, tokens=tokens
        )
    return ModelFailed(message, meaning.hint, cost=usage.cost, tokens=tokens)


def _meaning(error: Exception, text: str) -> Meaning:
    meaning = meaning_of(type(error)) or _BAD
    if is_about_credit(text):
        return _NO_CREDIT_LEFT
    if meaning.may_pass and is_about_connection(text):
        return _AWAY
    status = _status(error)
    # A limit per minute may pass, unless one request alone is larger than it.
    lasts = meaning is _BAD or status in _TOO_LARGE or "too large for" in text
    if lasts and is_about_length(text):
        return _OVERFLOW
    if status is not None and (meaning.may_pass or meaning is _BAD):
        return _BY_STATUS.get(status, meaning)
    return meaning


def _meaning_of_page(error: Exception) -> Meaning:
    status = _status(error) or 0
    refused = 400 <= status < 500 and status not in {408, 422, 429}
    return replace(_DETOUR, may_pass=not refused)


def _status(error: Exception) -> int | None:
    status = vars(error).get("status_code")
    return status if isinstance(status, int) else None


def _page_of(error: Exception) -> str:
    """Return the web page that the server sent, where the library left it out of its words."""
    response = vars(error).get("response")
    if response is None or "html" not in response.headers.get("content-type", ""):
        return ""
    return f" {response.text}"


def _retry_after(error: Exception) -> float | None:
    """Return the seconds that the server named, where it named a number."""
    for headers in _headers(vars(error)):
        value = headers.get("retry-after")
        if value and re.fullmatch(r"\d+(\.\d+)?", value.strip()):
            return float(value)
    return None


def _headers(attributes: dict[str, Any]) -> list[Any]:
    response = attributes.get("response")
    found = [attributes.get("litellm_response_headers")]
    if response is not None:
        found.append(response.headers)
    return [headers for headers in found if headers is not None]
