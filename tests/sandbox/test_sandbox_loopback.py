"""Programs that serve loopback ports, under every mechanism that holds here."""

import socket

import pytest

from sopgen.artifacts import Command, Limits
from sopgen.sandbox.base import Execution, Rooms, Sandbox

HTTP = """
import http.server, threading, urllib.request
server = http.server.ThreadingHTTPServer(("", 0), http.server.SimpleHTTPRequestHandler)
threading.Thread(target=server.serve_forever, daemon=True).start()
for host in ("127.0.0.1", "localhost"):
    with urllib.request.urlopen(f"http://{host}:{server.server_port}/main.py") as answer:
        print(answer.status, b"http.server" in answer.read())
server.shutdown()
"""
ASYNC = """
import asyncio

async def echo(reader, writer):
    writer.write(await reader.readline())
    await writer.drain()
    writer.close()

async def main():
    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    for _ in range(20):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"hello\\n")
        assert await reader.readline() == b"hello\\n"
        writer.close()
    print("twenty answers")

asyncio.run(main())
"""
CHILD = """
import socket, subprocess, sys
with socket.create_server(("127.0.0.1", 0)) as server:
    ask = "import socket, sys; socket.create_connection(('127.0.0.1', int(sys.argv[1]))).send(b'child')"
    subprocess.run([sys.executable, "-c", ask, str(server.getsockname()[1])], check=True)
    print(server.accept()[0].recv(9).decode())
"""
SIX = """
import socket
with socket.create_server(("::1", 0), family=socket.AF_INET6) as server:
    socket.create_connection(server.getsockname()[:2]).send(b"six")
    print(server.accept()[0].recv(9).decode())
with socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True) as server:
    socket.create_connection(("127.0.0.1", server.getsockname()[1])).send(b"four")
    print(server.accept()[0].recv(9).decode())
"""
CLOSED = """
import socket
server = socket.create_server(("127.0.0.1", 0))
address = server.getsockname()
server.close()
again = socket.create_server(address)
socket.create_connection(address).close()
again.close()
try:
    socket.create_connection(address)
except ConnectionRefusedError:
    print("refused")
"""
WAITS = """
import socket
with socket.create_server(("127.0.0.1", 0)) as server:
    server.settimeout(0.2)
    try:
        server.accept()
    except TimeoutError:
        print("timed out")
    server.setblocking(False)
    try:
        server.accept()
    except BlockingIOError:
        print("does not block")
    print(server.get_inheritable())
"""
NONSENSE = """
import ctypes, errno, os, socket
libc = ctypes.CDLL(None, use_errno=True)
address = bytes([2, 0, 0, 0, 127, 0, 0, 1]) + bytes(8)
with socket.socket() as one:
    for place, text, length in (
        (400, address, 16), (os.open("main.py", os.O_RDONLY), address, 16),
        (one.fileno(), address, 3), (one.fileno(), None, 16), (one.fileno(), address, 1 << 31),
    ):
        for call in (libc.bind, libc.connect):
            assert call(place, text, ctypes.c_uint(length)) == -1
    print(errno.errorcode[ctypes.get_errno()] in {"EINVAL", "EFAULT", "ECONNREFUSED"})
"""
FOREIGN = """
import socket, sys
for address in (("127.0.0.1", int(sys.argv[1])), ("localhost", int(sys.argv[1])), ("192.0.2.1", 80)):
    try:
        socket.create_connection(address, 2)
        print("connected")
    except OSError as error:
        print(type(error).__name__)
for port in (int(sys.argv[1]), 80):
    try:
        socket.create_server(("127.0.0.1", port))
        print("serves", port > 1024)
    except OSError as error:
        print(type(error).__name__)
"""


def run(sandbox: Sandbox, rooms: Rooms, program: str, *arguments: str) -> Execution:
    (rooms.work / "main.py").write_text(program)
    argv = ("{python}", "-I", "main.py", *arguments)
    return sandbox.run(Command(argv=argv, limits=Limits(wall_seconds=20)), rooms)


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (HTTP, "200 True\n200 True"),
        (ASYNC, "twenty answers"),
        (CHILD, "child"),
        (SIX, "six\nfour"),
        (CLOSED, "refused"),
        (WAITS, "timed out\ndoes not block\nFalse"),
        (NONSENSE, "True"),
    ],
    ids=["http", "async", "child", "six", "closed", "waits", "nonsense"],
)
def test_programs_serve_ports_of_their_own_choice(
    sandbox: Sandbox, rooms: Rooms, program: str, said: str
) -> None:
    execution = run(sandbox, rooms, program)
    last = [line for line in execution.output.splitlines() if '"GET' not in line]
    assert (execution.exit_code, "\n".join(last)) == (0, said)


def test_what_others_serve_on_this_machine_cannot_be_asked(sandbox: Sandbox, rooms: Rooms) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        execution = run(sandbox, rooms, FOREIGN, str(other.getsockname()[1]))
        assert "connected" not in execution.output
        assert execution.output.split()[0] == "ConnectionRefusedError"
        other.settimeout(0.1)
        with pytest.raises(TimeoutError):
            other.accept()
