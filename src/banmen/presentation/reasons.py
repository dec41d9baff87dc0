"""Why something can go from one place to another, or cannot: one true sentence in the reader's language.

Each game's `reasons.py` knows its own reasons and finds them by its rules; here is what they share.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from banmen.core.game import Position
from banmen.core.i18n import join_or
from banmen.core.messages import Catalogue
from banmen.core.move import Move
from banmen.kernels.contract import CHANCE
from banmen.presentation.motion import describe_move

messages = Catalogue(__name__)

POSSIBLE = "possible"


@dataclass(frozen=True)
class Reason:
    """A reason: its code, which identifies it, and the sentence."""

    code: str
    words: str


def give_reason(messages: Catalogue, code: str, lang: str, **values: object) -> Reason:
    """Return one of a game's reasons with its gaps filled: `reasons.<code>` in its catalogue."""
    return Reason(code, _capitalize(messages.text(f"reasons.{code}", lang, **values)))


def _capitalize(words: str) -> str:
    """Return a sentence with a capital, unless it begins with a place such as c3."""
    return words if words[1:2].isdigit() else words[:1].upper() + words[1:]


def describe_way(names: Iterable[str], lang: str) -> str:
    """Return the way to one of some places, given by what they are called.

    >>> describe_way(["c3", "d4"], "en"), describe_way(["c3", "d4"], "ja")
    ('to c3 or d4', 'c3かd4へ')
    """
    return messages.text("reasons.to_places", lang, places=join_or(names, lang))


def explain(position: Position, source: str | None, target: str | None, lang: str, owner: str | None = None) -> Reason:
    """Say whether and why something can or cannot go from one place to another; either place may be left open.

    `owner` is the player on whose side the target lies, where each has one of that name (a lane, a reserve).

    >>> import banmen
    >>> position = banmen.game("kariuchi").position("Rx2,5,A/Rx3,12 1 3")
    >>> explain(position, "5", "7", "en").words
    'The throw is 3: from corner あ it leads to point 8 or towards the centre, and point 7 is 2 steps away.'
    """
    game, words = position.game.part("reasons"), position.game.part("words")
    unknown = [place for place in (source, target) if place is not None and place not in game.PLACES]
    if position.over or position.kind == CHANCE:
        return give_reason(messages, "over" if position.over else "throw", lang)
    if unknown:
        return give_reason(messages, "unknown", lang, place=unknown[0])
    if source is None and target is None:
        return give_reason(messages, "asked", lang)
    theirs = next((player for player in position.game.players if str(player) == owner and player != position.turn), None)
    if theirs is not None:
        names = {"owner": words.player_name(theirs, lang), "name": words.player_name(position.turn, lang)}
        return give_reason(messages, "other_side", lang, **names)
    found = _explain_possible(game, position, source, target, lang)
    reason: Reason = found or game.reason(position, source, target, lang)
    return reason


def list_moves_with_sources(game: Any, position: Position) -> list[tuple[str | None, Move]]:
    """Return all legal moves with their sources; a game's `motion` provides them if the notation does not."""
    return [(game.source(position, move) or move.source, move) for move in position.legal_moves()]


def _explain_possible(game: Any, position: Position, source: str | None, target: str | None, lang: str) -> Reason | None:
    """Say by which moves it is possible, or return None."""
    moves = list_moves_with_sources(game, position)
    name, describe_targets = game.name_place, game.describe_targets
    if target is None:
        ends = list(dict.fromkeys(move.target for origin, move in moves if origin == source and move.target))
        return (
            Reason(POSSIBLE, messages.text("reasons.from", lang, source=name(source, lang), going=describe_targets(ends, lang)))
            if ends
            else None
        )
    fitting = [(origin, move) for origin, move in moves if move.target == target and source in (None, origin)]
    if not fitting:
        # A tap on something that can move means to move it, not to go there.
        return _explain_possible(game, position, target, None, lang) if source is None else None
    if source is None:
        sources = [name(origin, lang) for origin, _ in fitting if origin]
        key = "reasons.come" if sources else "reasons.choose"
        return Reason(
            POSSIBLE, _capitalize(messages.text(key, lang, target=name(target, lang), sources=join_or(sources, lang)))
        )
    effect = _describe_only_move(position, [move for _, move in fitting], lang)
    key = "reasons.pair_described" if effect else "reasons.pair"
    return Reason(
        POSSIBLE, messages.text(key, lang, source=name(source, lang), going=describe_targets([target], lang), effect=effect)
    )


def _describe_only_move(position: Position, moves: list[Move], lang: str) -> str:
    """Return what a move does if it is the only one."""
    return describe_move(position, moves[0], lang).outcome if len(moves) == 1 else ""
