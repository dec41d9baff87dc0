"""What the database holds of people: accounts and devices, bots, whom they do not want to meet, and what becomes of it all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, Table, insert, select, update

from banmen.match.events import CREATED, JOIN, PRIVATE, SAY, Event
from banmen.server.store import block_rows, bot_rows, tables
from banmen.server.store.account_rows import AccountRow, AccountRows, DeviceRow
from banmen.server.store.address import open_engine
from banmen.server.store.block_rows import BlockRow, ReportRow, TooMuchError
from banmen.server.store.bot_rows import REMEMBERED, BotRow, KeptSeat
from banmen.server.store.database import DAY, Store
from banmen.server.store.event_rewriting import read_data
from banmen.server.store.export_rows import list_all_matches, read_match, read_person
from banmen.server.store.lobby_rows import LobbyRows
from banmen.server.store.person_moves import give_to
from banmen.server.store.person_removal import Removal, forget_person
from banmen.server.store.rating_rows import RatingRow
from banmen.server.store.report_reading import MOST_SAID, read_all
from banmen.server.store.tournament_rows import MostTournaments, TournamentRow, TournamentStore
from tests.server.store.rows import add, add_matches, challenge, match_row, with_rows


def device(digest: str, used: float, person: str = "ann") -> DeviceRow:
    return DeviceRow(digest, f"id {digest}", person, "a phone", used, used)


def account(person: str, public: bool = False) -> AccountRow:
    return AccountRow(person, person.title(), person, "hash", public, 1.0)


def test_of_too_many_devices_those_used_least_lately_are_signed_out(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        accounts = AccountRows(store)
        assert await accounts.add(account("ann", public=True), device("1", 1.0), lambda _: None)
        assert await accounts.add(account("bob"), device("x", 1.0, "bob"), lambda _: None)
        assert not await accounts.add(replace(account("cay"), name_key="ann"), device("y", 1.0, "cay"), lambda _: None)
        for number in (2, 3):
            assert await accounts.sign_in(device(str(number), float(number)), "", 3, lambda _: None)
        await accounts.note_use("1", 9.0)
        assert await accounts.sign_in(device("4", 4.0), "", 3, lambda _: None)
        assert await accounts.list_known("1234x") == set("134x")
        assert await accounts.sign_in(device("5", 5.0), "1", 3, lambda _: None)
        assert await accounts.list_known("12345x") == set("345x")
        assert await accounts.sign_out("bob", ["id 3", "id x"]) == 1
        assert await accounts.list_known("345x") == set("345")
        await accounts.change_passphrase("ann", "other hash", device("6", 6.0))
        assert [one.digest for one in await accounts.list_devices("ann")] == ["6"]
        assert await accounts.list_public_names(["ann", "bob"]) == {"ann": "Ann"}

    with_rows(tmp_path, work)


def test_two_do_not_meet_if_either_wants_it_so(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        pairs = (("1", "ann", "bob"), ("2", "cay", "ann"), ("3", "ann", "dan"))
        for at, (name, person, other) in enumerate(pairs):
            assert await block_rows.add_block(store, BlockRow(name, person, other, "", "", float(at)), 2)
        with pytest.raises(TooMuchError):
            await block_rows.add_block(store, BlockRow("4", "ann", "eve", "", "", 9.0), 2)
        assert not await block_rows.add_block(store, BlockRow("5", "cay", "ann", "", "", 9.0), 2)
        assert await block_rows.list_apart(store, "ann") == (frozenset(("bob", "dan")), frozenset(("bob", "cay", "dan")))
        assert [row.id for row in await block_rows.list_blocks(store, "ann")] == ["3", "1"]
        assert not await block_rows.remove_block(store, "ann", "2")
        assert await block_rows.remove_block(store, "cay", "2")

    with_rows(tmp_path, work)


def report(name: str, by: str, at: float, about: str = "bob", match: str = "m") -> ReportRow:
    return ReportRow(name, at, by, about, match, "qubism", "b", "Bob", "rude")


def test_reports_are_limited_a_day_and_read_with_what_was_said(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        assert await block_rows.add_report(store, report("1", "ann", 1.0), 2)
        assert not await block_rows.add_report(store, report("2", "ann", 2.0), 2)
        assert await block_rows.add_report(store, report("3", "ann", 3.0, match="n"), 2)
        with pytest.raises(TooMuchError):
            await block_rows.add_report(store, report("4", "ann", 4.0, match="p"), 2)
        assert await block_rows.add_report(store, report("5", "ann", 3.5 + DAY, match="p"), 2)
        assert await block_rows.add_report(store, report("6", "cay", 5.0, about=""), 2)
        await store.create(match_row("m"), [Event(0, 1.0, CREATED, {})])
        remarks = [Event(seq, 1.0, SAY, {"player": "wb"[seq % 2], "text": str(seq)}) for seq in range(1, 2 * MOST_SAID + 10)]
        await store.append("m", remarks, None, False)
        counts = await store.read(lambda c: [block_rows.count_reports(c, who) for who in ("bob", "", "dan")])
        assert counts == [1, 1, 0]

    with_rows(tmp_path, work)
    engine = open_engine(tmp_path / "rows.sqlite3", pooled=False)
    with engine.connect() as connection:
        assert [row.id for row in block_rows.read_reports(connection, 3)] == ["5", "6", "3"]
    engine.dispose()


def test_what_the_reported_person_said_last_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("banmen.server.store.report_reading.migrate", lambda _address: None)

    async def work(store: Store) -> None:
        await store.create(match_row("m"), [Event(0, 1.0, CREATED, {})])
        remarks = [Event(seq, 1.0, SAY, {"player": "wb"[seq % 2], "text": str(seq)}) for seq in range(1, 2 * MOST_SAID + 10)]
        await store.append("m", remarks, None, False)
        await block_rows.add_report(store, report("1", "ann", 1.0), 2)

    with_rows(tmp_path, work)
    (found,) = read_all(tmp_path / "rows.sqlite3", 9)
    assert [int(text) for text in found.said] == list(range(1, 2 * MOST_SAID + 10, 2))[-MOST_SAID:]


BOT = BotRow("robo", "ann", "Robo-1", ("qubism",), False, 1.0)


def test_a_new_token_revokes_earlier_ones_which_are_remembered_for_a_while(tmp_path: Path) -> None:
    async def revoked(store: Store) -> dict[str, float | None]:
        wanted = select(tables.bot_tokens.c.digest, tables.bot_tokens.c.revoked)
        return await store.read(lambda c: {str(digest): at for digest, at in c.execute(wanted)})

    async def work(store: Store) -> None:
        assert await bot_rows.add_bot(store, BOT, "1", 1)
        with pytest.raises(bot_rows.FullOfBotsError):
            await bot_rows.add_bot(store, replace(BOT, person="other", name="Other"), "x", 1)
        assert not await bot_rows.add_bot(store, replace(BOT, person="other", owner="bob", name="R0bo_l"), "x", 1)
        await bot_rows.replace_token(store, "robo", "2", 5.0)
        await bot_rows.replace_token(store, "robo", "3", 6.0)
        assert await revoked(store) == {"1": 5.0, "2": 6.0, "3": None}
        assert await bot_rows.find_by_token(store, "2") is None
        assert await bot_rows.find_by_token(store, "3") == (BOT, None)
        await bot_rows.replace_token(store, "robo", "4", 5.5 + REMEMBERED)
        assert set(await revoked(store)) == {"2", "3", "4"}
        assert [await bot_rows.find_by_name(store, name) for name in ("ROBO-1", "R0bo_l", "none")] == [BOT, None, None]

    with_rows(tmp_path, work)


def test_a_bot_sees_seats_that_are_kept_for_it_and_matches_that_go_on(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        def invite(connection: Connection, match: str, at: float) -> None:
            bot_rows.invite_bots(store, connection, match, {"w": "robo", "b": "robo", "x": "somebody"}, at)

        await bot_rows.add_bot(store, BOT, "1", 1)
        await add_matches(store, "a", "b", "c")
        await add_matches(store, "over", finished=2.0)
        for at, match in ((3.0, "a"), (1.0, "b"), (2.0, "c")):
            await store.writer.write(partial(invite, match=match, at=at))
        assert {one.match for one in await bot_rows.list_invitations(store, "robo", 2)} == {"b"}
        assert await bot_rows.list_invitations(store, "somebody", 9) == []
        await bot_rows.forget_invitations(store, [KeptSeat("b", "w")])
        assert [(one.match, one.player) for one in await bot_rows.list_invitations(store, "robo", 1)] == [("b", "b")]
        for match in ("a", "over"):
            await store.seat(match, [Event(1, 2.0, JOIN, {"player": "w", PRIVATE: {"person": "robo"}})], "w", "robo")
        assert await bot_rows.list_playing(store, "robo", 9) == [KeptSeat("a", "w")]
        kept_now = await bot_rows.list_invitations(store, "robo", 9)
        assert KeptSeat("a", "w") not in kept_now  # it has taken that one
        assert KeptSeat("a", "b") in kept_now

    with_rows(tmp_path, work)


# What becomes of somebody's rows.


def add_rows(connection: Connection, table: Table, *rows: dict[str, object]) -> None:
    for row in rows:
        connection.execute(insert(table).values(**row))


def rated(person: str, game: str, mu: float) -> dict[str, object]:
    return RatingRow(person, game, mu, 5.0, 1, 1, 0, 0, 1.0).__dict__


def test_what_two_have_in_common_is_there_once_when_they_become_one(tmp_path: Path) -> None:
    def combine(one: RatingRow, other: RatingRow) -> RatingRow:
        return replace(one, mu=one.mu + other.mu)

    def fill(connection: Connection) -> None:
        pairs = (("1", "old", "cay"), ("2", "new", "cay"), ("3", "dan", "old"), ("4", "dan", "new"), ("5", "new", "old"))
        add_rows(connection, tables.blocks, *(BlockRow(*pair, "", "", 1.0).__dict__ for pair in pairs))
        told = (report("1", "old", 1.0, about="new"), report("2", "cay", 1.0, about="old"), report("3", "old", 1.0))
        add_rows(connection, tables.reports, *(replace(one, match=one.id).__dict__ for one in told))
        add_rows(connection, tables.ratings, rated("old", "qubism", 20.0), rated("new", "qubism", 3.0))
        add_rows(connection, tables.ratings, rated("old", "kuniumi", 7.0), rated("eve", "qubism", 9.0))

    async def work(store: Store) -> None:
        for name, owner in (("a", "old"), ("b", "new")):
            await store.create(match_row(name, owner, "same id"), [Event(0, 1.0, CREATED, {})])
        await LobbyRows(store).add(challenge("c", "eve", claimed_by="old", claimed_until=9.0))
        await store.writer.write(fill)
        await store.writer.write(lambda c: give_to(store, c, "old", "new", combine))
        blocked = await store.read(lambda c: c.execute(select(tables.blocks.c.person, tables.blocks.c.other)).all())
        assert sorted(map(tuple, blocked)) == [("dan", "new"), ("new", "cay")]
        told = await store.read(lambda c: c.execute(select(tables.reports.c.by, tables.reports.c.about)).all())
        assert sorted(map(tuple, told)) == [("cay", "new"), ("new", "bob")]
        found = await store.read(lambda c: c.execute(select(tables.ratings)).mappings().all())
        assert {(row["person"], row["game"], row["mu"]) for row in found} == {
            *(("new", "qubism", 23.0), ("new", "kuniumi", 7.0), ("eve", "qubism", 9.0))
        }
        assert [row.client_id for row in sorted(await store.list_owned("new", 9), key=lambda row: row.id)] == [None, "same id"]
        stands = await LobbyRows(store).find("c")
        assert stands is not None
        assert stands.row.claimed_by == "new"

    with_rows(tmp_path, work)


async def forget(store: Store, person: str) -> Removal:
    removed: Removal = await store.writer.write(lambda c: forget_person(store, c, person))
    return removed


def test_of_somebody_who_goes_only_what_others_share_stays_without_them(tmp_path: Path) -> None:
    def fill(connection: Connection) -> None:
        pairs = (("1", "ann", "bob"), ("2", "bob", "ann"), ("3", "bob", "cay"))
        add_rows(connection, tables.blocks, *(BlockRow(*pair, "", "", 1.0).__dict__ for pair in pairs))
        add_rows(connection, tables.reports, report("1", "cay", 1.0, about="ann").__dict__)
        connection.execute(update(tables.matches).where(tables.matches.c.id == "left").values(owner=""))
        connection.execute(update(tables.matches).where(tables.matches.c.id == "shared").values(edition=4))

    async def work(store: Store) -> None:
        await bot_rows.add_bot(store, BOT, "1", 1)
        for match, others in (("alone", ["ann"]), ("with bot", ["ann", "robo"]), ("shared", ["ann", "bob"]), ("left", ["ann"])):
            seats = [{"player": player, "name": None} for player in "wb"]
            await store.create(match_row(match, "ann"), [Event(0, 1.0, CREATED, {"seats": seats, PRIVATE: {}})])
            for seq, (player, person) in enumerate(zip("wb", others, strict=False), 1):
                join = Event(seq, 1.0, JOIN, {"player": player, "name": person, PRIVATE: {"person": person}})
                await store.seat(match, [join], player, person)
        await LobbyRows(store).add(challenge("of bob", "bob", claimed_by="ann", claimed_until=9.0))
        await store.writer.write(fill)
        cup = TournamentStore(store)
        await cup.create(TournamentRow("cup", "ann", "Cup", "qubism", {}, "open", 0, 1.0), [], MostTournaments(9, 9, 9.0))
        await add(store, tables.challenges, **dict(challenge("shared", "ann").row.__dict__))
        gone = await forget(store, "ann")
        assert await LobbyRows(store).find("shared") is None
        found = await cup.find("cup")
        assert found is not None
        assert found.row.owner == ""
        assert (sorted(gone.erased), gone.rewritten, gone.bots) == (["alone", "left", "with bot"], ["shared"], ["robo"])
        assert [row.edition for row in await store.list_owned("bob", 9) if row.id == "shared"] == [5]
        (told,) = await store.read(lambda c: c.execute(select(tables.reports)).mappings().all())
        assert (told["about"], told["name"]) == ("", "")
        assert [row.other for row in await block_rows.list_blocks(store, "bob")] == ["cay"]
        stands = await LobbyRows(store).find("of bob")
        assert stands is not None
        assert stands.row.claimed_by is None

    with_rows(tmp_path, work)


def test_an_export_names_nobody_and_tells_of_damaged_events_that_they_were_there(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await add_matches(store, "own", owner="ann")
        await add_matches(store, "of bob", owner="bob")
        join = Event(1, 2.0, JOIN, {"player": "w", "name": "Ann", PRIVATE: {"person": "ann"}})
        await store.seat("of bob", [join], "w", "ann")
        await LobbyRows(store).add(challenge("c", "ann", claimed_by="bob", claimed_until=9.0))
        assert set(await list_all_matches(store, "ann")) == {"own", "of bob", "c"}
        exported = await read_match(store, "of bob", "ann")
        assert exported is not None
        assert (exported["begun_by_you"], exported["your_players"]) == (False, ["w"])
        assert exported["events"][1]["data"] == {"player": "w", "name": "Ann"}
        (waiting,) = (await read_person(store, "ann"))["challenges"]
        assert not {"person", "claimed_by", "claimed_until"} & set(waiting)

    with_rows(tmp_path, work)


@pytest.mark.parametrize("text", ["", "{", "[1]", "3", "null"])
def test_a_damaged_event_tells_nothing(text: str) -> None:
    assert read_data(text) is None


# Lists of matches.


def test_a_match_put_aside_is_left_out_for_whoever_did_so(tmp_path: Path) -> None:
    async def listed(store: Store, people: Sequence[str]) -> list[set[str]]:
        return [{row.id for row in await store.list_owned(person, 9)} for person in people]

    async def work(store: Store) -> None:
        await add_matches(store, "a", "b", owner="ann")
        for seq, (player, person) in enumerate((("w", "ann"), ("b", "bob")), 1):
            join = Event(seq, 1.0, JOIN, {"player": player, PRIVATE: {"person": person}})
            await store.seat("a", [join], player, person)
        assert await listed(store, ["ann", "bob"]) == [{"a", "b"}, {"a"}]
        await store.hide("a", "bob")
        assert await listed(store, ["ann", "bob"]) == [{"a", "b"}, set()]
        await store.hide("a", "ann")
        assert await listed(store, ["ann"]) == [{"b"}]
        found = await store.find("a")
        assert found is not None
        assert found.owner == "ann"  # who sits there and may come back
        await store.hide("b", "ann")
        assert await listed(store, ["ann"]) == [set()]
        found = await store.find("b")
        assert found is not None
        assert found.owner == ""
        beginnings = await store.list_beginnings("bob")
        assert beginnings == []

    with_rows(tmp_path, work)


def test_a_client_id_begins_one_match_of_its_owner_and_nothing_is_written_with_it_twice(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        written: list[str] = []

        def note(_connection: Connection, name: str) -> None:
            written.append(name)

        for name, owner in (("a", "ann"), ("b", "ann"), ("c", "bob")):
            row = match_row(name, owner, "same id")
            also = partial(note, name=name)
            made = await store.create(row, [Event(0, 1.0, CREATED, {})], 1, also)
            assert made == ("a" if owner == "ann" else "c")
        assert written == ["a", "c"]

    with_rows(tmp_path, work)


def test_clocks_that_fell_first_are_looked_at_first_and_old_matches_go_first(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        for name, at in (("a", 3.0), ("b", 1.0), ("c", 2.0), ("d", 9.0)):
            await add_matches(store, name, finished=at)
            await store.set_deadline(name, at)
        assert await store.list_due(5.0, 2) == ["b", "c"]
        await store.set_deadline("b", None)
        assert await store.list_due(5.0, 9) == ["c", "a"]
        await add_matches(store, "going on")
        assert await store.remove_finished(5.0, 2) == ["b", "c"]
        assert await store.remove_finished(5.0, 9) == ["a"]
        assert {row.id for row in await store.list_owned("o", 9)} == {"d", "going on"}

    with_rows(tmp_path, work)


def test_beginnings_come_by_the_last_event_and_damaged_ones_tell_nothing(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        first = [Event(0, 1.0, CREATED, {"game": "qubism"})]
        for number, name in enumerate("abc", 1):
            await store.create(replace(match_row(name), created=float(number)), first)
        await store.append("a", [Event(1, 5.0, SAY, {})], None, False)
        for name, text in (("b", "[1]"), ("c", "{")):
            await store.writer.write(partial(damage, name=name, text=text))
        await store.remove("none")
        found = [(row.id, data) for row, data in await store.list_beginnings("o")]
        assert (found[0], sorted(found[1:])) == (("a", {"game": "qubism"}), [("b", {}), ("c", {})])

    def damage(connection: Connection, name: str, text: str) -> None:
        connection.execute(update(tables.events).where(tables.events.c.match == name).values(data=text))

    with_rows(tmp_path, work)


def test_everybody_who_has_ever_sat_down_is_traced(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        kept = {"seats": [], PRIVATE: {"reserved": {"b": "cay"}}}
        await store.create(match_row("m"), [Event(0, 1.0, CREATED, kept)])
        for seq, person in enumerate(("ann", "bob", "ann"), 1):
            await store.seat("m", [Event(seq, 1.0, JOIN, {"player": "w", PRIVATE: {"person": person}})], "w", person)
        assert set(await store.read(lambda c: list(c.scalars(select(tables.traces.c.person))))) == {"ann", "bob", "cay"}
        assert [row.id for row in await store.list_owned("ann", 9)] == ["m"]
        assert await store.list_owned("bob", 9) == []

    with_rows(tmp_path, work)
