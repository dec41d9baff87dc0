"""What people do in a match that they play from different devices: each function returns the events that it adds.

Everybody acts for their own seat alone. What concerns all, such as taking a move back, is proposed, and done once all others
have agreed. As in `actions`, nothing is changed here.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from typing import Final, cast, get_args

from banmen.core.board import Player
from banmen.match.actions import Intent, plan_action, plan_defeat, plan_seal
from banmen.match.events import (
    ABANDONED,
    AGREE,
    AGREED,
    BEGIN,
    DECLINE,
    FINISHED,
    HAND_OVER,
    INVITE,
    JOIN,
    MOVE,
    ON_TIME,
    PAUSED,
    PRIVATE,
    PROPOSE,
    REMATCH,
    RESIGN,
    RESIGNED,
    SAY,
    SEAL,
    THROW,
    TIME_OUT,
    UNDO,
    PlannedEvent,
)
from banmen.match.gathering import MOST_TALK, Gathering, Proposal, Subject
from banmen.match.match_errors import MatchError
from banmen.match.match_state import Match
from banmen.match.seats import DEFAULT_COMPUTER

MOST_OFTEN, OFTEN_SECONDS = 10, 10.0  # things that one person may say, propose and decline in so many seconds
# Phrases to send with one tap, in every language.
PHRASES: Final = (
    "hello",
    "good_luck",
    "nice_move",
    "lucky",
    "oops",
    "wow",
    "thinking",
    "sorry",
    "thanks",
    "well_played",
    "bye",
)


def plan_together(match: Match, intent: Intent) -> list[PlannedEvent]:
    """Return the events of what a person does from a device of their own."""
    gathering = _find_gathering(match)
    own = match.list_seats_of(intent.person or "")
    if not own:
        raise MatchError("not_your_seat")
    if intent.type in (SAY, PROPOSE, DECLINE):
        _refuse_if_often(match, own, intent.now)
    if intent.type == SAY:
        return plan_talk(match, own[0], intent.what, intent.text)
    if intent.type == SEAL:
        return plan_seal(match)
    if match.over:
        raise MatchError("match_over")
    if not match.begun:
        raise MatchError("not_begun")
    if intent.type in (PROPOSE, AGREE, DECLINE):
        return _plan_agreement(match, gathering, intent, own)
    if intent.type == UNDO:
        raise MatchError("ask_first")
    if intent.type == RESIGN:
        return plan_leaving(match, _choose_seat(match, own, intent.player), RESIGNED)
    return _plan_turn(match, intent, own)


def _refuse_if_often(match: Match, own: Sequence[Player], now: float) -> None:
    """Raise MatchError for a person who has said, proposed or declined too much within a few seconds."""
    names, since, recent = {str(player) for player in own}, now - OFTEN_SECONDS, 0
    for event in reversed(match.events):
        if event.at < since or recent >= MOST_OFTEN:
            break
        recent += event.kind in (SAY, PROPOSE, DECLINE) and event.data.get("player") in names
    if recent >= MOST_OFTEN:
        raise MatchError("too_often")


def _find_gathering(match: Match) -> Gathering:
    assert match.gathering is not None  # the caller has checked
    return match.gathering


def _plan_turn(match: Match, intent: Intent, own: Sequence[Player]) -> list[PlannedEvent]:
    """Return the events of a throw or a move, which comes in time or not at all."""
    if match.standing.turn not in own:
        raise MatchError("not_your_turn")
    if match.deadline is not None and intent.now > match.deadline:
        raise MatchError("time_over")
    return plan_action(match, intent)


def _choose_seat(match: Match, own: Sequence[Player], name: str | None) -> Player:
    """Return the seat that a person means: the one named, the one on turn, or the first of their own."""
    if name is not None:
        player = match.find_player(name)
        if player is None or player not in own:
            raise MatchError("not_your_seat")
        return player
    return match.standing.turn if match.standing.turn in own else own[0]


# Seats.


def plan_invitation(match: Match, player: Player, link: str) -> list[PlannedEvent]:
    """Return the event that gives a seat a new link, identified by its digest; an earlier link no longer works."""
    if not match.seats[player].is_human:
        raise MatchError("no_seat")
    return [PlannedEvent(INVITE, {"player": str(player), PRIVATE: {"link": link}})]


def find_seat(match: Match, person: str, link: str | None, player: str | None = None) -> Player:
    """Return the seat that a person may take: by the digest of a link, because it is reserved for them, or because it is open.

    Their own seat counts, too. Raise MatchError if there is none.
    """
    gathering = _find_gathering(match)
    if link is not None:
        for invited, digest in gathering.invitations.items():
            if hmac.compare_digest(digest, link):
                if not match.seats[invited].is_human:
                    raise MatchError("no_seat")  # a computer has taken it
                return invited
        if mine := match.list_seats_of(person):
            return mine[0]  # the link was used before, by the same person
        raise MatchError("bad_link")
    wanted = [seat for seat in match.seats.values() if player in (None, str(seat.player))]
    for seat in wanted:
        if seat.person == person or seat.reserved == person:
            return seat.player
    free = [seat for seat in wanted if seat.is_open and seat.reserved is None]
    if free and gathering.listed:
        return free[0].player
    raise MatchError("seat_taken" if any(seat.person for seat in wanted) else "no_seat")


def plan_join(match: Match, player: Player, person: str, name: str, nonce: str, listed: bool = False) -> list[PlannedEvent]:
    """Return the events of a person taking a seat found by `find_seat`; the last one to join begins the match.

    `listed` says that the seat was open to all, so that nobody else may have taken it in between.
    """
    seat, gathering = match.seats[player], _find_gathering(match)
    if seat.is_human and seat.person == person and seat.name == name:
        return []  # the answer may have been lost
    if match.over:
        raise MatchError("match_over")
    if not seat.is_human:
        raise MatchError("no_seat")
    if listed and seat.person not in (None, person):
        raise MatchError("seat_taken")
    if (gathering.rated or gathering.listed) and any(other != player for other in match.list_seats_of(person)):
        raise MatchError("one_seat_each")
    nonce = seat.nonce or nonce
    planned = [PlannedEvent(JOIN, {"player": str(player), "name": name, "nonce": nonce, PRIVATE: {"person": person}})]
    waiting = [other for other in match.seats.values() if other.is_open and other.player != player]
    if not waiting and not match.begun:
        planned.append(_plan_begin(match, {player: nonce}))
    return planned


def plan_computer(match: Match, player: Player) -> list[PlannedEvent]:
    """Return the events by which a computer takes an open seat; if it was the last one, the match begins.

    Among strangers, for rating and in tournaments people play those whom they were promised.
    """
    gathering, seat = _find_gathering(match), match.seats[player]
    if match.over:
        raise MatchError("match_over")
    if not seat.is_open:
        raise MatchError("seat_taken" if seat.is_human else "no_seat")
    if gathering.rated or gathering.listed or gathering.tournament or match.people == [player]:
        raise MatchError("cannot_propose")
    data = {"player": str(player), "who": DEFAULT_COMPUTER, "reason": AGREED}
    others = [other for other in match.seats.values() if other.is_human and other.player != player]
    begins = [] if any(other.is_open for other in others) else [_plan_begin(match, {player: None})]
    return [PlannedEvent(HAND_OVER, data), *begins]


def plan_begin_of_computers(match: Match) -> list[PlannedEvent]:
    """Return the event that begins a match without people; none if a person has to join first."""
    return [] if match.people else [_plan_begin(match)]


def plan_refusal(match: Match, person: str) -> list[PlannedEvent]:
    """Return the events of a person declining the seats reserved for them, which then become open."""
    kept = [seat.player for seat in match.seats.values() if seat.is_open and seat.reserved == person]
    if not kept:
        raise MatchError("no_seat")
    return [PlannedEvent(DECLINE, {"player": str(player), "seat": str(player)}) for player in kept]


def plan_absence(match: Match) -> list[PlannedEvent]:
    """Return the event that ends a match in which not everybody has arrived in time: those who have win."""
    here = [str(seat.player) for seat in match.seats.values() if not seat.is_open]
    return [PlannedEvent(FINISHED, {"winners": here, "reason": ABANDONED})]


def _plan_begin(match: Match, last: Mapping[Player, str | None] | None = None) -> PlannedEvent:
    """Return the event by which a match begins, the numbers of all people being known: only now can anything be thrown.

    `last` has the number of whoever comes last, or says that nobody comes and a computer plays.
    """
    numbers = {seat.player: seat.nonce or "" for seat in match.seats.values() if seat.is_human} | dict(last or {})
    nonces = [number for number in numbers.values() if number is not None]
    start = match.events[0].data["start"]
    if start is not None:
        return PlannedEvent(BEGIN, {"nonces": nonces, "opening": [], "start": start, "position": start})
    opening = match.dice.with_nonces(nonces).open(match.game)
    rounds = [list(values) for values in opening.rounds]
    kept = None if rounds or opening.position == match.game.start() else opening.position.text
    return PlannedEvent(BEGIN, {"nonces": nonces, "opening": rounds, "start": kept, "position": opening.position.text})


# Leaving.


def plan_leaving(match: Match, player: Player, reason: str, who: str = DEFAULT_COMPUTER) -> list[PlannedEvent]:
    """Return the events of a person who gives up or runs out of time.

    Between two sides that ends the match. Otherwise, or if a partner plays on, a computer takes the seat.
    """
    kind = RESIGN if reason == RESIGNED else TIME_OUT
    person = match.seats[player].person
    others = [seat.player for seat in match.seats.values() if seat.is_human and seat.person != person]
    team = next(team for team in match.game.teams if player in team)
    partners = [other for other in others if other in team]
    if others and (partners or len(match.game.teams) > 2):
        planned = [PlannedEvent(kind, {"player": str(player)})] if kind == TIME_OUT else []
        return [*planned, PlannedEvent(HAND_OVER, {"player": str(player), "who": who, "reason": reason})]
    return [PlannedEvent(kind, {"player": str(player)}), plan_defeat(match, player, reason)]


def plan_time_out(match: Match, now: float) -> list[PlannedEvent]:
    """Return the events of a clock that has fallen."""
    if match.over:
        raise MatchError("match_over")
    if match.deadline is None or now < match.deadline:
        raise MatchError("time_left")
    return plan_leaving(match, match.standing.turn, ON_TIME)


def plan_pause(match: Match, last: float, now: float, least: float) -> list[PlannedEvent]:
    """Return the event that moves a running clock by `least` or more: no server ran between two times, or time was set back."""
    clock = match.gathering.clock if match.gathering else None
    if match.over or clock is None or clock.running is None or clock.rule.kind == "days":
        return []
    seconds = now - max(last, clock.since) if now > last else now - last
    return [PlannedEvent(PAUSED, {"seconds": round(seconds, 3)})] if abs(seconds) >= least else []


# Agreeing.


def _plan_agreement(match: Match, gathering: Gathering, intent: Intent, own: Sequence[Player]) -> list[PlannedEvent]:
    if intent.type == PROPOSE:
        return _plan_proposal(match, intent, own)
    proposal = gathering.proposal
    if proposal is None or intent.to != proposal.seq:
        raise MatchError("no_proposal")
    if intent.type == DECLINE:
        return [PlannedEvent(DECLINE, {"player": str(own[0])})]
    waiting = list_waiting(match, proposal)
    if own[0] not in waiting and not set(own) & set(waiting):
        raise MatchError("no_proposal")
    agreeing = next(player for player in own if player in waiting)
    planned = [PlannedEvent(AGREE, {"player": str(agreeing)})]
    person = match.seats[agreeing].person
    if all(match.seats[player].person == person for player in waiting):
        planned += _plan_effect(match, proposal)
    return planned


def _plan_proposal(match: Match, intent: Intent, own: Sequence[Player]) -> list[PlannedEvent]:
    """Return the events of a proposal; if nobody has to agree, it takes effect at once."""
    what = intent.what
    if what not in get_args(Subject):
        raise MatchError("cannot_propose")
    seat = match.find_player(intent.player or "") if what == "computer" else None
    proposal = Proposal(match.seq + 1, own[0], cast("Subject", what), seat, intent.who)
    effect = _plan_effect(match, proposal)  # raises an error if it cannot be done
    if seat is not None and seat not in own and seat not in intent.away:
        raise MatchError("not_away")
    if not list_waiting(match, proposal):
        return effect
    data = {"player": str(own[0]), "what": what}
    if seat is not None:
        data |= {"seat": str(seat), "who": intent.who or DEFAULT_COMPUTER}
    return [PlannedEvent(PROPOSE, data)]


def list_waiting(match: Match, proposal: Proposal) -> list[Player]:
    """Return the players whose people have not agreed yet; the person to be replaced does not count."""
    asking = match.seats[proposal.player].person
    agreed = {match.seats[player].person for player in proposal.agreed}
    return [
        seat.player
        for seat in match.seats.values()
        if seat.is_human and seat.player != proposal.seat and seat.person != asking and seat.person not in agreed
    ]


def _plan_effect(match: Match, proposal: Proposal) -> list[PlannedEvent]:
    """Return the events that carry out a proposal, or raise MatchError if that is impossible."""
    if proposal.what == "undo":
        return [PlannedEvent(UNDO, {"to": find_agreed_undo(match, match.seats[proposal.player].person)})]
    if proposal.what == "draw":
        if not match.game.can_draw:
            raise MatchError("cannot_propose")
        return [PlannedEvent(FINISHED, {"winners": [], "reason": AGREED})]
    if proposal.seat is None or not match.seats[proposal.seat].is_human or match.people == [proposal.seat]:
        raise MatchError("cannot_propose")
    if _find_gathering(match).is_decided_by_clock:
        raise MatchError("cannot_propose")
    data = {"player": str(proposal.seat), "who": proposal.who or DEFAULT_COMPUTER, "reason": AGREED}
    return [PlannedEvent(HAND_OVER, data)]


def find_agreed_undo(match: Match, person: str | None) -> int:
    """Return the event up to which a person's last move is taken back; a throw made since then prevents it."""
    for index in range(len(match.line) - 1, -1, -1):
        event = match.line[index]
        if event.kind == THROW:
            break
        if event.kind == MOVE and match.seats[match.before[event.seq].turn].person == person:
            return match.line[index - 1].seq if index else _find_beginning(match)
    raise MatchError("nothing_to_undo")


def _find_beginning(match: Match) -> int:
    return next((event.seq for event in match.events if event.kind == BEGIN), 0)


# Talking, and playing again.


def plan_talk(match: Match, player: Player, phrase: str | None, text: str | None = None) -> list[PlannedEvent]:
    """Return the event of a chat message: one of the phrases or, if the match allows free chat, any text."""
    gathering = _find_gathering(match)
    if len(gathering.talk) >= MOST_TALK:
        raise MatchError("too_much_talk")
    if phrase is None and text and gathering.chat:
        return [PlannedEvent(SAY, {"player": str(player), "text": text})]
    if phrase not in PHRASES:
        raise MatchError("no_chat")
    return [PlannedEvent(SAY, {"player": str(player), "phrase": phrase})]


def plan_rematch(match: Match, other: str, player: Player) -> list[PlannedEvent]:
    """Return the event that names the match which is played next, and who was the first to want it."""
    if not match.over:
        raise MatchError("not_over")
    return [PlannedEvent(REMATCH, {"player": str(player), "match": other})]
