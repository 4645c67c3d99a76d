"""What a repair may not do: shrink the surface, empty a function, weaken a test, change nothing."""

from collections.abc import Callable, Iterator, Mapping

from sopgen.artifacts import Design, FileInterface, Finding
from sopgen.checks.known import is_stated
from sopgen.languages import Language

_SUBSTANTIAL = 2
"""Statements; a smaller body may turn out to be a constant."""


def guard(
    before: Mapping[str, str],
    after: Mapping[str, str],
    language: Language,
    design: Design | None = None,
) -> list[Finding]:
    """Return what a repair took away; both mappings hold the files it was about.

    Where the design states a file's interface, other names of that file may go.
    """
    same = all(after.get(path) == text for path, text in before.items())
    if same and not set(after) - set(before):
        return [Finding(check="guard.unchanged", message="the repair changes nothing")]
    found: list[Finding] = []
    for path, old in before.items():
        new = after.get(path, "")
        if new == old or language.syntax(path, old) or language.syntax(path, new):
            continue
        if language.is_test(path):
            found += _weaker(path, old, new, language)
        else:
            kept = _promised(design, path)
            found += [item for name, item in _smaller(path, old, new, language) if kept(name)]
            found += _emptier(path, old, new, language)
    return found


def _promised(design: Design | None, path: str) -> Callable[[str], bool]:
    """Return whether a name must stay: all must where nothing is stated."""
    entry = design.interface_of(path) if design is not None and is_stated(design, path) else None
    names = None if entry is None else frozenset(_surface(entry))
    return lambda name: names is None or name in names


def _smaller(path: str, old: str, new: str, language: Language) -> Iterator[tuple[str, Finding]]:
    was, is_ = language.interface(path, old), language.interface(path, new)
    bound = language.names(path, new)
    if was is None or is_ is None:
        return
    left = _surface(is_)
    for name in _surface(was):
        if name not in left and not (bound and name in bound):
            message = f"the repair removes {name}; keep it"
            yield name, Finding(check="guard.surface", message=message, path=path)


def _emptier(path: str, old: str, new: str, language: Language) -> Iterator[Finding]:
    left = language.bodies(path, new)
    for name, size in language.bodies(path, old).items():
        if size >= _SUBSTANTIAL and left.get(name, size) == 0:
            yield Finding(
                check="guard.emptied",
                message=f"the repair empties {name}, which held {size} statements",
                path=path,
            )


def _weaker(path: str, old: str, new: str, language: Language) -> Iterator[Finding]:
    left = {test.name: test for test in language.tests(path, new)}
    known = {test.name for test in language.tests(path, old)}
    # A test may get another name, or be replaced by one that asserts as much.
    fresh = sorted(test.assertions for name, test in left.items() if name not in known)
    for test in language.tests(path, old):
        kept = left.get(test.name)
        if kept is None:
            heir = next((count for count in fresh if count >= test.assertions), None)
            if heir is None:
                yield _test_finding(path, f"the repair removes the test {test.name}")
            else:
                fresh.remove(heir)
        elif kept.assertions < test.assertions:
            change = f"from {test.assertions} assertions to {kept.assertions}"
            yield _test_finding(path, f"the repair weakens the test {test.name}, {change}")


def _surface(interface: FileInterface) -> list[str]:
    found = [item.name for item in interface.constants]
    found += [item.name for item in interface.functions]
    for class_ in interface.classes:
        found.append(class_.name)
        found += [f"{class_.name}.{item.name}" for item in class_.attributes]
        found += [f"{class_.name}.{item.name}" for item in class_.methods]
    return found


def _test_finding(path: str, message: str) -> Finding:
    return Finding(check="guard.tests", message=message, path=path)
