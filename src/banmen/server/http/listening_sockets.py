"""The sockets that a server listens on."""

from __future__ import annotations

import socket
import sys


def bind_socket(host: str, port: int, shared: bool = False, reserved: bool = False) -> socket.socket:
    """Return a socket bound to an address, or raise OSError.

    Several processes may each have one at a shared address; the caller knows that it is `reserved` for them.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    if shared and port and not reserved:
        bind_socket(host, port).close()  # a port of another program cannot be shared
    # With the protocol given as TCP, asyncio sends every answer at once instead of waiting to fill a packet.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        bound.bind((host, port))
    except (OSError, OverflowError):
        bound.close()
        raise
    return bound


def can_share_ports() -> bool:
    """Tell whether the system distributes connections over processes that listen at the same address."""
    return hasattr(socket, "SO_REUSEPORT") and sys.platform == "linux"
