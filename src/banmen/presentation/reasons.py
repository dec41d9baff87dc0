"""Why something can go from one place to another, or cannot: one true sentence in the reader's language.

Each game's `reasons.py` knows its own reasons and finds them by its rules; here is what they share.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from banmen.core.game import Position
from banmen.core.i18n import Words, any_of
from banmen.core.move import Move
from banmen.kernels.contract import CHANCE
from banmen.presentation.motion import describe_move

POSSIBLE = "possible"
SENTENCES: dict[str, Words] = {
    "over": {"en": "The game is over.", "ja": "もう終わっています。"},
    "throw": {"en": "The sticks have to be thrown first.", "ja": "先に投げてください。"},
    "unknown": {"en": "This board has no place called “{place}”.", "ja": "この盤に「{place}」というところはありません。"},
    "asked": {
        "en": "Pick what you want to move, and then where it is to go.",
        "ja": "動かすものと、行きたいところを選んでください。",
    },
    "other_side": {
        "en": "That place belongs to {owner}: it is {name}'s turn, who plays on their own side.",
        "ja": "そこは{owner}の場所です。いまは{name}の番で、使えるのは自分の側だけです。",
    },
}
PAIR: Words = {"en": "You can go from {source} {going}.", "ja": "{source}から{going}行けます。"}
PAIR_TOLD: Words = {"en": "You can go from {source} {going}: {told}.", "ja": "{source}から{going}行けます（{told}）。"}
FROM: Words = {"en": "From {source} you can go {going}.", "ja": "{source}から{going}行けます。"}
COME: Words = {
    "en": "{target} can be reached from {sources}: pick that first.",
    "ja": "{target}へは{sources}から行けます。先にそちらを選んでください。",
}
CHOOSE: Words = {"en": "You can choose {target}.", "ja": "{target}を選べます。"}


@dataclass(frozen=True)
class Reason:
    """A reason: its code, which tells it from others, and the sentence."""

    code: str
    words: str


def because(sentences: Mapping[str, Words], code: str, lang: str, **values: object) -> Reason:
    """Return one of a game's reasons with its gaps filled."""
    return Reason(code, _begun(sentences[code][lang].format(**values)))


def _begun(words: str) -> str:
    """Return a sentence with a capital, unless it begins with a place such as c3."""
    return words if words[1:2].isdigit() else words[:1].upper() + words[1:]


def towards(names: Iterable[str], lang: str) -> str:
    """Return the way to one of some places, given by what they are called.

    >>> towards(["c3", "d4"], "en"), towards(["c3", "d4"], "ja")
    ('to c3 or d4', 'c3かd4へ')
    """
    return f"{any_of(names, lang)}へ" if lang == "ja" else f"to {any_of(names, lang)}"


def explain(position: Position, source: str | None, target: str | None, lang: str, owner: str | None = None) -> Reason:
    """Say whether and why something can or cannot go from one place to another; either place may be left open.

    `owner` is the player on whose side the target lies, where each has one of that name (a lane, a reserve).

    >>> import banmen
    >>> position = banmen.game("kariuchi").position("Rx2,5,A/Rx3,12 1 3")
    >>> explain(position, "5", "7", "en").words
    'The throw is 3: from 5 it leads to 8 or 5c, and 7 is 2 steps away.'
    """
    game, words = position.game.part("reasons"), position.game.part("words")
    unknown = [place for place in (source, target) if place is not None and place not in game.PLACES]
    if position.over or position.kind == CHANCE:
        return because(SENTENCES, "over" if position.over else "throw", lang)
    if unknown:
        return because(SENTENCES, "unknown", lang, place=unknown[0])
    if source is None and target is None:
        return because(SENTENCES, "asked", lang)
    theirs = next((player for player in position.game.players if str(player) == owner and player != position.turn), None)
    if theirs is not None:
        names = {"owner": words.player_name(theirs, lang), "name": words.player_name(position.turn, lang)}
        return because(SENTENCES, "other_side", lang, **names)
    found = _possible(game, position, source, target, lang)
    reason: Reason = found or game.reason(position, source, target, lang)
    return reason


def joined(game: Any, position: Position) -> list[tuple[str | None, Move]]:
    """Return all legal moves with where they come from; a game's `motion` says so where the notation does not."""
    return [(game.source(position, move) or move.source, move) for move in position.legal_moves()]


def _possible(game: Any, position: Position, source: str | None, target: str | None, lang: str) -> Reason | None:
    """Say how a wish can be met, or return None."""
    moves = joined(game, position)
    named, going = game.named, game.going
    if target is None:
        ends = list(dict.fromkeys(move.target for origin, move in moves if origin == source and move.target))
        return Reason(POSSIBLE, FROM[lang].format(source=named(source, lang), going=going(ends, lang))) if ends else None
    fitting = [(origin, move) for origin, move in moves if move.target == target and source in (None, origin)]
    if not fitting:
        # A tap on something that can move is no wish to go there, but one to move it.
        return _possible(game, position, target, None, lang) if source is None else None
    if source is None:
        sources = [named(origin, lang) for origin, _ in fitting if origin]
        sentence = COME if sources else CHOOSE
        said = sentence[lang].format(target=named(target, lang), sources=any_of(sources, lang))
        return Reason(POSSIBLE, _begun(said))
    told = _told(position, [move for _, move in fitting], lang)
    said = (PAIR_TOLD if told else PAIR)[lang].format(source=named(source, lang), going=going([target], lang), told=told)
    return Reason(POSSIBLE, said)


def _told(position: Position, moves: list[Move], lang: str) -> str:
    """Return what a move does if there is but one."""
    return describe_move(position, moves[0], lang).words if len(moves) == 1 else ""
