"""The system call filter, as a classic BPF program written by hand."""

import struct
from collections.abc import Iterable

_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_ALLOW, _ERRNO, _ASK = 0x7FFF0000, 0x00050000, 0x7FC00000
_EPERM, _EACCES, _ENOSYS, _ENOTSUP, _PRETEND = 1, 13, 38, 95, 0
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_NUMBER, _ARCHITECTURE = 0, 4
_AF_UNIX, _AF_INET, _AF_INET6, _AF_NETLINK = 1, 2, 10, 16
_STREAM, _TYPE_BITS, _TCP = 1, 0xF, 6
_NEW_NAMESPACES = 0x7E020000
_FAST_OPEN = 0x20000000
_TERMINAL_TRICKS = (0x5412, 0x541C)  # TIOCSTI and TIOCLINUX type into a terminal.
_OTHER_SIDE = 0x5441  # TIOCGPTPEER opens the other side of a pseudo-terminal.
_X32 = 0x40000000

# name: (x86_64, aarch64); -1 where the architecture does not have it.
_DENIED = {
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218),
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51),
    "unshare": (272, 97), "setns": (308, 268),
    "open_by_handle_at": (304, 265), "name_to_handle_at": (303, 264),
    "init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106),
    "kexec_load": (246, 104), "kexec_file_load": (320, 294), "reboot": (169, 142),
    "swapon": (167, 224), "swapoff": (168, 225), "acct": (163, 89), "quotactl": (179, 60),
    "syslog": (103, 116), "kcmp": (312, 272), "pidfd_getfd": (438, 438),
    "process_madvise": (440, 440), "open_tree": (428, 428), "move_mount": (429, 429),
    "fsopen": (430, 430), "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433),
    "mount_setattr": (442, 442), "settimeofday": (164, 170), "clock_settime": (227, 112),
    "adjtimex": (159, 171), "clock_adjtime": (305, 266), "iopl": (172, -1), "ioperm": (173, -1),
    "modify_ldt": (154, -1),
}  # fmt: skip
# Memory that no process's resident size shows; callers fall back when it is not there.
_HIDDEN_MEMORY = {
    "memfd_create": (319, 279), "memfd_secret": (447, 447), "shmget": (29, 194),
}  # fmt: skip
# Landlock does not see these. Pretending success keeps shutil.copy and tempfile working.
_PRETENDED = {
    "chmod": (90, -1), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "chown": (92, -1), "fchown": (93, 55), "lchown": (94, -1), "fchownat": (260, 54),
    "utime": (132, -1), "utimes": (235, -1), "utimensat": (280, 88), "futimesat": (261, -1),
}  # fmt: skip
_UNSEEN = {
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16),
}  # fmt: skip
_SHARED_IPC = {"msgget": (68, 186), "semget": (64, 190), "mq_open": (240, 180)}
_TRUNCATE = {"truncate": (76, 45)}
_CLONE, _CLONE3, _IOCTL, _SOCKET = (56, 220), (435, 435), (16, 29), (41, 198)
_ADDRESSED = {"bind": (49, 200), "connect": (42, 203)}
_SENDS = {(44, 206): 3, (46, 211): 2, (307, 269): 3}
"""sendto, sendmsg, sendmmsg with the place of their flags."""
_PRLIMIT = (302, 261)

Instruction = tuple[int, int, int, int]


def supported(machine: str) -> bool:
    """Return whether there is a filter for this machine's architecture."""
    return machine in _ARCHITECTURES


def namespace_filter(machine: str, network: bool = False) -> bytes:
    """Return the filter for a process in namespaces of its own.

    With `network` it shares the machine's, and so the names of its unix sockets: those close.
    """
    table = _Table(machine)
    unix = () if network else (_AF_UNIX,)
    families = (*unix, _AF_INET, _AF_INET6, _AF_NETLINK)
    return table.program([*table.common(), *table.socket_families(families)])


def landlock_filter(machine: str, abi: int, network: bool = False) -> bytes:
    """Return the filter that closes what Landlock of this ABI leaves open.

    With `network`, all but sockets of other families stays open. A listener is asked for the
    other side of a pseudo-terminal and, without `network`, where sockets may go.
    """
    table = _Table(machine)
    parts = [
        *table.common(),
        *table.refuse(_SHARED_IPC, _ENOSYS),
        *table.refuse(_PRETENDED, _PRETEND),
        *table.refuse(_UNSEEN, _ENOTSUP),
        *table.other_limits(),
        *table.other_sides(),
    ]
    if abi < 3:
        parts += table.refuse(_TRUNCATE, _EPERM)
    if network:
        parts += table.socket_families((_AF_INET, _AF_INET6, _AF_NETLINK))
    elif abi < 4:
        parts += table.socket_families((_AF_NETLINK,))
    else:
        parts += [*table.tcp_only(), *table.fast_open(), *table.ask(_ADDRESSED)]
    return table.program(parts)


class _Table:
    """Instructions for one architecture."""

    def __init__(self, machine: str) -> None:
        self._architecture = _ARCHITECTURES[machine]
        self._column = list(_ARCHITECTURES).index(machine)

    def program(self, body: Iterable[Instruction]) -> bytes:
        head = [
            (_LOAD, 0, 0, _ARCHITECTURE),
            (_EQUAL, 1, 0, self._architecture),
            _refusal(_EPERM),
            (_LOAD, 0, 0, _NUMBER),
            (_AT_LEAST, 0, 1, _X32),
            _refusal(_ENOSYS),
        ]
        return b"".join(
            struct.pack("HBBI", *one) for one in [*head, *body, (_RETURN, 0, 0, _ALLOW)]
        )

    def common(self) -> list[Instruction]:
        """Kernel doors that a test run never needs."""
        return [
            *self.refuse(_DENIED, _EPERM),
            *self.refuse(_HIDDEN_MEMORY, _ENOSYS),
            *self.refuse({"clone3": _CLONE3}, _ENOSYS),  # Its flags are out of a filter's sight.
            *self._when(_CLONE, [(_LOAD, 0, 0, _argument(0)), (_ANY_BIT, 0, 1, _NEW_NAMESPACES)]),
            *self._terminal_tricks(),
        ]

    def refuse(self, calls: dict[str, tuple[int, int]], errno: int) -> list[Instruction]:
        numbers = [pair[self._column] for pair in calls.values()]
        return [
            one
            for number in numbers
            if number >= 0
            for one in ((_EQUAL, 0, 1, number), _refusal(errno))
        ]

    def ask(self, calls: dict[str, tuple[int, int]]) -> list[Instruction]:
        """Let the listener decide."""
        return [one for pair in calls.values() for one in self._when(pair, [], action=_ASK)]

    def socket_families(self, families: tuple[int, ...]) -> list[Instruction]:
        """Refuse sockets of all other families."""
        checks: list[Instruction] = [(_LOAD, 0, 0, _argument(0))]
        for index, family in enumerate(families):
            checks.append((_EQUAL, len(families) - index, 0, family))
        return self._when(_SOCKET, checks)

    def tcp_only(self) -> list[Instruction]:
        """Refuse all sockets but TCP and netlink; Landlock bounds where TCP goes."""
        return self._when(
            _SOCKET,
            [
                (_LOAD, 0, 0, _argument(0)),
                (_EQUAL, 9, 0, _AF_NETLINK),
                (_EQUAL, 1, 0, _AF_INET),
                (_EQUAL, 0, 6, _AF_INET6),
                (_LOAD, 0, 0, _argument(1)),
                (_AND, 0, 0, _TYPE_BITS),
                (_EQUAL, 0, 3, _STREAM),
                (_LOAD, 0, 0, _argument(2)),
                (_EQUAL, 2, 0, 0),
                (_EQUAL, 1, 0, _TCP),
            ],
            _EACCES,
        )

    def fast_open(self) -> list[Instruction]:
        """Refuse to connect by sending, which Landlock does not see."""
        return [
            one
            for pair, place in _SENDS.items()
            for one in self._when(
                pair, [(_LOAD, 0, 0, _argument(place)), (_ANY_BIT, 0, 1, _FAST_OPEN)]
            )
        ]

    def other_limits(self) -> list[Instruction]:
        """Refuse to set the limits of another process."""
        return self._when(_PRLIMIT, [(_LOAD, 0, 0, _argument(0)), (_AT_LEAST, 0, 1, 1)])

    def other_sides(self) -> list[Instruction]:
        """Ask the listener for the other side of a pseudo-terminal."""
        checks = [(_LOAD, 0, 0, _argument(1)), (_EQUAL, 0, 1, _OTHER_SIDE)]
        return self._when(_IOCTL, checks, action=_ASK)

    def _terminal_tricks(self) -> list[Instruction]:
        first, second = _TERMINAL_TRICKS
        checks = [(_LOAD, 0, 0, _argument(1)), (_EQUAL, 1, 0, first), (_EQUAL, 0, 1, second)]
        return self._when(_IOCTL, checks)

    def _when(
        self,
        call: tuple[int, int],
        checks: list[Instruction],
        errno: int = _EPERM,
        action: int = _ERRNO,
    ) -> list[Instruction]:
        """Run the checks for one call.

        Falling off their end takes the action, a jump one further lets the call through.
        """
        body = [*checks, (_RETURN, 0, 0, action | (errno if action == _ERRNO else 0))]
        body.append((_LOAD, 0, 0, _NUMBER))
        return [(_EQUAL, 0, len(body), call[self._column]), *body]


def _refusal(errno: int) -> Instruction:
    return (_RETURN, 0, 0, _ERRNO | errno)


def _argument(place: int) -> int:
    """Return the offset of an argument's lower half."""
    return 16 + 8 * place
