"""What the page gets to see of a match: how it stands, whose turn it is, and what has happened in it."""

from __future__ import annotations

from collections.abc import Sequence

from banmen.core.game import Game, Player
from banmen.core.i18n import listed
from banmen.engine.levels import level
from banmen.kernels.contract import CHANCE
from banmen.server.match import BY_RULES, HUMAN, RESIGNED, Match, Seat
from banmen.server.match_shapes import EventView, MatchShort, MatchView, SeatView
from banmen.server.phrases import say
from banmen.server.shapes import MoveView, ResultView
from banmen.server.spoken import moved_words
from banmen.server.store import Event
from banmen.server.views import (
    described,
    drawn,
    move_view,
    moves_view,
    player_name,
    player_view,
    position_task,
    result_view,
    title,
    waits_for,
)

MOST_EVENTS = 500  # told at a time


def match_view(match: Match, lang: str, theme: str, thinking: bool) -> MatchView:
    """Return a match as its visitor sees it."""
    position = match.position
    over = match.over
    moves = moves_view(position, lang) if match.waits_for_human else []
    return {
        "id": match.id,
        "game": match.game.name,
        "title": title(match.game.name, lang),
        "options": dict(match.game.options),
        "seq": match.seq,
        "players": [seat_view(match.game, seat, lang) for seat in match.seats.values()],
        "position": position.text,
        "waits_for": "nothing" if over else waits_for(position),
        "turn": str(position.turn),
        "thrown": position.thrown,
        "throws": [value for value, _ in position.throws()] if match.waits_for_human else [],
        "yours": match.waits_for_human,
        "thinking": thinking,
        "status": status(match, lang, thinking),
        "description": described(position, lang),
        "svg": drawn(position, last.data["move"] if (last := match.last_move) else None, theme, lang),
        "moves": moves,
        "last": _last_view(match, lang),
        "result": match_result(match, lang),
        "can_undo": match.undo_index() is not None,
        "steps": len(match.record.steps),
        "commitment": match.events[0].data["commitment"],
        "seed": match.row.seed if over else None,
        "opening": match.events[0].data["opening"],
        "url": url(match),
    }


def url(match: Match) -> str:
    """Return the address of a match's page."""
    return f"/play/{match.id}"


def match_short(match: Match, lang: str) -> MatchShort:
    """Return a match for a list."""
    return {
        "id": match.id,
        "game": match.game.name,
        "options": dict(match.game.options),
        "title": title(match.game.name, lang),
        "players": [seat_view(match.game, seat, lang) for seat in match.seats.values()],
        "status": status(match, lang, thinking=False),
        "yours": match.waits_for_human,
        "result": match_result(match, lang),
        "steps": len(match.record.steps),
        "seq": match.seq,
        "position": match.position.text,
        "created": match.row.created,
        "updated": match.events[-1].at,
        "url": url(match),
    }


def seat_view(game: Game, seat: Seat, lang: str) -> SeatView:
    """Return a player of a match, and who plays for it."""
    told = player_view(game, seat.player, lang)
    return {**told, "name": seat.name or told["name"], "who": seat.who, "label": who_view(game, seat.who, lang)}


def who_view(game: Game, who: str, lang: str) -> str:
    """Return who plays, in words: a person, or a level by its number and name."""
    if who.startswith("level:"):
        at = level(game, who.partition(":")[2])
        return say("level", lang, number=at.number, name=at.name[lang])
    return say(who, lang)


def seat_name(match: Match, player: Player, lang: str) -> str:
    """Return what a player of a match is called: `you`, where one person who gave no name plays against computers."""
    return match.seats[player].name or (say("you", lang) if is_you(match, player) else player_name(match.game, player, lang))


def is_you(match: Match, player: Player) -> bool:
    """Tell whether a player is the only person in a match, and gave no name."""
    seat = match.seats[player]
    return seat.is_human and not seat.name and sum(other.is_human for other in match.seats.values()) == 1


def status(match: Match, lang: str, thinking: bool) -> str:
    """Return whose turn it is and what to do, or how the match ended."""
    if (result := match_result(match, lang)) is not None:
        return result["words"]
    position = match.position
    yours = is_you(match, position.turn)
    name = say("your_turn", lang) if yours else seat_name(match, position.turn, lang)
    if match.seat.who != HUMAN:
        return say("thinks" if thinking else "computer_next", lang, name=name)
    if position.kind == CHANCE:
        return say("you_throw", lang, name=name)
    if position.thrown is not None:
        return say("you_move_by", lang, name=name, thrown=position.thrown)
    if task := position_task(position, lang):
        return say("you_do", lang, name=name, task=task)
    return say("your_move" if yours else "you_move", lang, name=name)


def match_result(match: Match, lang: str) -> ResultView | None:
    """Return how a match ended, or None."""
    named = {seat.player: seat.name for seat in match.seats.values() if seat.name}
    found = result_view(match.game, match.record.result, lang, named, match.record.termination)
    if found and found["by"] == RESIGNED:
        found["words"] = _resigned_words(match, found["winners"], lang)
    people = [str(seat.player) for seat in match.seats.values() if seat.is_human]
    if found and found["by"] == BY_RULES and found["winners"] == people:  # all others are computers
        found["words"] = say("you_won", lang)
    return found


def _resigned_words(match: Match, winners: Sequence[str], lang: str) -> str:
    """Say who resigned: nobody but `you`, where one person plays alone against computers."""
    names = listed((seat_name(match, player, lang) for player in match.game.players if str(player) in winners), lang)
    leaving = next(event.data["player"] for event in reversed(match.line) if event.kind == "resign")
    if sum(seat.is_human for seat in match.seats.values()) == 1:
        return say("you_resigned", lang, names=names)
    losers = next(seat_name(match, player, lang) for player in match.game.players if str(player) == leaving)
    return say(RESIGNED, lang, names=names, losers=losers)


def _last_view(match: Match, lang: str) -> MoveView | None:
    last = match.last_move
    return _event_move(match, last, lang) if last else None


def _event_move(match: Match, event: Event, lang: str) -> MoveView:
    before = match.before[event.seq]
    return move_view(before, before.find(event.data["move"]), lang)


def events_view(match: Match, events: Sequence[Event], lang: str) -> list[EventView]:
    """Return what happened, the latest if it is very much: whoever has missed more begins anew from the match's view."""
    return [event_view(match, event, lang) for event in events[-MOST_EVENTS:]]


def event_view(match: Match, event: Event, lang: str) -> EventView:
    """Return something that happened in a match."""
    before = match.before.get(event.seq)
    player = str(before.turn) if before else event.data.get("player")
    move = _event_move(match, event, lang) if event.kind == "move" else None
    return {
        "seq": event.seq,
        "at": event.at,
        "kind": event.kind,
        "data": event.data,
        "player": player,
        "words": _event_words(match, event, move, lang),
        "move": move,
    }


def _event_words(match: Match, event: Event, move: MoveView | None, lang: str) -> str:
    by_name = {str(player): seat_name(match, player, lang) for player in match.game.players}
    before = match.before.get(event.seq)
    name = by_name.get(str(before.turn) if before else event.data.get("player", ""), "")
    if event.kind == "throw":
        return say("threw", lang, name=name, value=event.data["value"])
    if move:
        return moved_words(name, move, lang)
    if event.kind == "undo":
        return say("undone_moves" if "p" in match.game.options else "undone", lang)
    if event.kind == "resign":
        return say("gave_up", lang, name=name)
    if event.kind == "created":
        return _opening_words(match, lang)
    winners = listed((by_name[winner] for winner in event.data["winners"]), lang)
    return say("won" if winners else "draw", lang, names=winners)


def _opening_words(match: Match, lang: str) -> str:
    first = match.start.final.turn
    name, yours = seat_name(match, first, lang), is_you(match, first)
    rounds = match.events[0].data["opening"]
    if not rounds:
        return say("you_begin" if yours else "begins", lang, name=name)
    throws = (" / " if lang == "en" else "／").join("–".join(map(str, values)) for values in rounds)
    return say("you_begin_by" if yours else "opening", lang, name=name, throws=throws)
