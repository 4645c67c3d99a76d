"""The filter as an interpreter of its instructions sees it, on both architectures."""

import struct

import pytest

from sopgen.sandbox.seccomp import landlock_filter, namespace_filter, supported

ALLOW, EPERM, EACCES, ENOSYS, PRETEND = "allow", 1, 13, 38, 0
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
SOCKET = {"x86_64": 41, "aarch64": 198}
CLONE = {"x86_64": 56, "aarch64": 220}
IOCTL = {"x86_64": 16, "aarch64": 29}
SENDTO = {"x86_64": 44, "aarch64": 206}
FCHMOD = {"x86_64": 91, "aarch64": 52}
TRUNCATE = {"x86_64": 76, "aarch64": 45}
PTRACE = {"x86_64": 101, "aarch64": 117}
READ = {"x86_64": 0, "aarch64": 63}


def decide(
    program: bytes, machine: str, number: int, *arguments: int, architecture: int = 0
) -> str | int:
    """Interpret the program for one system call."""
    given = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("<iIQ6Q", number, architecture or ARCHITECTURES[machine], 0, *given)
    code = list(struct.iter_unpack("HBBI", program))
    at, held = 0, 0
    while True:
        operation, yes, no, value = code[at]
        at += 1
        if operation == 0x20:
            held = struct.unpack_from("<I", data, value)[0]
        elif operation == 0x54:
            held &= value
        elif operation == 0x06:
            return ALLOW if value == 0x7FFF0000 else value & 0xFFFF
        else:
            holds = {0x15: held == value, 0x35: held >= value, 0x45: bool(held & value)}[operation]
            at += yes if holds else no


@pytest.fixture(params=["x86_64", "aarch64"])
def machine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_both_filters_close_doors_that_no_test_run_needs(machine: str) -> None:
    for program in (namespace_filter(machine), landlock_filter(machine, 6)):
        assert decide(program, machine, READ[machine]) == ALLOW
        assert decide(program, machine, PTRACE[machine]) == EPERM
        assert decide(program, machine, 435) == ENOSYS
        assert decide(program, machine, CLONE[machine], 17) == ALLOW
        assert decide(program, machine, CLONE[machine], 0x10000000 | 17) == EPERM
        assert decide(program, machine, IOCTL[machine], 0, 0x5401) == ALLOW
        assert decide(program, machine, IOCTL[machine], 0, 0x5412) == EPERM
        assert decide(program, machine, IOCTL[machine], 0, 0x541C) == EPERM


def test_another_architecture_is_refused_whole(machine: str) -> None:
    program = namespace_filter(machine)
    assert decide(program, machine, READ[machine], architecture=0x40000003) == EPERM
    assert decide(program, machine, 0x40000000 | READ[machine]) == ENOSYS


@pytest.mark.parametrize(
    ("family", "answer"),
    [(1, ALLOW), (2, ALLOW), (10, ALLOW), (16, ALLOW), (17, EPERM), (40, EPERM)],
)
def test_in_namespaces_usual_sockets_are_open(machine: str, family: int, answer: int) -> None:
    assert decide(namespace_filter(machine), machine, SOCKET[machine], family, 1) == answer


def test_on_the_shared_network_unix_sockets_are_closed(machine: str) -> None:
    program = namespace_filter(machine, network=True)
    assert decide(program, machine, SOCKET[machine], 1, 1) == EPERM
    assert decide(program, machine, SOCKET[machine], 2, 2) == ALLOW


@pytest.mark.parametrize(
    ("socket", "answer"),
    [
        ((2, 1, 0), ALLOW),
        ((10, 1 | 0x80000, 6), ALLOW),
        ((16, 3, 0), ALLOW),
        ((1, 1, 0), EACCES),
        ((2, 2, 0), EACCES),
        ((2, 1, 262), EACCES),
        ((2, 1, 132), EACCES),
        ((40, 1, 0), EACCES),
    ],
)
def test_under_landlock_only_tcp_is_open(
    machine: str, socket: tuple[int, int, int], answer: int
) -> None:
    assert decide(landlock_filter(machine, 6), machine, SOCKET[machine], *socket) == answer


def test_under_landlock_what_it_does_not_see_is_closed(machine: str) -> None:
    program = landlock_filter(machine, 6)
    assert decide(program, machine, FCHMOD[machine]) == PRETEND
    assert decide(program, machine, SENDTO[machine], 3, 0, 0, 0x20000000) == EPERM
    assert decide(program, machine, SENDTO[machine], 3, 0, 0, 0x4000) == ALLOW


@pytest.mark.parametrize(("abi", "answer"), [(1, EPERM), (2, EPERM), (3, ALLOW), (7, ALLOW)])
def test_an_old_landlock_does_not_see_truncation(machine: str, abi: int, answer: int) -> None:
    assert decide(landlock_filter(machine, abi), machine, TRUNCATE[machine]) == answer


def test_an_old_landlock_sees_no_network_so_there_is_none(machine: str) -> None:
    assert decide(landlock_filter(machine, 3), machine, SOCKET[machine], 2, 1, 0) == EPERM
    assert decide(landlock_filter(machine, 3, True), machine, SOCKET[machine], 2, 2, 0) == ALLOW


def test_an_unknown_architecture_is_not_supported() -> None:
    assert not supported("riscv64")
