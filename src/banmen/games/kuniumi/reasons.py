"""Why a God cannot go somewhere, or a piece of the setup cannot stand there."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.core.i18n import join_and
from banmen.core.messages import Catalogue
from banmen.games.kuniumi.board import BOARD, COLUMNS, NAMES, NUMBERS, STRIDE
from banmen.games.kuniumi.groups import find_closed, flood, lines, list_touched
from banmen.games.kuniumi.motion import source as source
from banmen.games.kuniumi.notation import list_signs
from banmen.games.kuniumi.rules import CHOICE, GOD, PIECES, THROUGH, phase, place_piece
from banmen.games.kuniumi.words import find_next_piece, name_with_article
from banmen.presentation.reasons import Reason, describe_way, give_reason

messages = Catalogue(__name__)

PLACES = tuple(NUMBERS)


def name_place(place: str, _lang: str) -> str:
    """Return the name of a place."""
    return place


def describe_targets(places: list[str], lang: str) -> str:
    """Describe the way to one of some places."""
    return describe_way([name_place(place, lang) for place in places], lang)


def reason(position: Position, source: str | None, target: str | None, lang: str) -> Reason:
    """Say why no legal move joins two places; that none does is taken for granted."""
    if phase(position.state) == CHOICE:
        return give_reason(messages, "choose", lang)
    if phase(position.state) < CHOICE:
        return _explain_in_setup(position, source, target, lang)
    if source is None and target is not None and _find_sign(position, target):
        source, target = target, None  # a tap on a piece that cannot move asks why
    god = NAMES[position.state[0] >> GOD]
    if source is not None and (found := _explain_unmovable(position, source, lang)) is not None:
        return found
    if target in (None, god):
        return give_reason(messages, "stay", lang, source=god)
    return _explain_target(position, str(target), lang)


def _explain_in_setup(position: Position, source: str | None, target: str | None, lang: str) -> Reason:
    """Say why the next piece of the setup cannot stand somewhere."""
    following = _name_piece(str(find_next_piece(position)), lang)
    if source is not None:
        if sign := _find_sign(position, source):
            return give_reason(messages, "set_stays", lang, source=source, piece=_name_piece(sign, lang), next=following)
        return give_reason(messages, "empty", lang, source=source)
    target = str(target)
    if sign := _find_sign(position, target):
        return give_reason(messages, "taken", lang, target=target, piece=_name_piece(sign, lang))
    after = place_piece(position.state, NUMBERS[target])
    shut = find_closed(after[0], after[1], list_touched(NUMBERS[target]))
    if shut:
        return give_reason(messages, "closes", lang, target=target, piece=following, group=_name_spaces(shut, lang))
    return give_reason(messages, "unfair", lang, target=target, piece=following)


def _explain_unmovable(position: Position, source: str, lang: str) -> Reason | None:
    """Say why the piece on a space cannot move; None for the God on turn."""
    god = position.state[0] >> GOD
    sign = _find_sign(position, source)
    if not sign:
        return give_reason(messages, "empty", lang, source=source)
    if NUMBERS[source] == god:
        return None
    own = position.state[0] >> NUMBERS[source] & 1
    return give_reason(
        messages, "token" if own else "theirs", lang, source=source, piece=_name_piece(sign, lang), god=NAMES[god]
    )


def _explain_target(position: Position, target: str, lang: str) -> Reason:
    """Say why the God on turn cannot go to a space."""
    if sign := _find_sign(position, target):
        return give_reason(messages, "taken", lang, target=target, piece=_name_piece(sign, lang))
    state, space = position.state, NUMBERS[target]
    group = flood(1 << (state[0] >> GOD), state[0] & PIECES)
    if not lines(group) >> space & 1:
        return give_reason(messages, "no_line", lang, target=target, group=_name_spaces(group, lang))
    assert not state[2] & THROUGH, "lines that run through pieces reach every space on them"
    block = next(space for space in _find_first_pieces(state[0] | state[1], space) if _leads_to(group, space, NUMBERS[target]))
    return give_reason(
        messages, "in_the_way", lang, target=target, block=NAMES[block], piece=_name_piece_on(position, block, lang)
    )


def _find_first_pieces(pieces: int, space: int) -> list[int]:
    """Return the first piece in each direction from a space, where there is one."""
    found = []
    for step in (1, -1, STRIDE, -STRIDE):
        at = space + step
        while at >= 0 and BOARD >> at & 1 and not pieces >> at & 1:
            at += step
        if at >= 0 and BOARD >> at & pieces >> at & 1:
            found.append(at)
    return found


def _leads_to(group: int, block: int, space: int) -> bool:
    """Return whether a group has a piece beyond a block, seen from a space on the same line."""
    along = abs(block - space) % STRIDE == 0
    step = (STRIDE if along else 1) * (1 if block > space else -1)
    return any(group >> at & 1 for at in _list_line(block + step, step))


def _list_line(at: int, step: int) -> list[int]:
    """Return the spaces from one on in a direction, up to the edge."""
    found = []
    while at >= 0 and BOARD >> at & 1:
        found.append(at)
        at += step
    return found


def _name_spaces(mask: int, lang: str) -> str:
    return join_and([name for name, cell in NUMBERS.items() if mask >> cell & 1], lang)


def _name_piece_on(position: Position, space: int, lang: str) -> str:
    return _name_piece(_find_sign(position, NAMES[space]), lang)


def _name_piece(sign: str, lang: str) -> str:
    """Return the name of a piece, with an article if the language has one."""
    return name_with_article(sign, lang)


def _find_sign(position: Position, place: str) -> str:
    """Return the symbol of the piece on a space, or an empty text."""
    return list_signs(position.state).get((COLUMNS.index(place[0]), int(place[1]) - 1), "")
