"""Write the settings tree as a commented YAML file: the repository's `.sopgen.yaml`."""

import yaml

from sopgen.config.schema import Setting, all_settings

_HEAD = """\
# The settings of sopgen, each with its default. A line that begins with # and a name is not in
# force: take the # away to change the setting for all runs that start in this folder.
#
# Weakest first: default < config.yaml in your configuration folder < .sopgen.yaml of the current
# folder < environment variable < flag. `sopgen config` shows what is in force and why.
# The variable of model.name is SOPGEN_MODEL_NAME, and so on for each.
#
# This file may not weaken the sandbox, allow packages or set model.api_base, because it may come
# with a folder that is not yours. API keys never stand in a settings file: they are read from
# the environment or from .env in your configuration folder.
"""


def sample() -> str:
    """Return the file that lists every setting with its default and its meaning."""
    settings = all_settings().values()
    top = [setting for setting in settings if len(setting.key) == 1]
    lines = [_HEAD, *(_lines(setting, "") for setting in top)]
    for group in dict.fromkeys(setting.key[0] for setting in settings if len(setting.key) > 1):
        below = [setting for setting in settings if setting.key[:-1] == (group,)]
        lines += [f"{group}:", *(_lines(setting, "  ") for setting in below)]
    return "\n".join(lines)


def _lines(setting: Setting, indent: str) -> str:
    value = yaml.safe_dump(setting.default, default_flow_style=True).split("\n", 1)[0]
    return f"{indent}# {setting.description}\n{indent}#{setting.key[-1]}: {value}\n"
