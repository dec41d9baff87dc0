"""Why a piece on the ring cannot go somewhere; Moon Trek has the same ways."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.i18n import join_and, join_or
from banmen.core.messages import Catalogue, join
from banmen.games.kariuchi.board import INWARD, NAMES, NUMBERS, OUTWARD, STRAIGHT, WAYS
from banmen.games.kariuchi.motion import find_owners
from banmen.games.kariuchi.motion import source as source
from banmen.games.kariuchi.notation import split_pieces
from banmen.games.kariuchi.words import place_name, player_name
from banmen.presentation.reasons import Reason, describe_way, give_reason

messages = Catalogue(__name__)

PLACES = NAMES


@dataclass(frozen=True)
class Occupation:
    """Who stands where, as the player on turn sees it."""

    owners: dict[str, list[Player]]  # on each occupied point
    mates: frozenset[Player]  # the player on turn and who plays with them
    waiting: int  # own pieces in the reserve
    name: Callable[[Player, str], str]


def name_place(place: str, lang: str) -> str:
    """Return what a place is called."""
    return messages.text("place.reserve", lang) if place == "R" else place_name(place, lang)


def describe_targets(places: list[str], lang: str) -> str:
    """Return the way to one of some places in words."""
    names = [name_place(place, lang) for place in places if place != "H"]
    if "H" not in places:
        return describe_way(names, lang)
    if not names:
        return messages.text("going.home", lang)
    return messages.text("going.or_home", lang, places=join(names, "list.unfinished_or", lang))


def reason(position: Position, source: str | None, target: str | None, lang: str) -> Reason:
    """Say why no legal move joins two places; that none does is taken for granted."""
    side = split_pieces(position.state)[position.game.players.index(position.turn)]
    waiting = side.count(NUMBERS["R"])
    return explain_refusal(
        position, Occupation(find_owners(position), frozenset([position.turn]), waiting, player_name), source, target, lang
    )


def explain_refusal(position: Position, table: Occupation, source: str | None, target: str | None, lang: str) -> Reason:
    """Say why no legal move on the ring joins two places."""
    if source is None:
        return _explain_target(position, table, str(target), lang)
    if (found := _explain_unmovable(position, table, source, lang)) is not None:
        return found
    if target is None or target == source:
        return give_reason(messages, "stay", lang, place=name_place(source, lang), thrown=position.thrown)
    if target == "R":
        return give_reason(messages, "to_reserve", lang, place=name_place(source, lang))
    ends = list(dict.fromkeys(move.target for move in position.legal_moves() if move.source == source and move.target))
    steps = [way.index(NUMBERS[target]) + 1 for way in WAYS[NUMBERS[source]] if NUMBERS[target] in way]
    if steps:
        far = messages.text("steps", lang, count=min(steps))
        values = {"ends": describe_targets(ends, lang), "target": name_place(target, lang), "steps": far}
        return give_reason(messages, "distance", lang, thrown=position.thrown, source=name_place(source, lang), **values)
    return _explain_off_the_way(source, target, lang)


def _explain_target(position: Position, table: Occupation, target: str, lang: str) -> Reason:
    """Say why nothing comes to a place, or why what stands there cannot be taken up."""
    owners = [owner for owner in dict.fromkeys(table.owners.get(target, [])) if owner != position.turn]
    values = {"place": name_place(target, lang), "owner": _join_names(table, owners, lang), "thrown": position.thrown}
    if target == "R":
        return give_reason(messages, "no_reserve", lang)
    if owners and table.mates.issuperset(owners):
        return give_reason(messages, "mates", lang, **values)
    if owners:
        return give_reason(messages, "theirs_far", lang, **values)
    return give_reason(messages, "none_comes", lang, going=describe_targets([target], lang), thrown=position.thrown)


def _explain_unmovable(position: Position, table: Occupation, source: str, lang: str) -> Reason | None:
    """Say why nothing on a place can be moved at all, or return None."""
    if source == "H":
        return give_reason(messages, "home", lang)
    if source == "R":
        return None if table.waiting else give_reason(messages, "no_reserve", lang)
    owners = list(dict.fromkeys(table.owners.get(source, [])))
    if position.turn in owners:
        return None
    values = {"place": name_place(source, lang), "owner": _join_names(table, owners, lang)}
    if not owners:
        return give_reason(messages, "empty", lang, **values)
    return give_reason(messages, "mates" if table.mates.issuperset(owners) else "theirs", lang, **values)


def _join_names(table: Occupation, owners: list[Player], lang: str) -> str:
    names = [table.name(owner, lang) for owner in owners]
    return join_and(names, lang)


def _explain_off_the_way(source: str, target: str, lang: str) -> Reason:
    """Say why a place does not lie on any way from another one."""
    values: dict[str, object] = {"source": name_place(source, lang), "target": name_place(target, lang)}
    outer = source == "R" or source.isdigit()
    entry = int(source.rstrip("abc")) if source[0].isdigit() else 0  # the base whose path a piece stands on or before
    spoke = int(target[:-1]) if target[0].isdigit() and not target.isdigit() else 0
    if spoke in OUTWARD and entry in INWARD:
        return give_reason(messages, "straight", lang, exit=name_place(str(STRAIGHT[entry]), lang), **values)
    if spoke in OUTWARD and outer:
        return give_reason(messages, "outwards", lang, base=name_place(str(spoke), lang), **values)
    if outer and (target == "A" or spoke in INWARD):
        bases = [name_place(str(base), lang) for base in ((spoke,) if spoke else INWARD)]
        return give_reason(messages, "turn_in", lang, bases=join_or(bases, lang), **values)
    if any(NUMBERS[source] in way for way in WAYS[NUMBERS[target]]):
        return give_reason(messages, "backwards", lang, **values)
    return give_reason(messages, "other_way", lang, **values)
