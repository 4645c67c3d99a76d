"""The settings tree: every setting with its default and its meaning."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from sopgen.artifacts import Limits, RoleName

SandboxChoice = Literal["auto", "bubblewrap", "landlock", "none"]
WriteOrder = Literal["interfaces", "dependency"]


class Group(BaseModel):
    """A frozen group of settings that refuses unknown names."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class ModelSettings(Group):
    """Which model answers, and how patiently it is asked."""

    name: str = Field(
        default="auto", description="auto, a litellm model string, manual, or replay:NAME-OR-FILE."
    )
    roles: dict[RoleName, str] = Field(
        default_factory=dict, description="Another model for a role, as role: name."
    )
    api_base: str = Field(default="", description="Base URL of an OpenAI-compatible server.")
    temperature: float | None = Field(
        default=None, ge=0, le=2, description="Sampling temperature; null: the provider's default."
    )
    timeout: float = Field(
        default=300, gt=0, description="Seconds without an answer before giving up."
    )
    tries: int = Field(
        default=6, ge=1, le=20, description="Tries per call when the failure may pass."
    )
    concurrency: int = Field(
        default=4, ge=1, le=64, description="Calls under way at the same time."
    )
    requests_per_minute: int | None = Field(
        default=None, ge=1, description="Most requests in a minute; null: no cap."
    )
    tokens_per_minute: int | None = Field(
        default=None, ge=1, description="Most tokens in a minute, answers included; null: no cap."
    )


class BudgetSettings(Group):
    """What a run may cost."""

    limit: float | None = Field(
        default=3.0, ge=0, description="US dollars per run; null: no limit."
    )
    prices: dict[str, tuple[float, float]] = Field(
        default_factory=dict,
        description="Price of a model as [input, output] US dollars per million tokens.",
    )


class RoleLimits(Group):
    """What one role may use in a run."""

    calls: int | None = Field(default=None, ge=0, description="Most calls; null: no limit.")
    tokens: int | None = Field(
        default=None, ge=0, description="Most tokens, prompts included; null: no limit."
    )


class LimitSettings(Group):
    """What each role may use in a run."""

    product_manager: RoleLimits = RoleLimits()
    architect: RoleLimits = RoleLimits()
    project_manager: RoleLimits = RoleLimits()
    engineer: RoleLimits = RoleLimits()
    qa_engineer: RoleLimits = RoleLimits()

    @property
    def by_role(self) -> dict[RoleName, RoleLimits]:
        """The roles that are limited at all."""
        roles: dict[RoleName, RoleLimits] = {
            "product_manager": self.product_manager,
            "architect": self.architect,
            "project_manager": self.project_manager,
            "engineer": self.engineer,
            "qa_engineer": self.qa_engineer,
        }
        return {role: own for role, own in roles.items() if own != RoleLimits()}


class RunSettings(Group):
    """How the procedure is walked."""

    language: str = Field(
        default="", description="Programming language; empty: the Product Manager's choice."
    )
    document_language: str = Field(
        default="", description="Language of documents; empty: the requirement's."
    )
    file_retries: int = Field(
        default=3, ge=0, le=10, description="Retries per file of the code stage."
    )
    qa_rounds: int = Field(
        default=3, ge=0, le=10, description="Repair rounds after failed acceptance tests."
    )
    order: WriteOrder = Field(
        default="interfaces",
        description="interfaces: a file waits for open interfaces only; dependency: for all used.",
    )


class SandboxSettings(Group):
    """How generated code is run."""

    mechanism: SandboxChoice = Field(
        default="auto", description="auto takes the strongest that works; none is UNSAFE."
    )
    execute: bool = Field(default=True, description="false: nothing generated is run.")
    wall_seconds: Annotated[float, Field(gt=0)] = Field(
        default=60, description="Time limit per command."
    )
    memory_mb: int = Field(
        default=2048, ge=64, description="Memory limit per command, all processes."
    )
    allowed_packages: tuple[str, ...] = Field(
        default=(), description="Packages that may be installed although they are not widely known."
    )

    @property
    def limits(self) -> Limits:
        """What one command may use."""
        return Limits(wall_seconds=self.wall_seconds, memory_mb=self.memory_mb)


class OutputSettings(Group):
    """What a person sees."""

    verbose: bool = Field(default=False, description="Show each call and execution.")
    quiet: bool = Field(default=False, description="Show only the result.")
    json_events: bool = Field(
        default=False, description="One JSON object per event instead of a board."
    )


class Settings(Group):
    """All settings; frozen once a run starts."""

    workspace: Path = Field(
        default=Path("workspace"), description="The folder that projects land in."
    )
    templates: Path | None = Field(
        default=None,
        description="A folder whose templates take precedence over the shipped ones; null: none.",
    )
    model: ModelSettings = ModelSettings()
    budget: BudgetSettings = BudgetSettings()
    limits: LimitSettings = LimitSettings()
    run: RunSettings = RunSettings()
    sandbox: SandboxSettings = SandboxSettings()
    output: OutputSettings = OutputSettings()
