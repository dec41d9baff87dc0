"""People who play from different devices: leaving, clocks, chat, and the views of everybody."""

from __future__ import annotations

import json
from typing import Any

import pytest

from banmen.core.errors import OptionError
from banmen.match.clocks import ClockRule, read_clock_rule
from banmen.match.events import FINISHED, HAND_OVER, RESIGN, TIME_OUT, Event
from banmen.match.gathering import MOST_TALK
from banmen.match.match_errors import MatchError
from banmen.match.match_start import Terms
from banmen.match.match_state import Match
from banmen.match.match_views import events_view, match_view
from banmen.match.picture_format import PictureFormat
from banmen.match.readers import Reader, make_reader
from banmen.match.together import (
    MOST_OFTEN,
    plan_absence,
    plan_begin_of_computers,
    plan_invitation,
    plan_join,
    plan_rematch,
    plan_time_out,
)
from tests.match.gathered import SEED, come, do, gathered, invite, refuse
from tests.match.players import ANYBODY

# Leaving.


def test_between_two_sides_resigning_loses() -> None:
    match = gathered("moontrek", "ann", "bob", "ann", "bob", teams="2-2")
    do(match, "bob", "resign")
    assert match.standing.result == ("A", "C")
    assert [event.kind for event in match.events[-2:]] == [RESIGN, FINISHED]


@pytest.mark.parametrize(("options", "leaving"), [({"players": 4}, ["ann", "bob", "dan"]), ({"teams": "2-2"}, ["ann"])])
def test_where_others_play_on_a_computer_takes_the_seat(options: dict[str, Any], leaving: list[str]) -> None:
    match = gathered("moontrek", "ann", "bob", "cay", "dan", **options)
    do(match, "cay", "resign")
    assert match.events[-1].kind == HAND_OVER
    assert RESIGN not in {event.kind for event in match.events}
    assert not match.seats["C"].is_human
    for person in leaving:  # the last one, for whose side no person plays on, ends it
        assert not match.over
        do(match, person, "resign")
    assert match.over


def test_a_proposal_is_gone_when_somebody_throws_or_leaves() -> None:
    match = gathered("moontrek", "ann", "bob", "cay", players=3)
    assert match.gathering is not None
    do(match, "ann", "propose", what="computer", player="A")
    do(match, match.seat.person or "", "throw")
    assert match.gathering.proposal is None
    do(match, "ann", "propose", what="computer", player="A")
    assert match.gathering.proposal is not None
    do(match, "cay", "resign")
    assert match.events[-1].kind == HAND_OVER
    assert match.gathering.proposal is None


def test_a_clock_falls_at_its_time_and_not_before() -> None:
    match = come(invite("qubism", terms=Terms(ClockRule("total", 60.0, 2.0))), "ann", "bob", at=100.0)
    assert match.deadline == 160.0
    do(match, "ann", "move", move="c2", at=130.0)
    assert match.deadline == 190.0
    do(match, "bob", "move", move="c4", at=140.0)
    assert match.deadline == 140.0 + 32.0
    assert refuse(match, "ann", "move", move=next(iter(match.legal)), now=172.5) == "time_over"
    with pytest.raises(MatchError) as caught:
        plan_time_out(match, 171.9)
    assert caught.value.code == "time_left"
    match.add_planned(plan_time_out(match, 172.0), 172.0)
    assert match.standing.result == ("b",)
    assert match.record.termination == "time"
    assert match.deadline is None
    with pytest.raises(MatchError):
        plan_time_out(match, 1000.0)


def test_a_clock_per_move_restarts() -> None:
    match = come(invite("kariuchi", terms=Terms(ClockRule("move", 20.0))), "ann", "bob", at=0.0)
    person = match.seat.person or ""
    do(match, person, "throw", at=15.0)
    assert match.deadline == 20.0  # a throw and its move are one turn
    do(match, person, "move", move=next(iter(match.legal)), at=19.0)
    assert match.deadline == 39.0


def test_with_more_than_two_sides_a_computer_plays_on_when_time_is_over() -> None:
    match = come(invite("moontrek", terms=Terms(ClockRule("move", 20.0)), players=3), "ann", "bob", "cay")
    late = match.position.turn
    match.add_planned(plan_time_out(match, 21.0), 21.0)
    assert [event.kind for event in match.events[-2:]] == [TIME_OUT, HAND_OVER]
    assert [match.find_actor(event) for event in match.events[-2:]] == [None, None]  # nobody did that
    assert not match.over
    assert not match.seats[late].is_human
    assert match.waits_for_computer
    assert match.deadline is None


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"kind": "hours", "seconds": 5},
        {"kind": "move"},
        {"kind": "move", "seconds": 4},
        {"kind": "move", "seconds": True},
        {"kind": "move", "seconds": 30, "increment": 1},
        {"kind": "total", "seconds": 60, "increment": 181},
        {"kind": "total", "seconds": 60, "increment": True},
        {"kind": "days", "seconds": 3600},
        {"kind": "total", "seconds": float("nan")},
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        read_clock_rule(data)


def test_a_move_in_the_last_moment_is_in_time() -> None:
    match = come(invite("qubism", terms=Terms(ClockRule("move", 20.0))), "ann", "bob")
    assert match.deadline == 20.0
    do(match, "ann", "move", move="c2", at=20.0)
    assert match.deadline == 40.0


def test_whoever_plays_for_all_ends_it_by_leaving() -> None:
    match = gathered("moontrek", "ann", "ann", "ann", players=3)
    do(match, "ann", "resign", player="B")
    assert match.standing.result == ("A", "C")


def test_computers_are_there_when_somebody_does_not_come() -> None:
    match = come(invite("moontrek", {"B": "level:3"}, players=3), "ann")
    assert plan_begin_of_computers(match) == []  # there are people to wait for
    match.add_planned(plan_absence(match))
    assert match.standing.result == ("A", "B")


# Chat, and views.


def test_only_phrases_are_said_unless_people_want_more() -> None:
    match = gathered("qubism", "ann", "bob")
    assert refuse(match, "ann", "say", text="my own words") == "no_chat"
    assert refuse(match, "ann", "say", what="my own words") == "no_chat"
    chatting = gathered("qubism", "ann", "bob", terms=Terms(chat=True))
    do(chatting, "ann", "say", text="my own words")
    for number in range(MOST_TALK - 1):
        do(chatting, "bob", "say", what="hello", at=2.0 * number)
    assert refuse(chatting, "ann", "say", what="hello", now=1e4) == "too_much_talk"
    together = match_view(chatting, ANYBODY, Reader("ja", "bob"), PictureFormat(), False)["together"]
    assert together["talk"][-1]["words"] == "こんにちは！"


def test_chat_and_proposals_are_limited() -> None:
    match = gathered("qubism", "ann", "bob")
    for number in range(MOST_OFTEN):
        do(match, "ann", "say", what="hello", at=100.0 + number / 100)
    for kind, more in (("say", {"what": "hello"}), ("propose", {"what": "draw"})):
        assert refuse(match, "ann", kind, now=101.0, **more) == "too_often"
        assert refuse(match, "ann", kind, now=110.0, **more) == "too_often"  # the first was said ten seconds ago
    do(match, "bob", "say", what="hello", at=101.0)
    do(match, "ann", "move", move=next(iter(match.legal)), at=101.0)  # play goes on
    do(match, "ann", "say", what="hello", at=112.0)
    assert match.seq > MOST_OFTEN


def test_everybody_is_shown_it_from_their_seat() -> None:
    match = gathered("qubism", "ann", "bob")
    ann, bob, nobody = (
        match_view(match, ANYBODY, make_reader(match, "en", person), PictureFormat(), False) for person in ("ann", "bob", "cay")
    )
    assert ann["yours"]
    assert ann["moves"]
    assert ann["together"]["own"] == ["w"]
    assert ann["status"].startswith("Your turn")
    for other in (bob, nobody):
        assert not other["yours"]
        assert not other["moves"]
        assert "Ann" in other["status"]
    assert bob["turned"] != ann["turned"]
    assert nobody["together"]["own"] == nobody["together"]["offers"] == []
    do(match, "bob", "resign")
    words = [
        match_view(match, ANYBODY, Reader("en", person), PictureFormat(), False)["status"] for person in ("ann", "bob", "")
    ]
    assert words == ["Bob resigned. You won.", "You resigned. Ann won.", "Bob resigned. Ann won."]


def test_no_view_reveals_identities_or_links() -> None:
    match = gathered("qubism", "ann", "bob")
    match.add_planned(plan_invitation(match, "w", "a secret"))
    shown = [events_view(match, match.events, Reader("en", person)) for person in ("ann", "bob", "")]
    views = [match_view(match, ANYBODY, Reader("en", person), PictureFormat(), False) for person in ("ann", "bob", "")]
    text = repr((shown, views, match.record.text))
    assert "Ann" in text
    for secret in ("'ann'", "'bob'", "secret", "link w", SEED):
        assert secret not in text


def test_the_next_match_is_named_once_it_is_over() -> None:
    match = gathered("qubism", "ann", "bob")
    with pytest.raises(MatchError):
        plan_rematch(match, "next", "w")
    do(match, "ann", "resign")
    match.add_planned(plan_rematch(match, "next", "w"))
    assert match_view(match, ANYBODY, Reader("en"), PictureFormat(), False)["together"]["rematch"] == "next"


def test_the_player_who_is_there_wins_against_an_absent_one() -> None:
    match = come(invite("kariuchi"), "ann")
    match.add_planned(plan_absence(match))
    assert (match.standing.termination, match.standing.result) == ("abandoned", (1,))
    for person, winner in (("ann", "You"), ("", "Ann")):
        result = match_view(match, ANYBODY, Reader("en", person), PictureFormat(), False)["result"]
        assert result
        assert result["words"] == f"Player 2 did not arrive in time. {winner} won."
    assert match.record.result == (1,)
    with pytest.raises(MatchError) as caught:
        plan_join(match, 2, "bob", "Bob", "ab" * 16)
    assert caught.value.code == "match_over"
    nobody = invite("kariuchi")
    nobody.add_planned(plan_absence(nobody))
    assert match_view(nobody, ANYBODY, Reader("en"), PictureFormat(), False)["status"] == "Nobody arrived in time."


def test_a_rematch_is_known_from_stored_events() -> None:
    match = gathered("qubism", "ann", "bob")
    do(match, "ann", "resign")
    match.add_planned(plan_rematch(match, "next", "w"))
    stored = [Event(one.seq, one.at, json.loads(json.dumps(one.kind)), one.data) for one in match.events]  # their own texts
    again = Match(match.dice, stored)
    assert again.gathering is not None
    assert again.gathering.rematch == "next"
