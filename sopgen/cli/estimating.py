"""`sopgen run --estimate`: what a run will probably use and cost, before anything is spent."""

from sopgen.cli.columns import write_rows
from sopgen.cli.finding import workspace_of
from sopgen.cli.flags import RunFlags
from sopgen.cli.requirement import read_attachments, read_requirement
from sopgen.cli.session import Session, open_session
from sopgen.estimate import Estimate, StageEstimate, estimate_run
from sopgen.source import find_source
from sopgen.ui.words import clean, money


def show_estimate(flags: RunFlags) -> int:
    """Write the estimate as a table or as one JSON object; return the exit code."""
    session = open_session(flags.entries())
    text = read_requirement(flags)
    attachments = read_attachments(flags.attach or ())
    source = find_source(text, "", session.settings, session.environment)
    estimate = estimate_run(text, attachments, source, session.settings, workspace_of(session))
    if session.settings.output.json_events:
        session.say(estimate.model_dump_json())
    else:
        _write(session, estimate)
    return 0


def _write(session: Session, estimate: Estimate) -> None:
    session.say(f"Estimate of {clean(estimate.requirement, 80)!r} by {estimate.model}")
    total = "all", "", *_amounts(_calls(estimate), estimate, estimate.cost), ""
    write_rows(session, [*map(_row, estimate.stages), total])
    session.say(f"Told from {estimate.source} ({estimate.runs}), without a prompt cache.")
    for remark in _remarks(estimate):
        session.say(remark)
    session.say("Nothing was asked of a model, and nothing was spent.")


def _remarks(estimate: Estimate) -> list[str]:
    remarks = []
    lowest, highest, limit = estimate.lowest, estimate.highest, estimate.limit
    if estimate.cost is None:
        remarks.append("The price is not known: give it under budget.prices in your settings.")
    if lowest is not None and highest is not None and lowest < highest:
        remarks.append(f"Those runs would cost between {money(lowest)} and {money(highest)}.")
    if estimate.thinks:
        remarks.append("The model thinks before it answers; that is paid, too, and not in here.")
    if limit is not None and highest is not None and highest > limit:
        remarks.append(f"The budget of {money(limit)} may not be enough: --budget raises it.")
    return remarks


def _row(stage: StageEstimate) -> tuple[str, ...]:
    return stage.stage, stage.role, *_amounts(stage.calls, stage, stage.cost), stage.model


def _amounts(
    calls: float, used: Estimate | StageEstimate, cost: float | None
) -> tuple[str, str, str, str]:
    return (
        f"{calls:.3g} calls",
        f"{used.prompt_tokens:,} prompt",
        f"{used.completion_tokens:,} completion",
        "price unknown" if cost is None else money(cost),
    )


def _calls(estimate: Estimate) -> float:
    return sum(stage.calls for stage in estimate.stages)
