"""The options of the command line, each with its name and its line of help."""

from pathlib import Path
from typing import Annotated, Literal

import typer

# Written out, not imported: the artifacts need pydantic, which `--help` does not. A test compares.
Stage = Literal["prd", "design", "plan", "code", "qa"]
Sandbox = Literal["auto", "bubblewrap", "landlock", "none"]
Kind = Literal["requirement", "prd", "design", "plan", "code", "acceptance_tests", "verdict"]

_SOURCE, _MODEL = "What to build", "Model and money"
_STEER, _EXECUTE, _SHOW = "Steering", "Running what was generated", "Output"

Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="REQUIREMENT",
        help="What to build, in a sentence or more; - reads standard input.",
        show_default=False,
    ),
]
File = Annotated[
    Path | None,
    typer.Option("--file", metavar="FILE", help="Read it from a file.", rich_help_panel=_SOURCE),
]
Attach = Annotated[
    list[Path] | None,
    typer.Option(
        "--attach",
        metavar="PATH",
        help="Hand a text document to every role, verbatim (repeatable).",
        rich_help_panel=_SOURCE,
    ),
]
Name = Annotated[
    str | None,
    typer.Option("--name", metavar="NAME", help="Name of the project.", rich_help_panel=_SOURCE),
]
Language = Annotated[
    str | None,
    typer.Option(
        "--language", metavar="LANG", help="Programming language.", rich_help_panel=_SOURCE
    ),
]
DocLanguage = Annotated[
    str | None,
    typer.Option(
        "--doc-language", metavar="LANG", help="Language of documents.", rich_help_panel=_SOURCE
    ),
]
Workspace = Annotated[
    Path | None,
    typer.Option(
        "--workspace",
        metavar="DIR",
        help="Folder of all projects (default: workspace).",
        rich_help_panel=_SOURCE,
    ),
]
Model = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="MODEL",
        help="auto, manual, or a litellm name such as ollama/qwen2.5-coder.",
        rich_help_panel=_MODEL,
    ),
]
ModelFor = Annotated[
    list[str] | None,
    typer.Option(
        "--model-for",
        metavar="ROLE=MODEL",
        help="Another model for one role (repeatable).",
        rich_help_panel=_MODEL,
    ),
]
Replay = Annotated[
    str | None,
    typer.Option(
        "--replay",
        metavar="NAME|FILE",
        help="Answer from a recorded run, without a model.",
        rich_help_panel=_MODEL,
    ),
]
Budget = Annotated[
    str | None,
    typer.Option(
        "--budget",
        metavar="USD|none",
        help="Most that the run may cost (default: 3).",
        rich_help_panel=_MODEL,
    ),
]
Estimate = Annotated[
    bool,
    typer.Option(
        "--estimate",
        help="Say what it will probably use and cost; nothing is asked or made.",
        rich_help_panel=_MODEL,
    ),
]
Concurrency = Annotated[
    int | None,
    typer.Option(
        "--concurrency", metavar="N", help="Calls at the same time.", rich_help_panel=_MODEL
    ),
]
Resume = Annotated[
    str | None,
    typer.Option(
        "--resume",
        metavar="[PATH]",
        help="Go on with a project; without PATH the one around this folder, else the newest"
        " unfinished one.",
        rich_help_panel=_STEER,
        show_default=False,
    ),
]
From = Annotated[
    Stage | None,
    typer.Option(
        "--from",
        metavar="STAGE",
        help="Ask anew from this stage on; goes with --resume.",
        rich_help_panel=_STEER,
    ),
]
StopAfter = Annotated[
    Stage | None,
    typer.Option(
        "--stop-after",
        metavar="STAGE",
        help="Stop after prd, design, plan, code or qa.",
        rich_help_panel=_STEER,
    ),
]
Yes = Annotated[
    bool,
    typer.Option("--yes", "-y", help="Ask nothing; defaults stand.", rich_help_panel=_STEER),
]
SandboxKind = Annotated[
    Sandbox | None,
    typer.Option(
        "--sandbox",
        metavar="KIND",
        help="auto, bubblewrap, landlock, or none (UNSAFE).",
        rich_help_panel=_EXECUTE,
    ),
]
NoExecute = Annotated[
    bool,
    typer.Option(
        "--no-execute", help="Run nothing; ends as not executed.", rich_help_panel=_EXECUTE
    ),
]
Verbose = Annotated[
    bool,
    typer.Option("--verbose", help="Show each call and execution.", rich_help_panel=_SHOW),
]
Quiet = Annotated[
    bool, typer.Option("--quiet", help="Show only the result.", rich_help_panel=_SHOW)
]
Json = Annotated[
    bool,
    typer.Option("--json", help="One JSON object per event, on lines.", rich_help_panel=_SHOW),
]
Project = Annotated[
    str | None,
    typer.Argument(
        metavar="PROJECT",
        help="Path or name; without it the project around this folder, else the newest one.",
        show_default=False,
    ),
]
