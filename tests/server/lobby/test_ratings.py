"""Ratings over HTTP: results are rated once, and people are named only if they agree."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Executable, delete, update

from banmen.server.lobby.rating_rules import SURE_SIGMA
from banmen.server.store.tables import rated_matches, rating_changes, ratings
from tests.server.lobby.meeting import EverybodyIsNamed, find_person, meet, play
from tests.server.visiting import House, View, Visitor, problem


def own(visitor: Visitor) -> View:
    return dict(visitor.get("/api/me/ratings").json())


def execute(house: House, *statements: Executable) -> None:
    async def work() -> None:
        await house.app.state.store.writer.write(lambda connection: [connection.execute(one) for one in statements])

    house.run(work())


def test_a_rated_match_changes_both_ratings_once(house: House) -> None:
    loser, winner, view = play(house)
    assert view["result"]["by"] == "resigned"
    (lost,), (won,) = own(loser)["ratings"], own(winner)["ratings"]
    assert lost["rating"]["points"] < 1500 < won["rating"]["points"]
    assert (lost["losses"], won["wins"], won["rating"]["games"]) == (1, 1, 1)
    assert "<svg" in won["chart"]
    (game,) = own(winner)["games"]
    assert (game["outcome"], game["match"]) == ("win", view["id"])
    assert game["change"] == won["rating"]["points"] - 1500
    service = house.app.state.lobby.ratings
    session = house.run(house.app.state.gatherings.find(view["id"]))
    assert not house.run(service.settle(session))
    assert house.run(service.sweep()) == 0
    assert own(winner)["ratings"] == [won]


def test_a_friendly_match_and_a_short_one_change_nothing(house: House) -> None:
    for rated in (False, True):
        first, second, view = meet(house, rated=rated)
        first.done(first.look(view["id"]), "resign")
        assert own(first)["ratings"] == own(second)["ratings"] == []


def test_results_from_a_downtime_are_rated_later(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        _, winner, view = play(house)
        person = find_person(winner)
        expected = own(winner)["ratings"][0]["rating"]

        execute(house, delete(rating_changes), delete(ratings), update(rated_matches).values(settled=None))
        assert own(winner)["ratings"] == []
    with House(tmp_path) as again:
        again.run(again.app.state.lobby.ratings.sweep())
        rows, changes = again.run(again.app.state.lobby.ratings.list_of_person(person))
        assert [change.match for change in changes] == [view["id"]]
        assert rows[0].games == expected["games"]


def test_a_leaderboard_and_profiles_name_only_those_who_agreed(house: House) -> None:
    loser, winner, _ = play(house)
    people = {find_person(winner): "Ann"}

    board = "/api/leaderboard?game=qubism"
    house.app.state.lobby.names = EverybodyIsNamed(people)
    assert winner.get(board).json()["places"] == []  # one game is not enough
    execute(house, update(ratings).values(games=20, sigma=SURE_SIGMA))
    (place,) = winner.get(board).json()["places"]  # the other has not agreed
    assert (place["place"], place["name"], place["wins"], place["rating"]["sure"]) == (1, "Ann", 1, True)
    told = loser.get("/api/people/Ann").json()
    assert (told["name"], told["games"][0]["outcome"], told["games"][0]["match"]) == ("Ann", "win", None)
    assert find_person(winner) not in str(told) + str(place)
    assert problem(loser.get("/api/people/Bob")) == (404, "no_person")
    assert problem(loser.get("/api/leaderboard?game=none")) == (404, "unknown_game")
    house.run(house.app.state.lobby.ratings.rows.forget(find_person(winner)))
    assert own(winner)["ratings"] == []
    assert len(own(loser)["ratings"]) == 1
