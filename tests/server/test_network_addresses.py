"""The addresses of a machine on its network."""

import socket

import pytest

from banmen.server.network_addresses import Interface, choose_addresses, list_addresses, list_origins, read_interfaces

LOOPBACK = Interface("lo", ("127.0.0.1", "::1"))


@pytest.mark.parametrize(
    ("interfaces", "chosen"),
    [
        ([], []),
        ([Interface("eth0", ("10.1.2.3",)), Interface("wlan0", ("192.168.1.20",))], ["192.168.1.20", "10.1.2.3"]),
        ([Interface("eth0", ("172.20.10.2",))], ["172.20.10.2"]),
        ([Interface("eth0", ("8.8.8.8", "192.168.1.20"))], ["192.168.1.20"]),
        ([Interface("eth0", ("8.8.8.8",))], ["8.8.8.8"]),
        ([Interface("eth0", ("192.168.1.20", "2a00::7", "fd12::7"))], ["192.168.1.20", "fd12::7"]),
        ([Interface("eth0", ("2a00::7", "fe80::1%eth0", "fe80::1"))], ["2a00::7"]),
        ([Interface("eth0", ("169.254.7.7", "fe80::1%eth0", "0.0.0.0", "224.0.0.1", "02:fc:00:00:00:01"))], []),
        ([Interface("eth0", ("192.168.1.20",), is_up=False)], []),
        ([Interface("anything", ("10.8.0.2",), is_tunnel=True)], []),
    ],
)
def test_addresses_of_homes_come_first(interfaces: list[Interface], chosen: list[str]) -> None:
    assert choose_addresses([LOOPBACK, *interfaces]) == chosen


@pytest.mark.parametrize(
    "name",
    [
        *("docker0", "br-0123456789ab", "veth12ab", "virbr0", "vmnet8", "vboxnet0", "lxdbr0", "cni0", "tun0", "wg0", "utun3"),
        *("tailscale0", "vEthernet (WSL)", "VirtualBox Host-Only Network", "VMware Network Adapter VMnet1"),
    ],
)
def test_unusable_networks_are_left_out(name: str) -> None:
    assert choose_addresses([Interface(name, ("192.168.56.1",)), Interface("wlan0", ("10.0.0.5",))]) == ["10.0.0.5"]


def test_bridges_are_left_out() -> None:
    names = ("br0", "bridge100", "wlan0", "wlp3s0", "en0", "Wi-Fi", "Ethernet", "eth0")
    assert choose_addresses(Interface(name, (f"192.168.{number}.1",)) for number, name in enumerate(names)) == [
        f"192.168.{number}.1" for number in range(len(names))
    ]


def test_to_look_for_them_nothing_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("no socket is needed")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    found = [address for interface in read_interfaces() for address in interface.addresses]
    assert "127.0.0.1" in found
    assert set(list_addresses()) <= {address.partition("%")[0] for address in found} - {"127.0.0.1", "::1"}


def test_where_a_server_is_reached_follows_from_where_it_listens() -> None:
    own = ("192.168.1.20", "fd12::7")
    assert list_origins("127.0.0.1", 8017, own) == list_origins("::1", 8017, own) == list_origins("localhost", 8017, own) == []
    assert list_origins("0.0.0.0", 8017, own) == ["http://192.168.1.20:8017"]
    assert list_origins("::", 8017, own) == ["http://192.168.1.20:8017", "http://[fd12::7]:8017"]
    assert list_origins("fd12::9", 8017, own) == ["http://[fd12::9]:8017"]
