"""Whether a design's promises can be written in its language at all."""

from collections.abc import Iterator, Mapping, Sequence

from sopgen.artifacts import Artifacts, FileInterface, Finding, FunctionInterface, Parameter
from sopgen.languages import Language, language_of


def promises(artifacts: Artifacts, files: Mapping[str, str]) -> list[Finding]:
    """Find names that are no names, names that stand twice, and impossible parameters."""
    if artifacts.design is None:
        return []
    return [
        Finding(check="design.signature", message=problem, path=entry.path, field="interfaces")
        for entry in artifacts.design.interfaces
        for problem in _problems(entry, language_of(entry.path))
    ]


def _problems(entry: FileInterface, speaks: Language) -> Iterator[str]:
    if not speaks.executable:
        return
    names = [item.name for item in entry.constants]
    names += [item.name for item in entry.classes]
    names += [item.name for item in entry.functions]
    yield from _wrong_names(names, speaks, "")
    for function in entry.functions:
        yield from _parameters(function, speaks, "")
    for class_ in entry.classes:
        members = [item.name for item in class_.attributes]
        members += [item.name for item in class_.methods]
        yield from _wrong_names(members, speaks, f"{class_.name}: ")
        for method in class_.methods:
            yield from _parameters(method, speaks, f"{class_.name}.")


def _wrong_names(names: Sequence[str], speaks: Language, where: str) -> Iterator[str]:
    for name in dict.fromkeys(names):
        if not speaks.is_name(name):
            yield f"{where}{name} is not a name; give the bare name"
        elif names.count(name) > 1:
            yield f"{where}{name} is promised more than once"


def _parameters(function: FunctionInterface, speaks: Language, where: str) -> Iterator[str]:
    named = [item for item in function.parameters if item.name not in {"*", "/"}]
    yield from _wrong_names(
        [item.name.lstrip("*") for item in named], speaks, f"{where}{function.name}: "
    )
    late = _required_after_optional(function.parameters)
    if late:
        yield f"{where}{function.name}: {late} is required but follows an optional parameter"


def _required_after_optional(parameters: Sequence[Parameter]) -> str:
    optional = False
    for item in parameters:
        if item.name.startswith("*"):
            return ""
        if item.default is not None:
            optional = True
        elif optional and item.name != "/":
            return item.name
    return ""
