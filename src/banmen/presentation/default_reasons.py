"""Why a move cannot be made, inferred from the list of legal moves."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.core.messages import Catalogue
from banmen.core.move import Move
from banmen.presentation.reasons import Reason, describe_way, give_reason

messages = Catalogue(__name__)


class AnyPlace:
    """All names of places: a game that does not list its own takes any."""

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str)


PLACES = AnyPlace()


def source(_position: Position, move: Move) -> str | None:
    """Return where the moving piece stands, if the notation says so."""
    return move.source


def name_place(place: str, _lang: str) -> str:
    """Return the name of a place: its notation."""
    return place


def describe_targets(places: list[str], lang: str) -> str:
    """Describe the way to one of some places."""
    return describe_way(places, lang)


def reason(position: Position, source: str | None, target: str | None, lang: str) -> Reason:
    """Say that no legal move joins two places; the caller has checked that none does."""
    name_place = position.game.part("reasons").name_place
    names = {key: name_place(place, lang) for key, place in (("source", source), ("target", target)) if place is not None}
    code = "no_way_to" if source is None else "no_way_from" if target is None else "not_legal"
    return give_reason(messages, code, lang, **names)
