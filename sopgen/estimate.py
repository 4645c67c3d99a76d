"""What a run will probably use, told from what earlier runs used; no model is asked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import get_args

from sopgen.artifacts import Attachment, RoleName, StageName, Value
from sopgen.config.settings import Settings
from sopgen.errors import SopgenError
from sopgen.journal.entries import ReplyEntry
from sopgen.journal.recording import bundled
from sopgen.journal.records import read_entries
from sopgen.llm.facts import facts_of
from sopgen.llm.tokens import estimate as tokens_of
from sopgen.project.project import Project
from sopgen.project.workspace import Workspace
from sopgen.sop import stages
from sopgen.source import Source, find_recording

_REPLAY = "replay:"


class StageEstimate(Value):
    """What one stage will probably use, repairs included; the cost is None without a price."""

    stage: StageName
    role: RoleName
    model: str
    calls: float
    prompt_tokens: int
    completion_tokens: int
    cost: float | None


class Estimate(Value):
    """What a run will probably use; the lowest and the highest are those of the runs told from."""

    requirement: str
    model: str
    source: str
    """Which runs the figures are told from."""
    runs: int
    stages: tuple[StageEstimate, ...]
    prompt_tokens: int
    completion_tokens: int
    cost: float | None
    lowest: float | None
    highest: float | None
    limit: float | None
    thinks: bool
    """Thinking is paid on top: those runs were answered by something that shows none."""


@dataclass(frozen=True)
class Spent:
    """What a stage of an earlier run used; prompt tokens without its requirement's."""

    calls: float
    prompt_tokens: float
    completion_tokens: float


@dataclass(frozen=True)
class History:
    """Earlier runs, each by stage, and how a person calls them."""

    source: str
    runs: Sequence[Mapping[StageName, Spent]]
    same_model: bool = False


def estimate_run(
    text: str,
    attachments: Sequence[Attachment],
    source: Source,
    settings: Settings,
    workspace: Workspace,
) -> Estimate:
    """Return what a run over this requirement will probably use."""
    size = tokens_of(text) + sum(tokens_of(item.text) for item in attachments)
    history = history_for(source, workspace)
    figures = [_figure(history.runs, stage, role, size) for stage, role in _roles().items()]
    each_run = [[_figure([run], s, r, size) for s, r in _roles().items()] for run in history.runs]

    def priced(figure: StageEstimate) -> StageEstimate:
        model = settings.model.roles.get(figure.role, source.name)
        cost = facts_of(model, settings.budget.prices).cost(
            figure.prompt_tokens, figure.completion_tokens
        )
        return figure.model_copy(update={"model": model, "cost": cost})

    expected = tuple(map(priced, figures))
    totals = [_sum([priced(figure).cost for figure in run]) for run in each_run]
    known = [total for total in totals if total is not None]
    return Estimate(
        requirement=text,
        model=source.label,
        source=history.source,
        runs=len(history.runs),
        stages=expected,
        prompt_tokens=sum(figure.prompt_tokens for figure in expected),
        completion_tokens=sum(figure.completion_tokens for figure in expected),
        cost=_sum([figure.cost for figure in expected]),
        lowest=min(known, default=None),
        highest=max(known, default=None),
        limit=settings.budget.limit,
        thinks=not history.same_model and facts_of(source.name, {}).reasons,
    )


def history_for(source: Source, workspace: Workspace) -> History:
    """Return the runs to tell from: of this model in the workspace, else others, else shipped."""
    if source.name.startswith(_REPLAY):
        recording = find_recording(source.name.removeprefix(_REPLAY))
        runs = [_by_stage(recording.entries, recording.sentence)]
        return History("the recording that answers", runs, same_model=True)
    past = list(_finished(workspace))
    own = [run for model, run in past if model == source.name]
    if own:
        return History("finished runs of this model in the workspace", own, same_model=True)
    if past:
        return History("finished runs of other models in the workspace", [run for _, run in past])
    shipped = [_by_stage(item.entries, item.sentence) for item in bundled().values()]
    return History("the recorded runs that ship with sopgen", shipped)


def _finished(workspace: Workspace) -> Iterator[tuple[str, Mapping[StageName, Spent]]]:
    """Yield the model and the figures of each finished project that was not replayed."""
    for summary in workspace.projects():
        if not summary.finished or summary.problem or summary.model.startswith(_REPLAY):
            continue
        project = Project(summary.path)
        try:
            entries = read_entries(project.state / "journal.jsonl")
            needed = project.requirement()
        except SopgenError:
            continue  # Told from the others; `sopgen list` says what is wrong with it.
        calls = [item for item in entries if isinstance(item, ReplyEntry) and item.run == 1]
        given = (needed.text, *(item.text for item in needed.attachments))
        run = _by_stage(calls, *given)
        if _roles().keys() <= run.keys():
            yield summary.model, run


def _by_stage(calls: Sequence[ReplyEntry], *given: str) -> dict[StageName, Spent]:
    """Add up a run's calls; each prompt held what was `given` verbatim, which is taken off."""
    size = sum(map(tokens_of, given))
    found: dict[StageName, Spent] = {}
    for entry in calls:
        before, used = found.get(entry.stage, Spent(0, 0, 0)), entry.reply.usage
        found[entry.stage] = Spent(
            before.calls + 1,
            before.prompt_tokens + max(0, used.prompt_tokens - size),
            before.completion_tokens + used.completion_tokens,
        )
    return found


def _figure(
    runs: Sequence[Mapping[StageName, Spent]], stage: StageName, role: RoleName, size: int
) -> StageEstimate:
    """Return the mean of one stage over runs, with a requirement of so many tokens; no price."""
    spent = [run[stage] for run in runs]
    calls = mean(item.calls for item in spent)
    prompt = mean(item.prompt_tokens for item in spent) + calls * size
    return StageEstimate(
        stage=stage,
        role=role,
        model="",
        calls=calls,
        prompt_tokens=round(prompt),
        completion_tokens=round(mean(item.completion_tokens for item in spent)),
        cost=None,
    )


def _roles() -> dict[StageName, RoleName]:
    """Return who does each stage, in the order in which they end."""
    roles = {stage.name: stage.role for stage in stages()}
    return {name: roles[name] for name in get_args(StageName)}


def _sum(costs: Sequence[float | None]) -> float | None:
    known = [cost for cost in costs if cost is not None]
    return sum(known) if len(known) == len(costs) else None
