"""Build what answers each role: a provider inside the wrappers of this run."""

from collections.abc import Callable

from sopgen.artifacts import RoleName
from sopgen.events import Report
from sopgen.llm.base import Model
from sopgen.llm.chain import build
from sopgen.llm.heartbeat import Heart
from sopgen.llm.ledger import Ledger
from sopgen.llm.limited import ledgers_for
from sopgen.llm.parts import Parts
from sopgen.order import Surroundings
from sopgen.render.templates import Templates
from sopgen.run import Run
from sopgen.source import Source, models_of


def gateway(
    run: Run, around: Surroundings, source: Source, templates: Templates, report: Report
) -> Callable[[RoleName], Model]:
    """Return who answers a role; roles of one model share it, so that its caps hold for all."""
    settings = around.settings
    parts = Parts(
        settings=settings.model,
        record=run.journal,
        ledger=Ledger(settings.budget.limit, run.journal.spent().cost),
        limits={
            role: ledgers_for(role, limit.calls, limit.tokens, run.journal)
            for role, limit in settings.limits.by_role.items()
        },
        continuation=templates.text("prompts/continue_answer.md.j2"),
        environment=around.environment,
        prices=settings.budget.prices,
        report=report,
        heartbeat=Heart(report, around.clock),
        clock=around.clock,
        redact=around.redact,
        stop=around.stopping,
        person=around.person,
        manual_folder=lambda: run.project.state / "manual",
        recording=source.reply,
    )
    models = {name: build(name, parts) for name in models_of(source, settings)}
    return lambda role: models[settings.model.roles.get(role, source.name)]
