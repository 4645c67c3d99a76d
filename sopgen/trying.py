"""Start and test a finished project in the environment in which it was verified."""

from collections.abc import Sequence
from pathlib import Path

from sopgen.artifacts import Artifacts, Command, Design
from sopgen.errors import UsageError
from sopgen.languages import Language, language
from sopgen.order import Surroundings
from sopgen.project.project import Project
from sopgen.sandbox.choice import choose
from sopgen.sandbox.workbench import Workbench

_SERVES = frozenset({"web_service", "web_page"})
_PORT = 8000


def start_project(
    path: Path, around: Surroundings, arguments: Sequence[str], *, agreed: bool = False
) -> int:
    """Run the program on the person's terminal, inside the sandbox; return its exit code.

    A server must be reached from outside, so it shares the machine's network if a person agrees,
    now or before (`agreed`).
    """
    known, design, spoken, bench = _opened(path, around)
    command = spoken.run_command(design.runtime)
    command = command.model_copy(update={"argv": (*command.argv, *arguments)})
    network = design.runtime.kind in _SERVES
    if (
        network
        and not agreed
        and not around.person.confirm(
            f"A server has to share this machine's network. Start it at http://127.0.0.1:{_PORT}/?",
            default=False,
        )
    ):
        raise UsageError(
            "The server was not started.",
            "Agree at the terminal or with --yes, or start it as its README says.",
        )
    return bench.run_interactive(command, _files(path, known), network, _PORT if network else 0)


def test_project(path: Path, around: Surroundings) -> tuple[int, str]:
    """Run all tests of a project in the sandbox; return exit code and output."""
    known, _, spoken, bench = _opened(path, around)
    files = _files(path, known)
    tests = [name for name in sorted(files) if spoken.tests(name, files[name])]
    if not tests:
        raise UsageError(f"{path} has no tests.", "Resume the run, so that it gets some.")
    command: Command = spoken.test_command(tests)
    execution = bench.run(command, files)
    ended = f"\nstopped by its {execution.limit} limit" if execution.limit else ""
    return execution.exit_code, execution.output + ended


def _opened(path: Path, around: Surroundings) -> tuple[Artifacts, Design, Language, Workbench]:
    known = Project(path).artifacts()
    if known.prd is None or known.design is None or known.code is None:
        raise UsageError(f"{path} has no code yet.", f"Go on with it: sopgen --resume {path}")
    spoken = language(known.prd.programming_language)
    if not spoken.executable:
        raise UsageError(f"sopgen cannot run {spoken.name} yet.", "See the project's README.")
    limits = around.settings.sandbox.limits
    bench = Workbench(choose(around.settings.sandbox.mechanism), path / ".sopgen", limits)
    problem = bench.prepare([package.requirement for package in known.design.packages])
    if problem:
        raise UsageError(f"The environment could not be made: {problem}", "Mend that, try again.")
    return known, known.design, spoken, bench


def _files(path: Path, known: Artifacts) -> dict[str, str]:
    """Return the project's own files as they are on disk now, without sopgen's."""
    project = Project(path)
    committed = project.repository.text_files()
    return {
        name: (path / name).read_text(encoding="utf-8", errors="replace")
        for name in committed
        if not name.startswith(".sopgen/") and (path / name).is_file()
    }
