"""The dependency file of a generated project is valid and says what the design says."""

import tomllib
from typing import Any

import sample

from sopgen.artifacts import Design, FilePlan
from sopgen.languages import language
from sopgen.render.templates import Templates


def _scaffold(design: Design, *packages: str) -> dict[str, Any]:
    (name,) = language("python").scaffold([entry.path for entry in design.files])
    text = Templates().text(
        f"scaffold/python/{name}.j2",
        prd=sample.prd().model_copy(update={"product_goals": ('Say "hi"\nand \\ bye', "b")}),
        design=design,
        plan=sample.plan(),
        packages=list(packages),
        python_version="3.11",
    )
    return tomllib.loads(text)


def _files(*paths: str) -> tuple[FilePlan, ...]:
    return tuple(
        FilePlan(path=path, purpose="A part", requirement_ids=(), change="new") for path in paths
    )


def test_a_flat_project_lists_its_modules() -> None:
    found = _scaffold(sample.design(), "flask>=3,<4", 'odd"name')
    assert found["project"] == {
        "name": "temperature-converter",
        "version": "0.1.0",
        "description": 'Say "hi" and \\ bye',
        "readme": "README.md",
        "requires-python": ">=3.11",
        "dependencies": ["flask>=3,<4", 'odd"name'],
    }
    assert found["tool"]["setuptools"] == {"py-modules": ["converter", "main"], "packages": []}
    assert found["tool"]["pytest"]["ini_options"]["pythonpath"] == ["."]


def test_a_package_lists_its_folders_and_data() -> None:
    files = _files(
        "app/__init__.py", "app/core/a.py", "app/core/b.py", "app/level.json", "run-me.py"
    )
    found = _scaffold(sample.design().model_copy(update={"files": files}))
    assert found["tool"]["setuptools"] == {
        "py-modules": [],
        "packages": ["app", "app.core"],
        "package-data": {"*": ["**/*"]},
    }


def test_a_main_function_without_arguments_becomes_a_command() -> None:
    converter, main = sample.design().interfaces
    callable_main = main.functions[0].model_copy(update={"parameters": ()})
    interfaces = (converter, main.model_copy(update={"functions": (callable_main,)}))
    found = _scaffold(sample.design().model_copy(update={"interfaces": interfaces}))
    assert found["project"]["scripts"] == {"temperature-converter": "main:main"}
