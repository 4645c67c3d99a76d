"""An answer that the journal holds is not asked for again; the rest is told as it is asked."""

from sopgen.events import CallFinished, CallStarted, Report
from sopgen.llm.base import CallRecord, Model, Prompt, Reply


class Journaled:
    """Look the request up before asking. The one place that tells of calls."""

    def __init__(self, inner: Model, record: CallRecord, report: Report) -> None:
        self.name = inner.name
        self._inner = inner
        self._record = record
        self._report = report

    def ask(self, prompt: Prompt) -> Reply:
        known = self._record.find(prompt.request_digest(self.name))
        if known is not None:
            self._tell_end(prompt, known, reused=True)
            return known
        self._report(CallStarted(call=prompt.call, role=prompt.role, stage=prompt.stage))
        reply = self._inner.ask(prompt)
        self._tell_end(prompt, reply, reused=False)
        return reply

    def _tell_end(self, prompt: Prompt, reply: Reply, *, reused: bool) -> None:
        self._report(
            CallFinished(
                call=prompt.call,
                role=prompt.role,
                stage=prompt.stage,
                usage=reply.usage,
                reused=reused,
            )
        )
