"""Why a pawn or a cube cannot go somewhere."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.core.i18n import Words
from banmen.games.qubism.board import ARROWS, BLACK_GOAL, BOARD, NAMES, NUMBERS, WHITE_GOAL
from banmen.games.qubism.motion import POINTING, SUPPLY
from banmen.games.qubism.motion import source as source
from banmen.games.qubism.rules import PLACE, SLIDE, black, cubes_after, has_way, shifted, steps, supply, turn, white
from banmen.games.qubism.words import player_name
from banmen.presentation.reasons import Reason, because, towards

PLACES = (*NUMBERS, SUPPLY)
SENTENCES: dict[str, Words] = {
    "empty": {"en": "Nothing stands on {source}.", "ja": "{source}には何もありません。"},
    "theirs": {"en": "The pawn on {source} is {owner}'s.", "ja": "{source}のポーンは{owner}のものです。"},
    "stay": {
        "en": "Something has to move: nothing is done by staying on {source}.",
        "ja": "{source}にとどまるだけの手はありません。",
    },
    "no_step": {"en": "The pawn on {source} has nowhere to go now.", "ja": "{source}のポーンはいま動けません。"},
    "to_supply": {"en": "No cube ever goes back to the supply.", "ja": "キューブをキューブ置き場にもどすことはできません。"},
    "no_supply": {"en": "No cube is left in the supply.", "ja": "キューブ置き場はもう空です。"},
    "cube_there": {"en": "A cube stands on {target}.", "ja": "{target}にはキューブがあります。"},
    "pawn_there": {"en": "{owner}'s pawn stands on {target}.", "ja": "{target}には{owner}のポーンがいます。"},
    "jump": {
        "en": "{owner}'s pawn stands on {target}: from {source} you may jump over it {going}.",
        "ja": "{target}には{owner}のポーンがいます。{source}からは飛びこえて{going}行けます。",
    },
    "straight_jump": {
        "en": "Over {owner}'s pawn you jump straight while {behind} is free, so not from {source} to {target}.",
        "ja": "{owner}のポーンの向こうの{behind}が空いているので、まっすぐ飛びこえます。{source}から{target}へは行けません。",
    },
    "no_neighbour": {
        "en": "A pawn goes one step up, down, left or right: from {source} not to {target}.",
        "ja": "ポーンは上下左右に1マスずつ進みます。{source}から{target}へは行けません。",
    },
    "no_arrow": {
        "en": "A new cube's arrow must point to a free square, and beside {target} there is none.",
        "ja": "新しいキューブの矢印は空いたマスに向けます。{target}のとなりに空いたマスがありません。",
    },
    "shuts": {
        "en": "A cube on {target} would leave {owner}'s pawn without a way to its goal row.",
        "ja": "{target}にキューブがあると、{owner}のポーンがゴールの段へ行く道がなくなります。",
    },
    "shuts_both": {
        "en": "A cube on {target} would leave both pawns without a way to their goal rows.",
        "ja": "{target}にキューブがあると、どちらのポーンもゴールの段へ行く道がなくなります。",
    },
    "arrow": {
        "en": "The cube on {source} slides only where its arrow points, {arrow}; {target} is not that way.",
        "ja": "{source}のキューブは矢印の向き（{arrow}）にだけすべります。{target}はその先にありません。",
    },
    "blocked": {
        "en": "The cube on {source} slides until something is in its way: {block} is taken, so it does not come to {target}.",
        "ja": "{source}のキューブは、{block}がふさがっているので{target}まですべれません。",
    },
    "edge": {
        "en": "The cube on {source} points {arrow}, over the edge of the board, and cannot slide.",
        "ja": "{source}のキューブは盤の外（{arrow}）を向いているのですべれません。",
    },
    "stuck": {
        "en": "The cube on {source} points {arrow} at {block}, which is taken, and cannot slide.",
        "ja": "{source}のキューブは{arrow}向きですが、{block}がふさがっているのですべれません。",
    },
    "none_comes": {"en": "Nothing of yours can come to {target} now.", "ja": "いま{target}へ動かせるものはありません。"},
}


def named(place: str, lang: str) -> str:
    """Return what a place is called."""
    return place if place != SUPPLY else "キューブ置き場" if lang == "ja" else "the supply"


def going(places: list[str], lang: str) -> str:
    """Return the way to one of some places in words."""
    return towards([named(place, lang) for place in places], lang)


def reason(position: Position, source: str | None, target: str | None, lang: str) -> Reason:
    """Say why no legal move joins two places; that none does is taken for granted."""
    state = position.state
    if source is None:
        return _untouched(position, str(target), lang)
    if source == SUPPLY and not supply(state):
        return because(SENTENCES, "no_supply", lang)
    if source != SUPPLY and not (state[0] | white(state) | black(state)) >> NUMBERS[source] & 1:
        return because(SENTENCES, "empty", lang, source=source)
    if source != SUPPLY and _pawn(position, 1 - turn(state)) >> NUMBERS[source] & 1:
        return because(SENTENCES, "theirs", lang, source=source, owner=_other(position, lang))
    if target is not None and target == source:
        return because(SENTENCES, "stay" if source != SUPPLY else "to_supply", lang, source=source)
    if target == SUPPLY:
        return because(SENTENCES, "to_supply", lang)
    if source == SUPPLY:
        return _not_placed(position, target, lang)
    if state[0] >> NUMBERS[source] & 1:
        return _not_slid(position, source, target, lang)
    return _not_stepped(position, source, target, lang)


def _untouched(position: Position, target: str, lang: str) -> Reason:
    """Say why what is tapped cannot be moved, or why nothing comes there."""
    if target == SUPPLY or not _free(position) >> NUMBERS[target] & 1:
        return reason(position, target, None, lang)
    if supply(position.state):
        return _not_placed(position, target, lang)
    return because(SENTENCES, "none_comes", lang, target=target)


def _taken(position: Position, target: str, lang: str) -> Reason | None:
    """Say what stands on a square; None if nothing does."""
    state = position.state
    if state[0] >> NUMBERS[target] & 1:
        return because(SENTENCES, "cube_there", lang, target=target)
    for seat, player in enumerate(position.game.players):
        if _pawn(position, seat) >> NUMBERS[target] & 1:
            return because(SENTENCES, "pawn_there", lang, target=target, owner=player_name(player, lang))
    return None


def _not_placed(position: Position, target: str | None, lang: str) -> Reason:
    """Say why no new cube may stand on a square, or on any."""
    if target is None:  # some placement is closed on every square: the first one tells why
        target = next(name for name, cell in NUMBERS.items() if _free(position) >> cell & 1)
    if (found := _taken(position, target, lang)) is not None:
        return found
    square = 1 << NUMBERS[target]
    if not any(shifted(square, arrow) & _free(position) for arrow in range(4)):
        return because(SENTENCES, "no_arrow", lang, target=target)
    return _shuts(position, PLACE | NUMBERS[target] << 5, lang)


def _shuts(position: Position, move: int, lang: str) -> Reason:
    """Say which pawn a cube's move would leave without a way."""
    state = position.state
    open_squares = BOARD & ~cubes_after(state[0], move)
    seeds, goals = (white(state), black(state)), (WHITE_GOAL, BLACK_GOAL)
    lost = [
        player_name(player, lang)
        for player, seed, goal in zip(position.game.players, seeds, goals, strict=True)
        if not has_way(seed, goal, open_squares)
    ]
    target = NAMES[move >> 5 & 31]
    if len(lost) > 1:
        return because(SENTENCES, "shuts_both", lang, target=target)
    return because(SENTENCES, "shuts", lang, target=target, owner=lost[0])


def _not_slid(position: Position, source: str, target: str | None, lang: str) -> Reason:
    """Say why a cube does not slide to a square, or at all."""
    arrow = position.state[1] >> 2 * NUMBERS[source] & 3
    values = {"source": source, "target": target, "arrow": POINTING[ARROWS[arrow]][lang]}
    way = _way(source, arrow)
    block = next((NAMES[cell] for cell in way if not _free(position) >> cell & 1), None)
    if not way:
        return because(SENTENCES, "edge", lang, **values)
    if target is None:
        if block == NAMES[way[0]]:
            return because(SENTENCES, "stuck", lang, block=block, **values)
        return _shuts(position, SLIDE | NUMBERS[source] | way[0] << 5, lang)
    if NUMBERS[target] not in way:
        return because(SENTENCES, "arrow", lang, **values)
    if block is not None and way.index(NUMBERS[target]) >= way.index(NUMBERS[block]):
        return because(SENTENCES, "blocked", lang, block=block, **values)
    return _shuts(position, SLIDE | NUMBERS[source] | NUMBERS[target] << 5, lang)


def _way(source: str, arrow: int) -> list[int]:
    """Return the squares from a square along an arrow up to the edge."""
    found = []
    square = shifted(1 << NUMBERS[source], arrow) & BOARD
    while square:
        found.append(square.bit_length() - 1)
        square = shifted(square, arrow) & BOARD
    return found


def _not_stepped(position: Position, source: str, target: str | None, lang: str) -> Reason:
    """Say why the pawn on turn does not step to a square."""
    if target is None:
        return because(SENTENCES, "no_step", lang, source=source)
    me, other, square = 1 << NUMBERS[source], _pawn(position, 1 - turn(position.state)), 1 << NUMBERS[target]
    values = {"source": source, "target": target, "owner": _other(position, lang)}
    facing = next((arrow for arrow in range(4) if shifted(me, arrow) == other), None)
    if facing is not None:
        beside = [shifted(other, arrow) for arrow in range(4)]
        over = [NAMES[cell] for cell in NAMES if steps(position.state) >> cell & 1 and 1 << cell in beside]
        if square == other and over:
            return because(SENTENCES, "jump", lang, going=going(over, lang), **values)
        straight = shifted(other, facing) & BOARD
        if square in beside and NAMES.get(straight.bit_length() - 1) in over and not position.state[0] & square:
            return because(SENTENCES, "straight_jump", lang, behind=NAMES[straight.bit_length() - 1], **values)
    if (found := _taken(position, target, lang)) is not None:
        return found
    return because(SENTENCES, "no_neighbour", lang, **values)


def _free(position: Position) -> int:
    """Return the squares on which nothing stands."""
    return BOARD & ~(position.state[0] | white(position.state) | black(position.state))


def _pawn(position: Position, seat: int) -> int:
    """Return a player's pawn as a mask."""
    return black(position.state) if seat else white(position.state)


def _other(position: Position, lang: str) -> str:
    return player_name(position.game.players[1 - turn(position.state)], lang)
