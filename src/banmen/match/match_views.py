"""What a person is shown of a match: how it stands, whose turn it is, and what has happened in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from typing_extensions import TypedDict

from banmen.core.board import Player
from banmen.core.game import Game, Position
from banmen.core.i18n import end_sentence, join_and, join_sentences
from banmen.core.messages import Catalogue
from banmen.kernels.contract import CHANCE
from banmen.match.actions import find_undo, is_over_for_good
from banmen.match.events import BY_RULES, CREATED, MOVE, RESIGN, RESIGNED, SEAL, THROW, UNDO, Event
from banmen.match.match_state import Match
from banmen.match.move_text import describe_made_move
from banmen.match.picture_format import PictureFormat, list_far_seats
from banmen.match.position_views import (
    MoveView,
    PlayerView,
    ResultView,
    StandingNow,
    VariantView,
    describe_bonus_throw,
    describe_position,
    describe_task,
    draw_position,
    draw_position_parts,
    find_waiting,
    game_view,
    move_view,
    moves_view,
    name_game,
    name_player,
    player_view,
    result_view,
)
from banmen.match.seats import PlayerDirectory, Seat

messages = Catalogue(__name__)

MOST_EVENTS = 500  # shown at a time


class SeatView(PlayerView):
    """A player of a match, and who plays for it."""

    who: str
    label: str


class MatchFixed(VariantView):
    """What is the same from the beginning of a match to its end."""

    id: str
    players: list[SeatView]
    turnable: bool
    commitment: str
    opening: list[list[int]]
    url: str


class MatchNow(StandingNow):
    """How a match stands, without its picture."""

    seq: int
    yours: bool
    again: str  # what is said where the player who has just moved throws again
    thinking: bool
    can_undo: bool
    steps: int
    seed: str | None  # once nothing can be taken back any more
    checkable: bool | None  # whether nothing was taken back, after which throws are foreknown; None where nothing is thrown


class MatchView(MatchFixed, MatchNow):
    """A match as its visitor sees it."""

    svg: str


class MatchShort(TypedDict):
    """A match in a list; one that cannot be read has no players."""

    id: str
    game: str
    options: dict[str, Any]
    title: str
    players: list[SeatView]
    status: str
    yours: bool
    result: ResultView | None
    steps: int
    seq: int
    position: str
    created: float
    updated: float
    url: str


class EventView(TypedDict):
    """Something that happened in a match; a move comes with all that it does."""

    seq: int
    at: float
    kind: str
    data: dict[str, Any]
    player: str | None
    words: str
    move: MoveView | None


def match_view(match: Match, players: PlayerDirectory, lang: str, form: PictureFormat, thinking: bool) -> MatchView:
    """Return a match as a person sees it; `thinking` says whether a computer player is at it."""
    now = match_now(match, lang, form, thinking)
    return {
        **match_fixed(match, players, lang),
        **now,
        "svg": draw_position(match.position, _find_last_text(match), form, now["turned"], lang),
    }


def match_picture(match: Match, form: PictureFormat, lang: str) -> tuple[str, ...]:
    """Return the parts of a match's picture."""
    turned = form.is_turned(match.game, match.position.turn, match.people)
    return draw_position_parts(match.position, _find_last_text(match), form, turned, lang)


def _find_last_text(match: Match) -> str | None:
    return last.data["move"] if (last := match.last_move) else None


def match_fixed(match: Match, players: PlayerDirectory, lang: str) -> MatchFixed:
    """Return what never changes in a match."""
    return {
        **game_view(match.game, lang),
        "id": match.id,
        "players": [seat_view(match.game, seat, players, lang) for seat in match.seats.values()],
        "turnable": bool(list_far_seats(match.game)),
        "commitment": match.events[0].data["commitment"] or "",
        "opening": match.events[0].data["opening"],
        "url": match_url(match),
    }


def match_now(match: Match, lang: str, form: PictureFormat, thinking: bool) -> MatchNow:
    """Return how a match stands, without its picture."""
    position = match.position
    return {
        "seq": match.seq,
        "position": position.text,
        "waits_for": "nothing" if match.over else find_waiting(position),
        "turn": str(position.turn),
        "thrown": position.thrown,
        "throws": [value for value, _ in position.throws()] if match.waits_for_human else [],
        "yours": match.waits_for_human,
        "again": describe_bonus_throw(position, lang) if is_bonus_throw(match) else "",
        "thinking": thinking,
        "status": match_status(match, lang, thinking),
        "description": _describe_standing(match, lang),
        "turned": form.is_turned(match.game, position.turn, match.people),
        "moves": moves_view(position, lang) if match.waits_for_human else [],
        "last": _view_last_move(match, lang),
        "result": match_result(match, lang),
        "can_undo": find_undo(match) is not None,
        "steps": match.standing.steps,
        "seed": str(match.dice.seed) if is_over_for_good(match) else None,
        "checkable": match.checkable if match.game.has_chance else None,
    }


def match_url(match: Match) -> str:
    """Return the address of a match's page."""
    return f"/play/{match.id}"


def match_short(match: Match, players: PlayerDirectory, lang: str) -> MatchShort:
    """Return a match for a list."""
    return {
        "id": match.id,
        "game": match.game.name,
        "options": dict(match.game.options),
        "title": name_game(match.game.name, lang),
        "players": [seat_view(match.game, seat, players, lang) for seat in match.seats.values()],
        "status": match_status(match, lang, thinking=False),
        "yours": match.waits_for_human,
        "result": match_result(match, lang),
        "steps": match.standing.steps,
        "seq": match.seq,
        "position": match.position.text,
        "created": match.created,
        "updated": match.events[-1].at,
        "url": match_url(match),
    }


def seat_view(game: Game, seat: Seat, players: PlayerDirectory, lang: str) -> SeatView:
    """Return a player of a match, and who plays for it."""
    player = player_view(game, seat.player, lang)
    return {**player, "name": seat.name or player["name"], "who": seat.who, "label": players.name_player(seat.who, game, lang)}


def name_seat(match: Match, player: Player, lang: str) -> str:
    """Return what a player of a match is called: `you`, where one person who gave no name plays against computers."""
    if is_you(match, player):
        return messages.text("match.you", lang)
    return match.seats[player].name or name_player(match.game, player, lang)


def is_you(match: Match, player: Player) -> bool:
    """Tell whether a player is the only person in a match, and gave no name."""
    return match.people == [player] and not match.seats[player].name


def match_status(match: Match, lang: str, thinking: bool) -> str:
    """Return whose turn it is and what to do, or how the match ended."""
    if (result := match_result(match, lang)) is not None:
        return result["words"]
    position = match.position
    yours = is_you(match, position.turn)
    name = messages.text("match.your_turn", lang) if yours else name_seat(match, position.turn, lang)
    if not match.seat.is_human:
        return messages.text("match.thinks" if thinking else "match.computer_next", lang, name=name)
    if is_bonus_throw(match):
        return messages.text("match.you_throw_again", lang, name=name, again=describe_bonus_throw(position, lang))
    if position.kind == CHANCE:
        return messages.text("match.you_throw", lang, name=name)
    if position.thrown is not None:
        return messages.text("match.you_move_by", lang, name=name, thrown=position.thrown)
    if task := describe_task(position, lang):
        return messages.text("match.you_do", lang, name=name, task=task)
    return messages.text("match.your_move" if yours else "match.you_move", lang, name=name)


def _describe_standing(match: Match, lang: str) -> str:
    """Return the position in words; where a match ended before its game, how it ended in place of whose turn it was."""
    described, result = describe_position(match.position, lang), match_result(match, lang)
    if result is None or match.position.over:
        return described
    turn = end_sentence(str(match.game.part("words").status(match.position, lang)), lang)
    if not described.lower().endswith(turn.lower()):
        return described
    return join_sentences([described[: -len(turn)].rstrip(), result["words"]], lang)


def is_bonus_throw(match: Match) -> bool:
    """Tell whether the player who has just moved is to throw again."""
    return not match.over and bool(match.line) and _moves_before_throw(match, match.line[-1], match.position)


def _moves_before_throw(match: Match, event: Event, after: Position) -> bool:
    """Tell whether an event is a move after which its own player throws."""
    return event.kind == MOVE and after.kind == CHANCE and match.before[event.seq].turn == after.turn


def match_result(match: Match, lang: str) -> ResultView | None:
    """Return how a match ended, or None."""
    if not match.over:
        return None
    named = {player: name_seat(match, player, lang) for player in match.game.players}
    found = result_view(match.position, match.standing.result, lang, named, match.standing.termination)
    if found and found["by"] == RESIGNED:
        found["words"] = _describe_resignation(match, found["winners"], lang)
    if found and found["by"] == BY_RULES and found["winners"] and len(match.people) == 1:  # all others are computers
        found["words"] = _describe_to_person(match, match.people[0], found["winners"], lang)
    return found


def _describe_to_person(match: Match, person: Player, winners: Sequence[str], lang: str) -> str:
    """Say to the one person in a match who won: `you`, with partners where there are any, or somebody else this time."""
    others = [name_seat(match, player, lang) for player in match.game.players if str(player) in winners and player != person]
    if str(person) not in winners:
        return messages.text("match.they_won", lang, names=join_and(others, lang))
    return messages.text("match.you_won_with" if others else "match.you_won", lang, names=join_and(others, lang))


def _describe_resignation(match: Match, winners: Sequence[str], lang: str) -> str:
    """Say who resigned: nobody but `you`, where one person plays alone against computers."""
    names = join_and((name_seat(match, player, lang) for player in match.game.players if str(player) in winners), lang)
    leaving = next(event.data["player"] for event in reversed(match.line) if event.kind == RESIGN)
    if len(match.people) == 1:
        return messages.text("match.you_resigned", lang, names=names)
    losers = next(name_seat(match, player, lang) for player in match.game.players if str(player) == leaving)
    return messages.text(f"match.{RESIGNED}", lang, names=names, losers=losers)


def _view_last_move(match: Match, lang: str) -> MoveView | None:
    last = match.last_move
    return _find_event_move(match, last, lang) if last else None


def _find_event_move(match: Match, event: Event, lang: str) -> MoveView:
    before = match.before[event.seq]
    move = match.game.write_move(match.game.read_move(event.data["move"]))  # that it is legal was seen when it was made
    return move_view(before, move, lang)


def events_view(match: Match, events: Sequence[Event], lang: str) -> list[EventView]:
    """Return what happened, the latest if it is very much: a client that has missed more reloads the match's view."""
    return [event_view(match, event, lang) for event in events[-MOST_EVENTS:]]


def event_view(match: Match, event: Event, lang: str) -> EventView:
    """Return something that happened in a match."""
    before = match.before.get(event.seq)
    player = str(before.turn) if before else event.data.get("player")
    move = _find_event_move(match, event, lang) if event.kind == MOVE else None
    return {
        "seq": event.seq,
        "at": event.at,
        "kind": event.kind,
        "data": event.data,
        "player": player,
        "words": _describe_event(match, event, move, lang),
        "move": move,
    }


def _describe_event(match: Match, event: Event, move: MoveView | None, lang: str) -> str:
    before = match.before.get(event.seq)
    acting = str(before.turn) if before else event.data.get("player", "")
    name = next((name_seat(match, player, lang) for player in match.game.players if str(player) == acting), "")
    if event.kind == THROW and before:
        return _describe_throw(match, event, before, name, lang)
    if move:
        return describe_made_move(name, move, lang)
    if event.kind == UNDO:
        return messages.text("match.undone_moves" if match.game.has_chance else "match.undone", lang)
    if event.kind == SEAL:
        return messages.text("match.sealed", lang)
    if event.kind == RESIGN:
        return messages.text("match.gave_up", lang, name=name)
    if event.kind == CREATED:
        return _describe_opening(match, lang)
    by_name = {str(player): name_seat(match, player, lang) for player in match.game.players}
    winners = join_and((by_name[winner] for winner in event.data["winners"]), lang)
    return messages.text("match.won" if winners else "match.draw", lang, names=winners)


def _describe_throw(match: Match, event: Event, before: Position, name: str, lang: str) -> str:
    """Say what was thrown, and that it was a bonus throw where it was one."""
    earlier = match.events[event.seq - 1]
    value = event.data["value"]
    if earlier.seq in match.before and _moves_before_throw(match, earlier, before):
        return messages.text("match.threw_again", lang, name=name, value=value, again=describe_bonus_throw(before, lang))
    return messages.text("match.threw", lang, name=name, value=value)


def _describe_opening(match: Match, lang: str) -> str:
    first = match.start.final.turn
    name, yours = name_seat(match, first, lang), is_you(match, first)
    rounds = match.events[0].data["opening"]
    if not rounds:
        return messages.text("match.you_begin" if yours else "match.begins", lang, name=name)
    throws = messages.text("match.between_rounds", lang).join("–".join(map(str, values)) for values in rounds)
    return messages.text("match.you_begin_by" if yours else "match.opening", lang, name=name, throws=throws)
