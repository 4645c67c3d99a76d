"""Whether documents are written in the language asked for."""

from collections.abc import Mapping

from sopgen.artifacts import Artifacts, Finding
from sopgen.checks.document_language import named_language, written_language

Files = Mapping[str, str]


def prd(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find a PRD in another language than asked for, where that is certain."""
    document = artifacts.prd
    if document is None:
        return []
    texts = [*document.product_goals, document.requirement_analysis, *document.assumptions]
    texts += [item.text for item in document.requirement_pool]
    texts += [criterion.then for _, _, criterion in document.criteria()]
    return _foreign("document.language", artifacts, texts)


def design(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find a design in another language than asked for, where that is certain."""
    document = artifacts.design
    if document is None:
        return []
    texts = [document.implementation_approach, *(entry.purpose for entry in document.files)]
    return _foreign("design.language", artifacts, texts)


def plan(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find a plan in another language than asked for, where that is certain."""
    document = artifacts.plan
    if document is None:
        return []
    texts = [*(task.logic for task in document.tasks), *document.shared_knowledge]
    return _foreign("plan.language", artifacts, texts)


def _foreign(check: str, artifacts: Artifacts, texts: list[str]) -> list[Finding]:
    asked = named_language(artifacts.requirement.document_language)
    wanted = asked or written_language(artifacts.requirement.text)
    found = written_language("\n".join(texts))
    if not wanted or not found or wanted == found:
        return []
    reason = "asked for" if asked else "the requirement's own"
    message = f"the document is written in {found}; {wanted} is {reason}"
    return [Finding(check=check, message=message, severity="warning")]
