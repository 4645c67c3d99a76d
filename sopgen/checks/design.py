"""Checks of the design's interfaces, runtime contract, packages and call flow."""

import re
from collections.abc import Mapping
from pathlib import PurePosixPath

from sopgen.artifacts import Artifacts, Design, Finding
from sopgen.checks.known import code_language, is_stated
from sopgen.languages import language_of

Files = Mapping[str, str]

_ACTORS = frozenset(
    [
        "actor",
        "admin",
        "api",
        "app",
        "browser",
        "caller",
        "client",
        "console",
        "customer",
        "database",
        "db",
        "disk",
        "external",
        "file",
        "filesystem",
        "keyboard",
        "main",
        "network",
        "os",
        "operator",
        "player",
        "program",
        "screen",
        "server",
        "shell",
        "stderr",
        "stdin",
        "stdout",
        "storage",
        "system",
        "terminal",
        "test",
        "tester",
        "timer",
        "user",
    ]
)
_PARTICIPANT = re.compile(r"[A-Z][A-Za-z0-9]*[a-z0-9]")


def interface_files(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find interfaces of files that are not in the file list, and files with two."""
    if artifacts.design is None:
        return []
    known = {entry.path for entry in artifacts.design.files}
    paths = [entry.path for entry in artifacts.design.interfaces]
    return [
        _interfaces("design.interface_file", f"{path} has an interface but is not a file", path)
        for path in paths
        if path not in known
    ] + [
        _interfaces("design.interface_file", f"{path} has more than one interface", path)
        for path in sorted({path for path in paths if paths.count(path) > 1})
    ]


def interfaces_stated(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find source files that others use and whose interface is left open."""
    if artifacts.design is None:
        return []
    written_in = code_language(artifacts)
    entries = set(written_in.entry(artifacts.design.runtime.start).paths)
    sources = [
        entry.path
        for entry in artifacts.design.files
        if written_in.executable
        and entry.change == "new"
        and PurePosixPath(entry.path).suffix in written_in.suffixes
    ]
    return [
        _interfaces("design.interface", f"{path} has no interface; others rely on it", path)
        for path in sources
        if written_in.test_path(path)
        and path not in entries
        and not is_stated(artifacts.design, path)
    ]


def bases_known(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find base classes that nobody defines."""
    if artifacts.design is None:
        return []
    written_in = code_language(artifacts)
    own = _class_names(artifacts.design)
    if artifacts.design.packages:
        return []
    return [
        _interfaces(
            "design.base",
            f"{class_.name} has the base {base}, which no file defines; write module.{base} if it"
            " is in the standard library",
            entry.path,
            warning=True,
        )
        for entry in artifacts.design.interfaces
        for class_ in entry.classes
        for base in class_.bases
        if base.split("[")[0] not in own and not written_in.known_base(base)
    ]


def entry_point(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find a start command whose file is not among the files."""
    if artifacts.design is None:
        return []
    known = [file.path for file in artifacts.design.files]
    entry = code_language(artifacts).entry(artifacts.design.runtime.start, known)
    problem = entry.problem
    if entry.paths and not set(known) & set(entry.paths):
        wanted = " or ".join(entry.paths[:2])
        problem = f"the start command needs {wanted}, which is not among the files"
    return [_runtime("design.entry_point", problem)] if problem else []


def runtime_contract(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find a proof that does not fit the kind of program."""
    if artifacts.design is None:
        return []
    runtime = artifacts.design.runtime
    proof = runtime.proof
    problems = []
    match runtime.kind:
        case "web_service":
            if not (proof.http_path or "").startswith("/"):
                problems.append("a web service needs http_path, a path that begins with /")
            if proof.http_status is None:
                problems.append("a web service needs http_status, the status that path answers")
            if not any("{port}" in part for part in (*runtime.start, *proof.arguments)):
                problems.append("a web service takes its port from the command: write {port} there")
        case "cli" | "library":
            if proof.exit_code is None:
                problems.append(f"a {runtime.kind} needs exit_code, the code it ends with")
        case "tui":
            if not proof.keys:
                problems.append("a terminal program needs keys, what to type so that it ends")
        case "web_page":
            if not (proof.http_path or "").startswith("/"):
                problems.append("a web page needs http_path, a path that begins with /")
    return [_runtime("design.runtime", problem) for problem in problems]


def standard_packages(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find packages that the language brings itself, and packages listed twice."""
    if artifacts.design is None:
        return []
    written_in = code_language(artifacts)
    names = [package.name for package in artifacts.design.packages]
    folded = [name.lower().replace("_", "-") for name in names]
    problems = [
        f"{name} is in the standard library; leave it out"
        for name in names
        if written_in.standard(name)
    ]
    problems += [
        f"{name} is listed twice" for name in sorted(set(folded)) if folded.count(name) > 1
    ]
    return [Finding(check="design.package", message=text, field="packages") for text in problems]


def participants(artifacts: Artifacts, files: Files) -> list[Finding]:
    """Find participants of the call flow that are neither files, classes nor actors."""
    if artifacts.design is None:
        return []
    stories = artifacts.prd.user_stories if artifacts.prd else ()
    actors = _ACTORS | {word for story in stories for word in story.actor.lower().split()}
    known = _class_names(artifacts.design) | {entry.path for entry in artifacts.design.files}
    known |= {name.name for entry in artifacts.design.interfaces for name in entry.functions}
    modules = {PurePosixPath(path).stem.lower().replace("_", "") for path in known}
    steps = artifacts.design.call_flow
    found = dict.fromkeys(name for step in steps for name in (step.caller, step.callee))
    return [
        Finding(
            check="design.participant",
            message=f"{name} in the call flow is neither a class nor a file of the design",
            field="call_flow",
            severity="warning",
        )
        for name in found
        if _looks_defined(name)
        and name not in known
        and name.lower() not in actors
        and name.lower() not in modules
    ]


def _looks_defined(name: str) -> bool:
    return bool(_PARTICIPANT.fullmatch(name)) or language_of(name).executable


def _class_names(design: Design) -> set[str]:
    return {class_.name for entry in design.interfaces for class_ in entry.classes}


def _interfaces(check: str, message: str, path: str, warning: bool = False) -> Finding:
    return Finding(
        check=check,
        message=message,
        path=path,
        field="interfaces",
        severity="warning" if warning else "error",
    )


def _runtime(check: str, message: str) -> Finding:
    return Finding(check=check, message=message, field="runtime")
