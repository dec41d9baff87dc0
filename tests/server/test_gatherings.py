"""People who join by link: over HTTP, with cookies of their own."""

from __future__ import annotations

import asyncio
import base64
import secrets
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from banmen.server import clock_flags, presence
from tests.server.visiting import House, View, Visitor, problem


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as made:
        yield made


def begin(host: Visitor, game: str = "qubism", **more: Any) -> tuple[View, dict[str, str]]:
    answer = host.post("/api/gatherings", {"game": game, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()["view"], answer.json()["links"]


def ask_seat(visitor: Visitor, match: str, **more: Any) -> httpx.Response:
    return visitor.post(f"/api/matches/{match}/join", {"nonce": secrets.token_hex(16), **more})


def join(visitor: Visitor, match: str, **more: Any) -> View:
    answer = ask_seat(visitor, match, **more)
    assert answer.status_code == 200, answer.text
    return dict(answer.json()["view"])


def meet(house: House, game: str = "qubism", **more: Any) -> tuple[Visitor, Visitor, str]:
    """Return two people who have joined a match, the host first in seat and turn."""
    seats = {"seats": {"w": "human", "b": "human"}, "own": ["w"]} if game == "qubism" else {}
    ann, bob = house.visitor(), house.visitor("127.0.0.2")
    view, links = begin(ann, game, **{**seats, **more})
    join(ann, view["id"], name="Ann")
    ((_, link),) = links.items()
    join(bob, view["id"], link=link, name="Bob")
    return ann, bob, view["id"]


def test_two_people_meet_by_a_link_and_play(house: House) -> None:
    ann, bob = house.visitor(), house.visitor()
    view, links = begin(ann, seats={"w": "human", "b": "human"}, own=["w"], clock={"kind": "total", "seconds": 300})
    match = view["id"]
    assert list(links) == ["b"]
    assert len(links["b"]) >= 22  # 128 bits or more
    assert view["together"]["kept"] == ["w"]
    told = bob.post(f"/api/matches/{match}/invitation", {"link": links["b"]}).json()
    assert (told["game"], told["seat"]["player"], told["commitment"]) == ("qubism", "b", view["commitment"])
    assert not told["moving"]
    assert not join(ann, match, name="Ann")["together"]["begun"]
    view = join(bob, match, link=links["b"], name="Bob")
    assert view["together"]["begun"]
    assert view["together"]["clock"]["running"] == "w"
    assert not view["yours"]
    assert problem(bob.act(view, "move", move="c2")) == (409, "not_your_turn")
    view = ann.done(ann.look(match), "move", move="c2")
    assert bob.look(match)["yours"]
    (listed,) = bob.get("/api/matches").json()["matches"]
    assert (listed["id"], listed["own"], listed["yours"]) == (match, ["b"], True)
    assert bob.get("/api/history").json()["total"] == 1
    assert [player["name"] for player in view["players"]] == ["Ann", "Bob"]


def test_a_link_works_once(house: House) -> None:
    ann = house.visitor()
    view, links = begin(ann, own=["w"], seats={"w": "human", "b": "human"})
    bob, eve = house.visitor(), house.visitor()
    join(bob, view["id"], link=links["b"], name="Bob")
    assert problem(ask_seat(eve, view["id"], link=links["b"])) == (404, "bad_link")
    assert problem(ask_seat(eve, view["id"], link="x" * 32)) == (404, "bad_link")
    assert problem(ask_seat(eve, view["id"])) == (409, "seat_taken")
    assert problem(ask_seat(eve, view["id"], player="w")) == (404, "no_seat")
    again = ask_seat(bob, view["id"], link=links["b"], name="Bob")
    assert again.json()["player"] == "b"  # a person who already has it is sent there
    join(ann, view["id"])  # without a name
    fresh = ann.post(f"/api/matches/{view['id']}/invite", {"player": "w"})
    told = house.visitor().post(f"/api/matches/{view['id']}/invitation", {"link": fresh.json()["link"]}).json()
    assert (told["moving"], told["name"]) == (True, "")
    assert problem(eve.post(f"/api/matches/{view['id']}/invite", {"player": "w"})) == (403, "not_your_seat")
    join(house.visitor(), view["id"], link=fresh.json()["link"], name="Ann's phone")


def test_two_at_one_board_have_names_that_differ(house: House) -> None:
    ann, bob = house.visitor(), house.visitor()
    view, links = begin(ann, "moontrek", options={"players": 3}, seats=dict.fromkeys("ABC", "human"), own=["A"])
    match = view["id"]
    join(ann, match, name="Mario")
    for name in ("Mario", "mari0", "\u041cario"):
        assert problem(ask_seat(bob, match, link=links["B"], name=name)) == (409, "name_taken")
    join(bob, match, link=links["B"], name="Maria")
    join(ann, match, link=links["C"], name="Mario")  # who plays for two
    fresh = bob.post(f"/api/matches/{match}/invite", {"player": "B"}).json()["link"]
    join(house.visitor(), match, link=fresh, name="Maria")  # their other device


def test_a_join_can_be_repeated_after_the_end(house: House) -> None:
    ann, bob, match = meet(house)
    ann.done(ann.look(match), "resign")
    assert join(bob, match, name="Bob")["result"]["by"] == "resigned"
    assert problem(ask_seat(bob, match, name="Robert")) == (409, "match_over")


def test_nobody_plays_another_persons_seat(house: House) -> None:
    ann, bob, match = meet(house)
    eve = house.visitor()
    view = eve.look(match)  # everybody who knows the address may watch
    assert not view["yours"]
    assert view["together"]["own"] == []
    for kind, more in (("move", {"move": "c2"}), ("resign", {}), ("say", {"what": "hello"}), ("propose", {"what": "draw"})):
        assert problem(eve.act(view, kind, **more)) == (403, "not_your_seat")
    assert problem(bob.act(view, "resign", player="w")) == (403, "not_your_seat")
    assert problem(bob.get(f"/api/matches/{match}/hint")) == (403, "no_help")
    assert ann.look(match)["seq"] == view["seq"]
    ann.done(ann.look(match), "move", move="c2")


def test_a_match_that_is_not_to_be_watched_is_seen_by_its_people_alone(house: House) -> None:
    ann, bob, match = meet(house, watchable=False)
    assert problem(house.visitor().get(f"/api/matches/{match}")) == (404, "no_match")
    assert house.visitor().get(f"/play/{match}", headers={"accept": "text/html"}).status_code == 404
    assert ann.look(match)["id"] == bob.look(match)["id"] == match


def test_taking_back_a_draw_and_playing_again_over_the_api(house: House) -> None:
    ann, bob, match = meet(house)
    ann.done(ann.look(match), "move", move="c2")
    view = ann.done(ann.look(match), "propose", what="undo")
    asked = bob.look(match)
    assert asked["together"]["proposal"]["yours"]
    assert not view["together"]["proposal"]["yours"]
    view = bob.done(asked, "agree", to=asked["together"]["proposal"]["seq"])
    assert view["steps"] == 0
    ann.done(ann.look(match), "propose", what="draw")
    view = bob.done(bob.look(match), "agree", to=bob.look(match)["together"]["proposal"]["seq"])
    assert view["result"]["by"] == "agreed"
    assert problem(house.visitor().post(f"/api/matches/{match}/again")) == (403, "not_your_seat")
    after = {visitor.post(f"/api/matches/{match}/again").json()["match"] for visitor in (ann, bob)}
    assert len(after) == 1
    (following,) = after
    assert ann.look(match)["together"]["rematch"] == following
    told = ann.look(following)
    assert (told["together"]["kept"], told["together"]["awaited"]) == (["b"], ["w"])  # the seats are turned
    assert [player["name"] for player in told["players"]] == ["Bob", "Ann"]  # the players are already known
    join(bob, following, name="Bob")
    assert join(ann, following, name="Ann")["together"]["begun"]


def test_a_clock_falls_by_itself_and_only_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock_flags, "LATER", 0.0)
    ann, bob, match = meet(house, clock={"kind": "move", "seconds": 5})
    session = house.run(house.app.state.gatherings.find(match))
    clock = session.match.gathering.clock
    clock.since -= 4.9  # as if nearly five seconds had passed

    async def fall() -> None:
        house.app.state.matches.flags.watch(session)
        async with asyncio.timeout(60):
            while not session.match.over:
                await asyncio.sleep(0.01)

    house.run(fall())
    assert [visitor.look(match)["result"]["by"] for visitor in (ann, bob)] == ["time", "time"]
    assert [event.kind for event in session.match.events][-2:] == ["time_out", "finished"]
    assert problem(ann.act(ann.look(match), "move", move="c2")) == (409, "match_over")


def test_a_clock_runs_out_in_an_unwatched_match(house: House) -> None:
    _, _, match = meet(house, clock={"kind": "days", "seconds": 24 * 3600})
    store, matches = house.app.state.store, house.app.state.matches
    session = house.run(house.app.state.gatherings.find(match))
    assert house.run(store.list_due(session.match.deadline + 1, 10)) == [match]
    house.run(matches.flags._look(match))  # too early: it is checked again when the time is over
    assert not session.match.over
    session.match.gathering.clock.since -= 25 * 3600
    house.run(matches.flags._look(match))
    assert session.match.over
    assert house.run(store.list_due(4e9, 10)) == []


def test_a_computer_takes_over_for_an_absent_player(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, _, match = meet(house)
    assert problem(ann.act(ann.look(match), "propose", what="computer", player="b")) == (409, "not_away")
    monkeypatch.setattr(presence, "AWAY", -1.0)
    bad = ann.act(ann.look(match), "propose", what="computer", player="b", who="level:99")
    assert problem(bad) == (422, "bad_seat")
    view = ann.done(ann.look(match), "propose", what="computer", player="b", who="random")
    view = ann.done(view, "move", move="c2")
    assert ann.awaited(view, lambda seen: seen["yours"])["steps"] == 2


def test_the_database_holds_no_secret_of_anybody(house: House, tmp_path: Path) -> None:
    ann, _, match = meet(house)
    link = ann.post(f"/api/matches/{match}/invite", {"player": "w"}).json()["link"]
    cookie = ann.client.cookies["banmen_visitor"]
    with sqlite3.connect(tmp_path / "banmen.sqlite3") as connection:
        text = "\n".join(connection.iterdump())
    assert match in text
    assert link not in text
    assert cookie not in text
    assert "Ann" in text
    for secret in (link, cookie):
        assert 8 * len(base64.urlsafe_b64decode(secret)) >= 128  # bits that an attacker would have to guess


def test_deleting_a_match_leaves_it_to_the_others(house: House) -> None:
    ann, bob, match = meet(house)
    assert ann.delete(f"/api/matches/{match}").status_code == 204
    assert ann.get("/api/matches").json()["matches"] == []
    assert [one["id"] for one in bob.get("/api/matches").json()["matches"]] == [match]
    assert bob.look(match)["players"][0]["name"] == "Ann"
    assert problem(house.visitor().delete(f"/api/matches/{match}"))[1] == "no_match"
    view, _ = begin(ann, own=["w"])
    assert ann.delete(f"/api/matches/{view['id']}").status_code == 204  # nobody has joined yet: it is gone
    assert problem(ann.get(f"/api/matches/{view['id']}"))[1] == "no_match"


def test_who_has_left_a_match_that_others_play_on_can_put_it_away(house: House) -> None:
    ann, bob, eve = (house.visitor(f"127.0.0.{number}") for number in (1, 2, 3))
    view, links = begin(ann, "moontrek", options={"players": 3}, seats=dict.fromkeys("ABC", "human"), own=["A"])
    match = view["id"]
    join(ann, match, name="Ann")
    join(bob, match, link=links["B"], name="Bob")
    join(eve, match, link=links["C"], name="Eve")
    bob.done(bob.look(match), "resign")
    assert bob.delete(f"/api/matches/{match}").status_code == 204
    assert bob.get("/api/matches").json()["matches"] == []
    assert [one["id"] for one in eve.get("/api/matches").json()["matches"]] == [match]


def test_secrets_cannot_be_tried_one_after_another(tmp_path: Path) -> None:
    with House(tmp_path, most_joined=3) as house:
        ann, eve = house.visitor(), house.visitor("127.0.0.9")
        view, _ = begin(ann, own=["w"])
        codes = [problem(ask_seat(eve, view["id"], link=f"{number:032}"))[1] for number in range(5)]
        assert codes == ["bad_link"] * 3 + ["too_busy"] * 2
        join(ann, view["id"])


def test_beginning_twice_by_one_id_begins_one_match(house: House) -> None:
    ann, name = house.visitor(), "0" * 32
    asked: dict[str, Any] = {"own": ["w"], "seats": {"w": "human", "b": "human"}, "client_id": name}
    first, links = begin(ann, **asked)
    second, told_again = begin(ann, **asked)
    assert first["id"] == second["id"]
    assert set(links) == set(told_again) == {"b"}
    assert first["together"]["host"]
    bob = house.visitor()
    assert problem(ask_seat(bob, first["id"], link=links["b"]))[1] == "bad_link"  # a repeated request returns no earlier one
    assert not join(bob, first["id"], link=told_again["b"])["together"]["host"]
    assert not begin(ann, **asked)[1]  # nothing is open any more
    bad = ann.post("/api/gatherings", {"game": "qubism", "clock": {"kind": "move", "seconds": 1}})
    assert problem(bad) == (422, "bad_option")


def test_the_creator_of_a_match_lets_a_computer_take_an_open_seat(house: House) -> None:
    ann, bob = house.visitor(), house.visitor()
    view, links = begin(ann, seats={"w": "human", "b": "human"}, own=["w"], clock={"kind": "total", "seconds": 300})
    match = view["id"]
    seat = {"player": "b"}
    assert problem(bob.post(f"/api/matches/{match}/computer", seat)) == (403, "not_your_seat")
    assert problem(ann.post(f"/api/matches/{match}/computer", {"player": "x"})) == (404, "no_seat")
    join(ann, match, name="Ann")
    view = ann.post(f"/api/matches/{match}/computer", seat).json()
    assert (view["together"]["begun"], view["yours"], view["players"][1]["who"]) == (True, True, "level:3")
    assert problem(ask_seat(bob, match, link=links["b"])) == (404, "no_seat")
    store = house.app.state.store
    assert house.run(store.list_due(time.time() + 301, 10)) == [match]  # its clock is also checked after a restart
    view = ann.done(view, "move", move="c2")
    assert ann.awaited(view, lambda seen: seen["yours"])["steps"] == 2
