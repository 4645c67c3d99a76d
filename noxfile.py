"""The project's commands: plain `nox` is all that is needed before a commit."""

import nox

nox.options.default_venv_backend = "uv|virtualenv"
nox.options.sessions = ["lint", "types", "tests", "package"]


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and format."""
    session.install("ruff>=0.12")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Check types strictly."""
    session.install("-e", ".[dev]")
    session.run("mypy")


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests as the README does."""
    session.install("-e", ".[test]")
    session.run("python", "-m", "pytest", *session.posargs)


@nox.session
def slow(session: nox.Session) -> None:
    """Run what is too long for every commit: all attacks, kills at every write, all recordings."""
    session.install("-e", ".[test]")
    session.run("python", "-m", "pytest", "-m", "slow or hostile", *session.posargs)


@nox.session
def golden(session: nox.Session) -> None:
    """Write the golden files anew; review their diff."""
    session.install("-e", ".[test]")
    session.run("python", "-m", "pytest", "--snapshot-update", *session.posargs)


@nox.session
def package(session: nox.Session) -> None:
    """Build the wheel, install it alone and run the recorded sentence from it."""
    session.install("build", "uv")
    folder = session.create_tmp()
    session.run("python", "-m", "build", "--outdir", folder)
    session.run("python", "tests/try_wheel.py", folder)


@nox.session
def docs(session: nox.Session) -> None:
    """Make the README's pictures from a replayed run, and the tables of what is tested."""
    session.install("-e", ".")
    session.run("python", "-m", "wire.docs", env={"PYTHONPATH": "tests"})
    session.run("python", "docs/make_pictures.py")


@nox.session
def bench(session: nox.Session) -> None:
    """Measure sopgen's own time and tokens against a scripted server."""
    session.install("-e", ".[test]")
    session.run("python", "tests/bench/bench.py", *session.posargs, env={"PYTHONPATH": "tests"})
