"""Settings from environment variables."""

from typing import Any

import pytest
from config_sources import Sources

from sopgen.config.schema import all_settings
from sopgen.config.variables import read_variables, variable_of
from sopgen.errors import ConfigurationError


@pytest.mark.parametrize(
    ("name", "text", "path", "value"),
    [
        ("SOPGEN_MODEL", "ollama/llama3", "model.name", "ollama/llama3"),
        ("SOPGEN_MODEL_NAME", "manual", "model.name", "manual"),
        ("SOPGEN_MODEL_TRIES", "2", "model.tries", 2),
        ("SOPGEN_MODEL_ROLES", "{engineer: a/b}", "model.roles", {"engineer": "a/b"}),
        ("SOPGEN_BUDGET", "none", "budget.limit", None),
        ("SOPGEN_BUDGET_LIMIT", "0.5", "budget.limit", 0.5),
        ("SOPGEN_BUDGET_PRICES", "{m.1: [1, 2.5]}", "budget.prices", {"m.1": (1.0, 2.5)}),
        ("SOPGEN_SANDBOX", "none", "sandbox.mechanism", "none"),
        ("SOPGEN_SANDBOX_EXECUTE", "false", "sandbox.execute", False),
        ("SOPGEN_SANDBOX_ALLOWED_PACKAGES", "a, b", "sandbox.allowed_packages", ("a", "b")),
        ("SOPGEN_SANDBOX_ALLOWED_PACKAGES", "[a]", "sandbox.allowed_packages", ("a",)),
        ("SOPGEN_RUN_DOCUMENT_LANGUAGE", "no", "run.document_language", "no"),
    ],
)
def test_a_variable_gives_its_setting(
    sources: Sources, name: str, text: str, path: str, value: Any
) -> None:
    configuration = sources.load(**{name: text})
    group, setting = path.split(".")
    assert vars(vars(configuration.settings)[group])[setting] == value
    assert name in configuration.sources.values()


def test_every_setting_has_a_variable_of_its_own() -> None:
    keys = all_settings()
    assert len({variable_of(key) for key in keys}) == len(keys)


def test_the_long_name_wins_over_the_short_form(sources: Sources) -> None:
    assert sources.load(SOPGEN_MODEL_NAME="a", SOPGEN_MODEL="b").settings.model.name == "a"


def test_an_empty_variable_counts_as_absent() -> None:
    assert read_variables({"SOPGEN_MODEL": "", "OTHER": "x"}) == []


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("SOPGEN_MODEL_NMAE", "x", "SOPGEN_MODEL_NMAE"),
        ("SOPGEN_MODEL_TRIES", "many", 'SOPGEN_MODEL_TRIES: model.tries cannot be "many"'),
        ("SOPGEN_MODEL_TRIES", "[", "SOPGEN_MODEL_TRIES cannot be understood"),
        ("SOPGEN_MODEL_ROLES", "x", "SOPGEN_MODEL_ROLES must hold a mapping"),
    ],
)
def test_a_wrong_variable_is_refused_by_its_name(
    sources: Sources, name: str, text: str, message: str
) -> None:
    with pytest.raises(ConfigurationError, match=message.replace("[", r"\[")):
        sources.load(**{name: text})
