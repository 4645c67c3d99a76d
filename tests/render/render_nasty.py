"""Every artifact with one text in each of its free fields, shape unchanged."""

from render_sample import ARTIFACTS

from sopgen.artifacts import (
    Artifacts,
    Attachment,
    Attribute,
    CallStep,
    ClassInterface,
    Competitor,
    DataFormat,
    Design,
    FileInterface,
    Finding,
    FunctionInterface,
    NotVerified,
    Package,
    Parameter,
    RequirementVerdict,
    StartResult,
    TestResult,
    UserStory,
)


def artifacts_saying(text: str) -> Artifacts:
    """Return a whole project in which every free field is the text."""
    prd, plan, verdict = ARTIFACTS.prd, ARTIFACTS.plan, ARTIFACTS.verdict
    assert prd is not None
    assert plan is not None
    assert verdict is not None
    criterion = prd.requirement_pool[0].acceptance_criteria[0]
    criterion = criterion.model_copy(update={"given": text, "when": text, "then": text})
    item = prd.requirement_pool[0].model_copy(
        update={"text": text, "acceptance_criteria": (criterion, criterion)}
    )
    rival = Competitor(name=text, strengths=text, weaknesses=text, reach=0.5, fit=1.0)
    return Artifacts(
        requirement=ARTIFACTS.requirement.model_copy(
            update={
                "text": text,
                "programming_language": text,
                "document_language": text,
                "attachments": (Attachment(path=text, text=text),),
            }
        ),
        prd=prd.model_copy(
            update={
                "product_goals": (text, text),
                "user_stories": (UserStory(actor=text, goal=text, benefit=text),) * 3,
                "competitors": (rival, rival),
                "requirement_analysis": text,
                "requirement_pool": (item,),
                "ui_draft": text,
                "assumptions": (text,),
                "open_questions": (text,),
            }
        ),
        design=design_saying(text),
        plan=plan.model_copy(
            update={
                "tasks": tuple(task.model_copy(update={"logic": text}) for task in plan.tasks),
                "shared_knowledge": (text, text),
                "api_description": text,
            }
        ),
        code=ARTIFACTS.code,
        acceptance_tests=ARTIFACTS.acceptance_tests,
        verdict=verdict.model_copy(update=_judgement(text)),
    )


def design_saying(text: str) -> Design:
    """Return a design in which every free field is the text."""
    design = ARTIFACTS.design
    assert design is not None
    attribute = Attribute(name=text, type=text)
    function = FunctionInterface(
        name=text,
        parameters=(Parameter(name=text, type=text, default=text),) * 2,
        returns=text,
        raises=(text,),
        purpose=text,
    )
    entry = ClassInterface(
        name=text, bases=(text, "Base"), purpose=text, attributes=(attribute,), methods=(function,)
    )
    base = ClassInterface(name="Base", bases=(), purpose=text, attributes=(), methods=())
    file = FileInterface(
        path="board.py", constants=(attribute,), classes=(entry, base), functions=(function,)
    )
    proof = design.runtime.proof.model_copy(
        update={"arguments": (text,), "keys": text, "output": text, "http_path": text}
    )
    return design.model_copy(
        update={
            "implementation_approach": text,
            "runtime": design.runtime.model_copy(update={"start": (text, text), "proof": proof}),
            "files": tuple(file.model_copy(update={"purpose": text}) for file in design.files),
            "interfaces": (file,),
            "call_flow": (
                CallStep(caller=text, callee="Base", message=text),
                CallStep(caller="Base", callee=text, message=text),
            ),
            "data_formats": (DataFormat(name=text, description=text),),
            "packages": (Package(name="rich", why=text, version=">=14,<16"),),
            "unclear": (text,),
        }
    )


def _judgement(text: str) -> dict[str, object]:
    test = TestResult(name=text, outcome="failed", message=text)
    return {
        "reasons": (text, text),
        "requirements": (
            RequirementVerdict(
                id=text, priority="P0", text=text, outcome="failed", tests=(test, test)
            ),
        ),
        "failures": (test,),
        "start": StartResult(outcome="passed", command=text, evidence=text),
        "findings": (Finding(check=text, message=text, path=text, line=3),),
        "sandbox": text,
        "not_verified": (NotVerified(what=text, why=text),),
    }
