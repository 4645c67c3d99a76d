"""Write the settings tree as a commented YAML file: the repository's `.sopgen.yaml`."""

import yaml

from sopgen.config.schema import Key, Setting, all_groups, all_settings

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
    return "\n".join([_HEAD, *_group(())])


def _group(above: Key) -> list[str]:
    """Return the lines of a group: its own settings, then the groups below it."""
    indent = "  " * len(above)
    own = [setting for setting in all_settings().values() if setting.key[:-1] == above]
    lines = [_lines(setting, indent) for setting in own]
    for group in all_groups():
        if group[:-1] == above:
            lines += [f"{indent}{group[-1]}:", *_group(group)]
    return lines


def _lines(setting: Setting, indent: str) -> str:
    value = yaml.safe_dump(setting.default, default_flow_style=True).split("\n", 1)[0]
    return f"{indent}# {setting.description}\n{indent}#{setting.key[-1]}: {value}\n"
