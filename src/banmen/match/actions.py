"""What can be done in a match: each function returns the events that an action adds, or raises an error with a stable code.

Nothing is changed here: the caller stores the events first and then adds them to the match.
"""

from __future__ import annotations

from typing import NamedTuple

from banmen.core.board import Player
from banmen.kernels.contract import CHANCE, DECIDE
from banmen.match.events import BY_RULES, FINISHED, MOVE, RESIGN, RESIGNED, SEAL, THROW, UNDO, PlannedEvent
from banmen.match.match_errors import MatchError
from banmen.match.match_state import Match

MOST_ADDED = 3  # events that one action may add


class Intent(NamedTuple):
    """An action that a person requests in a match."""

    type: str
    move: str | None = None
    player: str | None = None  # for whom, if a person plays several seats
    what: str | None = None  # what is proposed, or the phrase
    who: str | None = None  # the computer player to take a seat
    to: int | None = None  # the number of the proposal that is answered
    text: str | None = None  # free text in the chat
    person: str | None = None  # who requests it, if each person has a device of their own
    now: float = 0.0  # when
    away: frozenset[Player] = frozenset()  # the players whose people have not been there for a while


def plan_action(match: Match, intent: Intent) -> list[PlannedEvent]:
    """Return the events of a person's action on a shared screen: `throw`, `move`, `undo`, `resign`, `seal`."""
    if intent.type == SEAL:
        return plan_seal(match)
    if intent.type == UNDO:
        return plan_undo(match)
    if intent.type == RESIGN:
        return plan_resignation(match, intent.player)
    if match.computers and match.waits_for_computer:
        raise MatchError("not_your_turn")
    return plan_throw(match) if intent.type == THROW else plan_move(match, intent.move or "")


def plan_throw(match: Match) -> list[PlannedEvent]:
    """Return the events of throwing the sticks."""
    _refuse_if_over(match)
    if match.standing.kind != CHANCE:
        raise MatchError("no_throw_due")
    return [PlannedEvent(THROW, {"value": match.dice.throw(match.start.start, match.throws)})]


def plan_move(match: Match, text: str) -> list[PlannedEvent]:
    """Return the events of a move; the one that ends the game is followed by the result."""
    _refuse_if_over(match)
    if match.standing.kind != DECIDE:
        raise MatchError("throw_due")
    move = match.legal.get(text) or match.position.find(text)  # which says what is wrong with it
    winner = match.look_ahead(move.code).winner
    planned = [PlannedEvent(MOVE, {"move": move.text})]
    if winner is not None:
        planned.append(PlannedEvent(FINISHED, {"winners": [str(player) for player in winner], "reason": BY_RULES}))
    return planned


def plan_undo(match: Match) -> list[PlannedEvent]:
    """Return the event that goes back to the last decision of a person, its throw as it fell."""
    index = find_undo(match)
    if index is None:
        raise MatchError("nothing_to_undo")
    return [PlannedEvent(UNDO, {"to": match.line[index - 1].seq if index else 0})]


def find_undo(match: Match) -> int | None:
    """Return the point to which an undo would go back: a resignation, or a person's last move; None if there is neither.

    If each person has a device of their own, taking back needs the others' agreement.
    """
    if match.sealed or not match.people or match.gathering:
        return None
    for index in range(len(match.line) - 1, -1, -1):
        event = match.line[index]
        if event.kind == RESIGN:
            return index
        if event.kind == MOVE and match.seats[match.before[event.seq].turn].is_human:
            return index
    return None


def is_over_for_good(match: Match) -> bool:
    """Return whether a match has ended and nothing can be taken back, so that its seed foretells nothing any more."""
    return match.over and find_undo(match) is None


def plan_seal(match: Match) -> list[PlannedEvent]:
    """Return the event after which nothing is taken back any more; a match that is sealed already needs none."""
    if not match.over:
        raise MatchError("not_over")
    return [] if match.sealed else [PlannedEvent(SEAL, {})]


def plan_resignation(match: Match, player: str | None = None) -> list[PlannedEvent]:
    """Return the events of a person who gives up: the one named, the one on turn, or the first."""
    _refuse_if_over(match)
    people = [one for one in match.people if player is None or str(one) == player]
    if not people:
        raise MatchError("nobody_to_resign")
    leaving = match.position.turn if match.position.turn in people else people[0]
    return [PlannedEvent(RESIGN, {"player": str(leaving)}), plan_defeat(match, leaving, RESIGNED)]


def plan_defeat(match: Match, player: Player, reason: str) -> PlannedEvent:
    """Return the event by which a player's team loses, otherwise than by the rules."""
    team = next(team for team in match.game.teams if player in team)
    winners = [str(other) for other in match.game.players if other not in team]
    return PlannedEvent(FINISHED, {"winners": winners, "reason": reason})


def _refuse_if_over(match: Match) -> None:
    if match.over:
        raise MatchError("match_over")
