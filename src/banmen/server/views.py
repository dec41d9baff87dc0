"""What the page gets to see: games, positions, moves and matches as plain dictionaries in the reader's language.

Pictures and moves of the latest positions are kept, because the visitor who acts and all who watch ask for the same ones.
"""

from __future__ import annotations

import functools
import importlib
from collections import Counter
from collections.abc import Sequence
from typing import Any

from banmen.core import registry
from banmen.core.about import about
from banmen.core.contract import CHANCE, DECIDE, State
from banmen.core.game import Game, Move, Player, Position
from banmen.core.i18n import LANGUAGES, listed
from banmen.core.motion import Account, account
from banmen.core.options import Option
from banmen.engine.analysis_position import sides
from banmen.engine.levels import level, levels
from banmen.server.match import HUMAN, RESIGNED, Match, Seat
from banmen.server.phrases import say
from banmen.server.rules import rules_view as rules_view
from banmen.server.shapes import (
    EventView,
    GameView,
    MatchShort,
    MatchView,
    MotionView,
    MoveView,
    OptionValue,
    OptionView,
    PlayerView,
    PositionView,
    ResultView,
    SeatView,
    Waiting,
)
from banmen.server.store import Event

KEPT = 512
MOST_EVENTS = 500  # told at a time


# Moves and positions.


def move_view(position: Position, move: Move, lang: str, choice: bool = False) -> MoveView:
    """Return a legal move with all that it does; with `choice`, what tells it from others between the same places."""
    told = _account(position, position.past, move, lang)
    motion: list[MotionView] = [
        {"piece": step.piece, "number": step.number, "path": list(step.path), "how": step.how} for step in told.motion
    ]
    return {
        "move": move.text,
        "from": told.source,
        "to": move.target,
        "choice": told.choice if choice else None,
        "words": told.words,
        "effects": list(told.effects),
        "motion": motion,
    }


@functools.lru_cache(maxsize=8 * KEPT)
def _account(position: Position, _past: tuple[State, ...], move: Move, lang: str) -> Account:
    """Return what a move does; the past counts because a repetition may end the game."""
    return account(position, move, lang)


def moves_view(position: Position, lang: str) -> list[MoveView]:
    """Return all legal moves."""
    return _moves(position, position.past, lang)


@functools.lru_cache(maxsize=KEPT)
def _moves(position: Position, _past: tuple[State, ...], lang: str) -> list[MoveView]:
    found = [move_view(position, move, lang, choice=True) for move in position.legal_moves()]
    alike = Counter((move["from"], move["to"]) for move in found)
    for move in found:
        if alike[move["from"], move["to"]] == 1:
            move["choice"] = None
    return found


@functools.lru_cache(maxsize=KEPT)
def drawn(position: Position, last: str | None, theme: str, lang: str) -> str:
    """Return a position's picture."""
    return position.svg(last=last, theme=theme, lang=lang)


def waits_for(position: Position) -> Waiting:
    """Return what a position waits for."""
    return "throw" if position.kind == CHANCE else "move" if position.kind == DECIDE else "nothing"


def position_view(position: Position, lang: str, theme: str, last: tuple[Position, Move] | None = None) -> PositionView:
    """Return any position; `last` is the move that led to it, with the position before."""
    game = position.game
    return {
        "game": game.name,
        "title": title(game.name, lang),
        "options": dict(game.options),
        "players": [player_view(game, player, lang) for player in game.players],
        "position": position.text,
        "waits_for": waits_for(position),
        "turn": str(position.turn),
        "thrown": position.thrown,
        "throws": [value for value, _ in position.throws()],
        "status": position_status(position, lang),
        "description": described(position, lang),
        "svg": drawn(position, last[1].text if last else None, theme, lang),
        "moves": moves_view(position, lang),
        "last": move_view(*last, lang) if last else None,
        "result": result_view(game, position.winner, lang, named={}),
    }


def title(game: str, lang: str) -> str:
    """Return what a game is called."""
    return str(about(game, lang)["title"])


@functools.lru_cache(maxsize=KEPT)
def described(position: Position, lang: str) -> str:
    """Return a position told in whole sentences."""
    return str(_words(position.game).describe(position, lang))


def position_status(position: Position, lang: str) -> str:
    """Return what is to be done and by whom, without the game's name."""
    told = str(_words(position.game).title(position, lang))
    name, mark = _words(position.game).NAME[lang], "：" if lang == "ja" else ": "
    return told.removeprefix(name + mark)


def player_name(game: Game, player: Player, lang: str) -> str:
    """Return what a player is called in a game."""
    return str(_words(game).player_name(player, lang))


def player_view(game: Game, player: Player, lang: str) -> PlayerView:
    """Return a player with its team's number from 0."""
    team = next(number for number, side in enumerate(sides(game)) if player in side)
    return {"player": str(player), "name": player_name(game, player, lang), "team": team}


def result_view(
    game: Game, winners: tuple[Player, ...] | None, lang: str, named: dict[Player, str], termination: str | None = None
) -> ResultView | None:
    """Return how a game ended, or None while it goes on."""
    if winners is None:
        return None
    names = listed((named.get(player) or player_name(game, player, lang) for player in winners), lang)
    key = "draw" if not winners else RESIGNED if termination == RESIGNED else "won"
    return {"winners": [str(player) for player in winners], "words": say(key, lang, names=names)}


def _words(game: Game) -> Any:
    return importlib.import_module(f"banmen.games.{game.name}.words")


# Matches.


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
    """Return what a player of a match is called."""
    return match.seats[player].name or player_name(match.game, player, lang)


def status(match: Match, lang: str, thinking: bool) -> str:
    """Return whose turn it is and what to do, or how the match ended."""
    if (result := match_result(match, lang)) is not None:
        return result["words"]
    position = match.position
    name = seat_name(match, position.turn, lang)
    if match.seat.who != HUMAN:
        return say("thinks" if thinking else "computer_next", lang, name=name)
    if position.kind == CHANCE:
        return say("you_throw", lang, name=name)
    if position.thrown is not None:
        return say("you_move_by", lang, name=name, thrown=position.thrown)
    if position.text.endswith(" -"):  # Kuniumi is being set up: there it is said what to place, or that a side is to be chosen
        told = position_status(position, lang)
        return f"{told}です。" if lang == "ja" else f"{told}."
    return say("you_move", lang, name=name)


def match_result(match: Match, lang: str) -> ResultView | None:
    """Return how a match ended, or None."""
    named = {seat.player: seat.name for seat in match.seats.values() if seat.name}
    return result_view(match.game, match.record.result, lang, named, match.record.termination)


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
        return say("undone", lang)
    if event.kind == "resign":
        return say("gave_up", lang, name=name)
    if event.kind == "created":
        return _opening_words(match, lang)
    winners = listed((by_name[winner] for winner in event.data["winners"]), lang)
    return say("won" if winners else "draw", lang, names=winners)


def moved_words(name: str, move: MoveView, lang: str) -> str:
    """Say who made a move, and what it does."""
    return say("moved", lang, name=name, move=spoken(move, lang))


def spoken(move: MoveView, lang: str) -> str:
    """Return a move as people say it, not as it is written down: its places by name, and what it does.

    Where the words name the place already, they are enough; a text without a place to go to (`b3>`, `land`) is never shown.
    """
    source, _, target = move["move"].partition(">")
    if not target:
        return move["words"] or move["move"]
    way = f"{_place(source, lang)} → {_place(target, lang)}"
    if not move["words"]:
        return way
    return f"{way}（{move['words']}）" if lang == "ja" else f"{way} ({move['words']})"


def _place(text: str, lang: str) -> str:
    name, _, number = text.partition("x")
    called = say(f"place_{name}", lang) if name in ("R", "H", "A", "S") else name
    return f"{called} ×{number}" if number else called


def hint_words(move: MoveView, chance: float, lang: str) -> str:
    """Say which move is good, and how good the chance to win is then."""
    return say("hint", lang, move=spoken(move, lang), percent=round(100 * chance))


def _opening_words(match: Match, lang: str) -> str:
    name = seat_name(match, match.start.final.turn, lang)
    rounds = match.events[0].data["opening"]
    if not rounds:
        return say("begins", lang, name=name)
    throws = (" / " if lang == "en" else "／").join("–".join(map(str, values)) for values in rounds)
    return say("opening", lang, name=name, throws=throws)


# Games.


@functools.lru_cache(maxsize=len(LANGUAGES))
def games_view(lang: str) -> list[GameView]:
    """Return all games to choose from."""
    return [_game_view(name, lang) for name in registry.names()]


def _game_view(name: str, lang: str) -> GameView:
    told, game = about(name, lang), registry.game(name)
    most = next((option.choices[-1] for option in game.option_list if option.name == "players"), None)
    full = game if most is None else game.with_options(players=most)
    return {
        "name": name,
        "title": told["title"],
        "tagline": told["tagline"],
        "players": told["players"],
        "minutes": told.get("minutes", ""),
        "age": told.get("age", ""),
        "kind": told["kind"],
        "credit": told["credit"],
        "credit_url": told.get("credit_url", ""),
        "options": [_option_view(option, told["options"].get(option.name, {}), lang) for option in game.option_list],
        "levels": [
            {"number": at.number, "name": at.name[lang], "character": at.character[lang], "seconds": at.seconds}
            for at in levels(game)
        ],
        "seats": [player_view(full, player, lang) for player in full.players],
    }


def _option_view(option: Option, told: dict[str, Any], lang: str) -> OptionView:
    labels = told.get("values", {})
    values: list[OptionValue] = [{"value": value, "label": _label(value, labels, lang)} for value in option.choices]
    return {
        "name": option.name,
        "label": told.get("label", option.name),
        "help": told.get("help", ""),
        "default": option.default,
        "values": values,
        "range": None if option.choices else {"least": 0.0, "most": 1.0},
    }


def _label(value: Any, labels: dict[str, str], lang: str) -> str:
    if str(value) in labels:
        return labels[str(value)]
    return say(value, lang) if value in ("yes", "no") else str(value)
