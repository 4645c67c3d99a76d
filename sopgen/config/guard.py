"""What the current folder's `.sopgen.yaml` may not do: it may come from a stranger."""

from sopgen.config.schema import Key
from sopgen.config.settings import SandboxChoice, Settings

_STRENGTH: tuple[SandboxChoice, ...] = ("none", "landlock", "auto", "bubblewrap")


def weakened(before: Settings, after: Settings) -> list[Key]:
    """Return the settings by which `after` protects the person less than `before`."""
    old, new = before.sandbox, after.sandbox
    weaker: dict[Key, bool] = {
        ("sandbox", "mechanism"): _STRENGTH.index(new.mechanism) < _STRENGTH.index(old.mechanism),
        ("sandbox", "execute"): new.execute and not old.execute,
        ("sandbox", "wall_seconds"): new.wall_seconds > old.wall_seconds,
        ("sandbox", "memory_mb"): new.memory_mb > old.memory_mb,
        ("sandbox", "allowed_packages"): not set(new.allowed_packages) <= set(old.allowed_packages),
        ("model", "api_base"): after.model.api_base != before.model.api_base,
    }
    return [key for key, is_weaker in weaker.items() if is_weaker]
