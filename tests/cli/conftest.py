"""A sopgen that is called in an empty folder, as a person without keys and settings."""

import io
import os
import sys
from pathlib import Path

import pytest
from cli_kit import Call, Ended

from sopgen.cli.main import main


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in os.environ:
        if name.startswith("SOPGEN_") or name.endswith(("_KEY", "_TOKEN")):
            monkeypatch.delenv(name)
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("COLUMNS", "100")
    (tmp_path / "config" / "sopgen").mkdir(parents=True)
    return here


@pytest.fixture
def settings_folder(home: Path) -> Path:
    return home.parent / "config" / "sopgen"


@pytest.fixture
def sopgen(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Call:
    def call(*arguments: str, stdin: bytes = b"") -> Ended:
        monkeypatch.setattr(sys, "argv", ["sopgen", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capfd.readouterr()
        code = ended.value.code
        return Ended(code if isinstance(code, int) else 0, out, err)

    return call
