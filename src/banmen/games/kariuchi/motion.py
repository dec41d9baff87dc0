"""What a move on the ring does; Moon Trek moves in the same way."""

from __future__ import annotations

from collections.abc import Callable

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.messages import Catalogue
from banmen.core.move import Move
from banmen.games.kariuchi.board import INWARD, NAMES, NUMBERS, find_path
from banmen.games.kariuchi.notation import split_pieces
from banmen.games.kariuchi.words import place_name
from banmen.presentation.motion import CAPTURE, ENTER, HOME, WALK, Motion

messages = Catalogue(__name__)


def find_owners(position: Position) -> dict[str, list[Player]]:
    """Return the owners of the pieces on each occupied point of the board."""
    found: dict[str, list[Player]] = {}
    sides: tuple[tuple[Player, list[int]], ...] = tuple(zip((1, 2), split_pieces(position.state), strict=True))
    for player, places in sides:
        for place in places:
            if NAMES[place] not in ("R", "H"):
                found.setdefault(NAMES[place], []).append(player)
    return found


def find_struck(position: Position, move: Move) -> list[Player]:
    """Return the owners of the pieces that a move sends back."""
    return [owner for owner in find_owners(position).get(str(move.target), []) if owner != position.turn]


def source(_position: Position, move: Move) -> str | None:
    """Return where the piece stands."""
    return move.source


def choice(move: Move, lang: str) -> str:
    """Return how many pieces go."""
    return messages.text("motion.pieces", lang, count=move.code >> 12)


def throws_again_anyway(position: Position) -> bool:
    """Return whether any move leads to another throw, so that it need not be mentioned for every move."""
    return position.thrown in (4, 5)


def motion(position: Position, move: Move, _after: Position) -> list[Motion]:
    """Return the walk of what moves, then the way back of what it strikes."""
    return walk_pieces(move, [position.turn] * (move.code >> 12), find_struck(position, move))


def walk_pieces(move: Move, moving: list[Player], sent: list[Player]) -> list[Motion]:
    """Return the walk of some owners' pieces and the way back of others'."""
    origin, target = NAMES[move.code & 63], NAMES[move.code >> 6 & 63]
    how = ENTER if origin == "R" else HOME if target == "H" else WALK
    ways = [
        Motion(str(owner), moving.count(owner), (origin, *find_path(origin, target)), how) for owner in dict.fromkeys(moving)
    ]
    return ways + [Motion(str(owner), sent.count(owner), (target, "R"), CAPTURE) for owner in dict.fromkeys(sent)]


def effects(position: Position, move: Move, _after: Position) -> list[str]:
    """Return what the page marks."""
    return list_effects(move, find_struck(position, move), find_owners(position))


def list_effects(move: Move, sent: list[Player], standing_now: dict[str, list[Player]]) -> list[str]:
    """Return whether a move enters, goes home, captures or stacks."""
    found = ["enter"] if move.source == "R" else []
    if move.target == "H":
        return [*found, "home"]
    if sent:
        return [*found, "capture"]
    return [*found, "stack"] if move.target in standing_now else found


def phrases(position: Position, move: Move, _after: Position, lang: str) -> list[str]:
    """Return what a move does, in phrases."""
    return describe_walk(move, len(find_struck(position, move)), find_owners(position), lang)


def label(_position: Position, move: Move, lang: str) -> str:
    """Return a move as a person says it."""
    return label_walk(move, place_name, lang)


def label_walk(move: Move, name: Callable[[str, str], str], lang: str) -> str:
    """Return a move on the ring as a person would say it, with names of places from `name`."""
    origin, target, number = NAMES[move.code & 63], NAMES[move.code >> 6 & 63], move.code >> 12
    base = target[:-1] if target[0].isdigit() and not target.isdigit() else ""
    kind = _find_kind_of_way(origin, target)
    values = {"source": name(origin, lang), "target": name(target, lang), "base": name(base, lang) if base else ""}
    way = messages.text(f"label.{kind}", lang, **values)
    return messages.text("label.together", lang, number=number, way=way) if number > 1 else way


def _find_kind_of_way(origin: str, target: str) -> str:
    """Return the label for a way: only on a path does the direction say more than the place."""
    if origin == "R":
        return "enters"
    if target in ("H", "A"):
        return "home" if target == "H" else "centre"
    if target.isdigit():
        return "walks"
    if int(target[:-1]) in INWARD:
        return "inwards"
    return "leaves" if origin == "A" else "crosses" if "A" in find_path(origin, target) else "outwards"


def consequences(position: Position, move: Move, _after: Position, lang: str) -> list[str]:
    """Return what a move does besides its way."""
    return describe_consequences(move, len(find_struck(position, move)), find_owners(position), lang)


def describe_consequences(move: Move, sent: int, standing_now: dict[str, list[Player]], lang: str) -> list[str]:
    """Return what happens at a move's target, given the number of pieces it sends back."""
    if sent:
        return [messages.text("motion.sends_back", lang, count=sent)]
    return [messages.text("motion.stacks", lang)] if NAMES[move.code >> 6 & 63] in standing_now else []


def describe_walk(move: Move, sent: int, standing_now: dict[str, list[Player]], lang: str) -> list[str]:
    """Return what a move on the ring does, in phrases, when it sends back so many."""
    origin, target, number = NAMES[move.code & 63], NAMES[move.code >> 6 & 63], move.code >> 12
    found = [messages.text("motion.carries", lang, number=number)] if number > 1 else []
    if (way := _describe_way(origin, target, lang)) is not None:
        found.append(way)
    return found + describe_consequences(move, sent, standing_now, lang)


def _describe_way(origin: str, target: str, lang: str) -> str | None:
    """Return the description of the way itself."""
    if origin == "R":
        return messages.text("motion.enters", lang)
    if target == "H":
        return messages.text("motion.goes_home", lang)
    if target == "A":
        return messages.text("motion.to_centre", lang)
    if origin == "A":
        return messages.text("motion.leaves_centre", lang, base=find_path(origin, target)[0][:-1])
    if "A" in find_path(origin, target):
        return messages.text("motion.crosses", lang)
    return messages.text("motion.turns_in", lang) if origin.isdigit() and not target.isdigit() else None


assert NUMBERS["R"] == 0
