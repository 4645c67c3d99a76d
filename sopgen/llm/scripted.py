"""A model that answers from a script, for tests; it ships so that others can test with it."""

import re
import threading
from collections.abc import Callable, Mapping

from sopgen.artifacts import Usage
from sopgen.errors import RecordingIncomplete
from sopgen.llm.base import Prompt, Reply
from sopgen.llm.tokens import estimate, prompt_tokens

Answer = str | Reply
Answers = Mapping[str, Answer | list[Answer]] | Callable[[Prompt], Answer]


class Scripted:
    """Answer by call id, with or without its attempt number, or by a function.

    A list holds the answers to one key in the order of asking; the last one stays.
    """

    name = "scripted"

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self.prompts: list[Prompt] = []
        """Every prompt so far, in the order of asking."""
        self._asked: dict[str, int] = {}
        self._lock = threading.Lock()

    @property
    def calls(self) -> list[str]:
        """The ids of all calls so far."""
        return [prompt.call for prompt in self.prompts]

    def ask(self, prompt: Prompt) -> Reply:
        with self._lock:
            self.prompts.append(prompt)
        answer = self._answer(prompt)
        if isinstance(answer, Reply):
            return answer
        usage = Usage(prompt_tokens=prompt_tokens(prompt), completion_tokens=estimate(answer))
        return Reply(text=answer, usage=usage, model=self.name)

    def _answer(self, prompt: Prompt) -> Answer:
        if callable(self._answers):
            return self._answers(prompt)
        bare = re.sub(r"#\d+$", "", prompt.call)
        for key in (prompt.call, bare):
            if key in self._answers:
                return self._next(key, self._answers[key])
        raise RecordingIncomplete(
            f"The script holds no answer to the call {prompt.call}.", "Add it to the script."
        )

    def _next(self, key: str, answer: Answer | list[Answer]) -> Answer:
        if not isinstance(answer, list):
            return answer
        with self._lock:
            number = self._asked.get(key, 0)
            self._asked[key] = number + 1
        return answer[min(number, len(answer) - 1)]
