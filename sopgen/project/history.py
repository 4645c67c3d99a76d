"""How a stage's commit tells what it is: the trailers of its message, written and read back."""

import re
from collections.abc import Mapping
from typing import get_args

from sopgen.artifacts import StageName, Usage
from sopgen.project.base import LogEntry, StageChange, StageRecord
from sopgen.project.git import Git

_TRAILER = re.compile(r"(Sopgen-[A-Z][a-z]+): (.*)")
_FIELDS = 4
_STAGES: dict[str, StageName] = {name: name for name in get_args(StageName)}


class History:
    """The commits of a repository, read from what git says of them."""

    def __init__(self, git: Git) -> None:
        self._git = git

    def entries(self, head: str | None, *flags: str) -> list[LogEntry]:
        """Return the ancestors of a commit, newest first."""
        if head is None:
            return []
        form = "--format=%H%x00%cI%x00%an%x00%B"
        output = self._git.run("log", "-z", form, "--no-mailmap", "--topo-order", *flags, head)
        fields = output.decode("utf-8", "replace").split("\0")
        rows = zip(*(iter(fields),) * _FIELDS, strict=False)
        return [
            LogEntry(commit, when, author, message.partition("\n")[0], record_of(commit, message))
            for commit, when, author, message in rows
        ]

    def message(self, commit: str) -> str:
        """Return the message of a commit."""
        text = self._git.run("log", "--max-count=1", "--format=%B", commit)
        return text.decode("utf-8", "replace").rstrip("\n") + "\n"


def message_of(change: StageChange) -> str:
    """Return the commit message: subject, body for people, trailers for resuming."""
    usage = change.usage
    inputs = " ".join(f"{kind}={digest}" for kind, digest in sorted(change.inputs.items()))
    trailers = {
        "Run": str(change.run),
        "Stage": change.stage,
        "Take": str(change.take),
        "Round": str(change.round),
        "Inputs": inputs,
        "Output": change.output,
        "Model": _one_line(change.model),
        "Tokens": f"{usage.prompt_tokens}+{usage.completion_tokens} {usage.cached_tokens}",
        "Cost": f"{usage.cost:.6f}",
    }
    lines = "\n".join(f"Sopgen-{name}: {value}" for name, value in trailers.items())
    parts = [_one_line(change.subject), _clean(change.body), lines]
    return "\n\n".join(part for part in parts if part) + "\n"


def user_edit_message(text: str) -> str:
    """Return the message of a commit that keeps a person's own work."""
    return f"{_clean(text)}\n\nSopgen-Kind: user-edit\n"


def record_of(commit: str, message: str) -> StageRecord | None:
    """Read a message back; None when it does not end a stage or somebody has changed it."""
    trailers = trailers_of(message)
    stage = _STAGES.get(trailers.get("Sopgen-Stage", ""))
    try:
        run, take, round_number = (
            int(trailers[f"Sopgen-{name}"]) for name in ("Run", "Take", "Round")
        )
        usage = _usage(trailers["Sopgen-Tokens"], trailers["Sopgen-Cost"])
        inputs = dict(pair.split("=", 1) for pair in trailers["Sopgen-Inputs"].split())
    except (KeyError, ValueError):
        return None
    if stage is None:
        return None
    return StageRecord(
        commit=commit,
        stage=stage,
        run=run,
        take=take,
        round=round_number,
        inputs=inputs,
        output=trailers.get("Sopgen-Output", ""),
        subject=message.partition("\n")[0],
        model=trailers.get("Sopgen-Model", ""),
        usage=usage,
    )


def trailers_of(message: str) -> Mapping[str, str]:
    """Return the trailers in the last paragraph of a message."""
    last = message.rstrip("\n").rpartition("\n\n")[2]
    matches = (_TRAILER.fullmatch(line.rstrip()) for line in last.splitlines())
    return {match[1]: match[2] for match in matches if match}


def label_base(run: int, stage: str) -> str:
    """Return the tag that names a stage's first commit in a run."""
    return f"refs/tags/sopgen/{run}/{stage}"


def _usage(tokens: str, cost: str) -> Usage:
    both, _, cached = tokens.partition(" ")
    prompt, _, completion = both.partition("+")
    return Usage(
        prompt_tokens=int(prompt),
        completion_tokens=int(completion),
        cached_tokens=int(cached or 0),
        cost=float(cost),
    )


def _one_line(text: str) -> str:
    return " ".join(_clean(text).split())


def _clean(text: str) -> str:
    """Drop what a commit object cannot hold and blank lines at the ends."""
    return text.replace("\0", "").encode("utf-8", "replace").decode().strip()
