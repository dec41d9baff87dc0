"""The server's host names. A foreign page can make its own name resolve to our address; such requests must be refused."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable


def list_own_names(more: Iterable[str] = ()) -> frozenset[str]:
    """Return the names of this machine and the configured ones."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name.partition('.')[0]}.local", *(one.lower() for one in more)})


def is_own_host(host: str, names: frozenset[str]) -> bool:
    """Tell whether a Host header names this server: by any address, or by one of its own names.

    >>> own = frozenset({"localhost", "games.example"})
    >>> asked = ("127.0.0.1:80", "[::1]:8017", "localhost", "Games.Example:443", "evil.example", "")
    >>> [host for host in asked if is_own_host(host, own)]
    ['127.0.0.1:80', '[::1]:8017', 'localhost', 'Games.Example:443']
    """
    bare = strip_port(host)
    if bare in names or bare.endswith(".localhost"):
        return True
    try:
        ipaddress.ip_address(bare)
    except ValueError:
        return False
    return True


def strip_port(host: str) -> str:
    """Return the name or address in a Host header, without its port.

    >>> [strip_port(host) for host in ("127.0.0.1:80", "[::1]:8017", "[::1]", "LOCALHOST.", "")]
    ['127.0.0.1', '::1', '::1', 'localhost', '']
    """
    bare = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() and not host.endswith("]") else host
    return bare[1:-1] if bare.startswith("[") and bare.endswith("]") else bare.lower().rstrip(".")


def shorten_address(address: str) -> str:
    """Return the address, or for IPv6 its network: a household has many IPv6 addresses.

    >>> shorten_address("192.0.2.7"), shorten_address("2001:db8:1:2:aaaa::1")
    ('192.0.2.7', '2001:db8:1:2::')
    """
    if ":" not in address:
        return address
    try:
        return str(ipaddress.ip_network(f"{address.partition('%')[0]}/64", strict=False).network_address)
    except ValueError:
        return address
