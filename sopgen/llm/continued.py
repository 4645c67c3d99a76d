"""An answer that was cut off is continued from the cut."""

import re

from sopgen.llm.base import Model, Prompt, Reply, Turn

MOST_CONTINUATIONS = 4
_LONGEST_OVERLAP = 2000
_SHORTEST_OVERLAP = 8
_SAME_BEGINNING = 40
"""A part that begins like the whole for so many characters is the answer begun anew."""
_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})(.*)$", re.MULTILINE)


class Continued:
    """Ask for the rest under the call's id with `~1`, `~2`, … and join the parts."""

    def __init__(self, inner: Model, remark: str) -> None:
        self.name = inner.name
        self._inner = inner
        self._remark = remark

    def ask(self, prompt: Prompt) -> Reply:
        reply = self._inner.ask(prompt)
        for number in range(1, MOST_CONTINUATIONS + 1):
            if reply.finish_reason != "length" or not reply.text.strip():
                break
            rest = self._inner.ask(self._continuation(prompt, reply.text, number))
            text = join(reply.text, rest.text)
            usage = reply.usage + rest.usage
            if text == reply.text and rest.finish_reason == "length":
                # Nothing new came: to ask once more would be paid for nothing.
                reply = reply.model_copy(update={"usage": usage})
                break
            reply = rest.model_copy(update={"text": text, "usage": usage})
        return reply

    def _continuation(self, prompt: Prompt, text: str, number: int) -> Prompt:
        turn = Turn(answer=text, remark=self._remark)
        return prompt.model_copy(
            update={
                "call": f"{prompt.call}~{number}",
                "turns": (*prompt.turns, turn),
                # Under a schema the model would begin a new object instead of going on.
                "answer_schema": None,
            }
        )


def join(start: str, rest: str) -> str:
    """Put the parts together, without what the second repeats of the first."""
    if min(len(start), len(rest)) >= _SAME_BEGINNING:
        if rest.startswith(start):
            return rest
        if start.startswith(rest):
            return start
    rest = _without_new_fence(start, rest)
    last_line = start.rsplit("\n", 1)[-1]
    for size in range(min(len(start), len(rest), _LONGEST_OVERLAP), 0, -1):
        if not start.endswith(rest[:size]):
            continue
        repeats_line = size >= len(last_line) and len(last_line.strip()) > 3
        if size >= _SHORTEST_OVERLAP or repeats_line:
            return start + rest[size:]
    return start + rest


def _without_new_fence(start: str, rest: str) -> str:
    """Drop a fence that the model opened although the first part's is still open."""
    if len(_FENCE.findall(start)) % 2 == 0:
        return rest
    opening = _FENCE.match(rest.lstrip("\n"))
    if opening is None:
        return rest
    fences = _FENCE.findall(rest)
    if not opening.group(2).strip() and len(fences) % 2 == 1:
        return rest
    return rest.lstrip("\n")[opening.end() :].removeprefix("\n")
