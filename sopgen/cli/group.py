"""The group of all commands, in which a sentence alone is a run."""

import sys
from typing import Any

from typer.core import TyperGroup

from sopgen.cli.arguments import RUN, arrange

MISTAKABLE = "sopgen.mistakable"
"""Key in the context's `meta`: the commands that may have been meant where `run` was left out."""


class SentenceGroup(TyperGroup):
    """Commands, of which `run` may be left out."""

    # The context is typed Any because its class belongs to typer's private copy of click.
    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if ctx.resilient_parsing and not args:
            return super().parse_args(ctx, args)
        arranged = arrange(args, self.commands, piped=not sys.stdin.isatty())
        implied = arranged[0] == RUN and args[:1] != [RUN]
        ctx.meta[MISTAKABLE] = tuple(self.commands) if implied else ()
        return super().parse_args(ctx, arranged)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Offer the options of `run` beside commands and the group's own options."""
        found = super().shell_complete(ctx, incomplete)
        if not incomplete.startswith("-"):
            return found
        run = self.commands[RUN]
        below = run.make_context(RUN, [], parent=ctx, resilient_parsing=True)
        known = {item.value for item in found}
        return found + [i for i in run.shell_complete(below, incomplete) if i.value not in known]
