"""What several checks ask of the artifacts."""

from collections.abc import Mapping

from sopgen.artifacts import Artifacts, Design, RequirementItem
from sopgen.languages import Language, language, language_of


def code_language(artifacts: Artifacts) -> Language:
    """Return the project's programming language; Python before a PRD exists."""
    return language(artifacts.prd.programming_language if artifacts.prd else "python")


def pool(artifacts: Artifacts) -> tuple[RequirementItem, ...]:
    """Return the PRD's requirements."""
    return artifacts.prd.requirement_pool if artifacts.prd else ()


def package_names(artifacts: Artifacts) -> list[str]:
    """Return the names of the declared packages."""
    return [package.name for package in artifacts.design.packages] if artifacts.design else []


def is_stated(design: Design, path: str) -> bool:
    """Say whether the design's interface of a file promises anything."""
    entry = design.interface_of(path)
    return entry is not None and bool(entry.classes or entry.functions or entry.constants)


def with_sketches(artifacts: Artifacts, files: Mapping[str, str]) -> dict[str, str]:
    """Return the files, and for each planned one that is not written yet what it promises."""
    if artifacts.design is None:
        return dict(files)
    sketches = {}
    for entry in artifacts.design.files:
        if entry.path not in files:
            promised = artifacts.design.interface_of(entry.path)
            text = language_of(entry.path).sketch(promised) if promised else ""
            # Nothing is promised, so anything may turn up there.
            open_text = "def __getattr__(name): ...\n"
            sketches[entry.path] = text if is_stated(artifacts.design, entry.path) else open_text
    return sketches | dict(files)
