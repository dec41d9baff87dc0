"""Describes the events of a match in words."""

from __future__ import annotations

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.i18n import join_and, join_commas
from banmen.core.messages import Catalogue
from banmen.core.sticks import assign_throws
from banmen.match.events import (
    AGREE,
    ASIDE,
    BEGIN,
    CREATED,
    DECLINE,
    FINISHED,
    HAND_OVER,
    JOIN,
    PAUSED,
    PROPOSE,
    RESIGN,
    SEAL,
    THROW,
    TIME_OUT,
    UNDO,
    Event,
)
from banmen.match.gathering_views import describe_proposal
from banmen.match.match_state import Match
from banmen.match.move_text import describe_made_move
from banmen.match.position_views import MoveView, describe_bonus_throw
from banmen.match.readers import Reader
from banmen.match.seat_names import moves_before_throw, name_seat

messages = Catalogue(__name__)

# Events described by the player alone.
BY_NAME = {
    RESIGN: "match.gave_up",
    TIME_OUT: "match.time_over",
    JOIN: "together.joined",
    AGREE: "together.agreed",
    DECLINE: "together.declined",
}


def describe_event(match: Match, event: Event, move: MoveView | None, reader: Reader) -> str:
    """Describe an event; what is shown elsewhere, such as chat, is left out."""
    lang, before = reader.lang, match.before.get(event.seq)
    acting = match.find_player(str(before.turn) if before else event.data.get("player", ""))
    name = "" if acting is None else name_seat(match, acting, reader)
    if event.kind == THROW and before:
        return _describe_throw(match, event, before, name, lang)
    if move:
        return describe_made_move(name, move, lang)
    if event.kind == UNDO:
        return messages.text("match.undone_moves" if match.game.has_chance and not match.gathering else "match.undone", lang)
    if event.kind == SEAL:
        return messages.text("match.sealed", lang)
    if event.kind in BY_NAME:
        you = "you_" if acting is not None and reader.is_you(match, acting) and event.kind not in (RESIGN, TIME_OUT) else ""
        return messages.text(BY_NAME[event.kind].replace(".", f".{you}"), lang, name=name)
    return _describe_around(match, event, reader)


def _describe_around(match: Match, event: Event, reader: Reader) -> str:
    """Say what happened to the match as a whole."""
    if event.kind == (BEGIN if match.gathering else CREATED):
        return _describe_opening(match, reader)
    if event.kind == PROPOSE:
        seat = match.find_player(event.data.get("seat") or "")
        return describe_proposal(match, event.data["player"], event.data["what"], seat, reader, name_seat)
    if event.kind == PAUSED:
        return messages.text("together.paused", reader.lang)
    if event.kind == HAND_OVER:
        return _describe_handing_over(match, event, reader)
    if event.kind != FINISHED:
        return ""
    by_name = {str(player): name_seat(match, player, reader) for player in match.game.players}
    winners = join_and((by_name[winner] for winner in event.data["winners"]), reader.lang)
    return messages.text("match.won" if winners else "match.draw", reader.lang, names=winners)


def _describe_handing_over(match: Match, event: Event, reader: Reader) -> str:
    """Say that a computer has taken a seat: of a person, who is no longer named there, or one that was still open."""
    player = match.find_player(event.data["player"])
    came = [one for one in match.events[: event.seq] if one.kind == JOIN and one.data["player"] == event.data["player"]]
    called = "" if player is None else name_seat(match, player, reader)
    if not came:
        return messages.text("together.computer_sits", reader.lang, name=called)
    return messages.text("together.handed_over", reader.lang, name=came[-1].data["name"] or called)


def _describe_throw(match: Match, event: Event, before: Position, name: str, lang: str) -> str:
    """Describe a throw, and say so if it was a bonus throw."""
    value, number = event.data["value"], event.seq - 1
    while match.events[number].kind in ASIDE:
        number -= 1
    if number in match.before and moves_before_throw(match, match.events[number], before):
        return messages.text("match.threw_again", lang, name=name, value=value, again=describe_bonus_throw(before, lang))
    return messages.text("match.threw", lang, name=name, value=value)


def _describe_opening(match: Match, reader: Reader) -> str:
    first, lang = match.start.final.turn, reader.lang
    name, yours = name_seat(match, first, reader), reader.is_you(match, first)
    if not match.start.opening:
        return messages.text("match.you_begin" if yours else "match.begins", lang, name=name)
    throws = _describe_opening_throws(match, reader)
    return messages.text("match.you_begin_by" if yours else "match.opening", lang, name=name, throws=throws)


def _describe_opening_throws(match: Match, reader: Reader) -> str:
    """Say who threw what; where all who threw last throw again, only what."""
    lang, throwers, rounds = reader.lang, set[Player](), []
    for thrown in assign_throws(match.game.players, match.game.rules.OPENING, match.start.opening):
        named = (
            messages.text("match.opening_throw", lang, name=name_seat(match, player, reader), value=value)
            for player, value in thrown.items()
        )
        rounds.append(join_and(map(str, thrown.values()), lang) if throwers == set(thrown) else join_commas(named, lang))
        throwers = set(thrown)
    return messages.text("match.between_rounds", lang).join(rounds)
