"""The typed hand-offs between roles, and the values they are made of."""

from sopgen.artifacts.acceptance import (
    AcceptanceFile,
    AcceptanceTests,
    CoveredCriterion,
    UntestableCriterion,
)
from sopgen.artifacts.base import (
    NOT_MEASURED,
    Artifact,
    ArtifactKind,
    RoleName,
    StageName,
    Value,
    digest_of,
    first_problem,
)
from sopgen.artifacts.change import DesignChange, TestDispute
from sopgen.artifacts.code import Code, CodeFile, text_digest
from sopgen.artifacts.collection import Artifacts
from sopgen.artifacts.command import Command, Limits
from sopgen.artifacts.design import (
    Attribute,
    CallStep,
    ClassInterface,
    DataFormat,
    Design,
    FileInterface,
    FilePlan,
    FunctionInterface,
    Package,
    Parameter,
    RuntimeContract,
    StartProof,
)
from sopgen.artifacts.finding import Finding, Severity
from sopgen.artifacts.message import Message, Pool
from sopgen.artifacts.path import ProjectPath, check_path, clashes
from sopgen.artifacts.plan import Plan, Task
from sopgen.artifacts.prd import PRD, AcceptanceCriterion, Competitor, RequirementItem, UserStory
from sopgen.artifacts.requirement import Attachment, Requirement
from sopgen.artifacts.usage import Usage
from sopgen.artifacts.verdict import (
    NotVerified,
    Outcome,
    RequirementVerdict,
    StartResult,
    TestCounts,
    TestResult,
    Verdict,
)

__all__ = [
    "NOT_MEASURED", "PRD", "AcceptanceCriterion", "AcceptanceFile", "AcceptanceTests", "Artifact",
    "ArtifactKind", "Artifacts", "Attachment", "Attribute", "CallStep", "ClassInterface", "Code",
    "CodeFile",
    "Command", "Competitor", "CoveredCriterion", "DataFormat", "Design", "DesignChange",
    "FileInterface", "FilePlan", "Finding", "FunctionInterface", "Limits", "Message",
    "NotVerified", "Outcome", "Package", "Parameter", "Plan", "Pool", "ProjectPath", "Requirement",
    "RequirementItem", "RequirementVerdict", "RoleName", "RuntimeContract", "Severity",
    "StageName", "StartProof", "StartResult", "Task", "TestCounts", "TestDispute", "TestResult",
    "UntestableCriterion", "Usage", "UserStory", "Value", "Verdict", "check_path", "clashes",
    "digest_of", "first_problem", "text_digest",
]  # fmt: skip
