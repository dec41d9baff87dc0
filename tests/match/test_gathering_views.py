"""Views of what is around a board: seats, offers, proposals and chat."""

from __future__ import annotations

from typing import Any

import pytest

from banmen.match.clocks import ClockRule
from banmen.match.gathering_views import GatheringView, gathering_view
from banmen.match.match_start import Terms
from banmen.match.match_state import Match
from banmen.match.readers import Reader
from banmen.match.seat_names import name_seat
from tests.match.gathered import come, do, gathered, invite, refuse


def look(match: Match, person: str, *, lang: str = "en", muted: frozenset[str] = frozenset()) -> GatheringView:
    assert match.gathering
    return gathering_view(match, match.gathering, Reader(lang, person, muted=muted), name_seat)


def test_seats_are_open_until_somebody_has_come() -> None:
    match = come(invite("qubism"), "ann")
    seen = look(match, "ann")
    assert (seen["begun"], seen["own"], seen["open"], seen["kept"]) == (False, ["w"], ["b"], [])
    match = gathered("qubism", "ann", "bob")
    seen = look(match, "bob")
    assert (seen["begun"], seen["own"], seen["open"]) == (True, ["b"], [])


def test_offers_depend_on_reader_and_time() -> None:
    assert look(come(invite("qubism"), "ann"), "ann")["offers"] == []
    match = gathered("qubism", "ann", "bob")
    assert [look(match, person)["offers"] for person in ("ann", "bob", "")] == [["draw", "computer"], ["draw", "computer"], []]
    do(match, "ann", "move", move="c2")
    assert [look(match, person)["offers"] for person in ("ann", "bob")] == [["undo", "draw", "computer"], ["draw", "computer"]]
    do(match, "bob", "propose", what="draw")
    assert look(match, "ann")["offers"] == []
    do(match, "ann", "decline", to=match.seq)
    assert look(match, "ann")["offers"] == ["undo", "draw", "computer"]
    do(match, "bob", "resign")
    assert look(match, "ann")["offers"] == []
    race = gathered("kariuchi", "ann", "bob")
    assert look(race, "ann")["offers"] == ["computer"]  # a race has no draw, and there is nothing to take back yet


@pytest.mark.parametrize("stake", [{"rated": True}, {"tournament": "cup"}])
def test_where_something_is_at_stake_the_clock_decides_about_somebody_who_left(stake: dict[str, Any]) -> None:
    for clock, given in ((ClockRule("total", 300.0), False), (None, True)):
        match = gathered("qubism", "ann", "bob", terms=Terms(clock, **stake))
        assert ("computer" in look(match, "ann")["offers"]) == given
        if given:
            do(match, "ann", "propose", what="computer", player="b", away=frozenset({"b"}))
        else:
            assert refuse(match, "ann", "propose", what="computer", player="b", away=frozenset({"b"})) == "cannot_propose"


def test_a_proposal_waits_for_the_others() -> None:
    match = gathered("qubism", "ann", "bob")
    assert look(match, "bob")["proposal"] is None
    do(match, "ann", "propose", what="draw")
    asked, asking, watching = (look(match, person)["proposal"] for person in ("bob", "ann", ""))
    assert asked
    assert asking
    assert watching
    assert (asked["seq"], asked["player"], asked["what"], asked["seat"]) == (match.seq, "w", "draw", None)
    assert (asked["yours"], asking["yours"], watching["yours"]) == (True, False, False)
    assert asked["words"] == watching["words"] != asking["words"]
    assert "Ann" in asked["words"]
    assert "Ann" not in asking["words"]


def test_chat_is_shown_unless_muted() -> None:
    match = gathered("qubism", "ann", "bob")
    do(match, "ann", "say", what="hello")
    (heard,) = look(match, "bob")["talk"]
    assert (heard["seq"], heard["player"], heard["name"], heard["words"]) == (match.seq, "w", "Ann", "Hello!")
    assert look(match, "bob", muted=frozenset("w"))["talk"] == []
    assert len(look(match, "bob", muted=frozenset("b"))["talk"]) == 1
    assert look(match, "bob", lang="ja")["talk"][0]["words"] != "Hello!"
