"""Letting others join: who can open and close the way in, what arrives by it, and what strangers and other sites cannot do.

A second port of 127.0.0.1 stands for the address in the network, so that nothing is open to others while the tests run.
"""

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from banmen.server.http.network_door import NetworkDoor
from banmen.server.problems import ProblemError
from banmen.server.settings import ServerSettings
from tests.common.qr_reading import find_modules_of_svg, find_modules_of_text, read_modules
from tests.server.process import PATIENCE, Process
from tests.server.visiting import House, problem

NOBODYS = "192.0.2.77"  # an address for documentation, which no machine has
CLOSED: dict[str, Any] = {"origin": None, "addresses": [], "public": False, "changeable": True}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with Process(tmp_path_factory.mktemp("joining") / "data") as started:
        yield started
        assert "Traceback" not in started.close()


@pytest.fixture
def owner(server: Process) -> Iterator[httpx.Client]:
    """A visitor at the machine itself; afterwards the way in is closed."""
    with server.client() as client:
        yield client
        client.delete("/api/network")


def come_by(origin: str, **headers: str) -> httpx.Client:
    """Return a visitor from the network."""
    return httpx.Client(base_url=origin, timeout=PATIENCE, verify=False, headers=headers)


def can_connect(origin: str) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", int(origin.rpartition(":")[2]))) == 0


def test_visitors_at_the_machine_can_open_and_close(server: Process, owner: httpx.Client) -> None:
    assert owner.get("/api/network").json() == CLOSED
    assert 'id="join-button"' in owner.get("/").text
    match = owner.post("/api/matches", json={"game": "qubism"}).json()["id"]
    assert "data-may-let-join" in owner.get(f"/play/{match}").text
    assert problem(owner.post("/api/qr", json={"path": "/"})) == (409, "no_network")
    opened = owner.post("/api/network").json()
    origin = opened["origin"]
    assert opened == {"origin": origin, "addresses": [origin], "public": False, "changeable": True}
    assert origin != server.url
    assert owner.post("/api/network").json() == owner.get("/api/network").json() == opened
    drawn = owner.post("/api/qr", json={"path": "/new/qubism"}).json()
    assert drawn["address"] == f"{origin}/new/qubism" == read_modules(find_modules_of_svg(drawn["svg"]))
    with come_by(origin) as guest:
        assert guest.get("/").status_code == 200
        match = guest.post("/api/matches", json={"game": "qubism"}).json()["id"]
        assert "data-may-let-join" not in guest.get(f"/play/{match}").text
    assert owner.delete("/api/network").json() == CLOSED
    assert not can_connect(origin)
    assert owner.get("/healthz").status_code == 200
    again = owner.post("/api/network").json()["origin"]
    assert can_connect(again)


def test_a_stranger_neither_opens_nor_closes(server: Process, owner: httpx.Client) -> None:
    origin = owner.post("/api/network").json()["origin"]
    near = server.url.removeprefix("http://")
    pretending: list[dict[str, str]] = [
        {},
        {"host": near},
        {"host": near, "x-forwarded-for": "127.0.0.1"},
        {"host": "localhost"},
    ]
    for headers in pretending:
        with come_by(origin, **headers) as guest:
            assert problem(guest.delete("/api/network")) == (403, "not_here")
            assert problem(guest.post("/api/network")) == (403, "not_here")
            assert guest.get("/api/network").json()["changeable"] is False
            assert "join-button" not in guest.get("/").text
    assert can_connect(origin)


@pytest.mark.parametrize("header", ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"])
def test_requests_through_a_proxy_are_not_at_the_machine(owner: httpx.Client, header: str) -> None:
    headers = {header: "192.0.2.7"}
    assert problem(owner.post("/api/network", headers=headers)) == (403, "not_here")
    assert owner.get("/api/network", headers=headers).json()["changeable"] is False
    assert "join-button" not in owner.get("/", headers=headers).text
    assert owner.get("/api/network").json() == CLOSED


def test_a_public_name_is_not_the_machine(tmp_path: Path) -> None:
    with Process(tmp_path / "data", BANMEN_HOSTS="games.example") as server, server.client() as client:
        headers = {"host": "games.example"}
        assert problem(client.post("/api/network", headers=headers)) == (403, "not_here")
        told = client.get("/api/network", headers=headers).json()
        assert told == {**CLOSED, "origin": "http://games.example", "addresses": ["http://games.example"], "changeable": False}
        headers |= {"origin": "https://games.example"}
        assert client.post("/api/qr", json={"path": "/"}, headers=headers).json()["address"] == "https://games.example/"


def test_pages_of_other_sites_open_nothing(server: Process, owner: httpx.Client) -> None:
    for headers in ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}, {"origin": "null"}):
        assert problem(owner.post("/api/network", headers=headers)) == (403, "cross_origin")
    for host in ("evil.example", f"evil.example:{server.port}"):  # whose owner has made that name resolve to this machine
        rebound = {"host": host, "origin": f"http://{host}"}
        assert problem(owner.post("/api/network", headers=rebound)) == (400, "unknown_host")
    assert owner.get("/api/network").json() == CLOSED
    origin = owner.post("/api/network").json()["origin"]
    with come_by(origin, host="evil.example") as rebound_guest:
        assert problem(rebound_guest.get("/api/games")) == (400, "unknown_host")
    assert problem(owner.delete("/api/network", headers={"origin": "http://evil.example"})) == (403, "cross_origin")
    assert can_connect(origin)


def test_network_connections_end_when_the_door_closes(server: Process, owner: httpx.Client) -> None:
    origin = owner.post("/api/network").json()["origin"]
    with come_by(origin) as guest, server.client() as resident:
        match = guest.post("/api/matches", json={"game": "qubism"}).json()["id"]
        own = resident.post("/api/matches", json={"game": "qubism"}).json()["id"]
        cookies = [{"Cookie": f"banmen_visitor={client.cookies['banmen_visitor']}"} for client in (guest, resident)]
        far, near = origin.replace("http:", "ws:"), server.url.replace("http:", "ws:")
        with (
            connect(f"{far}/api/matches/{match}/live", additional_headers=cookies[0]) as away,
            connect(f"{near}/api/matches/{own}/live", additional_headers=cookies[1]) as here,
        ):
            assert away.recv(timeout=PATIENCE)
            assert here.recv(timeout=PATIENCE)
            owner.delete("/api/network")
            with pytest.raises(ConnectionClosed):
                away.recv(timeout=PATIENCE)
            view = resident.get(f"/api/matches/{own}").json()
            moved = {"type": "resign", "seq": view["seq"], "client_id": "0" * 32, "player": view["turn"]}
            assert resident.post(f"/api/matches/{own}/actions", json=moved).status_code == 200
            assert here.recv(timeout=PATIENCE)
        with pytest.raises(httpx.TransportError):
            guest.get("/api/games")


@pytest.mark.parametrize("path", ["", "x", "//[", "http://evil.example/", "/a b", "/\n", "/盤", "/" + "x" * 500])
def test_codes_are_drawn_of_this_servers_pages_only(owner: httpx.Client, path: str) -> None:
    origin = owner.post("/api/network").json()["origin"]
    answer = owner.post("/api/qr", json={"path": path})
    if path.startswith("//"):  # with our address in front, it leads nowhere else
        assert answer.json()["address"] == origin + path
    else:
        assert problem(answer) == (422, "invalid")


def test_a_server_for_everybody_has_nothing_to_open(house: House) -> None:
    house.app.state.door = NetworkDoor("0.0.0.0", 8017, ServerSettings(addresses=(NOBODYS,)), asyncio.Protocol, (), print)
    near = house.visitor()
    near.client.base_url = httpx.URL("http://127.0.0.1:8017")
    origin = f"http://{NOBODYS}:8017"
    assert near.get("/api/network").json() == {"origin": origin, "addresses": [origin], "public": False, "changeable": False}
    assert problem(near.post("/api/network")) == problem(near.delete("/api/network")) == (403, "not_here")
    assert near.post("/api/qr", {"path": "/"}).json()["address"] == f"{origin}/"
    assert 'id="join-button"' in near.get("/").text
    far = house.visitor("192.0.2.5", host="192.0.2.78:8017")
    assert far.get("/api/network").json()["addresses"] == ["http://192.0.2.78:8017"], "others are not told of more addresses"
    assert "join-button" not in far.get("/").text


def test_it_can_be_open_from_the_start_and_the_terminal_tells(tmp_path: Path) -> None:
    with Process(tmp_path / "data", 0, "--join") as server, server.client() as client:
        origin = client.get("/api/network").json()["origin"]
        assert can_connect(origin)
        client.delete("/api/network")
        told = server.close()
    assert f"Others on your network can join at {origin}/" in told
    code = "\n".join(line for line in told.splitlines() if set(line) <= set("█▀▄ ") and line)
    assert read_modules(find_modules_of_text(code)) == f"{origin}/"
    assert "Others can no longer join." in told


def test_without_a_network_that_is_said(tmp_path: Path) -> None:
    with Process(tmp_path / "data", 0, "--join", BANMEN_ADDRESSES=NOBODYS) as server, server.client() as client:
        assert problem(client.post("/api/network")) == (409, "no_network")
        assert client.get("/api/network").json() == CLOSED
        assert "Other devices cannot reach this computer" in server.close()


@pytest.mark.parametrize("settings", [{"BANMEN_TRUSTED_PROXIES": "10.0.0.1"}, {"BANMEN_PATH_PREFIX": "/games"}])
def test_behind_a_proxy_there_is_nothing_to_open(tmp_path: Path, settings: Any) -> None:
    with Process(tmp_path / "data", **settings) as server, server.client() as client:
        assert problem(client.post("/api/network")) == (403, "not_here")
        assert client.get("/api/network").json() == {**CLOSED, "changeable": False}
        assert "join-button" not in client.get("/").text


def test_an_application_that_does_not_listen_by_itself_has_no_way_in(house: House) -> None:
    near = house.visitor(host="127.0.0.1")
    assert near.get("/api/network").json() == {**CLOSED, "changeable": False}
    assert problem(near.post("/api/network")) == (403, "not_here")
    far = house.visitor(host="192.168.1.20:8017")
    assert far.get("/api/network").json()["origin"] == "http://192.168.1.20:8017"
    assert far.post("/api/qr", {"path": "/x#y"}).json()["address"] == "http://192.168.1.20:8017/x#y"


def test_the_sheet_is_a_part_of_a_page_with_readings_for_children(house: House) -> None:
    visitor = house.visitor(cookie="banmen_easy=on")
    usual, easy = visitor.get("/joining?lang=en").text, visitor.get("/joining?lang=ja").text
    assert "Stop letting others join" in usual
    assert easy.count("<rt ") > 5
    for text in (usual, easy):
        assert text.count("<dialog ") == text.count("<link ") == 1
        assert "<html" not in text


def test_in_another_network_it_is_not_open(monkeypatch: pytest.MonkeyPatch) -> None:
    there = ["127.0.0.1"]
    told: list[list[str]] = []
    monkeypatch.setattr("banmen.server.http.network_door.list_addresses", lambda: list(there))

    async def travel() -> None:
        connections: set[Any] = set()
        door = NetworkDoor("127.0.0.1", 0, ServerSettings(), asyncio.Protocol, connections, told.append)
        await door.open()
        assert can_connect(door.list_origins()[0])
        there[:] = ["192.0.2.77"]
        await door.refresh()
        assert door.list_origins() == []
        with pytest.raises(ProblemError, match="no_network"):
            await door.open()
        there[:] = ["127.0.0.1"]
        await door.refresh()
        assert door.list_origins() == []
        await door.open()
        assert can_connect(door.list_origins()[0])
        door.end()

    asyncio.run(travel())
    assert [bool(origins) for origins in told] == [True, False, True]


def test_a_public_address_is_reported() -> None:
    def make(host: str, *addresses: str) -> NetworkDoor:
        return NetworkDoor(host, 80, ServerSettings(addresses=addresses), asyncio.Protocol, (), print)

    assert make("127.0.0.1", "8.8.8.8").is_public
    assert make("0.0.0.0", "192.168.1.20", "2a00::7").is_public
    assert make("8.8.8.8").is_public
    assert not make("127.0.0.1", "192.168.1.20").is_public
    assert not make("192.168.1.20").is_public
