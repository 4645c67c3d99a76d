"""Any model that litellm reaches; the one file that knows the library, which loads for seconds."""

import importlib
import os
import threading
import warnings
from dataclasses import replace
from typing import Any

from sopgen.artifacts import Usage
from sopgen.errors import ModelMissing, ModelUnavailable
from sopgen.llm import keys
from sopgen.llm.base import Prompt, Reply
from sopgen.llm.complaints import is_about_length
from sopgen.llm.facts import MARGIN, facts_of
from sopgen.llm.failures import translate
from sopgen.llm.modes import Manner, lesser
from sopgen.llm.parts import Parts
from sopgen.llm.patience import within
from sopgen.llm.requests import Server, chat_messages, request_parameters
from sopgen.llm.stream import Received
from sopgen.llm.tokens import prompt_tokens
from sopgen.redact import Redactor

_NATIVE = frozenset({"openai", "ollama", "ollama_chat", "hosted_vllm", "lm_studio", "llamafile"})
"""Servers that mostly take a schema although litellm's table does not know the model."""
_ABOUT_MANNER = ("BadRequestError", "UnprocessableEntityError", "NotFoundError")


def warm_up() -> None:
    """Begin to load the library in the background, while other work is done."""
    threading.Thread(target=_load, name="litellm", daemon=True).start()


class LiteLLM:
    """A model by its litellm name, such as `anthropic/claude-…` or `ollama_chat/…`."""

    def __init__(self, name: str, parts: Parts) -> None:
        self.name = name
        self._parts = parts
        self._facts = facts_of(name, parts.prices)
        self._provider = keys.provider_of(name)
        key = keys.key_for(self._provider, parts.environment)
        base = parts.settings.api_base or keys.base_for(self._provider, parts.environment)
        access = keys.access_to(self._provider)
        if access is not None and not key and not base:
            raise ModelMissing(
                f"There is no key for {name}: {access.variables[0]} is not set.",
                f"Set {access.variables[0]}, or choose another model with --model.",
            )
        self._server = Server(self._provider, base or "", key or "")
        self._key_redact = Redactor([key] if key else [])
        self._manner: Manner | None = None

    @property
    def free(self) -> bool:
        """Whether it costs nothing by definition."""
        return self._facts.is_free

    def worst_case(self, prompt: Prompt) -> float | None:
        """Return the most that a call can cost in US dollars, None where no price is known."""
        return self._facts.cost(prompt_tokens(prompt) * MARGIN, self._cap(prompt))

    def ask(self, prompt: Prompt) -> Reply:
        library = _load()
        manner = self._manner or self._first_manner(library)
        while True:
            received = Received(self._parts, prompt.call)
            try:
                self._receive(library, prompt, manner, received)
            except _errors(library) as error:
                lower = None if received.text else self._lower(error, manner, prompt)
                if lower is None:
                    used = self._used(prompt, received) if received.text else None
                    raise translate(error, self.name, self._redact, used) from None
                self._manner = manner = lower
                continue
            if manner.stream and not received.text and not received.counted:
                # Some servers answer at once, whatever is asked; read as a stream that is nothing.
                manner = replace(manner, stream=False)
                continue
            reply = self._reply(prompt, received)
            if not manner.stream:
                self._manner = replace(self._manner or manner, stream=False)
            return reply

    def _receive(self, library: Any, prompt: Prompt, manner: Manner, received: Received) -> None:
        settings = self._parts.settings
        answer = library.completion(
            model=self.name,
            messages=chat_messages(prompt, manner.mode, self._server),
            max_tokens=self._cap(prompt),
            timeout=settings.timeout,
            **request_parameters(prompt, manner, self._server),
            **({} if settings.temperature is None else {"temperature": settings.temperature}),
        )
        if answer is None:
            raise UnprocessableEntityError(
                "The server cannot process the request"
                + (" or its response_format." if prompt.answer_schema else ".")
            )
        if not manner.stream:
            received.take(answer.model_dump())
            return
        for chunk in within(answer, settings.timeout):
            received.take(chunk.model_dump())

    def _reply(self, prompt: Prompt, received: Received) -> Reply:
        usage = self._used(prompt, received)
        finish = received.finish_reason
        if finish == "stop" and not received.text.strip():
            raise ModelUnavailable(
                f"{self.name} gave an empty answer.",
                "Ask again with --resume, or another model with --model NAME.",
                cost=usage.cost,
                tokens=(usage.prompt_tokens, usage.completion_tokens),
            )
        return Reply(
            text=received.text,
            finish_reason=finish,
            usage=usage,
            model=received.model or self.name,
        )

    def _first_manner(self, library: Any) -> Manner:
        if self._provider in _NATIVE or library.supports_response_schema(model=self.name):
            return Manner("schema")
        accepted = library.get_supported_openai_params(model=self.name) or ()
        return Manner("json" if "response_format" in accepted else "text")

    def _lower(self, error: Exception, manner: Manner, prompt: Prompt) -> Manner | None:
        """Return the manner without what the server refuses, if that is the error."""
        about = {ancestor.__name__ for ancestor in type(error).__mro__}
        if is_about_length(str(error)) or not about.intersection(_ABOUT_MANNER):
            return None
        return lesser(manner, str(error), structured=prompt.answer_schema is not None)

    def _cap(self, prompt: Prompt) -> int:
        return self._facts.cap(prompt.max_tokens)

    def _used(self, prompt: Prompt, received: Received) -> Usage:
        usage = received.usage(prompt)
        return usage.model_copy(update={"cost": self._cost(usage, received.counted)})

    def _cost(self, usage: Usage, counted: Any = None) -> float:
        if self.free or self._facts.price is None:
            return 0.0
        if counted and self.name not in self._parts.prices:
            library = _load()
            halves = library.cost_per_token(
                model=self.name, usage_object=library.Usage(**dict(counted))
            )
            return float(sum(halves))
        return self._facts.cost(usage.prompt_tokens, usage.completion_tokens) or 0.0

    def _redact(self, text: str) -> str:
        return self._key_redact(self._parts.redact(text))


class UnprocessableEntityError(ValueError):
    """Status 422, for which the library returns None once it has dropped what it can."""


def _load() -> Any:
    """Return the library, loading it at the first call. It must not use the network of its own."""
    os.environ.setdefault("LITELLM_OFFLINE_MODE", "true")
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    os.environ.setdefault("LITELLM_MODE", "PRODUCTION")
    os.environ.setdefault("LITELLM_LOG", "ERROR")
    # The library loads parts of itself later still, each with warnings that no user can act on.
    warnings.filterwarnings("ignore", module=r"(litellm|pydantic|openai|httpx)\b")
    library: Any = importlib.import_module("litellm")
    library.suppress_debug_info = True
    library.disable_hf_tokenizer_download = True
    library.drop_params = True
    # Its counter loads a vocabulary for 0.4 s to price streams before they begin.
    library.disable_token_counter = True
    # Nobody listens to its callbacks, and they cost a third of the time that a call takes.
    library.disable_streaming_logging = True
    return library


def _errors(library: Any) -> tuple[type[Exception], ...]:
    """Return what a call can raise: the library's errors and those of the layers below it."""
    openai = importlib.import_module("openai")
    httpx = importlib.import_module("httpx")
    return (
        openai.OpenAIError,
        httpx.HTTPError,
        library.ModelNotMappedError,
        ValueError,
        TimeoutError,
    )
