"""What of the machine's own system a confined command may see."""

import os
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store")
ETC = (
    "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime", "/etc/timezone",
    "/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/etc/pki/tls/certs", "/etc/pki/ca-trust",
    "/etc/alternatives", "/etc/terminfo", "/etc/mime.types",
)  # fmt: skip
_SPARE_FIRST, _SPARE_COUNT = 61337, 2048


def present(paths: Iterable[str]) -> list[str]:
    """Return the paths that exist here."""
    return [path for path in paths if os.path.exists(path)]


def outermost(paths: Iterable[Path]) -> list[Path]:
    """Return the paths without those that lie inside another of them or inside the system."""
    kept: list[Path] = [Path(folder) for folder in SYSTEM]
    for path in sorted(set(paths), key=lambda one: len(one.parts)):
        if not any(path.is_relative_to(other) for other in kept):
            kept.append(path)
    return kept[len(SYSTEM) :]


def spare_user(seed: Path) -> int:
    """Return a user id that no account has; runs at the same time get different ones."""
    return _SPARE_FIRST + zlib.crc32(os.fsencode(seed)) % _SPARE_COUNT


def give_to(user: int, folders: Sequence[Path]) -> None:
    """Make the user the owner of the folders and all that is in them, links untouched.

    The group stays, and may pass: root without its capabilities has to reach them.
    """
    for folder in folders:
        os.chown(folder, user, -1)
        os.chmod(folder, 0o710)  # noqa: S103 - root without its capabilities passes by the group
        for top, names, files in os.walk(folder):
            for name in [*names, *files]:
                os.chown(os.path.join(top, name), user, -1, follow_symlinks=False)


def is_root() -> bool:
    """Return whether this process is the machine's root."""
    return os.geteuid() == 0
