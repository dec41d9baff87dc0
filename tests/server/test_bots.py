"""Bots: created by their owners, authenticated by tokens, invited, rate-limited, and shut out when a token is revoked."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from banmen.server.bots.bot_game import FollowedMatch
from banmen.server.bots.bot_limits import BurstLimit
from banmen.server.store.database import StoreError
from tests.server.process import Process
from tests.server.test_gatherings import ask_seat, join
from tests.server.visiting import NEARLY_WON, House, Visitor, problem

DOCUMENT = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")
SEATS = {"w": "human", "b": "bot:robo"}


def make_bot(owner: Visitor, name: str = "robo", **more: Any) -> str:
    answer = owner.post("/api/bots", {"name": name, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["token"])


def be_bot(house: House, token: str) -> Visitor:
    return house.visitor("127.0.0.7", authorization=f"Bearer {token}")


def test_a_bot_is_made_challenged_and_plays(house: House) -> None:
    owner, guest = house.visitor(), house.visitor("127.0.0.2")
    token = make_bot(owner, games=["qubism"], open=True)
    assert len(token) >= 22  # 128 bits or more
    robo = be_bot(house, token)
    assert robo.get("/api/bot").json() == {"name": "robo", "games": ["qubism"], "invitations": [], "playing": []}
    begun = guest.post("/api/gatherings", {"game": "qubism", "seats": SEATS, "own": ["w"]})
    assert begun.json()["links"] == {}
    match = begun.json()["view"]["id"]
    (seat,) = robo.get("/api/bot").json()["invitations"]
    assert (seat["match"], seat["player"], seat["game"], seat["clock"]) == (match, "b", "qubism", None)
    join(guest, match, name="Guest")
    view = join(robo, match, player="b", name="Grandmaster")
    assert [player["name"] for player in view["players"]] == ["Guest", "robo (bot)"]
    guest.done(guest.look(match), "move", move="c2")
    view = robo.look(match)
    assert robo.done(view, "move", move=view["moves"][0]["move"])["steps"] == 2
    desk = robo.get("/api/bot")
    assert (desk.json()["invitations"], [one["match"] for one in desk.json()["playing"]]) == ([], [match])
    assert "set-cookie" not in desk.headers


def test_only_permitted_people_can_invite_a_bot(house: House) -> None:
    owner, guest = house.visitor(), house.visitor()
    robo = be_bot(house, make_bot(owner, games=["qubism"]))
    assert problem(guest.post("/api/gatherings", {"game": "qubism", "seats": SEATS})) == (404, "no_bot")
    wrong = {"game": "kuniumi", "seats": {"1": "human", "2": "bot:robo"}}
    assert problem(owner.post("/api/gatherings", wrong)) == (409, "bot_plays_other_games")
    rated = {"game": "qubism", "seats": SEATS, "own": ["w"], "rated": True}
    assert problem(owner.post("/api/gatherings", rated)) == (403, "one_seat_each")
    match = owner.post("/api/gatherings", {"game": "qubism", "seats": SEATS, "own": ["w"]}).json()["view"]["id"]
    assert robo.post(f"/api/matches/{match}/refuse").status_code == 204
    assert robo.get("/api/bot").json()["invitations"] == []
    assert problem(ask_seat(robo, match)) == (404, "no_seat")
    link = owner.post(f"/api/matches/{match}/invite", {"player": "b"}).json()["link"]  # now for somebody else
    assert join(guest, match, link=link)["together"]["own"] == ["b"]
    assert problem(robo.post("/api/bots", {"name": "child"})) == (403, "not_for_bots")


def test_a_new_game_offers_ones_own_bots_and_those_that_anybody_may_ask(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, guest = house.visitor(), house.visitor()
    make_bot(owner, "closed")
    come = be_bot(house, make_bot(owner, "robo", games=["qubism", "moontrek"], open=True))
    make_bot(owner, "absent", open=True)  # it has never come
    come.get("/api/bot")

    def offered(visitor: Visitor, game: str) -> list[str]:
        return re.findall(r'value="bot:(\w+)"', visitor.get(f"/new/{game}").text)

    assert offered(owner, "qubism") == ["closed", "robo", "absent"]
    assert offered(guest, "qubism") == ["robo"]
    assert offered(guest, "moontrek") == ["robo"] * 4
    assert offered(guest, "kuniumi") == []
    begun = guest.post("/api/gatherings", {"game": "qubism", "seats": SEATS, "own": ["w"]}).json()["view"]
    assert (begun["players"][1]["name"], begun["together"]["awaited"]) == ("robo (bot)", ["b"])

    async def fail(*_: object) -> None:
        raise StoreError

    monkeypatch.setattr(house.app.state.bots, "list_offered", fail)
    assert offered(owner, "qubism") == []  # the page is there without the database


def test_names_of_bots_are_their_own(house: House) -> None:
    owner, other = house.visitor(), house.visitor()
    make_bot(owner, "R0bo-l")
    for name in ("robo_i", "r0bo-L", "ROBO-1"):
        assert problem(other.post("/api/bots", {"name": name})) == (409, "name_taken")
    for name in ("a", "x" * 19, "two words", "-robo", "ロボ"):
        assert other.post("/api/bots", {"name": name}).status_code == 422
    assert problem(other.post("/api/bots", {"name": "fine", "games": ["chess"]}))[0] == 404
    assert problem(other.post("/api/bots/R0bo-l/token")) == (404, "no_bot")
    assert problem(other.delete("/api/bots/R0bo-l")) == (404, "no_bot")
    for number in range(house.settings.most_bots - 1):
        make_bot(owner, f"bot-{number}x")
    assert problem(owner.post("/api/bots", {"name": "one-more"})) == (429, "too_many_bots")
    assert owner.delete("/api/bots/R0bo-l").status_code == 204
    assert len(owner.get("/api/bots").json()["bots"]) == house.settings.most_bots - 1


def test_a_token_is_stored_by_its_digest_and_can_be_revoked(house: House, tmp_path: Path) -> None:
    owner = house.visitor()
    token = make_bot(owner)
    robo = be_bot(house, token)
    assert robo.get("/api/bot").status_code == 200
    with sqlite3.connect(tmp_path / "banmen.sqlite3") as connection:
        assert token not in "\n".join(connection.iterdump())
    fresh = owner.post("/api/bots/robo/token").json()["token"]
    refused = robo.get("/api/bot")
    assert problem(refused) == (401, "bad_token")
    assert refused.headers["www-authenticate"] == "Bearer"
    assert be_bot(house, fresh).get("/api/bot").status_code == 200
    owner.delete("/api/bots/robo")
    assert problem(be_bot(house, fresh).get("/api/bot")) == (401, "bad_token")


def test_tokens_cannot_be_tried_one_after_another(tmp_path: Path) -> None:
    with House(tmp_path, most_joined=3) as house:
        codes = [problem(be_bot(house, f"{number:032}").get("/api/matches"))[1] for number in range(5)]
        assert codes == ["bad_token"] * 3 + ["too_busy"] * 2
        for nonsense in ("Basic abc", "Bearer", "Bearer " + "x" * 5000, ""):
            assert house.visitor("10.1.1.1", authorization=nonsense).get("/api/matches").status_code in (401, 429)


def test_a_bot_that_is_too_fast_gets_a_retry_time(tmp_path: Path) -> None:
    with House(tmp_path, bot_rate=0.5, bot_burst=3) as house:
        robo = be_bot(house, make_bot(house.visitor()))
        answers = [robo.get("/api/bot") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert answers[-1].headers["retry-after"] == "2"
        assert 0 < answers[-1].json()["retry_after"] <= 2
        assert house.visitor("127.0.0.7").get("/api/matches").status_code == 200  # others at its address are not affected


def test_a_limit_fills_again() -> None:
    now = [0.0]
    limit = BurstLimit(rate=2.0, burst=2, clock=lambda: now[0])
    assert [limit.find_wait() for _ in range(3)] == [0.0, 0.0, 0.5]
    now[0] = 0.5
    assert [limit.find_wait() for _ in range(2)] == [0.0, 0.5]


def test_the_matches_of_a_bot_are_limited(tmp_path: Path) -> None:
    with House(tmp_path, most_bot_matches=2) as house:
        owner = house.visitor()
        make_bot(owner)
        asked = {"game": "qubism", "seats": SEATS, "own": ["w"]}
        assert [owner.post("/api/gatherings", asked).status_code for _ in range(3)] == [201, 201, 429]


def test_a_followed_match_knows_position_and_time() -> None:
    first = {"game": "qubism", "options": {}, "position": NEARLY_WON, "start": NEARLY_WON, "opening": []}
    seats = [{"player": "w", "who": "human"}, {"player": "b", "who": "human"}]
    clock = {"kind": "total", "seconds": 100.0, "increment": 0.0}
    followed = FollowedMatch()
    for seq, kind, data in (
        (0, "created", {**first, "seats": seats, "together": {"clock": clock}}),
        (1, "begin", {"position": NEARLY_WON}),
        (2, "move", {"move": "e1"}),
        (3, "undo", {"to": 1}),
    ):
        followed.take_in({"seq": seq, "at": 10.0 * seq, "kind": kind, "data": data})
    assert followed.position is not None
    assert (followed.position.text, followed.position.turn) == (NEARLY_WON, "b")
    assert followed.find_seconds("w", 30.0) is None
    seconds = followed.find_seconds("b", 30.0)
    assert seconds is not None
    assert 4.0 <= seconds <= 5.0  # a share of the remaining time
    followed.take_in({"seq": 4, "at": 40.0, "kind": "finished", "data": {}})
    assert followed.over


# With a real server.


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with Process(tmp_path_factory.mktemp("bots") / "data") as running:
        yield running
        assert running.close() == ""


class Owner:
    """A person with a bot on a real server."""

    def __init__(self, process: Process, name: str) -> None:
        self.process, self.name, self.client = process, name, process.client()
        self.token = self.client.post("/api/bots", json={"name": name}).json()["token"]
        self.environment = {
            **os.environ,
            "BANMEN_JIT": "0",
            "BANMEN_BOT_TOKEN": self.token,
            "BANMEN_HOST": f"127.0.0.1:{process.port}",
        }

    def __enter__(self) -> Owner:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()

    def ask(self, **more: Any) -> str:
        asked = {"game": "qubism", "start": NEARLY_WON, "seats": {"w": "human", "b": f"bot:{self.name}"}, "own": ["w"], **more}
        match = str(self.client.post("/api/gatherings", json=asked).json()["view"]["id"])
        self.client.post(f"/api/matches/{match}/join", json={"nonce": "0" * 32, "name": "Ann"})
        return match

    def listen(self, path: str = "/api/bot/live", token: str = "") -> Any:
        headers = {"Authorization": f"Bearer {token or self.token}"}
        return connect(f"ws://127.0.0.1:{self.process.port}{path}", additional_headers=headers)

    def await_move(self, match: str) -> dict[str, Any]:
        """Return the match when the bot has moved."""
        cookie = f"banmen_visitor={self.client.cookies['banmen_visitor']}"
        address = f"ws://127.0.0.1:{self.process.port}/api/matches/{match}/play"
        with connect(address, additional_headers={"Cookie": cookie}) as socket:
            for text in socket:
                told = json.loads(text)
                if any(event["kind"] == "move" for event in told.get("events", ())):
                    return dict(told)
        raise AssertionError("the bot did not move")


def test_the_commands_of_the_documents_make_and_ask_a_bot(house: House) -> None:
    ada, shell = house.visitor(), house.visitor()
    commands = re.findall(r"^curl .*-d '(.*)' \$HOST(\S+)$", DOCUMENT, re.MULTILINE)
    assert ada.post("/api/me/account", json.loads(commands[0][0])).status_code == 204
    assert [shell.post(path, json.loads(body)).status_code for body, path in commands] == [204, 201, 201]
    assert [one["seat"] for one in ada.get("/api/bots").json()["bots"]] == ["bot:robo"]
    (match,) = ada.get("/api/matches").json()["matches"]  # in the browser
    assert match["game"] == "qubism"


def test_the_example_of_the_documents_plays(process: Process) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", DOCUMENT, re.DOTALL)
    with Owner(process, "example") as owner:
        match = owner.ask()
        running = subprocess.Popen([sys.executable, "-c", example], env=owner.environment)
        try:
            assert owner.await_move(match)["events"]
        finally:
            running.kill()
            running.wait()


def begin_command(process: Process, file: Path, *more: str) -> subprocess.Popen[str]:
    command = [
        sys.executable,
        "-m",
        "banmen",
        "bot",
        "--server",
        process.url,
        "--token-file",
        str(file),
        "--lang",
        "en",
        *more,
    ]
    return subprocess.Popen(command, env={**os.environ, "BANMEN_JIT": "0"}, stderr=subprocess.PIPE, text=True)


def test_our_engines_play_as_bots_until_ctrl_c(process: Process, tmp_path: Path) -> None:
    with Owner(process, "engine") as owner:
        file = tmp_path / "token"
        file.write_text(owner.token + "\n")
        running = begin_command(process, file, "--player", "greedy")
        try:
            match = owner.ask(clock={"kind": "move", "seconds": 60})
            assert owner.await_move(match)["events"]
        finally:
            running.send_signal(signal.SIGINT)
            _, told = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "Traceback" not in told
    assert "engine is ready" in told
    assert owner.token not in told


@pytest.mark.parametrize(("token", "words"), [("no such token", "does not recognise this token"), ("", "no token")])
def test_the_command_says_what_is_wrong_with_a_token(process: Process, tmp_path: Path, token: str, words: str) -> None:
    file = tmp_path / "token"
    file.write_text(token)
    running = begin_command(process, file)
    _, told = running.communicate(timeout=60)
    assert (running.returncode, words in told, "Traceback" in told) == (2, True, False), told


def read_to_end(socket: Any) -> None:
    while True:
        socket.recv(60)


def test_a_bot_gets_invitations_and_loses_its_connections_with_its_token(process: Process) -> None:
    with Owner(process, "listener") as owner:
        with pytest.raises(InvalidStatus):
            owner.listen(token="x" * 32)
        with owner.listen() as live:
            assert json.loads(live.recv(60))["name"] == "listener"
            match = owner.ask()
            told = json.loads(live.recv(60))["invitation"]
            assert (told["match"], told["player"]) == (match, "b")
            headers = {"authorization": f"Bearer {owner.token}"}
            with httpx.Client(headers=headers, verify=False) as robo:
                robo.post(f"{process.url}/api/matches/{match}/join", json={"nonce": "1" * 32}).raise_for_status()
            with owner.listen(f"/api/matches/{match}/play") as playing:
                assert json.loads(playing.recv(60))["turn"] == "b"
                owner.client.post("/api/bots/listener/token")
                assert json.loads(live.recv(60))["error"]["code"] == "bad_token"
                with pytest.raises(ConnectionClosed):
                    read_to_end(playing)


def test_other_processes_notice_invitations(database: Path | str, tmp_path: Path) -> None:
    from banmen.server.http.application import create_app
    from banmen.server.settings import ServerSettings
    from tests.server.clusters import SETTINGS

    url = f"sqlite:///{database}" if isinstance(database, Path) else database
    settings = ServerSettings(data=tmp_path, database_url=url, **SETTINGS)

    class Woken:
        def __init__(self) -> None:
            self.event = asyncio.Event()

        def wake(self) -> None:
            self.event.set()

    async def work() -> int:
        one, two = create_app(settings), create_app(settings)
        async with one.router.lifespan_context(one), two.router.lifespan_context(two):
            bot, _ = await one.state.bots.create("owner", "robo", [], True)
            if two.state.listener:
                await two.state.listener.listening.wait()
            woken = Woken()
            two.state.bots.connect(bot, woken)
            async with httpx.AsyncClient(transport=httpx.ASGITransport(one), base_url="http://table") as client:
                answer = await client.post("/api/gatherings", json={"game": "qubism", "seats": SEATS, "own": ["w"]})
            assert answer.status_code == 201
            async with asyncio.timeout(60):
                await woken.event.wait()
            found = await two.state.bots.identify("x")
            assert found is None
            from banmen.server.bots.bot_seats import find_kept_seats

            return len(await find_kept_seats(two.state.bots, two.state.matches.sessions, bot))

    assert asyncio.run(work()) == 1


def test_nobody_but_a_bot_is_called_one(house: House) -> None:
    ann = house.visitor()
    gathering = ann.post("/api/gatherings", {"game": "qubism", "own": ["w"]}).json()["view"]
    tournament = {"name": "Cup", "game": "qubism", "clock": {"kind": "total", "seconds": 300}}
    cup = ann.post("/api/tournaments", tournament).json()
    for name in ("robo (bot)", "robo【ＢОТ】"):  # the second with letters that look alike
        body = {"nonce": "0" * 32, "player": "w", "name": name}
        assert problem(ann.post(f"/api/matches/{gathering['id']}/join", body)) == (422, "bot_name")
        assert problem(ann.post(f"/api/tournaments/{cup['id']}/enter", {"name": name})) == (422, "bot_name")
