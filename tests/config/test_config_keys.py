"""API keys: where they come from."""

from pathlib import Path

import pytest

from sopgen.config import read_environment
from sopgen.errors import ConfigurationError


def test_the_users_env_file_adds_to_the_process(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(
        "# keys\n\nOPENAI_API_KEY=sk-plain # mine\nexport A='x # y'\nB = \"q\"\nC=\nD=a=b#c\n"
    )
    assert read_environment({"A": "process"}, tmp_path) == {
        "OPENAI_API_KEY": "sk-plain", "A": "process", "B": "q", "C": "", "D": "a=b#c",
    }  # fmt: skip


def test_the_env_file_of_the_current_folder_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text("OPENAI_API_KEY=sk-stranger\n")
    monkeypatch.chdir(tmp_path)
    assert read_environment({}, tmp_path / "user") == {}


def test_a_broken_line_is_named_but_not_quoted(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("A=1\nsk-my-secret-key\n")
    with pytest.raises(ConfigurationError) as caught:
        read_environment({}, tmp_path)
    assert caught.value.message == f"{tmp_path / '.env'}:2 is not of the form NAME=value."


def test_an_unreadable_env_file_is_a_configuration_error(tmp_path: Path) -> None:
    (tmp_path / ".env").mkdir()
    with pytest.raises(ConfigurationError, match="cannot be read"):
        read_environment({}, tmp_path)
