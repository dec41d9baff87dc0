"""The addresses of this machine on its own network. They are read from the system; nothing is sent."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
# Networks that only programs on this machine use, and tunnels to elsewhere, judging by their names.
VIRTUAL = re.compile(
    r"docker|br-|veth|virbr|vmnet|vmware|vboxnet|virtualbox|vethernet|lxc|lxd|cni|flannel|cali|podman"
    r"|tun|tap|utun|wg|tailscale|zt|ppp|ipsec|hamachi",
    re.IGNORECASE,
)
EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 - what it means to listen at these
# Networks of homes and small offices; those first that programs seldom choose for their own networks.
HOME = [ipaddress.ip_network(network) for network in ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12", "fd00::/8")]


@dataclass(frozen=True)
class Interface:
    """The relevant part of a network interface of this machine."""

    name: str
    addresses: tuple[str, ...]
    is_up: bool = True
    is_tunnel: bool = False


def list_addresses() -> list[str]:
    """Return the addresses of this machine on its network, the most likely first."""
    return choose_addresses(read_interfaces())


def choose_addresses(interfaces: Iterable[Interface]) -> list[str]:
    """Return the addresses that others on the network can use: IPv4 first, and only private ones if there are any.

    >>> wireless = Interface("wlan0", ("2001:db8::7", "fe80::1%wlan0", "fd12::7", "192.168.1.20"))
    >>> choose_addresses([Interface("lo", ("127.0.0.1", "::1")), Interface("docker0", ("172.17.0.1",)), wireless])
    ['192.168.1.20', 'fd12::7']
    """
    usable = [one for one in interfaces if one.is_up and not one.is_tunnel and not VIRTUAL.match(one.name)]
    found = [address for one in usable for text in one.addresses if (address := _read_address(text)) is not None]
    short, long = ([address for address in found if address.version == version] for version in (4, 6))
    # A global IPv6 address is public: it is used only if there is no other.
    chosen = (_choose_home(short) or short) + _choose_home(long) or long
    return [str(address) for address in chosen]


def is_public(address: str) -> bool:
    """Tell whether an address is on the public internet.

    >>> [address for address in ("192.168.1.20", "fd12::7", "8.8.8.8", "2a00::1") if is_public(address)]
    ['8.8.8.8', '2a00::1']
    """
    return ipaddress.ip_address(address).is_global


def is_loopback(name: str) -> bool:
    """Tell whether a name or address, without a port, refers to whatever machine uses it.

    >>> names = ("127.0.0.1", "127.9.9.9", "::1", "localhost", "a.localhost", "192.168.1.20", "x")
    >>> [name for name in names if is_loopback(name)]
    ['127.0.0.1', '127.9.9.9', '::1', 'localhost', 'a.localhost']
    """
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def make_origin(address: str, port: int) -> str:
    """Return the origin of a page's address.

    >>> make_origin("192.168.1.20", 8017), make_origin("fd12::7", 80)
    ('http://192.168.1.20:8017', 'http://[fd12::7]:80')
    """
    return f"http://[{address}]:{port}" if ":" in address else f"http://{address}:{port}"


def list_origins(host: str, port: int, given: Sequence[str] = ()) -> list[str]:
    """Return the origins of pages for others, of a server that listens at a host; none if others cannot connect.

    The addresses of this machine can be `given`; otherwise they are detected.

    >>> list_origins("0.0.0.0", 80, ("192.168.1.20", "fd12::7")), list_origins("127.0.0.1", 80), list_origins("10.0.0.1", 80)
    (['http://192.168.1.20:80'], [], ['http://10.0.0.1:80'])
    """
    if is_loopback(host):
        return []
    short = host == EVERYWHERE[0]  # IPv4 only
    addresses = given or list_addresses() if host in EVERYWHERE else [host]
    return [make_origin(address, port) for address in addresses if not (short and ":" in address)]


def read_interfaces() -> list[Interface]:
    """Return the network interfaces of this machine."""
    import psutil

    states = psutil.net_if_stats()
    found = []
    for name, entries in psutil.net_if_addrs().items():
        state = states.get(name)
        flags = state.flags.split(",") if state else []
        addresses = tuple(entry.address for entry in entries if entry.family in (socket.AF_INET, socket.AF_INET6))
        found.append(Interface(name, addresses, is_up=state is None or state.isup, is_tunnel="pointopoint" in flags))
    return found


def _read_address(text: str) -> IpAddress | None:
    """Return an address that others can use, or None: a link-local one would need the name of the visitor's own interface."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    closed = address.is_loopback or address.is_link_local or address.is_multicast or address.is_unspecified
    return None if closed else address


def _choose_home(addresses: list[IpAddress]) -> list[IpAddress]:
    return [address for network in HOME for address in addresses if address in network]
