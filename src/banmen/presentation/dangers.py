"""Dangers: what the opponents could do to the player to move if it were their turn now, as places and in words.

Each game's `dangers.py` says what its dangers are; what games with sticks share is here. One step is looked ahead, by trying
what the rules allow: these are warnings for people, not the judgement of an engine.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod

from banmen.core.board import Player
from banmen.core.errors import NotationError
from banmen.core.game import Position
from banmen.core.i18n import join_commas, join_sentences
from banmen.core.messages import Catalogue
from banmen.presentation.motion import CAPTURE

messages = Catalogue(__name__)


@dataclass(frozen=True)
class Dangers:
    """The places in danger, worst first, and sentences about them."""

    places: tuple[str, ...]
    words: str


def find_dangers(position: Position, lang: str) -> Dangers:
    """Return what the player on turn has to fear.

    >>> import banmen
    >>> found = find_dangers(banmen.game("kariuchi").position("Rx3,5/Rx3,3 1 -"), "en")
    >>> found.places, found.words
    (('5',), 'In danger from the next throw: corner あ (44%).')
    """
    if position.over:
        return Dangers((), messages.text("dangers.over", lang))
    found: Dangers = position.game.part("dangers").find_dangers(position, lang)
    return found


def find_throw_dangers(position: Position, own: Iterable[Player], others: Iterable[Player], lang: str) -> Dangers:
    """Return what pieces of some players the next throws of others could send away, each other player throwing once."""
    mine, words = {str(player) for player in own}, position.game.part("words")
    name_place = position.game.part("reasons").name_place
    chances: dict[str, list[float]] = {}
    said = []
    for other in others:
        struck, winning = _weigh_next_throw(position, other, mine)
        for place, chance in struck.items():
            chances.setdefault(place, []).append(chance)
        if winning:
            said.append(
                messages.text("dangers.wins", lang, name=words.player_name(other, lang), chance=_count_hundredths(winning))
            )
    total = {place: 1 - prod(1 - chance for chance in each) for place, each in chances.items()}
    places = sorted(total, key=lambda place: -total[place])
    shown = [
        messages.text("dangers.place", lang, place=name_place(place, lang), chance=_count_hundredths(total[place]))
        for place in places
    ]
    said.insert(
        0,
        messages.text("dangers.struck", lang, places=join_commas(shown, lang))
        if shown
        else messages.text("dangers.safe", lang),
    )
    return Dangers(tuple(places), join_sentences(said, lang))


def weigh_strikes(position: Position, own: Iterable[Player], others: Iterable[Player]) -> float:
    """Return the chance that a piece of some players is sent away if each of the others throws once."""
    mine, game = {str(player) for player in own}, position.game.part("motion")
    spared = 1.0
    for other in others:
        before = put_on_turn(position, other)
        for value, chance in before.throws() if before else []:
            thrown = before.throw(value) if before else position
            ways = (way for move in thrown.legal_moves() for way in game.motion(thrown, move, thrown.after(move.code)))
            if any(way.how == CAPTURE and way.piece in mine for way in ways):
                spared -= spared * chance
    return 1 - spared


def _weigh_next_throw(position: Position, other: Player, mine: set[str]) -> tuple[dict[str, float], float]:
    """Return the chance that a player can strike each place with one throw, and the chance that it can win."""
    game = position.game.part("motion")
    struck: dict[str, float] = {}
    winning = 0.0
    before = put_on_turn(position, other)
    for value, chance in before.throws() if before else []:
        thrown = before.throw(value) if before else position
        found, wins = set(), False
        for move in thrown.legal_moves():
            after = thrown.after(move.code)
            ways = game.motion(thrown, move, after)
            found |= {way.path[0] for way in ways if way.how == CAPTURE and way.piece in mine}
            wins = wins or other in (after.winner or ())
        for place in found:
            struck[place] = struck.get(place, 0.0) + chance
        winning += chance if wins else 0.0
    return struck, winning


def put_on_turn(position: Position, player: Player) -> Position | None:
    """Return the position of a game with sticks as if a player were about to throw; None for one who has nothing to move."""
    *rest, _turn, _throw = position.text.split(" ")
    try:
        return position.game.position(" ".join([*rest, str(player), "-"]))
    except NotationError:
        return None


def _count_hundredths(chance: float) -> int:
    """Return a chance in hundredths, never none for something that can happen."""
    return max(1, round(100 * chance))
