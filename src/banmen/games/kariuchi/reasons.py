"""Why a piece on the ring cannot go somewhere; Moon Trek has the same ways."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.i18n import Words, any_of
from banmen.games.kariuchi.board import INWARD, NAMES, NUMBERS, OUTWARD, STRAIGHT, WAYS
from banmen.games.kariuchi.motion import source as source
from banmen.games.kariuchi.motion import standing
from banmen.games.kariuchi.notation import pieces_by_side
from banmen.games.kariuchi.words import place_name, player_name
from banmen.presentation.reasons import Reason, because, towards

PLACES = NAMES
SENTENCES: dict[str, Words] = {
    "empty": {"en": "There is no piece on {place} to move.", "ja": "{place}には動かせるコマがありません。"},
    "theirs": {"en": "The piece on {place} is {owner}'s, not yours to move.", "ja": "{place}のコマは{owner}のものです。"},
    "theirs_far": {
        "en": "{owner} stands on {place}, and with a throw of {thrown} none of your pieces comes there.",
        "ja": "{place}にいるのは{owner}のコマです。出た数が{thrown}では、そこへ届く自分のコマがありません。",
    },
    "mates": {
        "en": "At least one of the pieces that move must be your own, and on {place} there is only {owner}.",
        "ja": "動かすコマに自分のコマが入っていなければなりません。{place}にいるのは{owner}だけです。",
    },
    "home": {"en": "Pieces that are home stay there.", "ja": "あがったコマはもう動きません。"},
    "no_reserve": {
        "en": "No piece of yours is waiting in the reserve.",
        "ja": "ひかえに自分のコマはもうありません。",
    },
    "stay": {
        "en": "Nobody may wait: a piece on {place} that moves has to walk {thrown}.",
        "ja": "その場にとどまることはできません。{place}のコマを動かすなら{thrown}進みます。",
    },
    "to_reserve": {
        "en": "Only pieces that are sent back go to the reserve; the one on {place} walks on.",
        "ja": "ひかえにもどるのは送り返されたコマだけです。{place}のコマは前へ進みます。",
    },
    "backwards": {
        "en": "Pieces never walk backwards, and {target} lies behind {source}.",
        "ja": "コマは後ろへは進めません。{target}は{source}より後ろです。",
    },
    "turn_in": {
        "en": "Only a piece that stands on {bases} when it sets off may turn in to {target}; this one comes from {source}.",
        "ja": "{target}へ曲がれるのは、{bases}に止まっているコマだけです。このコマは{source}にいます。",
    },
    "outwards": {
        "en": "The path of {base} is walked outwards only: {target} is reached over the centre, not from {source}.",
        "ja": "{base}の道は外向きにだけ進みます。{target}へは中央から出るときに通り、{source}からは入れません。",
    },
    "straight": {
        "en": "Who walks through the centre goes straight on: from {source} the way leads out to {exit}, not to {target}.",
        "ja": "中央を通りぬけるコマはまっすぐ進みます。{source}からは{exit}のほうへ出るので、{target}へは行けません。",
    },
    "other_way": {
        "en": "The way from {source} does not lead over {target}.",
        "ja": "{source}からの道すじに{target}はありません。",
    },
    "distance": {
        "en": "The throw is {thrown}: from {source} it leads {ends}, and {target} is {steps} away.",
        "ja": "出た数は{thrown}です。{source}からは{ends}進みます。{target}までは{steps}あります。",
    },
    "none_comes": {
        "en": "With a throw of {thrown} none of your pieces comes {going}.",
        "ja": "出た数が{thrown}では、{going}行けるコマがありません。",
    },
}


@dataclass(frozen=True)
class Standing:
    """Who stands where, as the player on turn sees it."""

    owners: dict[str, list[Player]]  # on each occupied point
    mates: frozenset[Player]  # the player on turn and who plays with them
    waiting: int  # own pieces in the reserve
    name: Callable[[Player, str], str]


def named(place: str, lang: str) -> str:
    """Return what a place is called."""
    return "the reserve" if place == "R" and lang == "en" else place_name(place, lang)


def going(places: list[str], lang: str) -> str:
    """Return the way to one of some places in words."""
    names = [named(place, lang) for place in places if place != "H"]
    if "H" in places and lang == "en":
        return f"to {', '.join(names)} or home" if names else "home"
    return towards(names + [named("H", lang)] * ("H" in places), lang)


def reason(position: Position, source: str | None, target: str | None, lang: str) -> Reason:
    """Say why no legal move joins two places; that none does is taken for granted."""
    side = pieces_by_side(position.state)[position.game.players.index(position.turn)]
    waiting = side.count(NUMBERS["R"])
    return refused(
        position, Standing(standing(position), frozenset([position.turn]), waiting, player_name), source, target, lang
    )


def refused(position: Position, table: Standing, source: str | None, target: str | None, lang: str) -> Reason:
    """Say why no legal move on the ring joins two places."""
    if source is None:
        return _unreached(position, table, str(target), lang)
    if (found := _unmovable(position, table, source, lang)) is not None:
        return found
    if target is None or target == source:
        return because(SENTENCES, "stay", lang, place=named(source, lang), thrown=position.thrown)
    if target == "R":
        return because(SENTENCES, "to_reserve", lang, place=named(source, lang))
    ends = list(dict.fromkeys(move.target for move in position.legal_moves() if move.source == source and move.target))
    steps = [way.index(NUMBERS[target]) + 1 for way in WAYS[NUMBERS[source]] if NUMBERS[target] in way]
    if steps:
        far = f"{min(steps)}マス" if lang == "ja" else f"{min(steps)} step{'s' if min(steps) > 1 else ''}"
        values = {"ends": going(ends, lang), "target": named(target, lang), "steps": far}
        return because(SENTENCES, "distance", lang, thrown=position.thrown, source=named(source, lang), **values)
    return _off_the_way(source, target, lang)


def _unreached(position: Position, table: Standing, target: str, lang: str) -> Reason:
    """Say why nothing comes to a place, or why what stands there cannot be taken up."""
    owners = [owner for owner in dict.fromkeys(table.owners.get(target, [])) if owner != position.turn]
    values = {"place": named(target, lang), "owner": _names(table, owners, lang), "thrown": position.thrown}
    if target == "R":
        return because(SENTENCES, "no_reserve", lang)
    if owners and table.mates.issuperset(owners):
        return because(SENTENCES, "mates", lang, **values)
    if owners:
        return because(SENTENCES, "theirs_far", lang, **values)
    return because(SENTENCES, "none_comes", lang, going=going([target], lang), thrown=position.thrown)


def _unmovable(position: Position, table: Standing, source: str, lang: str) -> Reason | None:
    """Say why nothing on a place can be moved at all, or return None."""
    if source == "H":
        return because(SENTENCES, "home", lang)
    if source == "R":
        return None if table.waiting else because(SENTENCES, "no_reserve", lang)
    owners = list(dict.fromkeys(table.owners.get(source, [])))
    if position.turn in owners:
        return None
    values = {"place": named(source, lang), "owner": _names(table, owners, lang)}
    if not owners:
        return because(SENTENCES, "empty", lang, **values)
    return because(SENTENCES, "mates" if table.mates.issuperset(owners) else "theirs", lang, **values)


def _names(table: Standing, owners: list[Player], lang: str) -> str:
    names = [table.name(owner, lang) for owner in owners]
    return "と".join(names) if lang == "ja" else " and ".join(names)


def _off_the_way(source: str, target: str, lang: str) -> Reason:
    """Say why a place does not lie on any way from another one."""
    values: dict[str, object] = {"source": named(source, lang), "target": named(target, lang)}
    outer = source == "R" or source.isdigit()
    entry = int(source.rstrip("abc")) if source[0].isdigit() else 0  # the base whose path a piece stands on or before
    spoke = int(target[:-1]) if target[0].isdigit() and not target.isdigit() else 0
    if spoke in OUTWARD and entry in INWARD:
        return because(SENTENCES, "straight", lang, exit=named(str(STRAIGHT[entry]), lang), **values)
    if spoke in OUTWARD and outer:
        return because(SENTENCES, "outwards", lang, base=named(str(spoke), lang), **values)
    if outer and (target == "A" or spoke in INWARD):
        bases = [named(str(base), lang) for base in ((spoke,) if spoke else INWARD)]
        return because(SENTENCES, "turn_in", lang, bases=any_of(bases, lang), **values)
    if any(NUMBERS[source] in way for way in WAYS[NUMBERS[target]]):
        return because(SENTENCES, "backwards", lang, **values)
    return because(SENTENCES, "other_way", lang, **values)
