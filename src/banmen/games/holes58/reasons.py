"""Why a hound or a jackal cannot go somewhere."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.core.i18n import write_count
from banmen.core.messages import Catalogue
from banmen.games.holes58.board import HOLES, WARPS
from banmen.games.holes58.board import SHEN as LAST
from banmen.games.holes58.motion import HAND, SHEN
from banmen.games.holes58.motion import source as source
from banmen.games.holes58.notation import list_holes
from banmen.games.holes58.rules import LANE, hand, movable, rest, shen
from banmen.presentation.reasons import Reason, describe_way, give_reason

messages = Catalogue(__name__)

PLACES = (*(str(hole) for hole in range(1, HOLES + 1)), SHEN, HAND)


def name_place(place: str, lang: str) -> str:
    """Return the name of a place."""
    if place == SHEN:
        return messages.text("place.shen", lang)
    if place == HAND:
        return messages.text("place.hand", lang)
    return messages.text("place.hole", lang, place=place)


def describe_targets(places: list[str], lang: str) -> str:
    """Describe the way to one of some places."""
    return describe_way([name_place(place, lang) for place in places], lang)


def reason(position: Position, source: str | None, target: str | None, lang: str) -> Reason:
    """Say why no legal move joins two places; that none does is taken for granted."""
    own, thrown = position.state[0], int(position.thrown or 0)
    if source is None:
        target = str(target)
        standing = {SHEN: shen(own), HAND: hand(own)}.get(target, target.isdigit() and own >> int(target) & 1)
        if standing:  # a tap on a piece that cannot move asks why
            return reason(position, target, None, lang)
        return give_reason(messages, "none_comes", lang, target=name_place(target, lang), thrown=thrown)
    if source == HAND:
        return give_reason(messages, "hand" if hand(own) else "no_hand", lang)
    if source == SHEN:
        return _from_shen(own, target, thrown, lang)
    if not own >> int(source) & 1:
        return give_reason(messages, "empty", lang, source=name_place(source, lang))
    if not movable(own, thrown) >> int(source) & 1:
        return _explain_stuck(own, int(source), thrown, lang)
    return _explain_elsewhere(own, int(source), target or source, thrown, lang)


def _from_shen(own: int, target: str | None, thrown: int, lang: str) -> Reason:
    """Say why a piece in the Shen hole cannot go somewhere."""
    if not shen(own):
        return give_reason(messages, "no_shen", lang)
    if thrown == 1 and target is not None:
        return give_reason(messages, "shen_to_hand", lang, target=name_place(target, lang))
    return give_reason(messages, "shen", lang, thrown=thrown)


def _explain_stuck(own: int, hole: int, thrown: int, lang: str) -> Reason:
    """Say why a piece that the rules do not let move cannot."""
    values: dict[str, object] = {"source": name_place(str(hole), lang), "thrown": thrown}
    block = next((other for other in list_holes(own & LANE) if hole < other <= hole + thrown), None)
    if block is None:
        left = LAST - hole
        far = messages.text("steps", lang, count=left, many=write_count(left, lang))
        return give_reason(messages, "overshoots", lang, steps=far, **values)
    code = "landing_taken" if block == hole + thrown else "blocked"
    return give_reason(messages, code, lang, block=name_place(str(block), lang), **values)


def _explain_elsewhere(own: int, hole: int, target: str, thrown: int, lang: str) -> Reason:
    """Say why a piece that can move does not reach a place: where it ends instead."""
    landing = hole + thrown
    end = rest(own & ~(1 << hole), landing)
    values: dict[str, object] = {
        "source": name_place(str(hole), lang),
        "target": name_place(target, lang),
        "end": name_place(SHEN if end == LAST else str(end), lang),
        "thrown": thrown,
    }
    if target == str(hole):
        return give_reason(messages, "stay", lang, **values)
    if target == HAND:
        return give_reason(messages, "to_hand", lang, **values)
    if target == str(landing):
        return give_reason(messages, "carried_on", lang, **values)
    if end == landing and target == str(WARPS.get(landing)):
        return give_reason(messages, "line_taken", lang, **values)
    return give_reason(messages, "backwards" if target.isdigit() and int(target) < hole else "distance", lang, **values)
