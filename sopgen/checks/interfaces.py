"""Whether files provide the names and signatures that the design promises."""

from collections.abc import Iterator, Mapping

from sopgen.artifacts import Artifacts, ClassInterface, FileInterface, Finding
from sopgen.checks.members import different_members, members_of, missing_members
from sopgen.checks.signatures import difference
from sopgen.languages import language_of

MISSING, DIFFERENT = "interface.missing", "interface.different"


def promised_names(artifacts: Artifacts, files: Mapping[str, str]) -> list[Finding]:
    """Find names that the design promises and the files do not have."""
    return [item for item in _all(artifacts, files) if item.check == MISSING]


def promised_signatures(artifacts: Artifacts, files: Mapping[str, str]) -> list[Finding]:
    """Find functions and methods that cannot be called as the design promises."""
    return [item for item in _all(artifacts, files) if item.check == DIFFERENT]


def compare_file(promised: FileInterface, files: Mapping[str, str]) -> list[Finding]:
    """Return how one file differs from its promise; `files` tells what it inherits."""
    path = promised.path
    real = language_of(path).interface(path, files[path])
    if real is None:
        return []
    bound = language_of(path).names(path, files[path])
    lacking = _missing(promised, bound)
    found = [Finding(check=MISSING, message=why, path=path) for why in lacking]
    found += [
        Finding(check=DIFFERENT, message=f"{function.name}: {why}", path=path)
        for function in promised.functions
        for given in real.functions
        if given.name == function.name and (why := difference(function, given))
    ]
    classes = _classes(files) | {item.name: item for item in real.classes}
    own = {item.name: members_of(item, classes, language_of(path)) for item in real.classes}
    for class_ in promised.classes:
        if class_.name in own:
            members = own[class_.name]
            found += [
                Finding(check=MISSING, message=why, path=path)
                for why in missing_members(class_, members)
            ]
            found += [
                Finding(check=DIFFERENT, message=why, path=path)
                for why in different_members(class_, members)
            ]
    return found


def _missing(promised: FileInterface, bound: frozenset[str] | None) -> Iterator[str]:
    # A private name is nobody's promise; where anything may turn up, nothing is missing.
    if bound is None:
        return
    groups = (
        ("constant", [item.name for item in promised.constants]),
        ("function", [item.name for item in promised.functions]),
        ("class", [item.name for item in promised.classes]),
    )
    for kind, names in groups:
        for name in names:
            if name not in bound and not name.startswith("_"):
                yield f"the {kind} {name} is missing"


def _all(artifacts: Artifacts, files: Mapping[str, str]) -> list[Finding]:
    if artifacts.design is None:
        return []
    return [
        finding
        for promised in artifacts.design.interfaces
        if promised.path in files
        for finding in compare_file(promised, files)
    ]


def _classes(files: Mapping[str, str]) -> dict[str, ClassInterface]:
    found: dict[str, ClassInterface] = {}
    for path, text in files.items():
        speaks = language_of(path)
        if speaks.executable and not speaks.is_test(path):
            real = speaks.interface(path, text)
            found.update({class_.name: class_ for class_ in (real.classes if real else ())})
    return found
