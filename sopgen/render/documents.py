"""Render the artifacts as the documents and diagrams that people read."""

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sopgen.artifacts import Artifacts, Finding
from sopgen.render.mermaid import class_diagram, quadrant_chart, sequence_diagram
from sopgen.render.svg import DiagramNotDrawn, draw
from sopgen.render.templates import Templates

_PORT = "8000"
# Document, the artifact whose YAML is its truth, the diagrams beside it.
_DOCUMENTS = {
    "docs/requirement.md": "requirement",
    "docs/prd.md": "prd",
    "docs/system_design.md": "design",
    "docs/tasks.md": "plan",
    "docs/qa_report.md": "verdict",
    "README.md": "prd",
}
_DIAGRAMS = {
    "docs/competitive_quadrant.svg": "prd",
    "docs/class_diagram.svg": "design",
    "docs/sequence_diagram.svg": "design",
}


RENDERED = (*_DOCUMENTS, *_DIAGRAMS)
"""Every file that is rendered, and so not for people to edit."""


@dataclass(frozen=True)
class RunLabel:
    """How the project was made; nothing here may depend on time, machine or cost of this run."""

    model: str
    replayed: bool = False
    recorded: str = ""
    """When and how the recording was made; empty unless replayed."""


@dataclass(frozen=True)
class Rendered:
    """The files of the documents with what could not be drawn."""

    files: dict[str, bytes] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


def render_documents(
    artifacts: Artifacts,
    templates: Templates,
    run: RunLabel,
    waves: tuple[tuple[str, ...], ...] = (),
) -> Rendered:
    """Render every document whose artifact exists; `waves` are the plan's files in order."""
    diagrams = dict(_diagrams(artifacts))
    rendered = draw_diagrams(diagrams)
    values = {
        "artifacts": artifacts,
        "run": run,
        "waves": waves,
        "mermaid": diagrams,
        "drawn": set(rendered.files),
        "start": _start(artifacts),
        "install": _install(artifacts),
    }
    for path in _present(artifacts):
        name = path.rpartition("/")[2].removesuffix(".md").lower()
        text = templates.document(name, source=yaml_of(path), **values)
        rendered.files[path] = text.encode("utf-8", "replace")
    return rendered


def draw_diagrams(diagrams: Mapping[str, str]) -> Rendered:
    """Draw each mermaid text under its path; what cannot be drawn becomes a finding."""
    rendered = Rendered()
    for path, mermaid in diagrams.items():
        try:
            rendered.files[path] = draw(mermaid)
        except DiagramNotDrawn as error:
            rendered.findings.append(
                Finding(
                    check="diagram.not_drawn", message=error.message, path=path, severity="warning"
                )
            )
    return rendered


def yaml_of(path: str) -> str:
    """Return the YAML file that a document or diagram comes from; empty if it is neither."""
    kind = _DOCUMENTS.get(path) or _DIAGRAMS.get(path)
    return f".sopgen/artifacts/{kind}.yaml" if kind else ""


def _present(artifacts: Artifacts) -> Iterator[str]:
    known = {
        "requirement": True,
        "prd": artifacts.prd is not None,
        "design": artifacts.design is not None,
        "plan": artifacts.plan is not None,
        "verdict": artifacts.verdict is not None,
    }
    yield from (path for path, kind in _DOCUMENTS.items() if known[kind])


def _diagrams(artifacts: Artifacts) -> Iterator[tuple[str, str]]:
    pairs = []
    if artifacts.prd is not None:
        pairs.append(("docs/competitive_quadrant.svg", quadrant_chart(artifacts.prd)))
    if artifacts.design is not None:
        pairs.append(("docs/class_diagram.svg", class_diagram(artifacts.design)))
        pairs.append(("docs/sequence_diagram.svg", sequence_diagram(artifacts.design)))
    yield from ((path, mermaid) for path, mermaid in pairs if mermaid)


def _start(artifacts: Artifacts) -> str:
    """Return the start command as one line for a shell."""
    if artifacts.design is None:
        return ""
    words = [word.replace("{port}", _PORT) for word in artifacts.design.runtime.start]
    return shlex.join(words)


def _install(artifacts: Artifacts) -> str:
    """Return the command that installs the packages of the design."""
    packages = artifacts.design.packages if artifacts.design is not None else ()
    wanted = [package.requirement for package in packages]
    return shlex.join(["python", "-m", "pip", "install", *wanted])
