"""Why a piece on the ring cannot go somewhere; Moon Trek has the same ways."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.i18n import Words, join_and, join_or
from banmen.core.messages import Catalogue, join
from banmen.games.kariuchi.board import INWARD, NAMES, NUMBERS, OUTWARD, STRAIGHT, WAYS
from banmen.games.kariuchi.motion import find_owners
from banmen.games.kariuchi.motion import source as source
from banmen.games.kariuchi.notation import split_pieces
from banmen.games.kariuchi.words import place_name, player_name
from banmen.presentation.reasons import Reason, describe_way, give_reason

messages = Catalogue(__name__)

PLACES = NAMES
HOMEWARDS: Words = messages.words("going.home")


@dataclass(frozen=True)
class Occupation:
    """The pieces by place, as seen by the player on turn."""

    owners: dict[str, list[Player]]  # on each occupied point
    mates: frozenset[Player]  # the player on turn and who plays with them
    waiting: int  # own pieces in the reserve
    name: Callable[[Player, str], str]
    name_place: Callable[[str, str], str]


def name_place(place: str, lang: str) -> str:
    """Return the name of a place."""
    return name_reserve(lang) if place == "R" else place_name(place, lang)


def name_reserve(lang: str) -> str:
    """Return the name of the reserve in a sentence."""
    return messages.text("place.reserve", lang)


def describe_targets(places: list[str], lang: str) -> str:
    """Describe the way to one of some places."""
    return describe_named_targets(places, name_place, lang)


def describe_named_targets(places: list[str], name_place: Callable[[str, str], str], lang: str) -> str:
    """Describe the way to one of some places, with names of places from `name_place`.

    On a path this is the direction, since its points have no names that a person would use.
    """
    plain = [name_place(place, lang) for place in places if place.isdigit() or place in ("A", "R")]
    inner = [place for place in places if place[0].isdigit() and not place.isdigit()]
    ends = dict.fromkeys("A" if int(place[:-1]) in INWARD else place[:-1] for place in inner)
    towards = join_or((name_place(end, lang) for end in ends), lang)
    if "H" in places:
        return (
            messages.text("going.or_home", lang, places=join(plain, "list.unfinished_or", lang)) if plain else HOMEWARDS[lang]
        )
    if not plain:
        return messages.text("going.towards", lang, places=towards)
    if not towards:
        return describe_way(plain, lang)
    return messages.text("going.or_towards", lang, places=join(plain, "list.unfinished_or", lang), towards=towards)


def reason(position: Position, source: str | None, target: str | None, lang: str) -> Reason:
    """Say why no legal move joins two places; that none does is taken for granted."""
    side = split_pieces(position.state)[position.game.players.index(position.turn)]
    waiting = side.count(NUMBERS["R"])
    return explain_refusal(
        position,
        Occupation(find_owners(position), frozenset([position.turn]), waiting, player_name, name_place),
        source,
        target,
        lang,
    )


def explain_refusal(position: Position, table: Occupation, source: str | None, target: str | None, lang: str) -> Reason:
    """Say why no legal move on the ring joins two places."""
    if source is None:
        return _explain_target(position, table, str(target), lang)
    if (found := _explain_unmovable(position, table, source, lang)) is not None:
        return found
    if target is None or target == source:
        return give_reason(messages, "stay", lang, place=table.name_place(source, lang), thrown=position.thrown)
    if target == "R":
        return give_reason(messages, "to_reserve", lang, place=table.name_place(source, lang))
    ends = list(dict.fromkeys(move.target for move in position.legal_moves() if move.source == source and move.target))
    steps = [way.index(NUMBERS[target]) + 1 for way in WAYS[NUMBERS[source]] if NUMBERS[target] in way]
    if steps:
        far = messages.text("steps", lang, count=min(steps))
        values = {
            "ends": describe_named_targets(ends, table.name_place, lang),
            "target": table.name_place(target, lang),
            "steps": far,
        }
        return give_reason(messages, "distance", lang, thrown=position.thrown, source=table.name_place(source, lang), **values)
    return _explain_off_the_way(table, source, target, lang)


def _explain_target(position: Position, table: Occupation, target: str, lang: str) -> Reason:
    """Say why nothing can reach a place, or why the piece there cannot move."""
    owners = [owner for owner in dict.fromkeys(table.owners.get(target, [])) if owner != position.turn]
    values = {"place": table.name_place(target, lang), "owner": _join_names(table, owners, lang), "thrown": position.thrown}
    if target == "R":
        return give_reason(messages, "no_reserve", lang)
    if owners and table.mates.issuperset(owners):
        return give_reason(messages, "mates", lang, **values)
    if owners:
        return give_reason(messages, "theirs_far", lang, **values)
    going = HOMEWARDS[lang] if target == "H" else describe_way([table.name_place(target, lang)], lang)
    return give_reason(messages, "none_comes", lang, going=going, thrown=position.thrown)


def _explain_unmovable(position: Position, table: Occupation, source: str, lang: str) -> Reason | None:
    """Say why nothing on a place can be moved at all, or return None."""
    if source == "H":
        return give_reason(messages, "home", lang)
    if source == "R":
        return None if table.waiting else give_reason(messages, "no_reserve", lang)
    owners = list(dict.fromkeys(table.owners.get(source, [])))
    if position.turn in owners:
        return None
    values = {"place": table.name_place(source, lang), "owner": _join_names(table, owners, lang)}
    if not owners:
        return give_reason(messages, "empty", lang, **values)
    return give_reason(messages, "mates" if table.mates.issuperset(owners) else "theirs", lang, **values)


def _join_names(table: Occupation, owners: list[Player], lang: str) -> str:
    names = [table.name(owner, lang) for owner in owners]
    return join_and(names, lang)


def _explain_off_the_way(table: Occupation, source: str, target: str, lang: str) -> Reason:
    """Say why a place does not lie on any way from another one."""
    values: dict[str, object] = {"source": table.name_place(source, lang), "target": table.name_place(target, lang)}
    outer = source == "R" or source.isdigit()
    entry = int(source.rstrip("abc")) if source[0].isdigit() else 0  # the base whose path a piece stands on or before
    spoke = int(target[:-1]) if target[0].isdigit() and not target.isdigit() else 0
    if spoke in OUTWARD and entry in INWARD:
        return give_reason(messages, "straight", lang, exit=table.name_place(str(STRAIGHT[entry]), lang), **values)
    if spoke in OUTWARD and outer:
        return give_reason(messages, "outwards", lang, base=table.name_place(str(spoke), lang), **values)
    if outer and (target == "A" or spoke in INWARD):
        bases = [table.name_place(str(base), lang) for base in ((spoke,) if spoke else INWARD)]
        return give_reason(messages, "turn_in", lang, bases=join_or(bases, lang), **values)
    if any(NUMBERS[source] in way for way in WAYS[NUMBERS[target]]):
        return give_reason(messages, "backwards", lang, **values)
    return give_reason(messages, "other_way", lang, **values)
