"""Moves told in plain words, for people who do not know the notation yet."""

from __future__ import annotations

from collections.abc import Callable

from banmen.core.contract import CHANCE
from banmen.core.game import Move, Position
from banmen.games.kariuchi.board import path
from banmen.terminal import ring, shield
from banmen.terminal.words import say

Phrases = list[str]


def told(position: Position, move: Move, lang: str) -> str:
    """Return what a legal move does, in a few words; "" where its text says it all.

    >>> import banmen
    >>> position = banmen.game("kariuchi").position("Rx2,5,A/Rx3,8 1 3")
    >>> told(position, position.find("5>8"), "en")
    'sends back 1'
    """
    after = position.after(move.code)
    tell = TELLERS.get(position.game.name)
    phrases = tell(position, move, after, lang) if tell else []
    if after.winner:
        phrases.append(say("wins" if position.turn in after.winner else "loses", lang))
    elif after.kind == CHANCE and after.turn == position.turn and not _is_long_throw(position):
        phrases.append(say("again", lang))
    return ("、" if lang == "ja" else ", ").join(phrases)


def _is_long_throw(position: Position) -> bool:
    """Tell whether the ring's games give another throw whatever the move is, which need not be said of every move."""
    return position.game.name in ("kariuchi", "moontrek") and position.text[-1] in "45"


def _tell_ring(position: Position, move: Move, after: Position, lang: str) -> Phrases:
    source, target = str(move.source), str(move.target)
    phrases = []
    if "x" in move.text:
        phrases.append(say("carries", lang, number=move.text.partition("x")[2].partition(">")[0]))
    if source == "R":
        phrases.append(say("enters", lang))
    elif target == "H":
        phrases.append(say("goes_home", lang))
    elif target == "A":
        phrases.append(say("to_centre", lang))
    elif source == "A":
        phrases.append(say("leaves_centre", lang, base=path(source, target)[0][:-1]))
    elif "A" in path(source, target):
        phrases.append(say("crosses", lang))
    elif source.isdigit() and not target.isdigit():
        phrases.append(say("turns_in", lang))
    sent = _sent_back(position, after)
    if sent:
        phrases.append(say("sends_back", lang, number=sent))
    elif target in ring.standing(position):
        phrases.append(say("stacks", lang))
    return phrases


def _sent_back(position: Position, after: Position) -> int:
    """Return how many pieces of others a move sends back to their reserve."""
    changes = zip(position.game.players, ring.off_board(position), ring.off_board(after), strict=True)
    return sum(max(0, later[0] - before[0]) for player, before, later in changes if player != position.turn)


def _tell_holes(position: Position, move: Move, after: Position, lang: str) -> Phrases:
    if move.text in ("collect", "pass"):
        return [say("collects" if move.text == "collect" else "passes", lang)]
    phrases = []
    if move.target == "S":
        phrases.append(say("to_shen", lang))
    elif int(str(move.target)) - int(str(move.source)) != int(position.text[-1]):
        phrases.append(say("warps", lang))
    seat = position.game.players.index(position.turn)
    if shield.off_board(after)[seat][0] < shield.off_board(position)[seat][0]:
        phrases.append(say("brings", lang))
    return phrases


def _tell_kuniumi(_position: Position, move: Move, _after: Position, lang: str) -> Phrases:
    if move.text in ("land", "sea"):
        return [say(f"takes_{move.text}", lang)]
    if "@" in move.text:
        return [say(f"puts_{move.text[0]}", lang, place=move.target)]
    return [say("god_goes", lang, place=move.target)]


def _tell_qubism(_position: Position, move: Move, _after: Position, lang: str) -> Phrases:
    if move.source:
        return [say("cube_slides", lang, source=move.source, place=move.target)]
    if len(move.text) == 3:
        return [say("puts_cube", lang, place=move.target, arrow=say(f"arrow_{move.text[2]}", lang))]
    return [say("pawn_goes", lang, place=move.target)]


TELLERS: dict[str, Callable[[Position, Move, Position, str], Phrases]] = {
    "kariuchi": _tell_ring,
    "moontrek": _tell_ring,
    "holes58": _tell_holes,
    "kuniumi": _tell_kuniumi,
    "qubism": _tell_qubism,
}
