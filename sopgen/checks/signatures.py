"""Whether a function can be called as another one promises."""

from collections.abc import Sequence
from dataclasses import dataclass

from sopgen.artifacts import FunctionInterface, Parameter


def difference(promised: FunctionInterface, real: FunctionInterface) -> str:
    """Return why calls written for the promise would fail; empty if none would.

    Types are not compared; optional parameters more than promised are welcome.
    """
    wanted, given = _Signature.of(promised.parameters), _Signature.of(real.parameters)
    if given.takes_all:
        return ""
    return (
        _order_problem(wanted, given)
        or _keyword_problem(wanted, given)
        or _required_problem(wanted, given)
    )


@dataclass(frozen=True)
class _Signature:
    """Parameters by kind, without self and without markers."""

    positional: tuple[Parameter, ...]
    """Those that can be given by position."""
    only_positional: frozenset[str]
    keyword: tuple[Parameter, ...]
    """Those that must be given by name."""
    many: bool
    """It has *args."""
    any_keyword: bool
    """It has **kwargs."""

    @classmethod
    def of(cls, parameters: Sequence[Parameter]) -> "_Signature":
        positional: list[Parameter] = []
        keyword: list[Parameter] = []
        only: frozenset[str] = frozenset()
        starred = many = any_keyword = False
        for item in parameters:
            if item.name == "/":
                only = frozenset(known.name for known in positional)
            elif item.name.startswith("**"):
                any_keyword = True
            elif item.name.startswith("*"):
                starred, many = True, item.name != "*"
            elif starred:
                keyword.append(item)
            elif positional or item.name not in {"self", "cls"}:
                positional.append(item)
        return cls(tuple(positional), only, tuple(keyword), many, any_keyword)

    @property
    def takes_all(self) -> bool:
        return self.many and self.any_keyword

    @property
    def names(self) -> frozenset[str]:
        return frozenset(item.name for item in (*self.positional, *self.keyword))


def _order_problem(wanted: _Signature, given: _Signature) -> str:
    names = [item.name for item in given.positional]
    for place, item in enumerate(wanted.positional):
        if place < len(names) and names[place] == item.name:
            continue
        if item.name in {known.name for known in given.keyword}:
            return f"{item.name} can only be given by name; the design lets it be positional"
        if item.name in names:
            return (
                f"the parameters are ({', '.join(names)}); the design's order is {_shown(wanted)}"
            )
        if place >= len(names) and given.many:
            continue
        return f"the parameter {item.name} of {_shown(wanted)} is missing"
    return ""


def _keyword_problem(wanted: _Signature, given: _Signature) -> str:
    for item in wanted.keyword:
        if item.name not in given.names and not given.any_keyword:
            return f"the parameter {item.name} is missing"
    for item in (*wanted.positional, *wanted.keyword):
        if item.name in given.only_positional and item.name not in wanted.only_positional:
            return f"{item.name} cannot be given by name"
    if wanted.many and not given.many:
        return "it takes no further arguments; the design promises *args"
    if wanted.any_keyword and not given.any_keyword:
        return "it takes no further named arguments; the design promises **kwargs"
    return ""


def _required_problem(wanted: _Signature, given: _Signature) -> str:
    optional = {
        item.name for item in (*wanted.positional, *wanted.keyword) if item.default is not None
    }
    for item in (*given.positional, *given.keyword):
        if item.default is not None:
            continue
        if item.name in optional:
            return f"{item.name} is required; the design makes it optional"
        if item.name not in wanted.names:
            return f"it also requires {item.name}, which the design does not promise"
    return ""


def _shown(signature: _Signature) -> str:
    return f"({', '.join(item.name for item in signature.positional)})"
