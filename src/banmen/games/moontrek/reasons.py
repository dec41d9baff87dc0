"""Why an animal cannot go somewhere: as on the ring of Kariuchi, with stacks of several owners."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.games.kariuchi.board import NAMES, RESERVE
from banmen.games.kariuchi.reasons import PLACES, Occupation, describe_named_targets, explain_refusal, name_reserve, source
from banmen.games.moontrek.motion import find_owners
from banmen.games.moontrek.notation import count_pieces_off
from banmen.games.moontrek.words import place_name, player_name
from banmen.presentation.reasons import Reason

__all__ = ["PLACES", "describe_targets", "name_place", "reason", "source"]


def name_place(place: str, lang: str) -> str:
    """Return the name of a place."""
    return name_reserve(lang) if place == "R" else place_name(place, lang)


def describe_targets(places: list[str], lang: str) -> str:
    """Describe the way to one of some places."""
    return describe_named_targets(places, name_place, lang)


def reason(position: Position, source: str | None, target: str | None, lang: str) -> Reason:
    """Say why no legal move joins two places; that none does is taken for granted."""
    players = position.game.players
    waiting = count_pieces_off(position.state, len(players), RESERVE, position.game.options["pieces"])
    mates = next(team for team in position.game.teams if position.turn in team)
    table = Occupation(
        find_owners(position), frozenset(map(str, mates)), waiting[players.index(position.turn)], player_name, name_place
    )
    return explain_refusal(position, table, source, target, lang)


assert NAMES[RESERVE] == "R"
