"""Loopback ports of a confined program's own: it may serve them, and ask only what it serves.

Options that the program set on a socket before it was bound or connected are lost, as another
takes its place.
"""

import errno
import ipaddress
import os
import socket
import struct
from collections import namedtuple

Made = namedtuple("Made", "socket place flags")
FIRST_FREE_PORT = 1024
PATIENCE = 5  # seconds until a server with a full queue counts as not answering
LONGEST = 128
LISTENS = "0A"  # TCP_LISTEN in /proc/net/tcp
LOOPBACK = {socket.AF_INET: "127.0.0.1", socket.AF_INET6: "::1"}
BOTH = "::ffff:127.0.0.1"


class Loopback:
    """Makes sockets and knows those that it made."""

    def __init__(self):
        self.own = set()

    def bound(self, pid, place, address, length):
        """Make a socket bound to loopback; None when the address is of another family."""
        found = address_of(pid, address, length)
        if found is None:
            return None
        family, host, port = found
        if host.is_unspecified:
            host = ipaddress.ip_address(LOOPBACK[family] if family == socket.AF_INET else BOTH)
        if not is_loopback(host):
            raise problem(errno.EADDRNOTAVAIL)
        if 0 < port < FIRST_FREE_PORT:
            raise problem(errno.EACCES)
        made = made_for(pid, place, family)
        try:
            made.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.socket.bind((str(host), port))
        except OSError:
            made.socket.close()
            raise
        self.own.add(os.fstat(made.socket.fileno()).st_ino)
        return made

    def connected(self, pid, place, address, length):
        """Make a socket connected to a port that a socket of `bound` serves."""
        found = address_of(pid, address, length)
        if found is None:
            return None
        family, host, port = found
        if host.is_unspecified:
            host = ipaddress.ip_address(LOOPBACK[family])
        if not is_loopback(host):
            raise problem(errno.ENETUNREACH)
        made = made_for(pid, place, family)
        waits = made.socket.gettimeout()
        try:
            if not self.serves(port):
                raise problem(errno.ECONNREFUSED)
            made.socket.settimeout(PATIENCE)
            made.socket.connect((str(host), port))
            if not self.serves(port):  # Somebody else took the port in between.
                raise problem(errno.ECONNRESET)
            made.socket.settimeout(waits)
        except OSError:
            made.socket.close()
            raise
        return made

    def serves(self, port):
        """Say whether all that listens on the port was made here."""
        listening = {inode for served, inode in listeners() if served == port}
        return bool(listening) and listening <= self.own


def address_of(pid, address, length):
    """Return family, host and port of an address in the process's memory; None: another family."""
    length &= 0xFFFFFFFF
    if length > LONGEST:
        raise problem(errno.EINVAL)
    with open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
        memory.seek(address)
        data = memory.read(length) or b""
    family = struct.unpack_from("=H", data)[0] if len(data) > 1 else 0
    if family == socket.AF_INET and len(data) >= 16:
        return family, ipaddress.ip_address(data[4:8]), struct.unpack_from(">H", data, 2)[0]
    if family == socket.AF_INET6 and len(data) >= 24:
        return family, ipaddress.ip_address(data[8:24]), struct.unpack_from(">H", data, 2)[0]
    return None


def is_loopback(host):
    return (getattr(host, "ipv4_mapped", None) or host).is_loopback


def made_for(pid, place, family):
    """Make a TCP socket in the likeness of the one that the process holds under a descriptor."""
    place &= 0xFFFFFFFF
    try:
        if not os.readlink(f"/proc/{pid}/fd/{place}").startswith("socket:"):
            raise problem(errno.ENOTSOCK)
        with open(f"/proc/{pid}/fdinfo/{place}", encoding="ascii") as facts:
            flags = next(int(line.split()[1], 8) for line in facts if line.startswith("flags:"))
    except FileNotFoundError:
        raise problem(errno.EBADF) from None
    made = socket.socket(family, socket.SOCK_STREAM)
    if family == socket.AF_INET6:
        made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
    made.setblocking(not flags & os.O_NONBLOCK)
    return Made(made, place, flags)


def listeners():
    """Yield port and inode of every TCP socket that listens on this machine."""
    for table in ("tcp", "tcp6"):
        try:
            with open(f"/proc/self/net/{table}", encoding="ascii") as lines:
                for fields in map(str.split, lines):
                    if fields[3] == LISTENS:
                        yield int(fields[1].rpartition(":")[2], 16), int(fields[9])
        except FileNotFoundError:
            continue  # This kernel speaks no IPv6.


def problem(number):
    return OSError(number, os.strerror(number))
