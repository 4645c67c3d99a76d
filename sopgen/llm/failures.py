"""What the provider library's errors mean: whether they may pass, and what a person can do."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sopgen.artifacts import Usage
from sopgen.errors import ModelFailed, ModelUnavailable

_PREFIX = re.compile(r"^(?:litellm\.)?(?:\w+\.)*\w*(?:Error|Exception|Timeout)\s*[:-]\s*")
_NO_CREDIT = re.compile(
    r"insufficient.quota|exceeded your current quota|credit balance|billing", re.IGNORECASE
)
_NO_CONNECTION = re.compile(r"connection error|connection refused|cannot connect", re.IGNORECASE)
_TOO_LONG = re.compile(
    r"too long|context.(length|window|size)|maximum.(context|tokens)", re.IGNORECASE
)
_SAID = re.compile(r'"(?:message|error)":\s*"((?:[^"\\]|\\.)+)')
_APPENDED = re.compile(r"\s*(Original exception:|Handle with `litellm).*$")
_LONGEST = 300


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
"""For the statuses that the library puts into a class of errors that may pass."""


def meaning_of(kind: type[BaseException]) -> Meaning | None:
    """Return what a class of errors means, None for one that nobody thought of."""
    return next((MEANINGS[c.__name__] for c in kind.__mro__ if c.__name__ in MEANINGS), None)


def translate(
    error: Exception, name: str, redact: Callable[[str], str], used: Usage | None = None
) -> ModelFailed:
    """Return our error for the library's; `used` is what the failed try probably used."""
    usage = used or Usage()
    tokens = usage.prompt_tokens, usage.completion_tokens
    text = one_line(redact(str(error)))
    meaning = _meaning(error, text)
    message = f"{name}: {text or type(error).__name__}"
    if meaning.may_pass:
        return ModelUnavailable(
            message, meaning.hint, retry_after=_retry_after(error), cost=usage.cost, tokens=tokens
        )
    return ModelFailed(message, meaning.hint, cost=usage.cost, tokens=tokens)


def _meaning(error: Exception, text: str) -> Meaning:
    meaning = meaning_of(type(error)) or _BAD
    if _NO_CREDIT.search(text):
        return _NO_CREDIT_LEFT
    if meaning.may_pass and _NO_CONNECTION.search(text):
        return _AWAY
    if meaning is _BAD and _TOO_LONG.search(text):
        return _OVERFLOW
    status = vars(error).get("status_code")
    if meaning.may_pass and isinstance(status, int):
        return _BY_STATUS.get(status, meaning)
    return meaning


def one_line(text: str) -> str:
    """Return what a server said, in one line, without what the library puts around it."""
    line = " ".join(text.split())
    while (shorter := _PREFIX.sub("", line)) != line:
        line = shorter
    line = _APPENDED.sub("", line)
    said = _SAID.search(line)
    if said:
        line = re.sub(r"\\+(.)", r"\1", said.group(1))
    return line if len(line) <= _LONGEST else line[:_LONGEST] + " …"


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
