"""Settings: one frozen tree, and which source gave each of its values."""

from sopgen.config.entries import Entry
from sopgen.config.keys import read_environment
from sopgen.config.loader import FOLDER_FILE, Configuration, load, user_folder
from sopgen.config.schema import Key
from sopgen.config.settings import (
    BudgetSettings,
    ModelSettings,
    OutputSettings,
    RunSettings,
    SandboxSettings,
    Settings,
)

__all__ = [
    "FOLDER_FILE", "BudgetSettings", "Configuration", "Entry", "Key", "ModelSettings",
    "OutputSettings", "RunSettings", "SandboxSettings", "Settings", "load", "read_environment",
    "user_folder",
]  # fmt: skip
