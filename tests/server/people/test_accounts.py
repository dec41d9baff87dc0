"""Accounts: creating one, signing in and out on several devices, and what cannot be found out or tried."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest

from banmen.server.fair_pool import Asker
from banmen.server.people import passphrases
from banmen.server.people.passphrases import HASHER, Passphrases
from banmen.server.problems import ProblemError
from banmen.server.store.identity import digest_token
from tests.server.lobby.meeting import join, pair, play
from tests.server.people.joining_in import PASSPHRASE, QUICK, cookie, create, make_house, me, sign_in
from tests.server.visiting import House, Visitor, problem


def test_an_account_has_what_the_device_did_and_opens_it_elsewhere(house: House) -> None:
    first, second, view = play(house)  # the first has lost
    alone = first.begin("qubism")["id"]
    before = first.get("/api/me/ratings").json()
    create(first, "Ada")
    phone = house.visitor("127.0.0.3")
    sign_in(phone, "ada")
    for device in (first, phone):
        assert {one["id"] for one in device.get("/api/matches").json()["matches"]} == {view["id"], alone}
        told = device.get("/api/me/ratings").json()
        assert told["games"] == before["games"]
        assert told["ratings"] == before["ratings"]
        assert device.look(view["id"])["together"]["own"]
    assert [one["this"] for one in me(phone)["devices"]] == [False, True]
    assert second.look(view["id"])["together"]["own"]


def test_a_match_goes_on_under_the_account_while_others_look(house: House) -> None:
    ann, bob = house.visitor(), house.visitor("127.0.0.2")
    told = pair(ann)
    join(ann, told, "Ann")
    join(bob, pair(bob), "Bob")
    match = told["match"]
    session = house.app.state.matches.sessions[match]
    create(ann, "Ada")
    assert session.replaced
    mover, other = (ann, bob) if ann.look(match)["yours"] else (bob, ann)
    mover.done(mover.look(match), "move", move="c2")
    assert other.look(match)["yours"]


def test_what_a_device_did_before_is_added_and_ratings_become_one(house: House) -> None:
    first, second, _ = play(house)
    create(second, "Winner")
    won = second.get("/api/me/ratings").json()["ratings"][0]["rating"]
    sign_in(first, "Winner")  # the same person has lost against themselves
    (one,) = first.get("/api/me/ratings").json()["ratings"]
    assert (one["wins"], one["losses"], one["rating"]["games"]) == (1, 1, 2)
    assert one["rating"]["points"] == pytest.approx(1500, abs=1)
    assert one["rating"]["spread"] < won["spread"]


def test_every_change_gives_a_new_secret_and_earlier_ones_are_worth_nothing(house: House) -> None:
    ann = house.visitor()
    kept = ann.begin("qubism")["id"]
    seen = [cookie(ann)]
    create(ann, "Ada")
    seen.append(cookie(ann))
    sign_in(ann, "Ada")
    seen.append(cookie(ann))
    answer = ann.post("/api/me/passphrase", {"old": PASSPHRASE, "new": "another one of them"})
    assert answer.status_code == 204
    seen.append(cookie(ann))
    assert ann.look(kept)["id"] == kept
    assert len(set(seen)) == 4
    for earlier in seen[:-1]:
        thief = house.visitor(cookie=f"banmen_visitor={earlier}")
        assert problem(thief.get(f"/api/matches/{kept}")) == (404, "no_match")
        assert me(thief)["account"] is None
    assert ann.post("/api/me/sign-out").status_code == 204
    assert cookie(ann) not in seen
    assert problem(ann.get(f"/api/matches/{kept}")) == (404, "no_match")
    assert problem(ann.post("/api/me/sign-in", {"name": "Ada", "passphrase": PASSPHRASE})) == (403, "wrong_passphrase")
    sign_in(ann, "Ada", "another one of them")
    assert ann.look(kept)["id"] == kept


def test_devices_can_be_signed_out_from_another(house: House) -> None:
    home, phone, tablet = house.visitor(), house.visitor(), house.visitor()
    create(home, "Ada")
    sign_in(phone, "Ada")
    sign_in(tablet, "Ada")
    gone = next(one["id"] for one in me(phone)["devices"] if one["this"])
    assert home.delete(f"/api/me/devices/{gone}").status_code == 204
    assert problem(home.delete(f"/api/me/devices/{gone}")) == (404, "no_device")
    assert me(phone)["account"] is None
    assert me(tablet)["account"]["name"] == "Ada"
    assert home.post("/api/me/sign-out-others").json() == {"count": 1}
    assert me(tablet)["account"] is None
    assert [one["this"] for one in me(home)["devices"]] == [True]


def test_an_open_connection_ends_when_its_device_is_signed_out(house: House) -> None:
    ann = house.visitor()
    create(ann, "Ada")
    devices, closed = house.app.state.devices, list[int]()

    class Line:
        def close(self, code: int) -> None:
            closed.append(code)

    here, other = digest_token(cookie(ann)), house.visitor()
    sign_in(other, "Ada")
    person = house.run(devices.find_person(here))
    for digest in (here, digest_token(cookie(other))):
        devices.connect(digest, person, Line())
    other.post("/api/me/sign-out-others")
    house.run(devices.close())
    assert closed == [1001]


def test_an_account_of_another_is_left_when_signing_in_to_ones_own(house: House) -> None:
    ann, bob = house.visitor(), house.visitor()
    create(ann, "Ada")
    kept = ann.begin("qubism")["id"]
    create(bob, "Bobby")
    sign_in(ann, "Bobby")
    assert me(ann)["account"]["name"] == "Bobby"
    assert problem(ann.get(f"/api/matches/{kept}")) == (404, "no_match")  # it stays with Ada
    sign_in(ann, "Ada")
    assert ann.look(kept)["id"] == kept


def test_unknown_names_are_compared_as_well(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, eve = house.visitor(), house.visitor()
    create(ann, "Ada")
    compared: list[str] = []
    compare = Passphrases._compare

    def note(self: Passphrases, plain: str, hashed: str) -> bool:
        compared.append(hashed)
        return compare(self, plain, hashed)

    monkeypatch.setattr(Passphrases, "_compare", note)
    wrong = {"passphrase": "not the right one"}
    answers = [eve.post("/api/me/sign-in", {"name": name, **wrong}) for name in ("Ada", "Nobody at all", "\u200b")]
    assert len({answer.text for answer in answers}) == 1
    assert {problem(answer) for answer in answers} == {(403, "wrong_passphrase")}
    assert len(compared) == 3
    assert all(hashed.startswith("$argon2id$") for hashed in compared)


def test_passphrases_cannot_be_tried_one_after_another(tmp_path: Path) -> None:
    with make_house(tmp_path, most_signed_in=3) as house:
        ann = house.visitor("127.0.0.9")
        create(ann, "Ada")
        body = {"name": "Ada", "passphrase": "not the right one"}
        eve = house.visitor("127.0.0.2")
        answers = [problem(eve.post("/api/me/sign-in", body)) for _ in range(4)]
        assert answers[-1] == (429, "too_many_attempts")
        assert problem(ann.post("/api/me/passphrase", {"old": "not it", "new": PASSPHRASE}))[1] == "wrong_passphrase"
        sign_in(house.visitor("127.0.0.3"), "Ada")  # its owner can still sign in, from anywhere else
        other = house.visitor("127.0.0.4")
        create(other, "Bobby")


def test_passphrases_are_hashed_off_the_loop_and_few_at_a_time() -> None:
    running, most, main = 0, 0, threading.get_ident()
    lock, gate = threading.Lock(), threading.Event()

    class Slow:
        def hash(self, _plain: str) -> str:
            nonlocal running, most
            assert threading.get_ident() != main
            with lock:
                running += 1
                most = max(most, running)
            gate.wait(10)
            with lock:
                running -= 1
            return "x"

    async def work() -> list[str | BaseException]:
        busy = Passphrases(Slow())  # type: ignore[arg-type]
        waiting = [asyncio.create_task(busy.hash(Asker("here", str(number)), "x")) for number in range(9)]
        waiting.append(asyncio.create_task(busy.hash(Asker("there", "y"), "x")))
        await asyncio.sleep(0.05)
        gate.set()
        answers = await asyncio.gather(*waiting, return_exceptions=True)
        busy.close()
        return answers

    answers = asyncio.run(work())
    assert answers[-1] == "x"
    assert sum(isinstance(answer, Exception) for answer in answers) > 0  # more than may wait
    assert most <= passphrases.THREADS_EACH + 1


def test_a_stolen_database_tells_neither_passphrases_nor_cookies(house: House) -> None:
    ann = house.visitor()
    create(ann, "Ada")
    with sqlite3.connect(house.settings.database) as connection:
        stored = "\n".join(connection.iterdump())
    assert "$argon2id$" in stored
    assert PASSPHRASE not in stored
    assert cookie(ann) not in stored
    assert HASHER.type.name == QUICK.type.name == "ID"


def test_outdated_hashes_are_replaced(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, phone = house.visitor(), house.visitor()
    create(ann, "Ada")
    people = house.app.state.people
    before = house.run(people.accounts.rows.find_by_key("ada")).hash
    monkeypatch.setattr(people.passphrases, "_hasher", type(QUICK)(time_cost=2, memory_cost=64, parallelism=1))
    sign_in(phone, "Ada")
    assert house.run(people.accounts.rows.find_by_key("ada")).hash != before
    sign_in(ann, "Ada")


WEAK = (
    *("short", "1234567890", "0987654321", "aaaaaaaaaa", "aaaaabbbbb", "qwertyuiop", "abcdefghij", "１２３４５６７８９０"),
    *(
        "Adalovelace",
        "Ada Lovelace 123",
        "ada-lovelace!!",
        "password123",
        "Banmen12345",
        "hahahahaha",
        "abc123abc123",
        "kame kame kame",
    ),
)


@pytest.mark.parametrize("weak", WEAK)
def test_weak_passphrases_are_refused(weak: str) -> None:
    with pytest.raises(ProblemError, match="weak_passphrase"):
        passphrases.check_passphrase(weak, "Ada Lovelace")


@pytest.mark.parametrize(
    "good", [PASSPHRASE, "a lamp beside the river", "そらのかめはやさしい", "Tr4mway_x9", "Ada likes wet stones", "K7#qw-81-zT"]
)
def test_passphrases_that_are_hard_to_guess_are_taken(good: str) -> None:
    passphrases.check_passphrase(good, "Ada")


def test_a_weak_passphrase_is_refused_by_the_api(house: House) -> None:
    answer = house.visitor().post("/api/me/account", {"name": "Ada Lovelace", "passphrase": "1234567890"})
    assert problem(answer) == (422, "weak_passphrase")


def test_names_that_look_alike_are_taken_and_invisible_ones_refused(house: House) -> None:
    create(house.visitor(), "Mario")

    def ask(name: str) -> tuple[int, str]:
        return problem(house.visitor().post("/api/me/account", {"name": name, "passphrase": PASSPHRASE}))

    for name in ("mario", "MARI0", "Ｍａｒｉｏ", "Mário", "M a r i o"):
        assert ask(name) == (409, "name_taken")
    assert ask("Маrio") == (422, "mixed_name")
    for name in ("A", "a\u200bb", "Ann\u202egnp", "x" * 25, "--", "\u3164\u3164"):
        assert ask(name) == (422, "bad_name"), name


def test_consent_alone_makes_a_name_public(house: House) -> None:
    ann, bob = house.visitor(), house.visitor()
    create(ann, "Ada")
    told = ann.post("/api/challenges", {"game": "qubism"}).json()
    join(ann, told, "Ada")

    def shown() -> str:
        return str(bob.get("/api/challenges").json()["challenges"][0]["name"])

    assert shown().startswith("Guest")
    assert problem(bob.get("/api/people/Ada")) == (404, "no_person")
    assert change(ann, public=True) == 204
    assert shown() == "Ada"
    assert bob.get("/api/people/Ada").json()["name"] == "Ada"
    assert change(ann, name="Countess", public=False) == 204
    assert shown().startswith("Guest")
    assert problem(bob.get("/api/people/Countess")) == (404, "no_person")


def change(visitor: Visitor, **what: object) -> int:
    return visitor.house.run(visitor.client.patch("/api/me/account", json=what)).status_code


def test_strangers_see_only_names_of_own_accounts(house: House) -> None:
    ann, eve = house.visitor(), house.visitor()
    create(ann, "Ada", public=True)
    told = pair(eve)
    assert not {"ADA", "Eve"} & {one["name"] for name in ("ADA", "Eve") for one in join(eve, told, name)["players"]}
    assert "Ada" in [one["name"] for one in join(ann, pair(ann), "Ann")["players"]]


def test_bots_have_no_account(house: House) -> None:
    owner = house.visitor()
    token = owner.post("/api/bots", {"name": "robo"}).json()["token"]
    bot = house.visitor(authorization=f"Bearer {token}")
    for path in ("/api/me/sign-out", "/api/me/sign-out-others"):
        assert problem(bot.post(path)) == (403, "not_for_bots")
    assert problem(bot.post("/api/me/delete", {})) == (403, "not_for_bots")
    create(owner, "Owner")
    assert me(owner)["bots"] == ["robo"]


def test_other_processes_know_within_a_moment(house: House) -> None:
    ann = house.visitor()
    create(ann, "Ada")
    devices, digest = house.app.state.devices, digest_token(cookie(ann))
    person = house.run(devices.find_person(digest))
    assert person != digest
    house.run(house.app.state.people.accounts.rows.sign_out(person, [one["id"] for one in me(ann)["devices"]]))
    assert house.run(devices.find_person(digest)) == person  # as was cached a moment ago
    devices.hearing.hear([(f"person.{person}", 0)])
    assert house.run(devices.find_person(digest)) == digest
