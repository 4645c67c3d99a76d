"""`sopgen config`."""

from pathlib import Path

import pytest
from cli_kit import Call

KEY = "sk-ant-0123456789abcdef0123"


def test_each_setting_is_told_with_its_source(
    sopgen: Call, settings_folder: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (settings_folder / "config.yaml").write_text("budget:\n  limit: 1\n")
    (home / ".sopgen.yaml").write_text("run:\n  language: python\n")
    monkeypatch.setenv("SOPGEN_MODEL", "ollama/llama3")
    lines = [line.split() for line in sopgen("config").out.splitlines()]
    assert ["budget.limit", "1.0", str(settings_folder / "config.yaml")] in lines
    assert ["run.language", "python", str(home / ".sopgen.yaml")] in lines
    assert ["model.name", "ollama/llama3", "SOPGEN_MODEL"] in lines
    assert ["model.tries", "6", "default"] in lines


def test_keys_are_never_shown(
    sopgen: Call, settings_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_TOKEN", "hunter2hunter2")
    (settings_folder / ".env").write_text(f"ANTHROPIC_API_KEY={KEY}\nOTHER_KEY=planted-value-1\n")
    (settings_folder / "config.yaml").write_text(
        f"model:\n  name: {KEY}\n  api_base: http://h/?t=hunter2hunter2\n"
        "run:\n  language: planted-value-1\n"
    )
    ended = sopgen("config")
    assert ended.exit_code == 0
    for secret in (KEY, "hunter2hunter2", "planted-value-1"):
        assert secret not in ended.out + ended.err
    assert ended.out.count("[redacted]") == 3


def test_an_error_does_not_show_a_key_either(sopgen: Call, settings_folder: Path) -> None:
    (settings_folder / ".env").write_text("OTHER_KEY=planted-value-1\n")
    ended = sopgen("list", "--workspace", "planted-value-1/\0")
    assert "planted-value-1" not in ended.err


def test_the_env_file_of_the_current_folder_is_ignored(sopgen: Call, home: Path) -> None:
    (home / ".env").write_text("SOPGEN_MODEL=stranger/model\n")
    assert "stranger/model" not in sopgen("config").out


def test_the_folders_file_may_not_switch_the_sandbox_off_but_a_flag_may(
    sopgen: Call, home: Path
) -> None:
    (home / ".sopgen.yaml").write_text("sandbox:\n  mechanism: none\n")
    ended = sopgen("config")
    assert ended.exit_code == 3
    assert "protects you less" in ended.err
