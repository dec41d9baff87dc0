"""What a person is shown of a match: how it stands, whose turn it is, and what has happened in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired

from typing_extensions import TypedDict

from banmen.core.board import Player
from banmen.core.i18n import end_sentence, join_and, join_sentences
from banmen.core.messages import Catalogue
from banmen.kernels.contract import CHANCE
from banmen.match.actions import find_undo, is_over_for_good
from banmen.match.event_words import describe_event
from banmen.match.events import ABANDONED, AGREED, BY_RULES, MOST_SENT, MOVE, ON_TIME, RESIGN, RESIGNED, SAY, TIME_OUT, Event
from banmen.match.gathering_views import GatheringView, gathering_view
from banmen.match.match_state import Match
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
    player_view,
    result_view,
)
from banmen.match.readers import Reader
from banmen.match.seat_names import call_player, is_bonus_throw, name_seat
from banmen.match.seats import PlayerDirectory
from banmen.presentation.about import name_game

messages = Catalogue(__name__)


class SeatView(PlayerView):
    """A player of a match, and who plays for it."""

    who: str
    label: str


class MatchFixed(VariantView):
    """What is the same from the beginning of a match to its end."""

    id: str
    turnable: bool
    commitment: str
    url: str


class MatchNow(StandingNow):
    """How a match stands, without its picture."""

    players: list[SeatView]  # people come and go
    opening: list[list[int]]  # what was thrown for the beginning, which is once everybody has come
    seq: int
    yours: bool
    again: str  # announcement if the player who has just moved throws again
    thinking: bool
    can_undo: bool
    steps: int
    seed: str | None  # once nothing can be taken back any more
    checkable: bool | None  # whether nothing was taken back, which would reveal later throws; None if the game has no throws
    together: NotRequired[GatheringView]  # if each person has a device of their own


class MatchView(MatchFixed, MatchNow):
    """A match as its visitor sees it: what is fixed, how it stands, and its picture."""

    svg: str


class MatchShort(TypedDict):
    """A match in a list. One that was not read has no players; one that cannot be read has no address either."""

    id: str
    game: str
    options: dict[str, Any]
    title: str
    players: list[SeatView]
    own: list[str]  # the players that the reader plays for
    status: str
    yours: bool
    result: ResultView | None
    steps: int
    seq: int
    position: str
    created: float
    updated: float
    finished: float | None
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


def match_view(match: Match, players: PlayerDirectory, reader: Reader, form: PictureFormat, thinking: bool) -> MatchView:
    """Return a match as a person sees it; `thinking` says whether a computer player is at it."""
    now = match_now(match, players, reader, form, thinking)
    return {
        **match_fixed(match, reader.lang),
        **now,
        "svg": draw_position(match.position, _find_last_text(match), form, now["turned"], reader.lang),
    }


def match_picture(match: Match, form: PictureFormat, reader: Reader) -> tuple[str, ...]:
    """Return the parts of a match's picture."""
    turned = form.is_turned(match.game, match.position.turn, reader.list_own(match))
    return draw_position_parts(match.position, _find_last_text(match), form, turned, reader.lang)


def _find_last_text(match: Match) -> str | None:
    return last.data["move"] if (last := match.last_move) else None


def match_fixed(match: Match, lang: str) -> MatchFixed:
    """Return what never changes in a match."""
    return {
        **game_view(match.game, lang),
        "id": match.id,
        "turnable": bool(list_far_seats(match.game)),
        "commitment": match.events[0].data["commitment"] or "",
        "url": match_url(match.id),
    }


def match_now(match: Match, players: PlayerDirectory, reader: Reader, form: PictureFormat, thinking: bool) -> MatchNow:
    """Return how a match stands, without its picture."""
    position, lang, yours = match.position, reader.lang, reader.is_to_act(match)
    now: MatchNow = {
        "players": list_seat_views(match, players, reader),
        "opening": [list(values) for values in match.start.opening],
        "seq": match.seq,
        "position": position.text,
        "waits_for": find_waiting(position) if match.begun and not match.over else "nothing",
        "turn": str(position.turn),
        "thrown": position.thrown,
        "throws": [value for value, _ in position.throws()] if yours else [],
        "yours": yours,
        "again": describe_bonus_throw(position, lang) if is_bonus_throw(match) else "",
        "thinking": thinking,
        "status": match_status(match, reader, thinking),
        "description": _describe_standing(match, reader),
        "turned": form.is_turned(match.game, position.turn, reader.list_own(match)),
        "moves": moves_view(position, lang) if yours else [],
        "last": _view_last_move(match, lang),
        "result": match_result(match, reader),
        "can_undo": find_undo(match) is not None,
        "steps": match.standing.steps,
        "seed": str(match.dice.seed) if is_over_for_good(match) else None,
        "checkable": match.checkable if match.game.has_chance else None,
    }
    if match.gathering:
        now["together"] = gathering_view(match, match.gathering, reader, name_seat)
    return now


def match_url(match: str) -> str:
    """Return the address of a match's page."""
    return f"/play/{match}"


def match_short(match: Match, players: PlayerDirectory, reader: Reader) -> MatchShort:
    """Return a match for a list."""
    return {
        "id": match.id,
        "game": match.game.name,
        "options": dict(match.game.options),
        "title": name_game(match.game.name, reader.lang),
        "players": list_seat_views(match, players, reader),
        "own": [str(player) for player in reader.list_own(match)],
        "status": match_status(match, reader, thinking=False),
        "yours": reader.is_to_act(match),
        "result": match_result(match, reader),
        "steps": match.standing.steps,
        "seq": match.seq,
        "position": match.position.text,
        "created": match.created,
        "updated": match.events[-1].at,
        "finished": match.finished,
        "url": match_url(match.id),
    }


def seat_view(match: Match, player: Player, players: PlayerDirectory, lang: str) -> SeatView:
    """Return a player of a match, and who plays for it."""
    game, who = match.game, match.seats[player].who
    named = call_player(match, player, lang)
    return {**player_view(game, player, lang), "name": named, "who": who, "label": players.name_player(who, game, lang)}


def list_seat_views(match: Match, players: PlayerDirectory, reader: Reader) -> list[SeatView]:
    """Return the players of a match, and who plays for them."""
    return [seat_view(match, player, players, reader.lang) for player in match.seats]


def match_status(match: Match, reader: Reader, thinking: bool) -> str:
    """Return whose turn it is and what to do, or how the match ended."""
    lang, position = reader.lang, match.position
    if (result := match_result(match, reader)) is not None:
        return result["words"]
    if not match.begun:
        return messages.text("together.waiting", lang)
    yours = reader.is_you(match, position.turn)
    name = messages.text("match.your_turn", lang) if yours else name_seat(match, position.turn, reader)
    if match.gathering and match.seat.is_human and not reader.is_to_act(match):
        return messages.text("together.their_turn", lang, name=name)
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


def _describe_standing(match: Match, reader: Reader) -> str:
    """Describe the position; if the match ended before the game, say how it ended instead of whose turn it was."""
    lang = reader.lang
    described, result = describe_position(match.position, lang), match_result(match, reader)
    if result is None or match.position.over:
        return described
    turn = end_sentence(str(match.game.part("words").status(match.position, lang)), lang)
    if not described.lower().endswith(turn.lower()):
        return described
    return join_sentences([described[: -len(turn)].rstrip(), result["words"]], lang)


def match_result(match: Match, reader: Reader) -> ResultView | None:
    """Return how a match ended, or None."""
    if not match.over:
        return None
    own = reader.list_own(match)
    named = {player: name_seat(match, player, reader) for player in match.game.players}
    found = result_view(match.position, match.standing.result, reader.lang, named, match.standing.termination)
    if found and found["by"] in (RESIGNED, ON_TIME) and found["winners"]:
        found["words"] = _describe_leaving(match, found, own, reader)
    if found and found["by"] == AGREED:
        found["words"] = messages.text("match.agreed", reader.lang)
    if found and found["by"] == ABANDONED:
        found["words"] = _describe_absence(match, named, reader.lang)
    if found and found["by"] == BY_RULES and found["winners"] and len(own) == 1:
        found["words"] = _describe_to_person(match, own[0], found["winners"], reader)
    return found


def _describe_absence(match: Match, named: Mapping[Player, str], lang: str) -> str:
    """Say who did not come."""
    absent = [named[seat.player] for seat in match.seats.values() if seat.is_open]
    here = [named[seat.player] for seat in match.seats.values() if not seat.is_open]
    key = "match.absent" if here else "match.nobody_came"
    return messages.text(key, lang, names=join_and(here, lang), losers=join_and(absent, lang))


def _describe_to_person(match: Match, person: Player, winners: Sequence[str], reader: Reader) -> str:
    """Tell a person who won: `you`, with any partners, or somebody else this time."""
    others = [name_seat(match, player, reader) for player in match.game.players if str(player) in winners and player != person]
    if str(person) not in winners:
        return messages.text("match.they_won", reader.lang, names=join_and(others, reader.lang))
    key = "match.you_won_with" if others else "match.you_won"
    return messages.text(key, reader.lang, names=join_and(others, reader.lang))


def _describe_leaving(match: Match, result: ResultView, own: Sequence[Player], reader: Reader) -> str:
    """Say who resigned or ran out of time, addressing that person as `you`."""
    winners = [player for player in match.game.players if str(player) in result["winners"]]
    names = join_and((name_seat(match, player, reader) for player in winners), reader.lang)
    gone = next(event.data["player"] for event in reversed(match.line) if event.kind in (RESIGN, TIME_OUT))
    if len(own) == 1 and str(own[0]) == gone:
        return messages.text(f"match.you_{result['by']}", reader.lang, names=names)
    losers = next(name_seat(match, player, reader) for player in match.game.players if str(player) == gone)
    return messages.text(f"match.{result['by']}", reader.lang, names=names, losers=losers)


def _view_last_move(match: Match, lang: str) -> MoveView | None:
    last = match.last_move
    return _find_event_move(match, last, lang) if last else None


def _find_event_move(match: Match, event: Event, lang: str) -> MoveView:
    before = match.before[event.seq]
    move = match.game.write_move(match.game.read_move(event.data["move"]))  # that it is legal was seen when it was made
    return move_view(before, move, lang)


def events_view(match: Match, events: Sequence[Event], reader: Reader) -> list[EventView]:
    """Return the events, at most the latest ones: a client that has missed more reloads the match's view."""
    return [event_view(match, event, reader) for event in events[-MOST_SENT:]]


def event_view(match: Match, event: Event, reader: Reader) -> EventView:
    """Return something that happened in a match."""
    before = match.before.get(event.seq)
    player = str(before.turn) if before else event.data.get("player")
    move = _find_event_move(match, event, reader.lang) if event.kind == MOVE else None
    hushed = event.kind == SAY and player in reader.muted
    return {
        "seq": event.seq,
        "at": event.at,
        "kind": event.kind,
        "data": {"player": player} if hushed else event.public,
        "player": player,
        "words": describe_event(match, event, move, reader),
        "move": move,
    }
