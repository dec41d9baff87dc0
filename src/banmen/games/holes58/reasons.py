"""Why a hound or a jackal cannot go somewhere."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.core.i18n import Words, counted
from banmen.games.holes58.board import HOLES, WARPS
from banmen.games.holes58.board import SHEN as LAST
from banmen.games.holes58.motion import HAND, SHEN
from banmen.games.holes58.motion import source as source
from banmen.games.holes58.notation import holes
from banmen.games.holes58.rules import LANE, hand, movable, rest, shen
from banmen.presentation.reasons import Reason, because, towards

PLACES = (*(str(hole) for hole in range(1, HOLES + 1)), SHEN, HAND)
SENTENCES: dict[str, Words] = {
    "empty": {"en": "No piece of yours stands on {source}.", "ja": "{source}に自分のコマはありません。"},
    "no_hand": {"en": "You have no piece in hand.", "ja": "手元にコマはありません。"},
    "hand": {
        "en": "Pieces in hand cannot be moved: they come to hole 1 by themselves when one of yours passes hole 15 or 25, "
        "reaches the Shen hole, or when your lane is empty.",
        "ja": "手元のコマは自分では動かせません。自分のコマが15か25を通るとき、シェンの穴に着いたとき、"
        "レーンが空になったときに、1の穴へ出ます。",
    },
    "no_shen": {"en": "No piece of yours is in the Shen hole.", "ja": "シェンの穴に自分のコマはありません。"},
    "shen": {
        "en": "Pieces leave the Shen hole for your hand only, and only by a throw of 1; the throw is {thrown}.",
        "ja": "シェンの穴のコマは、1が出たときに手元へもどせるだけです。出た数は{thrown}です。",
    },
    "shen_to_hand": {
        "en": "Pieces leave the Shen hole for your hand only, not for {target}.",
        "ja": "シェンの穴のコマは手元へもどせるだけで、{target}へは行けません。",
    },
    "overshoots": {
        "en": "From {source} the Shen hole is {steps} away and must be reached exactly; the throw of {thrown} goes too far.",
        "ja": "{source}からシェンの穴まで{steps}で、ちょうどでないと入れません。{thrown}では行きすぎます。",
    },
    "blocked": {
        "en": "Your own piece on {block} is in the way: the piece on {source} cannot jump over it by a throw of {thrown}.",
        "ja": "自分のコマが{block}にいます。飛びこえられないので、{source}のコマは{thrown}進めません。",
    },
    "landing_taken": {
        "en": "Your own piece stands on {block}, where a throw of {thrown} would take the piece on {source}.",
        "ja": "{source}のコマは{thrown}で{block}に着きますが、そこには自分のコマがいます。",
    },
    "carried_on": {
        "en": "A line begins on {target}: the piece from {source} slides along it and ends on {end}.",
        "ja": "{target}からは線が出ています。{source}のコマは線を通って{end}へ移ります。",
    },
    "line_taken": {
        "en": "The line to {target} is no way now, because your own piece stands there: from {source} you come to {end}.",
        "ja": "線の先の{target}には自分のコマがいるので、{source}からは{end}で止まります。",
    },
    "to_hand": {
        "en": "No piece goes from {source} back to your hand: it walks on to {end}.",
        "ja": "{source}のコマは手元にはもどれません。{end}へ進みます。",
    },
    "stay": {
        "en": "Nobody may wait: the piece on {source} would walk on to {end}.",
        "ja": "その場にとどまることはできません。{source}のコマを動かすなら{end}へ進みます。",
    },
    "distance": {
        "en": "The throw is {thrown}: from {source} it leads to {end}, not to {target}.",
        "ja": "出た数は{thrown}です。{source}からは{end}へ進み、{target}へは行けません。",
    },
    "backwards": {
        "en": "Pieces never walk backwards: from {source} a throw of {thrown} leads to {end}, not to {target}.",
        "ja": "コマは後ろへは進めません。{source}からは{thrown}で{end}へ進み、{target}へは行けません。",
    },
    "none_comes": {
        "en": "With a throw of {thrown} none of your pieces comes to {target}.",
        "ja": "出た数が{thrown}では、{target}へ行けるコマがありません。",
    },
}


def named(place: str, lang: str) -> str:
    """Return what a place is called."""
    if place == SHEN:
        return "シェンの穴" if lang == "ja" else "the Shen hole"
    if place == HAND:
        return "手元" if lang == "ja" else "your hand"
    return f"{place}の穴" if lang == "ja" else f"hole {place}"


def going(places: list[str], lang: str) -> str:
    """Return the way to one of some places in words."""
    return towards([named(place, lang) for place in places], lang)


def reason(position: Position, source: str | None, target: str | None, lang: str) -> Reason:
    """Say why no legal move joins two places; that none does is taken for granted."""
    own, thrown = position.state[0], int(position.thrown or 0)
    if source is None:
        target = str(target)
        standing = {SHEN: shen(own), HAND: hand(own)}.get(target, target.isdigit() and own >> int(target) & 1)
        if standing:  # a tap on what cannot move asks why it cannot
            return reason(position, target, None, lang)
        return because(SENTENCES, "none_comes", lang, target=named(target, lang), thrown=thrown)
    if source == HAND:
        return because(SENTENCES, "hand" if hand(own) else "no_hand", lang)
    if source == SHEN:
        return _from_shen(own, target, thrown, lang)
    if not own >> int(source) & 1:
        return because(SENTENCES, "empty", lang, source=named(source, lang))
    if not movable(own, thrown) >> int(source) & 1:
        return _stuck(own, int(source), thrown, lang)
    return _elsewhere(own, int(source), target or source, thrown, lang)


def _from_shen(own: int, target: str | None, thrown: int, lang: str) -> Reason:
    """Say why a piece in the Shen hole cannot go somewhere."""
    if not shen(own):
        return because(SENTENCES, "no_shen", lang)
    if thrown == 1 and target is not None:
        return because(SENTENCES, "shen_to_hand", lang, target=named(target, lang))
    return because(SENTENCES, "shen", lang, thrown=thrown)


def _stuck(own: int, hole: int, thrown: int, lang: str) -> Reason:
    """Say why a piece that the rules do not let move cannot."""
    values: dict[str, object] = {"source": named(str(hole), lang), "thrown": thrown}
    block = next((other for other in holes(own & LANE) if hole < other <= hole + thrown), None)
    if block is None:
        left = LAST - hole
        far = f"{left}つ" if lang == "ja" else f"{counted(left, lang)} step{'s' if left > 1 else ''}"
        return because(SENTENCES, "overshoots", lang, steps=far, **values)
    code = "landing_taken" if block == hole + thrown else "blocked"
    return because(SENTENCES, code, lang, block=named(str(block), lang), **values)


def _elsewhere(own: int, hole: int, target: str, thrown: int, lang: str) -> Reason:
    """Say why a piece that can move does not come to a place: where it comes to instead."""
    landing = hole + thrown
    end = rest(own & ~(1 << hole), landing)
    values: dict[str, object] = {
        "source": named(str(hole), lang),
        "target": named(target, lang),
        "end": named(SHEN if end == LAST else str(end), lang),
        "thrown": thrown,
    }
    if target == str(hole):
        return because(SENTENCES, "stay", lang, **values)
    if target == HAND:
        return because(SENTENCES, "to_hand", lang, **values)
    if target == str(landing):
        return because(SENTENCES, "carried_on", lang, **values)
    if end == landing and target == str(WARPS.get(landing)):
        return because(SENTENCES, "line_taken", lang, **values)
    return because(SENTENCES, "backwards" if target.isdigit() and int(target) < hole else "distance", lang, **values)
