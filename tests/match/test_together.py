"""People who play from different devices: seats, proposals, clocks, leaving, and talk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import banmen
from banmen.core.board import Player
from banmen.core.errors import OptionError
from banmen.kernels.contract import CHANCE
from banmen.match.actions import Intent
from banmen.match.clocks import ClockRule, read_clock_rule
from banmen.match.dice import CommittedDice
from banmen.match.dice_check import check_dice, write_dice_tags
from banmen.match.events import BEGIN, FINISHED, HAND_OVER, JOIN, RESIGN, TIME_OUT
from banmen.match.gathering import MOST_TALK
from banmen.match.match_errors import MatchError
from banmen.match.match_start import Terms, make_first_event_together
from banmen.match.match_state import Match
from banmen.match.match_views import events_view, match_view
from banmen.match.picture_format import PictureFormat
from banmen.match.readers import Reader, make_reader
from banmen.match.together import find_seat, plan_invitation, plan_join, plan_rematch, plan_time_out, plan_together
from tests.match.players import ANYBODY

SEED = "ab" * 32
NAMES = {"ann": "Ann", "bob": "Bob", "cay": "Cay", "dan": "Dan"}


def invite(game: str, seats: Mapping[str, str] | None = None, /, terms: Terms | None = None, **options: Any) -> Match:
    """Return a match to which nobody has come yet; the link to the seat of a player is that player's name."""
    found = banmen.game(game, **options)
    seated: dict[Player, str] = {player: (seats or {}).get(str(player), "human") for player in found.players}
    links = {str(player): f"link {player}" for player in found.players}
    terms = terms or Terms()
    terms = Terms(terms.clock, terms.rated, terms.watchable, terms.listed, terms.chat, links, terms.reserved)
    dice = CommittedDice(SEED)
    return Match(dice, [make_first_event_together(found, seated, dice, terms)])


def come(match: Match, *people: str, at: float = 0.0) -> Match:
    """Let people take the seats of people, in their order."""
    for player, person in zip(match.people, people, strict=False):
        nonce = person.encode().hex().ljust(32, "0")
        match.add_planned(plan_join(match, player, person, NAMES[person], nonce), at)
    return match


def gathered(game: str, *people: str, terms: Terms | None = None, **options: Any) -> Match:
    return come(invite(game, terms=terms, **options), *people)


def do(match: Match, person: str, type_: str, *, at: float = 0.0, **more: Any) -> None:
    match.add_planned(plan_together(match, Intent(type_, person=person, now=at, **more)), at)


def refuse(match: Match, person: str, type_: str, **more: Any) -> str:
    """Return why something is refused; nothing has changed then."""
    before = match.seq, match.position
    with pytest.raises(MatchError) as caught:
        plan_together(match, Intent(type_, person=person, **more))
    assert (match.seq, match.position) == before
    return str(caught.value.code)


def play_turn(match: Match, at: float = 0.0) -> str:
    """Let whoever is on turn throw, if that is due, and make the first legal move; return who it was."""
    person = match.seat.person or ""
    if match.position.kind == CHANCE:
        do(match, person, "throw", at=at)
    do(match, person, "move", move=next(iter(match.legal)), at=at)
    return person


# Coming.


def test_nothing_is_thrown_before_all_have_come() -> None:
    match = invite("kariuchi")
    assert not match.begun
    assert not match.waits_for_human
    assert not match.start.opening
    match.add_planned(plan_join(match, 1, "ann", "Ann", "1" * 32))
    assert not match.begun
    assert refuse(match, "ann", "throw") == "not_begun"
    planned = plan_join(match, 2, "bob", "Bob", "2" * 32)
    assert [one.kind for one in planned] == [JOIN, BEGIN]
    match.add_planned(planned)
    assert match.begun
    assert match.start.opening
    assert match.dice == CommittedDice(SEED, ("1" * 32, "2" * 32))
    other = invite("kariuchi")
    come(other, "ann")
    other.add_planned(plan_join(other, 2, "bob", "Bob", "3" * 32))
    assert [other.dice.throw(other.position, n) for n in range(20)] != [match.dice.throw(match.position, n) for n in range(20)]


def test_the_throws_of_a_match_of_several_people_can_be_checked() -> None:
    match = gathered("kariuchi", "ann", "bob")
    for _ in range(6):
        play_turn(match)
    do(match, match.seat.person or "", "resign")
    found = check_dice(write_dice_tags(match))
    assert found.right
    assert found.scheme == 2
    assert len(found.throws) > 6
    tampered = write_dice_tags(match).with_tags(DiceNonces=" ".join(["0" * 32] * 2))
    assert not check_dice(tampered).right


def test_a_stored_match_is_the_same_again() -> None:
    match = gathered("moontrek", "ann", "bob", terms=Terms(ClockRule("total", 60.0, 5.0), chat=True), players=2)
    for number in range(5):
        play_turn(match, at=10.0 * number)
    do(match, "ann", "say", what="hello")
    again = Match(CommittedDice(SEED), match.events)
    assert again.position == match.position
    assert again.deadline == match.deadline
    for person in ("ann", "bob", "somebody"):
        reader = make_reader(match, "en", person)
        views = [match_view(one, ANYBODY, reader, PictureFormat(), False) for one in (match, again)]
        assert views[0] == views[1]


def test_a_link_is_for_one_seat_and_can_be_used_once() -> None:
    match = invite("qubism")
    assert find_seat(match, "ann", "link b") == "b"
    for wrong in ("link", "", "link w "):
        with pytest.raises(MatchError, match="link"):
            find_seat(match, "ann", wrong)
    match.add_planned(plan_join(match, "b", "ann", "Ann", "0" * 32))
    assert find_seat(match, "ann", "link b") == "b"  # the same person again
    with pytest.raises(MatchError) as caught:
        find_seat(match, "bob", "link b")
    assert caught.value.code == "bad_link"
    match.add_planned(plan_invitation(match, "w", "new link"))
    with pytest.raises(MatchError):
        find_seat(match, "bob", "link w")
    assert find_seat(match, "bob", "new link") == "w"


def test_without_a_link_there_is_a_seat_only_for_whom_it_is_kept_or_where_it_is_open_to_all() -> None:
    kept = invite("qubism", terms=Terms(reserved={"w": "ann"}))
    assert find_seat(kept, "ann", None) == "w"
    assert find_seat(kept, "ann", None, "w") == "w"
    for person, player in (("bob", None), ("bob", "w"), ("ann", "b"), ("ann", "x")):
        with pytest.raises(MatchError) as caught:
            find_seat(kept, person, None, player)
        assert caught.value.code == "no_seat"
    listed = invite("qubism", terms=Terms(listed=True, reserved={"w": "ann"}))
    assert find_seat(listed, "bob", None) == "b"
    come(listed, "ann", "bob")
    with pytest.raises(MatchError) as caught:
        find_seat(listed, "cay", None, "b")
    assert caught.value.code == "seat_taken"
    with pytest.raises(MatchError) as caught:
        plan_join(listed, "b", "cay", "Cay", "0" * 32, listed=True)
    assert caught.value.code == "seat_taken"


def test_a_seat_can_be_taken_to_another_device() -> None:
    match = gathered("qubism", "ann", "bob")
    match.add_planned(plan_invitation(match, "w", "for my phone"))
    assert find_seat(match, "phone", "for my phone") == "w"
    match.add_planned(plan_join(match, "w", "phone", "Ann", "f" * 32))
    assert refuse(match, "ann", "move", move="c2") == "not_your_seat"
    do(match, "phone", "move", move="c2")
    assert match.dice == CommittedDice(SEED, ("616e6e".ljust(32, "0"), "626f62".ljust(32, "0")))  # as when it began


def test_in_a_rated_match_a_person_has_one_seat() -> None:
    match = invite("qubism", terms=Terms(rated=True))
    match.add_planned(plan_join(match, "w", "ann", "Ann", "0" * 32))
    with pytest.raises(MatchError) as caught:
        plan_join(match, "b", "ann", "Ann", "0" * 32)
    assert caught.value.code == "one_seat_each"
    unrated = invite("qubism")
    come(unrated, "ann", "ann")
    assert unrated.list_seats_of("ann") == ["w", "b"]
    assert unrated.begun


# Acting.


def test_everybody_plays_their_own_seat_alone() -> None:
    match = gathered("qubism", "ann", "bob")
    assert refuse(match, "bob", "move", move="c2") == "not_your_turn"
    assert refuse(match, "cay", "move", move="c2") == "not_your_seat"
    assert refuse(match, "", "move", move="c2") == "not_your_seat"
    assert refuse(match, "bob", "resign", player="w") == "not_your_seat"
    for kind in ("propose", "agree", "decline", "say", "resign", "seal", "undo"):
        assert refuse(match, "cay", kind, what="hello") == "not_your_seat"
    do(match, "ann", "move", move="c2")
    assert match.position.turn == "b"
    do(match, "ann", "resign")  # also when it is not their turn
    assert match.standing.result == ("b",)
    assert refuse(match, "bob", "move", move="c4") == "match_over"


def test_what_is_said_or_proposed_does_not_make_a_move_come_too_late() -> None:
    match = gathered("qubism", "ann", "bob")
    known = match.settled
    do(match, "bob", "say", what="hello")
    do(match, "bob", "propose", what="draw")
    assert match.settled == known < match.seq
    do(match, "ann", "move", move="c2")
    assert match.settled == match.seq
    assert match.gathering
    assert match.gathering.proposal is None  # whoever plays on has declined


# Agreeing.


def test_a_move_is_taken_back_when_the_other_agrees() -> None:
    match = gathered("qubism", "ann", "bob")
    start = match.position
    assert refuse(match, "ann", "undo") == "ask_first"
    assert refuse(match, "ann", "propose", what="undo") == "nothing_to_undo"
    do(match, "ann", "move", move="c2")
    assert refuse(match, "bob", "propose", what="undo") == "nothing_to_undo"
    do(match, "ann", "propose", what="undo")
    assert refuse(match, "ann", "agree", to=match.seq) == "no_proposal"
    assert refuse(match, "bob", "agree", to=match.seq - 1) == "no_proposal"
    assert match.position != start
    do(match, "bob", "agree", to=match.seq)
    assert match.position == start
    assert match.checkable
    do(match, "ann", "move", move="c2")
    do(match, "ann", "propose", what="undo")
    do(match, "bob", "decline", to=match.seq)
    assert refuse(match, "bob", "agree", to=match.seq - 1) == "no_proposal"
    assert match.position.turn == "b"


def test_nothing_is_taken_back_past_a_throw() -> None:
    match = gathered("kariuchi", "ann", "bob")
    first = match.seat.person or ""
    do(match, first, "throw")
    thrown = match.position
    do(match, first, "move", move=next(iter(match.legal)))
    do(match, first, "propose", what="undo")
    other = "bob" if first == "ann" else "ann"
    do(match, other, "agree", to=match.seq)
    assert match.position == thrown  # the throw stays as it fell
    do(match, first, "move", move=next(iter(match.legal)))
    do(match, match.seat.person or "", "throw")
    assert refuse(match, first, "propose", what="undo") == "nothing_to_undo"


def test_a_draw_is_offered_where_draws_exist() -> None:
    match = gathered("qubism", "ann", "bob")
    do(match, "ann", "propose", what="draw")
    do(match, "bob", "agree", to=match.seq)
    assert match.standing.result == ()
    assert match.record.termination == "agreed"
    for game, options in (("kariuchi", {}), ("kuniumi", {}), ("qubism", {"repetition": "loss"})):
        assert refuse(gathered(game, "ann", "bob", **options), "ann", "propose", what="draw") == "cannot_propose"
    assert banmen.game("kuniumi", tie="draw").can_draw
    assert refuse(gathered("qubism", "ann", "bob"), "ann", "propose", what="money") == "cannot_propose"


def test_all_others_have_to_agree() -> None:
    match = gathered("moontrek", "ann", "bob", "cay", players=3)
    person = match.seat.person or ""
    do(match, person, "throw")
    do(match, person, "move", move=next(iter(match.legal)))
    do(match, person, "propose", what="undo")
    one, two = (other for other in ("ann", "bob", "cay") if other != person)
    before, proposed = match.position, match.seq
    do(match, one, "agree", to=proposed)
    assert match.position == before
    assert refuse(match, one, "agree", to=proposed) == "no_proposal"
    do(match, two, "agree", to=proposed)
    assert match.position != before


def test_a_computer_takes_the_seat_of_somebody_who_left() -> None:
    match = gathered("qubism", "ann", "bob")
    assert refuse(match, "ann", "propose", what="computer", player="b") == "not_away"
    for player in ("x", None):
        assert refuse(match, "ann", "propose", what="computer", player=player) == "cannot_propose"
    do(match, "ann", "propose", what="computer", player="b", who="level:2", away=frozenset({"b"}))
    assert match.seats["b"].who == "level:2"
    assert [seat.player for seat in match.computers] == ["b"]
    assert refuse(match, "bob", "move", move="c2") == "not_your_seat"
    assert refuse(match, "ann", "propose", what="computer", player="w") == "cannot_propose"  # nobody would be left
    three = gathered("moontrek", "ann", "bob", "cay", players=3)
    do(three, "ann", "propose", what="computer", player="B", away=frozenset({"B"}))
    assert three.seats["B"].is_human
    do(three, "cay", "agree", to=three.seq)
    assert not three.seats["B"].is_human


# Leaving.


def test_between_two_sides_whoever_resigns_loses() -> None:
    match = gathered("moontrek", "ann", "bob", "ann", "bob", teams="2-2")
    do(match, "bob", "resign")
    assert match.standing.result == ("A", "C")
    assert [event.kind for event in match.events[-2:]] == [RESIGN, FINISHED]


@pytest.mark.parametrize(("options", "leaving"), [({"players": 4}, ["ann", "bob", "dan"]), ({"teams": "2-2"}, ["ann"])])
def test_where_others_play_on_a_computer_takes_the_seat(options: dict[str, Any], leaving: list[str]) -> None:
    match = gathered("moontrek", "ann", "bob", "cay", "dan", **options)
    do(match, "cay", "resign")
    assert match.events[-1].kind == HAND_OVER
    assert not match.seats["C"].is_human
    for person in leaving:  # the last one, for whose side no person plays on, ends it
        assert not match.over
        do(match, person, "resign")
    assert match.over


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


def test_a_clock_for_each_move_begins_anew() -> None:
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
        {"kind": "days", "seconds": 3600},
        {"kind": "total", "seconds": float("nan")},
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        read_clock_rule(data)


# Talking, and what is shown.


def test_only_phrases_are_said_unless_people_want_more() -> None:
    match = gathered("qubism", "ann", "bob")
    assert refuse(match, "ann", "say", text="my own words") == "no_chat"
    assert refuse(match, "ann", "say", what="my own words") == "no_chat"
    chatting = gathered("qubism", "ann", "bob", terms=Terms(chat=True))
    do(chatting, "ann", "say", text="my own words")
    for _ in range(MOST_TALK - 1):
        do(chatting, "bob", "say", what="hello")
    assert refuse(chatting, "ann", "say", what="hello") == "too_much_talk"
    together = match_view(chatting, ANYBODY, Reader("ja", "bob"), PictureFormat(), False)["together"]
    assert together["talk"][-1]["words"] == "こんにちは！"


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


def test_nobody_is_told_who_somebody_is_or_what_a_link_is() -> None:
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
