"""The sockets that a server listens on."""

from __future__ import annotations

import socket
import sys


def bind_socket(host: str, port: int, shared: bool = False, reserved: bool = False) -> socket.socket:
    """Return a socket at an address, or raise OSError.

    Several processes may have one each at a shared address; that it is `reserved` for them is known by whoever asks.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    if shared and port and not reserved:
        bind_socket(host, port).close()  # a stranger's port cannot be shared
    # Told that this is TCP, asyncio sends every answer at once instead of waiting for more to put into a packet.
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
    """Tell whether the system spreads connections over processes that listen at one address."""
    return hasattr(socket, "SO_REUSEPORT") and sys.platform == "linux"
