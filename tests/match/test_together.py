"""People who play from different devices: joining, acting, and agreeing."""

from __future__ import annotations

import hmac
from dataclasses import replace

import pytest

import banmen
from banmen.match.clocks import ClockRule
from banmen.match.dice import CommittedDice
from banmen.match.dice_check import SCHEME, check_dice, write_dice_tags
from banmen.match.events import BEGIN, DECLINE, JOIN, RESIGNED
from banmen.match.match_errors import MatchError
from banmen.match.match_start import Terms
from banmen.match.match_state import Match
from banmen.match.match_views import event_view, match_view
from banmen.match.picture_format import PictureFormat
from banmen.match.readers import make_reader
from banmen.match.together import find_seat, plan_computer, plan_invitation, plan_join, plan_leaving, plan_refusal
from tests.match.gathered import SEED, come, do, gathered, invite, play_turn, refuse
from tests.match.players import ANYBODY

# Joining.


def test_nothing_is_thrown_before_all_have_come() -> None:
    match = invite("kariuchi")
    assert not match.begun
    assert not match.waits_for_human
    assert not match.start.opening
    match.add_planned(plan_join(match, 1, "ann", "Ann", "1" * 32))
    assert not match.begun
    assert refuse(match, "ann", "throw") == "not_begun"
    assert write_dice_tags(match).tags[SCHEME] == "2"  # as it will be with both numbers
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


def test_a_link_is_for_one_seat_and_can_be_used_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[str, str]] = []

    def compare(kept: str, given: str) -> bool:
        compared.append((kept, given))
        return kept == given

    monkeypatch.setattr(hmac, "compare_digest", compare)
    match = invite("qubism")
    assert find_seat(match, "ann", "link b") == "b"
    assert compared == [("link w", "link b"), ("link b", "link b")]  # in a time that reveals nothing
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
    do(match, "ann", "move", move="c2")
    before = match.position
    assert find_seat(match, "phone", "for my phone") == "w"
    match.add_planned(plan_join(match, "w", "phone", "Ann", "f" * 32))
    assert match.events[-1].data["nonce"] == "616e6e".ljust(32, "0")
    assert match.position == before  # nothing begins anew
    do(match, "bob", "move", move="c4")
    assert refuse(match, "ann", "move", move="c1") == "not_your_seat"
    do(match, "phone", "move", move="c1")
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


def test_among_strangers_a_person_has_one_seat_and_may_change_their_name() -> None:
    match = invite("qubism", terms=Terms(listed=True))
    match.add_planned(plan_join(match, "w", "ann", "Ann", "0" * 32, listed=True))
    with pytest.raises(MatchError) as caught:
        plan_join(match, "b", "ann", "Ann", "0" * 32, listed=True)
    assert caught.value.code == "one_seat_each"
    assert plan_join(match, "w", "ann", "Ann", "1" * 32, listed=True) == []
    match.add_planned(plan_join(match, "w", "ann", "Anna", "1" * 32, listed=True))
    assert (match.seats["w"].name, match.seats["w"].nonce) == ("Anna", "0" * 32)


def test_a_seat_that_was_kept_for_somebody_is_open_to_others_once_they_refuse() -> None:
    match = invite("qubism", terms=Terms(listed=True, reserved={"b": "bob"}, names={"b": "Bob"}))
    kept = match.seats["b"]
    match.add_planned(plan_refusal(match, "bob"))
    assert match.seats["b"] == replace(kept, name=None, reserved=None) != kept
    come(match, "ann", "cay")
    assert match.seats["b"].person == "cay"


def test_no_computer_moves_before_all_have_come() -> None:
    match = invite("qubism", {"w": "level:3"})
    assert not match.waits_for_computer
    come(match, "bob")
    assert match.waits_for_computer
    assert match.dice == CommittedDice(SEED, ("626f62".ljust(32, "0"),))


def test_those_who_have_met_before_stay_strangers() -> None:
    match = invite("qubism", terms=Terms(guests={"w": 1, "b": 2}))
    assert match.gathering
    assert match.gathering.guests == {"w": 1, "b": 2}
    assert match.gathering.among_strangers


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
    assert match.gathering.proposal is None  # a player who moves has declined


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
    assert match.events[match.events[-1].data["to"]].kind == BEGIN
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
    assert match.position == thrown  # the throw stays as it was
    do(match, first, "move", move=next(iter(match.legal)))
    do(match, match.seat.person or "", "throw")
    assert refuse(match, first, "propose", what="undo") == "nothing_to_undo"


def test_a_draw_is_offered_where_draws_exist() -> None:
    match = gathered("qubism", "ann", "bob")
    do(match, "ann", "propose", what="draw")
    do(match, "bob", "agree", to=match.seq)
    assert match.standing.result == ()
    assert match.record.termination == "agreed"
    drawless = [gathered(game, "ann", "bob") for game in ("kariuchi", "kuniumi")]
    for other in (*drawless, gathered("qubism", "ann", "bob", repetition="loss")):
        assert refuse(other, "ann", "propose", what="draw") == "cannot_propose"
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
    do(match, one, "say", what="hello")  # which agrees to nothing
    assert match.gathering
    assert match.gathering.proposal
    assert match.gathering.proposal.agreed == frozenset()
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


def test_a_computer_takes_a_seat_to_which_nobody_comes() -> None:
    match = come(invite("moontrek", players=3), "ann")
    for player, code in (("A", "seat_taken"), ("B", ""), ("B", "no_seat")):
        if code:
            with pytest.raises(MatchError) as caught:
                plan_computer(match, player)
            assert caught.value.code == code
        else:
            match.add_planned(plan_computer(match, player))
    assert event_view(match, match.events[-1], make_reader(match, "en", "ann"))["words"] == "A computer plays Frog."
    assert (match.seats["B"].who, match.begun) == ("level:3", False)
    with pytest.raises(MatchError) as caught:
        find_seat(match, "bob", "link B")  # which came too late
    assert caught.value.code == "no_seat"
    match.add_planned(plan_computer(match, "C"))
    assert match.begun
    assert match.dice == CommittedDice(SEED, (match.seats["A"].nonce or "",))  # computers contribute nothing to the throws
    match.add_planned(plan_leaving(match, "A", RESIGNED))
    assert check_dice(write_dice_tags(match)).right


def test_no_computer_joins_people_who_were_paired() -> None:
    for terms in (Terms(rated=True), Terms(listed=True), Terms(tournament="cup")):
        match = come(invite("qubism", terms=terms), "ann")
        with pytest.raises(MatchError) as caught:
            plan_computer(match, "b")
        assert caught.value.code == "cannot_propose"
    alone = invite("qubism", {"w": "level:1"})
    with pytest.raises(MatchError) as caught:
        plan_computer(alone, "b")  # nobody would be left
    assert caught.value.code == "cannot_propose"


def test_a_player_of_two_seats_declines_for_the_first() -> None:
    match = gathered("moontrek", "ann", "bob", "cay", "bob")
    while play_turn(match) != "ann":
        pass
    do(match, "ann", "propose", what="undo")
    do(match, "bob", "decline", to=match.seq)
    assert match.events[-1].kind == DECLINE
    assert match.events[-1].data == {"player": "B"}


def test_whoever_plays_for_two_agrees_once() -> None:
    match = gathered("moontrek", "ann", "bob", "ann", "bob", teams="2-2")
    person = match.seat.person or ""
    do(match, person, "throw")
    thrown = match.position
    do(match, person, "move", move=next(iter(match.legal)))
    do(match, person, "propose", what="undo")
    do(match, "bob" if person == "ann" else "ann", "agree", to=match.seq)
    assert match.position == thrown


def test_three_agree_one_after_another() -> None:
    match = gathered("moontrek", "ann", "bob", "cay", "dan")
    person = match.seat.person or ""
    do(match, person, "throw")
    thrown = match.position
    do(match, person, "move", move=next(iter(match.legal)))
    do(match, person, "propose", what="undo")
    proposed = match.seq
    for other in {"ann", "bob", "cay", "dan"} - {person}:
        assert match.position != thrown
        do(match, other, "agree", to=proposed)
    assert match.position == thrown


def test_whoever_is_awaited_is_known_and_nobody_is_a_host_without_a_name() -> None:
    match = invite("qubism", terms=Terms(reserved={"w": "ann"}))
    assert [make_reader(match, "en", person).person for person in ("ann", "cay")] == ["ann", ""]
    assert [make_reader(match, "en", person, owner).host for person, owner in (("cay", "cay"), ("", ""))] == [True, False]


def test_nobody_is_awaited_who_has_come() -> None:
    match = come(invite("qubism", terms=Terms(reserved={"w": "ann", "b": "bob"})), "ann")
    assert [match.seats[player].reserved for player in match.people] == [None, "bob"]
