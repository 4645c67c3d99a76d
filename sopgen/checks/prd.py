"""Checks of the product requirement document."""

from collections.abc import Mapping

from sopgen.artifacts import Artifacts, Finding
from sopgen.languages import language

Files = Mapping[str, str]


def requirement_ids(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find requirement ids that are not R1 to Rn, each once."""
    if artifacts.prd is None:
        return []
    found = [item.id for item in artifacts.prd.requirement_pool]
    wanted = [f"R{number}" for number in range(1, len(found) + 1)]
    if found == wanted:
        return []
    message = f"the requirement ids are {', '.join(found)}; number them {', '.join(wanted)}"
    return [_in_pool("prd.ids", message)]


def most_important(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find a pool without any P0 requirement."""
    if artifacts.prd is None:
        return []
    if any(item.priority == "P0" for item in artifacts.prd.requirement_pool):
        return []
    return [_in_pool("prd.p0", "no requirement has priority P0; name what the product must do")]


def criteria(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find acceptance criteria that are blank or stand twice."""
    if artifacts.prd is None:
        return []
    seen: dict[tuple[str, str, str], str] = {}
    found = []
    for id_, _, criterion in artifacts.prd.criteria():
        parts = (criterion.given, criterion.when, criterion.then)
        given, when, then = (" ".join(part.lower().split()) for part in parts)
        if not (when and then):
            found.append(_in_pool("prd.criteria", f"{id_} says no action or no result"))
            continue
        first = seen.setdefault((given, when, then), id_)
        if first != id_:
            found.append(_in_pool("prd.criteria", f"{id_} says the same as {first}"))
    return found


def repeated(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find two requirements with the same text."""
    if artifacts.prd is None:
        return []
    seen: dict[str, str] = {}
    found = []
    for item in artifacts.prd.requirement_pool:
        first = seen.setdefault(" ".join(item.text.lower().split()), item.id)
        if first != item.id:
            found.append(_in_pool("prd.repeated", f"{item.id} says the same as {first}"))
    return found


def programming_language(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find a programming language that sopgen cannot run, or that is not the one asked for."""
    if artifacts.prd is None:
        return []
    chosen = artifacts.prd.programming_language
    asked = artifacts.requirement.programming_language
    if asked and language(asked).name != language(chosen).name:
        return [
            Finding(
                check="prd.language",
                message=f"the user asked for {asked}, not for {chosen}",
                field="programming_language",
            )
        ]
    if language(chosen).executable:
        return []
    message = f"sopgen can write {chosen}, but cannot run or test it yet"
    return [
        Finding(
            check="prd.language", message=message, field="programming_language", severity="warning"
        )
    ]


def project_name(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find a project name other than the one the user fixed."""
    fixed = artifacts.requirement.project_name
    if artifacts.prd is None or not fixed or artifacts.prd.project_name == fixed:
        return []
    message = f"the user named the project {fixed}, not {artifacts.prd.project_name}"
    # The user's name is used whatever the PRD says, so nothing has to be asked for again.
    return [Finding(check="prd.name", message=message, field="project_name", severity="warning")]


def _in_pool(check: str, message: str) -> Finding:
    return Finding(check=check, message=message, field="requirement_pool")
