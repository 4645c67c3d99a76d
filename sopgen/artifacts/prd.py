"""The Product Manager's hand-off: what is to be built, and how one can tell that it was."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field

from sopgen.artifacts.base import Artifact, ArtifactKind, Value
from sopgen.artifacts.path import check_path

Priority = Literal["P0", "P1", "P2"]
Share = Annotated[float, Field(ge=0, le=1)]
RequirementId = Annotated[str, Field(pattern=r"^R[1-9]\d*$")]
Text = Annotated[str, Field(min_length=1)]


class UserStory(Value):
    """As an actor I want a goal so that there is a benefit."""

    actor: Text
    goal: Text
    benefit: Text


class Competitor(Value):
    """An existing product that solves a similar problem."""

    name: Text
    strengths: Text
    weaknesses: Text
    reach: Share = Field(description="Your estimate of how widely it is used, 0 to 1.")
    fit: Share = Field(description="Your estimate of how well it meets this requirement, 0 to 1.")


class AcceptanceCriterion(Value):
    """An observable behaviour that a test can check."""

    given: Text = Field(description="The state before.")
    when: Text = Field(description="The one action.")
    then: Text = Field(description="The observable result, with exact values where there are any.")


class RequirementItem(Value):
    """One thing the product must do."""

    id: RequirementId = Field(description="R1, R2, … without gaps.")
    priority: Priority = Field(description="P0 must, P1 should, P2 nice to have.")
    text: Text
    acceptance_criteria: tuple[AcceptanceCriterion, ...] = Field(min_length=1, max_length=8)


class PRD(Artifact):
    """Product requirement document."""

    kind: ClassVar[ArtifactKind] = "prd"

    project_name: Annotated[str, AfterValidator(check_path)] = Field(
        pattern=r"^[a-z][a-z0-9]*(_[a-z0-9]+)*$", max_length=40, description="In snake_case."
    )
    document_language: Text = Field(description="Of all documents, by its English name.")
    programming_language: Text = Field(description="In lower case.")
    product_goals: tuple[Text, ...] = Field(min_length=1, max_length=3)
    user_stories: tuple[UserStory, ...] = Field(min_length=3, max_length=5)
    competitors: tuple[Competitor, ...] = Field(
        max_length=7, description="Real products only; an empty list if you know of none."
    )
    requirement_analysis: Text = Field(
        description="What is essential, what is hard, what was left open and how you read it."
    )
    requirement_pool: tuple[RequirementItem, ...] = Field(min_length=1, max_length=20)
    ui_draft: str | None = Field(
        description="Screens or commands in words; null where there is no user interface."
    )
    assumptions: tuple[Text, ...] = Field(
        max_length=10, description="What you decided where the requirement is silent."
    )
    open_questions: tuple[Text, ...] = Field(
        max_length=5, description="Only what would change the product; each with your assumption."
    )

    def criteria(self) -> Iterator[tuple[str, RequirementItem, AcceptanceCriterion]]:
        """Yield each criterion with its id: R2.1 is the first criterion of R2."""
        for item in self.requirement_pool:
            for number, criterion in enumerate(item.acceptance_criteria, 1):
                yield f"{item.id}.{number}", item, criterion
