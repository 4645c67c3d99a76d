"""A person, or any chat window, answers: prompts become files and so do answers."""

import threading
from pathlib import Path

from sopgen.artifacts import Usage
from sopgen.errors import StorageFailed
from sopgen.events import CallDelayed, Noticed
from sopgen.llm.base import Prompt, Reply
from sopgen.llm.parts import Parts
from sopgen.llm.stoppable import check
from sopgen.llm.tokens import estimate, prompt_tokens
from sopgen.llm.wording import schema_text

POLL = 0.2


class Manual:
    """Write `<folder>/<call>.prompt.md` and wait for `<folder>/<call>.answer.md`.

    Several calls wait side by side. An answer that already stands beside the same prompt is taken,
    one beside an older prompt is set aside as `<call>.answer.old.md`.
    """

    name = "manual"

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._pasting = threading.Lock()

    def ask(self, prompt: Prompt) -> Reply:
        folder = self._parts.manual_folder()
        question = folder / f"{prompt.call}.prompt.md"
        answer = folder / f"{prompt.call}.answer.md"
        try:
            _pose(question, answer, text=self._as_text(prompt))
            text = self._await(prompt, question, answer)
        except OSError as error:
            raise StorageFailed(
                f"{question} cannot be written or its answer cannot be read: {error.strerror}.",
                "Free some room, or mend the folder's rights, then --resume.",
            ) from error
        usage = Usage(prompt_tokens=prompt_tokens(prompt), completion_tokens=estimate(text))
        return Reply(text=text, usage=usage, model=self.name)

    def _as_text(self, prompt: Prompt) -> str:
        request = prompt.request_digest(self.name)
        parts = [f"<!-- {prompt.call} · request {request} -->"]
        parts += [f"# {part['role']}\n\n{part['content']}" for part in prompt.messages()]
        if prompt.answer_schema is not None:
            parts.append(schema_text(prompt.answer_schema))
        return "\n\n".join(parts) + "\n"

    def _await(self, prompt: Prompt, question: Path, answer: Path) -> str:
        if not answer.exists():
            self._tell(prompt, question, answer)
            self._offer_pasting(question, answer)
        before = None
        while (now := _state(answer)) is None or now != before:
            check(self._parts.stop)
            before = now
            self._parts.clock.sleep(POLL)
        return answer.read_text(encoding="utf-8-sig", errors="replace")

    def _tell(self, prompt: Prompt, question: Path, answer: Path) -> None:
        self._parts.report(Noticed(text=f"{question} waits for its answer in {answer.name}"))
        self._parts.report(CallDelayed(call=prompt.call, seconds=0, reason=f"answer in {answer}"))

    def _offer_pasting(self, question: Path, answer: Path) -> None:
        if not self._parts.person.present:
            return
        with self._pasting:
            if answer.exists():
                return
            text = self._parts.person.paste(
                f"Give {question} to a model and paste its answer here;"
                f" paste nothing to answer in {answer}."
            )
            if text.strip():
                _write(answer, text)


def _pose(question: Path, answer: Path, *, text: str) -> None:
    if question.exists() and question.read_text(encoding="utf-8") == text:
        return
    if question.exists() and answer.exists():
        answer.replace(answer.with_name(answer.name.removesuffix(".md") + ".old.md"))
    question.parent.mkdir(parents=True, exist_ok=True)
    _write(question, text)


def _write(path: Path, text: str) -> None:
    """Write so that nobody ever reads half of it."""
    draft = path.with_name(path.name + ".tmp")
    draft.write_text(text, encoding="utf-8", newline="\n")
    draft.replace(path)


def _state(path: Path) -> tuple[int, int] | None:
    """Return size and time of a file that has something in it."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return (status.st_size, status.st_mtime_ns) if status.st_size else None
