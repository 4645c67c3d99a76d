"""The sample project's design."""

from sopgen.artifacts import (
    Attribute,
    CallStep,
    ClassInterface,
    DataFormat,
    Design,
    FileInterface,
    FilePlan,
    FunctionInterface,
    Parameter,
    RuntimeContract,
    StartProof,
)


def design() -> Design:
    return Design(
        implementation_approach="The conversion is a value object; the command line is a thin"
        " layer over it. Nothing beyond the standard library is needed.",
        runtime=RuntimeContract(
            kind="cli",
            start=("python", "main.py"),
            proof=StartProof(
                arguments=("100C",),
                keys=None,
                exit_code=0,
                output="212.0F",
                http_path=None,
                http_status=None,
            ),
        ),
        files=(
            FilePlan(
                path="converter.py",
                purpose="Temperatures and their conversion",
                requirement_ids=("R1", "R2"),
                change="new",
            ),
            FilePlan(
                path="main.py",
                purpose="The command line",
                requirement_ids=("R1", "R3"),
                change="new",
            ),
        ),
        interfaces=(_converter_interface(), _main_interface()),
        call_flow=(
            CallStep(caller="User", callee="main", message="main(['100C'])"),
            CallStep(caller="main", callee="converter", message="parse('100C')"),
            CallStep(caller="main", callee="Temperature", message="to('F')"),
        ),
        data_formats=(DataFormat(name="temperature", description="A number followed by C or F"),),
        packages=(),
        unclear=(),
    )


def _function(
    name: str, parameters: dict[str, str], returns: str, purpose: str, *raises: str
) -> FunctionInterface:
    return FunctionInterface(
        name=name,
        parameters=tuple(
            Parameter(name=parameter, type=type_, default=None)
            for parameter, type_ in parameters.items()
        ),
        returns=returns,
        raises=raises,
        purpose=purpose,
    )


def _converter_interface() -> FileInterface:
    to = _function("to", {"unit": "str"}, "Temperature", "Return the same in another unit.")
    parse = _function(
        "parse", {"text": "str"}, "Temperature", "Read 21.5C or 70F.", "TemperatureError"
    )
    return FileInterface(
        path="converter.py",
        constants=(Attribute(name="ABSOLUTE_ZERO", type="float"),),
        classes=(
            ClassInterface(
                name="TemperatureError",
                bases=("ValueError",),
                purpose="A text is not a temperature.",
                attributes=(),
                methods=(),
            ),
            ClassInterface(
                name="Temperature",
                bases=(),
                purpose="A temperature with its unit.",
                attributes=(
                    Attribute(name="value", type="float"),
                    Attribute(name="unit", type="str"),
                ),
                methods=(
                    _function("__init__", {"value": "float", "unit": "str"}, "None", "Take both."),
                    to,
                ),
            ),
        ),
        functions=(parse,),
    )


def _main_interface() -> FileInterface:
    purpose = "Print each temperature in the other unit; return the exit code."
    return FileInterface(
        path="main.py",
        constants=(),
        classes=(),
        functions=(_function("main", {"arguments": "list[str]"}, "int", purpose),),
    )
