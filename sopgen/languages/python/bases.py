"""Base classes that Python itself brings."""

import builtins

_EMPTY = frozenset({"ABC", "Generic", "Protocol", "TypedDict", "object"})
_ENUMS = frozenset({"Enum", "Flag", "IntEnum", "IntFlag", "StrEnum"})
_OTHERS = frozenset(
    {"Action", "ArgumentParser", "BaseHTTPRequestHandler", "BaseModel", "Cmd", "Counter",
     "Formatter", "HTMLParser", "HTTPServer", "Handler", "JSONDecoder", "JSONEncoder", "Mapping",
     "MutableMapping", "NodeVisitor", "OrderedDict", "Process", "Sequence", "TestCase", "Thread",
     "ThreadingHTTPServer", "UserDict", "UserList"}
)  # fmt: skip


def is_known(name: str) -> bool:
    """Say whether a base class may come from elsewhere than the project."""
    head = name.split("[", maxsplit=1)[0]
    return "." in head or head in _OTHERS or inherited(head) is not None


def inherited(name: str) -> frozenset[str] | None:
    """Return the names that a standard base class brings; None where that is not known here."""
    head = name.split("[", maxsplit=1)[0].rpartition(".")[2]
    if head in _EMPTY:
        return frozenset()
    if head in _ENUMS:
        return frozenset({"name", "value"})
    if head == "NamedTuple":
        return frozenset({"count", "index", "_asdict", "_replace", "_fields", "_make"})
    found = vars(builtins).get(head)
    return frozenset(dir(found)) if isinstance(found, type) else None
