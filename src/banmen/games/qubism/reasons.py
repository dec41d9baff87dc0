"""Why a pawn or a cube cannot go somewhere."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.core.messages import Catalogue
from banmen.games.qubism.board import BLACK_GOAL, BOARD, NAMES, NUMBERS, WHITE_GOAL
from banmen.games.qubism.motion import SUPPLY
from banmen.games.qubism.motion import source as source
from banmen.games.qubism.rules import PLACE, SLIDE, black, cubes_after, has_way, shift, steps, supply, turn, white
from banmen.games.qubism.words import player_name
from banmen.presentation.reasons import Reason, describe_way, give_reason

messages = Catalogue(__name__)

PLACES = (*NUMBERS, SUPPLY)


def name_place(place: str, lang: str) -> str:
    """Return the name of a place."""
    return place if place != SUPPLY else messages.text("place.supply", lang)


def describe_targets(places: list[str], lang: str) -> str:
    """Describe the way to one of some places."""
    return describe_way([name_place(place, lang) for place in places], lang)


def reason(position: Position, source: str | None, target: str | None, lang: str) -> Reason:
    """Say why no legal move joins two places; that none does is taken for granted."""
    state = position.state
    if source is None:
        return _explain_target(position, str(target), lang)
    if source == SUPPLY and not supply(state):
        return give_reason(messages, "no_supply", lang)
    if source != SUPPLY and not (state[0] | white(state) | black(state)) >> NUMBERS[source] & 1:
        return give_reason(messages, "empty", lang, source=source)
    if source != SUPPLY and _find_pawn(position, 1 - turn(state)) >> NUMBERS[source] & 1:
        return give_reason(messages, "theirs", lang, source=source, owner=_name_other(position, lang))
    if target is not None and target == source:
        return give_reason(messages, "stay" if source != SUPPLY else "to_supply", lang, source=source)
    if target == SUPPLY:
        return give_reason(messages, "to_supply", lang)
    if source == SUPPLY:
        return _explain_not_placed(position, target, lang)
    if state[0] >> NUMBERS[source] & 1:
        return _explain_not_slid(position, source, target, lang)
    return _explain_not_stepped(position, source, target, lang)


def _explain_target(position: Position, target: str, lang: str) -> Reason:
    """Say why what is tapped cannot be moved, or why nothing comes there."""
    if target == SUPPLY or not _find_free(position) >> NUMBERS[target] & 1:
        return reason(position, target, None, lang)
    if supply(position.state):
        return _explain_not_placed(position, target, lang)
    return give_reason(messages, "none_comes", lang, target=target)


def _explain_taken(position: Position, target: str, lang: str) -> Reason | None:
    """Describe the piece on a square; None if it is empty."""
    state = position.state
    if state[0] >> NUMBERS[target] & 1:
        return give_reason(messages, "cube_there", lang, target=target)
    for seat, player in enumerate(position.game.players):
        if _find_pawn(position, seat) >> NUMBERS[target] & 1:
            return give_reason(messages, "pawn_there", lang, target=target, owner=player_name(player, lang))
    return None


def _explain_not_placed(position: Position, target: str | None, lang: str) -> Reason:
    """Say why no new cube may stand on a square, or on any."""
    if target is None:  # every square has some illegal placement: the first one gives the reason
        target = next(name for name, cell in NUMBERS.items() if _find_free(position) >> cell & 1)
    if (found := _explain_taken(position, target, lang)) is not None:
        return found
    square = 1 << NUMBERS[target]
    if not any(shift(square, arrow) & _find_free(position) for arrow in range(4)):
        return give_reason(messages, "no_arrow", lang, target=target)
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
        return give_reason(messages, "shuts_both", lang, target=target)
    return give_reason(messages, "shuts", lang, target=target, owner=lost[0])


def _explain_not_slid(position: Position, source: str, target: str | None, lang: str) -> Reason:
    """Say why a cube does not slide to a square, or at all."""
    arrow = position.state[1] >> 2 * NUMBERS[source] & 3
    values = {"source": source, "target": target}
    way = _list_way(source, arrow)
    block = next((NAMES[cell] for cell in way if not _find_free(position) >> cell & 1), None)
    if not way:
        return give_reason(messages, "edge", lang, **values)
    if target is None:
        if block == NAMES[way[0]]:
            return give_reason(messages, "stuck", lang, block=block, **values)
        return _shuts(position, SLIDE | NUMBERS[source] | way[0] << 5, lang)
    if NUMBERS[target] not in way:
        return give_reason(messages, "arrow", lang, **values)
    if block is not None and way.index(NUMBERS[target]) >= way.index(NUMBERS[block]):
        return give_reason(messages, "blocked", lang, block=block, **values)
    return _shuts(position, SLIDE | NUMBERS[source] | NUMBERS[target] << 5, lang)


def _list_way(source: str, arrow: int) -> list[int]:
    """Return the squares from a square along an arrow up to the edge."""
    found = []
    square = shift(1 << NUMBERS[source], arrow) & BOARD
    while square:
        found.append(square.bit_length() - 1)
        square = shift(square, arrow) & BOARD
    return found


def _explain_not_stepped(position: Position, source: str, target: str | None, lang: str) -> Reason:
    """Say why the pawn on turn does not step to a square."""
    if target is None:
        return give_reason(messages, "no_step", lang, source=source)
    me, other, square = 1 << NUMBERS[source], _find_pawn(position, 1 - turn(position.state)), 1 << NUMBERS[target]
    values = {"source": source, "target": target, "owner": _name_other(position, lang)}
    facing = next((arrow for arrow in range(4) if shift(me, arrow) == other), None)
    if facing is not None:
        beside = [shift(other, arrow) for arrow in range(4)]
        over = [NAMES[cell] for cell in NAMES if steps(position.state) >> cell & 1 and 1 << cell in beside]
        if square == other and over:
            return give_reason(messages, "jump", lang, going=describe_targets(over, lang), **values)
        straight = shift(other, facing) & BOARD
        if square in beside and NAMES.get(straight.bit_length() - 1) in over and not position.state[0] & square:
            return give_reason(messages, "straight_jump", lang, behind=NAMES[straight.bit_length() - 1], **values)
    if (found := _explain_taken(position, target, lang)) is not None:
        return found
    return give_reason(messages, "no_neighbour", lang, **values)


def _find_free(position: Position) -> int:
    """Return the squares on which nothing stands."""
    return BOARD & ~(position.state[0] | white(position.state) | black(position.state))


def _find_pawn(position: Position, seat: int) -> int:
    """Return a player's pawn as a mask."""
    return black(position.state) if seat else white(position.state)


def _name_other(position: Position, lang: str) -> str:
    return player_name(position.game.players[1 - turn(position.state)], lang)
