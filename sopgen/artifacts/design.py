"""The Architect's hand-off: which files there are, what they promise each other, how it starts."""

import re
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field

from sopgen.artifacts.base import Artifact, ArtifactKind, Value
from sopgen.artifacts.path import ProjectPath
from sopgen.artifacts.prd import RequirementId, Text

RuntimeKind = Literal["cli", "tui", "gui", "web_page", "web_service", "library"]
FileChange = Literal["new", "changed", "untouched"]


class StartProof(Value):
    """What shows that the program started, without a person looking."""

    arguments: tuple[str, ...] = Field(
        description="Added to the start command for the proof alone; often empty. Standard input is"
        " empty, except for the keys of a tui."
    )
    keys: str | None = Field(
        description="tui: what to type at its pseudo-terminal so that it ends; else null."
    )
    exit_code: int | None = Field(description="cli, tui, library: expected exit code; else null.")
    output: str | None = Field(
        description="A short text that must appear in the output or response; null if none must."
    )
    http_path: str | None = Field(description="web_service, web_page: a path to GET; else null.")
    http_status: int | None = Field(description="The status that path answers; else null.")


class RuntimeContract(Value):
    """What kind of program it is and how to start it."""

    kind: RuntimeKind
    start: tuple[Text, ...] = Field(
        min_length=1,
        description="The command, one argument per item. A server takes its port where you write"
        " {port}. A library: a command that imports it.",
    )
    proof: StartProof


class FilePlan(Value):
    """One file of the project."""

    path: ProjectPath = Field(description="Relative, with / between the parts.")
    purpose: Text
    requirement_ids: tuple[RequirementId, ...]
    change: FileChange = Field(description="new, unless the project exists already.")


class Parameter(Value):
    """A parameter of a function or method, without self."""

    name: Text
    type: Text
    default: str | None = Field(description="The default as source text; null if required.")


class FunctionInterface(Value):
    """The promise of a function or method."""

    name: Text
    parameters: tuple[Parameter, ...]
    returns: Text
    raises: tuple[Text, ...]
    purpose: Text = Field(description="Exact behaviour with its edge cases.")


class Attribute(Value):
    """A public attribute of a class, or a public constant of a module."""

    name: Text
    type: Text = Field(description="The type alone.")
    purpose: str = Field(
        default="", description="Meaning, unit, a constant's value; empty if the name says it."
    )


class ClassInterface(Value):
    """The promise of a class."""

    name: Text
    bases: tuple[Text, ...]
    purpose: Text
    attributes: tuple[Attribute, ...]
    methods: tuple[FunctionInterface, ...] = Field(
        description="Public methods, and __init__ where it takes parameters."
    )


class FileInterface(Value):
    """All that other files and tests may use of one source file."""

    path: ProjectPath
    constants: tuple[Attribute, ...]
    classes: tuple[ClassInterface, ...]
    functions: tuple[FunctionInterface, ...]


class CallStep(Value):
    """One message of the main scenario, in order."""

    caller: Text
    callee: Text
    message: Text


class DataFormat(Value):
    """A format that is stored, sent, read or shown."""

    name: Text
    description: Text


_RANGE = re.compile(r" *(==|>=|<=|~=|!=|>|<) *[0-9][0-9A-Za-z.*+!]* *")


def _version_range(text: str) -> str:
    if all(_RANGE.fullmatch(part) for part in text.split(",")):
        return text
    raise ValueError(f"{text[:40]!r} is not a version range")


class Package(Value):
    """A third-party package that the program needs at run time."""

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$")]
    why: Text
    version: Annotated[str, AfterValidator(_version_range)] | None = Field(
        description="A version range such as >=2,<3; null if any."
    )

    @property
    def requirement(self) -> str:
        """The package as a line of a dependency file."""
        return f"{self.name}{(self.version or '').replace(' ', '')}"


class Design(Artifact):
    """System design: the contract that lets files be written independently."""

    kind: ClassVar[ArtifactKind] = "design"

    implementation_approach: Text = Field(
        description="The hard points and how they are solved; the libraries chosen and why."
    )
    runtime: RuntimeContract
    files: tuple[FilePlan, ...] = Field(
        min_length=1,
        max_length=30,
        description="Every file that a programmer has to write, data and SVG assets included;"
        " no tests, no README, no dependency file.",
    )
    interfaces: tuple[FileInterface, ...] = Field(
        max_length=30, description="One entry per source file that others or tests use."
    )
    call_flow: tuple[CallStep, ...] = Field(
        max_length=30, description="The main scenario from start to end."
    )
    data_formats: tuple[DataFormat, ...] = Field(
        max_length=12, description="Stored, sent, read or shown: each named as the interfaces do."
    )
    packages: tuple[Package, ...] = Field(max_length=12)
    unclear: tuple[Text, ...] = Field(max_length=5)

    def interface_of(self, path: str) -> FileInterface | None:
        """Return what the design promises of one file."""
        return next((entry for entry in self.interfaces if entry.path == path), None)
