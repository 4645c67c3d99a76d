"""Where settings come from, and what is refused."""

from pathlib import Path

import pytest
from config_sources import Sources
from hypothesis import given
from hypothesis import strategies as st

from sopgen.config import Entry, Settings, load
from sopgen.errors import ConfigurationError

TRIES = ("model", "tries")


def test_without_any_source_every_default_stands(sources: Sources) -> None:
    configuration = sources.load()
    assert configuration.settings == Settings()
    assert {row.source for row in configuration.rows()} == {"default"}


@given(values=st.lists(st.none() | st.integers(1, 20), min_size=4, max_size=4))
def test_a_higher_source_always_wins(
    tmp_path_factory: pytest.TempPathFactory, values: list[int | None]
) -> None:
    root = tmp_path_factory.mktemp("sources")
    own, local, variable, flag = values
    for name, value in (("config.yaml", own), (".sopgen.yaml", local)):
        if value is not None:
            (root / name).write_text(f"model:\n  tries: {value}\n")
    environment = {} if variable is None else {"SOPGEN_MODEL_TRIES": str(variable)}
    flags = [] if flag is None else [Entry(TRIES, flag, "--tries")]
    configuration = load(flags, environment, folder=root, user=root)
    given_values = [value for value in values if value is not None]
    assert configuration.settings.model.tries == (given_values[-1] if given_values else 6)
    names = ["config.yaml", ".sopgen.yaml", "SOPGEN_MODEL_TRIES", "--tries"]
    sources = [name for name, value in zip(names, values, strict=True) if value is not None]
    assert Path(configuration.sources.get(TRIES, "")).name == (sources[-1] if sources else "")


def test_roles_of_several_sources_add_up(sources: Sources) -> None:
    sources.write_own("model:\n  roles:\n    engineer: a\n    architect: b\n")
    configuration = sources.load(Entry(("model", "roles", "engineer"), "c", "--model-for"))
    assert configuration.settings.model.roles == {"engineer": "c", "architect": "b"}
    rows = {row.name: row.source for row in configuration.rows() if "roles" in row.name}
    assert rows == {
        "model.roles.engineer": "--model-for",
        "model.roles.architect": str(sources.user / "config.yaml"),
    }


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("modle:\n  name: x\n", ":1: there is no setting modle.", "Did you mean model"),
        (
            "model:\n\n  nmae: x\n",
            ":3: there is no setting model.nmae.",
            "Did you mean model.name?",
        ),
        ("model:\n  api_key: sk-1\n", ":2: there is no setting model.api_key.", "Keys are read"),
        ("model:\n  tries: many\n", ':2: model.tries cannot be "many". ', ""),
        ("model:\n  tries: 99\n", ":2: model.tries cannot be 99. ", ""),
        ("run:\n  document_language: no\n", ":2: run.document_language cannot be false. ", ""),
        ("model: 5\n", ":1: model must hold lines of the form `name: value`.", ""),
        ("- a\n", ":1: the file must hold lines of the form `name: value`.", ""),
        ("model:\n  tries: 1\n  tries: 2\n", ":3: model.tries stands there twice.", "Take one"),
        ("model: [\n", " is not valid YAML: ", "Mend that line"),
        ('workspace: !!int "a"\n', " is not valid YAML: ", "Mend that line"),
        ("workspace: &a [*a]\n", " is not valid YAML: ", "Mend that line"),
        ("workspace: " + 5000 * "[", " is not valid YAML: ", "Mend that line"),
        ("? [a, b]\n: x\n", ":1: there is no setting [", ""),
        ("tries: 5\n", ":1: there is no setting tries.", "Did you mean model.tries?"),
        ("model:\n  roles:\n    engineeer: x\n", ":3: model.roles.engineeer cannot be ", ""),
        ("budget:\n  limit: .inf\n", ":2: budget.limit cannot be Infinity. ", ""),
    ],
)
def test_a_broken_file_is_refused_at_its_line(
    sources: Sources, text: str, message: str, hint: str
) -> None:
    sources.write_local(text)
    with pytest.raises(ConfigurationError) as caught:
        sources.load()
    assert f"{sources.folder / '.sopgen.yaml'}{message}" in caught.value.message
    assert hint in caught.value.hint
    assert "sk-1" not in caught.value.message


def test_a_file_that_is_not_text_is_refused(sources: Sources) -> None:
    (sources.folder / ".sopgen.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigurationError, match="is not UTF-8 text"):
        sources.load()


@pytest.mark.parametrize("text", ["", "# nothing\n", "model:\n", "model:\n  roles:\n"])
def test_an_empty_file_changes_nothing(sources: Sources, text: str) -> None:
    sources.write_local(text)
    assert sources.load().settings == Settings()


@pytest.mark.parametrize(
    "text",
    [
        "sandbox:\n  mechanism: none\n",
        "sandbox:\n  mechanism: landlock\n",
        "sandbox:\n  allowed_packages: [leftpad]\n",
        "sandbox:\n  wall_seconds: 3600\n",
        "sandbox:\n  memory_mb: 100000\n",
        "model:\n  api_base: http://evil.example\n",
    ],
)
def test_the_current_folder_may_not_protect_the_person_less(sources: Sources, text: str) -> None:
    sources.write_local(text)
    with pytest.raises(
        ConfigurationError, match=r"\.sopgen\.yaml:2: .* protects you less"
    ) as caught:
        sources.load()
    assert str(sources.user / "config.yaml") in caught.value.hint
    (sources.folder / ".sopgen.yaml").rename(sources.user / "config.yaml")
    assert sources.load().settings != Settings()


def test_the_current_folder_may_protect_the_person_more(sources: Sources) -> None:
    sources.write_own("sandbox:\n  allowed_packages: [a, b]\n")
    sources.write_local(
        "sandbox:\n  mechanism: bubblewrap\n  execute: false\n  allowed_packages: [a]\n"
    )
    sandbox = sources.load().settings.sandbox
    assert (sandbox.mechanism, sandbox.execute) == ("bubblewrap", False)
    assert sandbox.allowed_packages == ("a",)


def test_the_current_folder_may_not_undo_what_the_person_strengthened(sources: Sources) -> None:
    sources.write_own("sandbox:\n  execute: false\n")
    sources.write_local("sandbox:\n  execute: true\n")
    with pytest.raises(ConfigurationError, match=r"sandbox\.execute"):
        sources.load()
