"""All commands of sopgen, with their arguments; what they do is in the modules they import.

The imports stand inside the functions so that `sopgen --help` needs neither pydantic nor git.
"""

from typing import Annotated

import typer

from sopgen import __version__
from sopgen.cli import options
from sopgen.cli.group import MISTAKABLE, SentenceGroup

app = typer.Typer(
    cls=SentenceGroup,
    subcommand_metavar='"REQUIREMENT" | COMMAND [ARGS]...',
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
_PASSED_ON = {"allow_extra_args": True, "ignore_unknown_options": True}


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sopgen {__version__}")
        raise typer.Exit


@app.callback(
    epilog='`sopgen "Create a 2048 game"` is short for `sopgen run "Create a 2048 game"`;'
    " `sopgen run --help` lists the options."
)
def sopgen(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """One sentence in, a tested git repository out."""


@app.command()
# Typer reads the options from the signature; the function takes them from the context at once.
def run(
    context: typer.Context,
    requirement: options.Words = None,
    *,
    file: options.File = None,
    attach: options.Attach = None,
    name: options.Name = None,
    language: options.Language = None,
    doc_language: options.DocLanguage = None,
    workspace: options.Workspace = None,
    model: options.Model = None,
    model_for: options.ModelFor = None,
    replay: options.Replay = None,
    budget: options.Budget = None,
    estimate: options.Estimate = False,
    concurrency: options.Concurrency = None,
    resume: options.Resume = None,
    restart: options.From = None,
    stop_after: options.StopAfter = None,
    yes: options.Yes = False,
    sandbox: options.SandboxKind = None,
    no_execute: options.NoExecute = False,
    verbose: options.Verbose = False,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Build what a sentence asks for, or go on with a project."""
    from sopgen.cli.flags import RunFlags
    from sopgen.cli.run import carry

    flags = RunFlags(**context.params, commands=context.meta[MISTAKABLE])
    raise typer.Exit(carry(flags))


@app.command(context_settings=_PASSED_ON)
def start(
    context: typer.Context,
    project: options.Project = None,
    *,
    workspace: options.Workspace = None,
    sandbox: options.SandboxKind = None,
    yes: options.Yes = False,
) -> None:
    """Start a project in its verified environment; what follows its name is handed to it.

    It runs in the sandbox on a private copy: it sees no other files, and what it writes there
    is thrown away. To keep files, start it as its README says.
    """
    from sopgen.cli.flags import entries
    from sopgen.cli.trying import start_project

    given = entries(workspace=workspace, sandbox=sandbox)
    raise typer.Exit(start_project(given, project, context.args, agreed=yes))


@app.command()
def test(
    project: options.Project = None,
    *,
    workspace: options.Workspace = None,
    sandbox: options.SandboxKind = None,
) -> None:
    """Run a project's tests in its verified environment."""
    from sopgen.cli.flags import entries
    from sopgen.cli.trying import test_project

    raise typer.Exit(test_project(entries(workspace=workspace, sandbox=sandbox), project))


@app.command("list")
def list_projects(*, workspace: options.Workspace = None) -> None:
    """List the projects of the workspace."""
    from sopgen.cli.flags import entries
    from sopgen.cli.projects import list_projects

    list_projects(entries(workspace=workspace))


@app.command()
def remove(
    project: Annotated[str, typer.Argument(metavar="PROJECT", help="Path or name.")],
    *,
    workspace: options.Workspace = None,
    yes: options.Yes = False,
) -> None:
    """Delete a project of the workspace, after asking."""
    from sopgen.cli.flags import entries
    from sopgen.cli.projects import remove

    remove(entries(workspace=workspace), project, yes=yes)


@app.command()
def status(project: options.Project = None, *, workspace: options.Workspace = None) -> None:
    """Show how far a project is, and what it cost."""
    from sopgen.cli.flags import entries
    from sopgen.cli.projects import status

    status(entries(workspace=workspace), project)


@app.command()
def show(
    artifact: Annotated[options.Kind, typer.Argument(metavar="ARTIFACT", help="Such as prd.")],
    project: options.Project = None,
    *,
    workspace: options.Workspace = None,
    yaml: Annotated[
        bool, typer.Option("--yaml", help="The artifact itself, not its document.")
    ] = False,
) -> None:
    """Show an artifact: requirement, prd, design, plan, code, acceptance_tests or verdict."""
    from sopgen.cli.flags import entries
    from sopgen.cli.reading import show

    show(entries(workspace=workspace), artifact, project, as_yaml=yaml)


@app.command()
def log(
    project: options.Project = None,
    *,
    workspace: options.Workspace = None,
    calls: Annotated[bool, typer.Option("--calls", help="The calls to models instead.")] = False,
) -> None:
    """Show who handed what to whom."""
    from sopgen.cli.flags import entries
    from sopgen.cli.reading import log

    log(entries(workspace=workspace), project, calls=calls)


@app.command()
def diff(
    stage: Annotated[
        options.Stage | None,
        typer.Argument(metavar="STAGE", help="The newest one if left out.", show_default=False),
    ] = None,
    project: options.Project = None,
    *,
    workspace: options.Workspace = None,
) -> None:
    """Show what a stage changed."""
    from sopgen.cli.flags import entries
    from sopgen.cli.reading import diff

    diff(entries(workspace=workspace), stage, project)


@app.command()
def config() -> None:
    """Show every setting with the source that gave it."""
    from sopgen.cli.configuring import show_settings

    show_settings()
