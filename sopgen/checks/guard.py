"""What a repair may not do: shrink the surface, empty a function, weaken a test, change nothing."""

from collections.abc import Iterator, Mapping

from sopgen.artifacts import FileInterface, Finding
from sopgen.languages import Language

_SUBSTANTIAL = 3


def guard(before: Mapping[str, str], after: Mapping[str, str], language: Language) -> list[Finding]:
    """Return what a repair took away; both mappings hold the files it was about."""
    if all(after.get(path) == text for path, text in before.items()) and not set(after) - set(
        before
    ):
        return [Finding(check="guard.unchanged", message="the repair changes nothing")]
    found: list[Finding] = []
    for path, old in before.items():
        new = after.get(path, "")
        if new == old or language.syntax(path, old) or language.syntax(path, new):
            continue
        if language.is_test(path):
            found += _weaker(path, old, new, language)
        else:
            found += _smaller(path, old, new, language)
            found += _emptier(path, old, new, language)
    return found


def _smaller(path: str, old: str, new: str, language: Language) -> Iterator[Finding]:
    was, is_ = language.interface(path, old), language.interface(path, new)
    bound = language.names(path, new)
    if was is None or is_ is None:
        return
    left = _surface(is_)
    for name in _surface(was):
        if name not in left and not (bound and name in bound):
            yield Finding(
                check="guard.surface", message=f"the repair removes {name}; keep it", path=path
            )


def _emptier(path: str, old: str, new: str, language: Language) -> Iterator[Finding]:
    was, is_ = language.bodies(path, old), language.bodies(path, new)
    # One statement may be the better body, but then the rest went into another function.
    moved = sum(is_.values()) >= sum(was.values()) - _SUBSTANTIAL
    for name, size in was.items():
        now = is_.get(name, size)
        if (size and not now) or (size > _SUBSTANTIAL and now == 1 and not moved):
            yield Finding(
                check="guard.emptied",
                message=f"the repair empties {name}, from {size} statements to {now}",
                path=path,
            )


def _weaker(path: str, old: str, new: str, language: Language) -> Iterator[Finding]:
    left = {test.name: test for test in language.tests(path, new)}
    for test in language.tests(path, old):
        kept = left.get(test.name)
        if kept is None:
            yield _test_finding(path, f"the repair removes the test {test.name}")
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
