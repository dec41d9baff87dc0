"""What the database answers the lobby: who waits, who is about to come, and who is how strong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from banmen.match.events import BEGIN, JOIN, Event
from banmen.server.store.database import DAY, Store
from banmen.server.store.lobby_rows import LobbyRows, OpenChallenge, OpponentSearch, TooManyError
from banmen.server.store.rating_rows import ChangeRow, RatingRow, RatingRows
from banmen.server.store.tables import deadlines, rated_matches, seats
from tests.server.store.rows import add, add_matches, challenge, with_rows


def look(person: str, now: float = 10.0, **more: object) -> tuple[OpponentSearch, list[str]]:
    """Return a search that takes the first it is shown, and a list that tells what it was shown."""
    shown: list[str] = []

    def choose(found: Sequence[OpenChallenge]) -> str | None:
        shown[:] = [one.row.match for one in found]
        return shown[0] if shown else None

    search = OpponentSearch(person, "qubism", "{}", False, choose, now, now + 5.0)
    return replace(search, **more), shown  # type: ignore[arg-type]


def test_whoever_looks_is_shown_what_suits_them_the_longest_waiting_first(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        lobby = LobbyRows(store)
        await lobby.add(challenge("late", "ann", created=4.0))
        await lobby.add(challenge("early", "bob", created=3.0))
        await lobby.add(challenge("other rules", "bob", options='{"cubes":3}'))
        await lobby.add(challenge("other clock", "bob", clock='{"kind":"days"}'))
        await lobby.add(challenge("other game", "cay", game="kariuchi"))
        await lobby.add(challenge("rated", "cay", rated=True))
        await lobby.add(challenge("own", "dan"))
        await lobby.add(challenge("full", "eve"))
        await lobby.add(challenge("come already", "fay", places=3))
        for match, person in (("full", "cay"), ("come already", "dan"), ("late", "ann")):
            await add(store, seats, match=match, player="w", person=person)
        search, shown = look("dan")
        assert await lobby.find_or_add(search, challenge("new", "dan")) == ("early", True)
        assert shown == ["early", "late"]
        search, shown = look("gil", now=12.0)
        assert (await lobby.find_or_add(search, challenge("new", "gil")))[0] != "early"  # which is claimed
        assert "early" not in shown
        search, shown = look("gil", now=16.0)
        await lobby.find_or_add(search, challenge("new", "gil"))
        assert "early" in shown
        assert await lobby.count_waiting() == {"qubism": 8, "kariuchi": 1}
        assert [one.row.match for one in await lobby.list_standing(2)] == ["late", "early"]
        assert [one.row.match for one in await lobby.list_open("qubism", 2)] == ["late"]  # whose maker has sat down

    with_rows(tmp_path, work)


def test_a_challenge_is_kept_for_one_person_for_a_while(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        lobby = LobbyRows(store)
        await lobby.add(challenge("m", "ann"))
        assert await lobby.claim("m", "bob", 10.0, 15.0)
        assert await lobby.claim("m", "bob", 11.0, 16.0)
        assert not await lobby.claim("m", "cay", 12.0, 17.0)
        found = await lobby.find("m")
        assert found is not None
        assert [found.is_claimed(12.0, who) for who in ("bob", "cay", "")] == [False, True, True]
        assert not found.is_claimed(16.0, "cay")
        assert await lobby.claim("m", "cay", 17.0, 22.0)

    with_rows(tmp_path, work)


def test_whoever_waits_moves_on_only_while_nobody_has_come(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        lobby = LobbyRows(store)
        for match, person in (("a", "ann"), ("b", "bob"), ("c", "cay")):
            await lobby.add(challenge(match, person, places=3))
        await add(store, seats, match="a", player="w", person="dan")
        assert await lobby.move_on(look("ann")[0], "a") is None
        await lobby.claim("b", "dan", 10.0, 15.0)
        assert await lobby.move_on(look("bob")[0], "b") is None
        assert await lobby.move_on(look("cay")[0], "c") == "a"
        assert await lobby.find("c") is None
        assert await store.find("c") is None

    with_rows(tmp_path, work)


def test_a_challenge_is_taken_back_by_its_maker_or_when_they_have_gone(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        lobby = LobbyRows(store)
        for match in "abc":
            await lobby.add(challenge(match, "ann", created=1.0, seen=5.0))
        with pytest.raises(TooManyError):
            await lobby.add(challenge("d", "ann"))
        assert await store.find("d") is None
        assert not await lobby.withdraw("a", "bob")
        assert await lobby.withdraw("a", "ann")
        assert not await lobby.remove_abandoned("b", 4.0)
        assert await lobby.remove_abandoned("b", 5.0)
        await lobby.touch(["c"], 9.0)
        assert not await lobby.remove_abandoned("c", 8.0)
        assert [one.row.match for one in await lobby.list_own("ann")] == ["c"]

    with_rows(tmp_path, work)


def test_matches_that_have_ended_are_not_being_played(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await add_matches(store, "a", "b")
        await store.append("b", [Event(1, 2.0, "finished", {})], 2.0, True)
        for match in "ab":
            await add(store, deadlines, match=match, at=9.0)
        assert await LobbyRows(store).count_playing() == {"qubism": 1}

    with_rows(tmp_path, work)


def test_a_challenge_is_free_again_when_somebody_sat_down_and_gone_when_the_match_begins(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        lobby = LobbyRows(store)
        await lobby.add(challenge("m", "ann", claimed_by="bob", claimed_until=9.0))
        await store.seat("m", [Event(1, 2.0, JOIN, {"player": "w"})], "w", "ann")
        found = await lobby.find("m")
        assert found is not None
        assert (found.row.claimed_by, found.people) == (None, frozenset(("ann",)))
        await store.seat("m", [Event(2, 3.0, JOIN, {"player": "b"}), Event(3, 3.0, BEGIN, {})], "b", "bob", 7.0, "qubism")
        assert await lobby.find("m") is None
        assert await store.list_due(8.0, 9) == ["m"]
        await store.append("m", [Event(4, 4.0, "finished", {})], 4.0, True)
        assert await RatingRows(store).list_due(9) == ["m"]

    with_rows(tmp_path, work)


# Ratings.


def rating(person: str, mu: float = 25.0, game: str = "qubism", **more: float) -> RatingRow:
    values = {"sigma": 5.0, "games": 9, "wins": 5, "losses": 4, "draws": 0, "updated": 1.0, **more}
    return RatingRow(person, game, mu, **values)  # type: ignore[arg-type]


async def settle(ratings: RatingRows, match: str, people: str, at: float, game: str = "qubism") -> list[int]:
    """Take in a match after which everybody has the same rating; return how many of the same people were counted."""
    repeats: list[int] = []

    def rate(_known: object, repeated: int) -> list[tuple[RatingRow, ChangeRow]]:
        repeats.append(repeated)
        return [(rating(one, game=game), ChangeRow(match, one, game, at, "draw", 25.0, 5.0, 24.0)) for one in people]

    await add(ratings.store, rated_matches, match=match, game=game)
    assert await ratings.settle(match, game, people, at, rate)
    assert not await ratings.settle(match, game, people, at, rate)
    return repeats


def test_matches_of_the_same_people_at_the_same_game_within_a_day_are_counted(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        ratings = RatingRows(store)
        assert await settle(ratings, "1", "ab", 0.5 * DAY) == [0]
        assert await settle(ratings, "2", "ab", 1.0 * DAY) == [1]
        assert await settle(ratings, "3", "abc", 1.1 * DAY) == [0]
        assert await settle(ratings, "4", "ab", 1.2 * DAY, "kuniumi") == [0]
        assert await settle(ratings, "5", "ab", 1.3 * DAY) == [2]
        assert await settle(ratings, "6", "ab", 1.6 * DAY) == [2]  # the first was more than a day ago
        assert [one.match for one in await ratings.list_changes("a", 3)] == ["6", "5", "4"]
        assert {one.game for one in await ratings.list_of_person("a")} == {"qubism", "kuniumi"}
        await ratings.forget("a")
        assert (await ratings.list_of_person("a"), await ratings.list_changes("a", 9)) == ([], [])
        assert await ratings.find("ab", "qubism") == {"b": rating("b")}

    with_rows(tmp_path, work)


def test_the_best_are_those_whose_rating_is_sure_and_at_last_the_earliest(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        rows = [rating("late", updated=3.0), rating("early", updated=2.0), rating("best", 30.0), rating("worst", 1.0)]
        rows += [rating("unsure", 40.0, sigma=7.1), rating("new", 40.0, games=8), rating("elsewhere", 40.0, "kuniumi")]
        changes = [ChangeRow("m", row.person, row.game, 1.0, "win", row.mu, row.sigma, 25.0) for row in rows]
        await add(store, rated_matches, match="m", game="qubism")
        ratings = RatingRows(store)
        await ratings.settle("m", "qubism", ["best"], 1.0, lambda _known, _repeats: list(zip(rows, changes, strict=True)))
        assert [row.person for row in await ratings.list_best("qubism", 9, 7.0, 3)] == ["best", "early", "late"]

    with_rows(tmp_path, work)


def test_only_matches_that_have_ended_are_due(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await add_matches(store, "a", "b", finished=None)
        await add_matches(store, "c", finished=3.0)
        for match in "abc":
            await add(store, rated_matches, match=match, game="qubism")
        ratings = RatingRows(store)
        assert await ratings.list_due(9) == ["c"]
        await ratings.settle("c", "qubism", [], 4.0, lambda _known, _repeats: [])
        assert await ratings.list_due(9) == []

    with_rows(tmp_path, work)
