"""Templates are found, filled strictly, and never read from outside their folders."""

from pathlib import Path

import pytest

from sopgen.errors import ConfigurationError
from sopgen.render.templates import PromptText, Templates, shipped_templates, tidy


def write(folder: Path, path: str, text: str) -> Path:
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def refusal(folder: Path, path: str, **values: object) -> str:
    with pytest.raises(ConfigurationError) as caught:
        Templates([folder]).text(path, **values)
    assert caught.value.hint
    return caught.value.message


def test_a_prompt_has_three_parts_and_a_missing_one_is_empty(tmp_path: Path) -> None:
    write(
        tmp_path,
        "prompts/write.md.j2",
        "{% block system %}\n\nYou are {{ role }}.\n\n\n\nBe brief.\n{% endblock %}\n"
        "{% block task %}{{ text | fence }}{% endblock %}",
    )
    prompt = Templates([tmp_path]).prompt("write", role="an engineer", text="a = 1\n\n\nb = 2")
    assert prompt == PromptText(
        system="You are an engineer.\n\nBe brief.", shared="", task="```\na = 1\n\n\nb = 2\n```"
    )


def test_a_prompt_takes_blocks_from_its_parent_and_macros_from_its_imports(tmp_path: Path) -> None:
    write(tmp_path, "prompts/base.md.j2", "{% block system %}base{% endblock %}")
    write(tmp_path, "prompts/parts.md.j2", "{% macro twice(x) %}{{ x }}{{ x }}{% endmacro %}")
    write(
        tmp_path,
        "prompts/child.md.j2",
        '{% extends "prompts/base.md.j2" %}{% import "prompts/parts.md.j2" as parts %}'
        "{% block task %}{{ parts.twice(word) }}{% endblock %}",
    )
    assert Templates([tmp_path]).prompt("child", word="ha") == PromptText("base", "", "haha")


def test_an_override_takes_precedence_and_the_rest_is_shipped(tmp_path: Path) -> None:
    shipped = Templates().text("documents/_macros.md.j2")
    write(tmp_path, "documents/tasks.md.j2", "mine")
    templates = Templates([tmp_path])
    assert templates.document("tasks") == "mine\n"
    assert templates.text("documents/_macros.md.j2") == shipped


def test_text_keeps_its_line_ends_as_they_are(tmp_path: Path) -> None:
    write(tmp_path, "scaffold/a.toml.j2", "\n{% if yes %}\nname = {{ name | toml }}\n{% endif %}\n")
    assert Templates([tmp_path]).text("scaffold/a.toml.j2", yes=True, name='a"b') == (
        '\nname = "a\\"b"\n'
    )


def test_an_undefined_value_is_an_error_with_template_and_line(tmp_path: Path) -> None:
    write(tmp_path, "a.j2", "one\n\n{{ missing }}")
    assert refusal(tmp_path, "a.j2") == (
        "The template a.j2, line 3, cannot be filled: 'missing' is undefined."
    )


def test_an_undefined_value_in_an_included_template_names_that_one(tmp_path: Path) -> None:
    write(tmp_path, "a.j2", '{% include "b.j2" %}')
    write(tmp_path, "b.j2", "\n{{ requirement.colour }}")
    assert refusal(tmp_path, "a.j2", requirement={}).startswith("The template b.j2, line 2, cannot")


def test_a_mistake_in_the_syntax_is_an_error_with_template_and_line(tmp_path: Path) -> None:
    write(tmp_path, "a.j2", "one\n{% if %}")
    assert refusal(tmp_path, "a.j2").startswith("The template a.j2, line 2, cannot be read:")


def test_an_unknown_filter_is_an_error(tmp_path: Path) -> None:
    write(tmp_path, "a.j2", "{{ 1 | shout }}")
    assert "No filter named 'shout'" in refusal(tmp_path, "a.j2")


def test_a_missing_template_is_an_error(tmp_path: Path) -> None:
    assert refusal(tmp_path, "prompts/none.md.j2") == "There is no template prompts/none.md.j2."


def test_a_template_that_is_no_text_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.j2").write_bytes(b"\xff\xfe\x00")
    assert refusal(tmp_path, "a.j2").startswith("The template a.j2 cannot be read:")


def test_a_missing_folder_of_overrides_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="does not exist"):
        Templates([tmp_path / "none"])


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    secret = write(tmp_path, "secret.txt", "secret")
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "a.j2").symlink_to(secret)
    assert "points outside its folder" in refusal(mine, "a.j2")
    assert refusal(mine, "../secret.txt") == "There is no template ../secret.txt."


def test_a_template_cannot_reach_into_python(tmp_path: Path) -> None:
    write(tmp_path, "a.j2", "{{ ''.__class__.__mro__ }}")
    assert "unsafe" in refusal(tmp_path, "a.j2")


def test_templates_are_found_in_a_wheel_and_in_a_checkout(tmp_path: Path) -> None:
    package = tmp_path / "sopgen"
    package.mkdir()
    with pytest.raises(ConfigurationError, match="missing"):
        shipped_templates(package)
    (tmp_path / "templates").mkdir()
    with pytest.raises(ConfigurationError, match="missing"):
        shipped_templates(package)
    (tmp_path / "pyproject.toml").touch()
    assert shipped_templates(package) == tmp_path / "templates"
    (package / "_templates").mkdir()
    assert shipped_templates(package) == package / "_templates"


def test_every_shipped_template_can_be_read() -> None:
    root = shipped_templates()
    templates = Templates()
    names = [path.relative_to(root).as_posix() for path in root.rglob("*.j2")]
    assert "documents/readme.md.j2" in names
    for name in names:
        templates.check(name)


def test_tidy_leaves_blank_lines_in_fences_alone() -> None:
    text = "a\n\n\n\nb\n````\n```\n\n\n\f\n```\n````\n\n\nc\n"
    assert tidy(text) == "a\n\nb\n````\n```\n\n\n\f\n```\n````\n\nc"
