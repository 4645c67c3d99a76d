"""What every artifact is: a frozen, strict value with a digest, stored as YAML."""

import hashlib
import json
from functools import lru_cache
from typing import Any, ClassVar, Literal, Self

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from sopgen.errors import ConfigurationError

StageName = Literal["prd", "design", "plan", "code", "qa"]
RoleName = Literal["product_manager", "architect", "project_manager", "engineer", "qa_engineer"]
ArtifactKind = Literal[
    "requirement", "prd", "design", "plan", "code", "acceptance_tests", "verdict",
    "design_change", "test_dispute",
]  # fmt: skip
NotMeasured = Literal["not measured"]
NOT_MEASURED: NotMeasured = "not measured"


class Value(BaseModel):
    """A frozen value that refuses fields it does not know and types it did not ask for."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Artifact(Value):
    """A typed hand-off between roles."""

    kind: ClassVar[ArtifactKind]
    schema_version: Literal[1] = 1

    @property
    def digest(self) -> str:
        """The first 16 hexadecimal digits of the SHA-256 of the canonical JSON."""
        return digest_of(self.model_dump(mode="json"))

    def to_yaml(self) -> str:
        """Write the artifact for people: fields in order, long texts as blocks."""
        return _written(self)

    @classmethod
    def from_yaml(cls, text: str, where: str = "") -> Self:
        """Read what `to_yaml` wrote or a person edited.

        Raises ConfigurationError with the place and the reason.
        """
        place = where or f"{cls.kind}.yaml"
        try:
            data = yaml.load(text, Loader=_Loader)  # noqa: S506  It is a SafeLoader.
            return cls.model_validate_json(json.dumps(data))
        except yaml.YAMLError as error:
            raise ConfigurationError(
                f"{place} is not valid YAML: {_one_line(error)}", "Mend that line and run again."
            ) from error
        except ValidationError as error:
            raise ConfigurationError(
                f"{place} does not fit its schema: {first_problem(error)}",
                "Mend that field, or take the file back with `git checkout -- PATH`.",
            ) from error


@lru_cache(maxsize=32)
def _written(artifact: Artifact) -> str:
    """Write an artifact once, however many commits hold it."""
    return yaml.dump(
        artifact.model_dump(mode="json"),
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        width=100,
    )


def digest_of(data: Any) -> str:
    """Return the first 16 hexadecimal digits of the SHA-256 of some JSON-able data."""
    canonical = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def first_problem(error: ValidationError) -> str:
    """Put the first of a validation error's complaints in one line."""
    problem = error.errors()[0]
    place = ".".join(str(part) for part in problem["loc"]) or "the document"
    more = len(error.errors()) - 1
    return f"{place}: {problem['msg']}" + (f" (and {more} more)" if more else "")


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """YAML without dates, so that `2026-01-01` stays the text that a person wrote."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, regexp) for tag, regexp in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


class _Dumper(yaml.SafeDumper):
    """YAML with literal blocks for texts of several lines."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _represent_text)


def _one_line(error: yaml.YAMLError) -> str:
    return " ".join(str(error).split())
