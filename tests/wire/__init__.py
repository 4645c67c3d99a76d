"""A server on loopback that speaks the wire formats of four kinds of providers, in any mood."""

from wire.answers import Answer, Seen, Server
from wire.server import serving

__all__ = ["Answer", "Seen", "Server", "serving"]
