"""The repository's `.sopgen.yaml`."""

import re
from pathlib import Path

import yaml

from sopgen.config import Settings
from sopgen.config.sample import sample
from sopgen.config.schema import all_settings

FILE = Path(__file__).parents[2] / ".sopgen.yaml"


def test_the_repositorys_file_is_the_generated_one() -> None:
    assert FILE.read_text(encoding="utf-8") == sample()


def test_it_lists_every_setting_with_its_default() -> None:
    in_force = re.sub(r"^( *)#(?=\w)", r"\1", sample(), flags=re.MULTILINE)
    assert yaml.safe_load(in_force) == Settings().model_dump(mode="json")


def test_each_setting_has_one_line_of_explanation() -> None:
    explained = re.findall(r"^ *# (.+)\n *#(\w+):", sample(), flags=re.MULTILINE)
    settings = list(all_settings().values())
    assert [text for text, _ in explained] == [setting.description for setting in settings]
    assert all(setting.description.endswith(".") for setting in settings)
    assert max(len(line) for line in sample().splitlines()) <= 100
