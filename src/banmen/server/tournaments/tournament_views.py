"""Views of a tournament: the table, the rounds, and what the reader may do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from typing_extensions import TypedDict

from banmen.core import registry
from banmen.presentation.about import name_game
from banmen.server.seat_choices import VISITOR_PLAYERS
from banmen.server.store.tournament_rows import EntrantRow, MeetingRow, StoredTournament, TournamentRow
from banmen.server.tournaments.pairing_rules import list_standings
from banmen.server.tournaments.tournament_service import GRACE, OPEN, OVER, find_rounds, list_meetings


class EntrantView(TypedDict):
    """An entrant's standing; entrants who are equal in everything share a place."""

    place: int
    number: int
    name: str
    score: float
    opponents: float
    wins: int
    played: int
    computer: bool
    gone: bool
    you: bool


class MeetingView(TypedDict):
    """Two entrants in a round, or one with a bye."""

    round: int
    board: int
    first: str
    second: str | None
    match: str | None
    scores: list[float] | None
    yours: bool


class TournamentShort(TypedDict):
    """A tournament in a list."""

    id: str
    name: str
    game: str
    title: str
    state: str
    round: int
    entrants: int
    created: float


class TournamentView(TournamentShort):
    """A tournament."""

    kind: str
    rounds: int
    clock: dict[str, Any]
    grace: float  # seconds to join one's match
    options: dict[str, Any]
    standings: list[EntrantView]
    meetings: list[MeetingView]
    winners: list[str]  # once it is over
    own: bool  # whether the reader set it up
    entered: bool  # whether the reader takes part


def tournament_short(row: TournamentRow, entrants: int, lang: str) -> TournamentShort:
    """Return a tournament for a list."""
    return {
        "id": row.id,
        "name": row.name,
        "game": row.game,
        "title": name_game(row.game, lang) if row.game in registry.names() else row.game,
        "state": row.state,
        "round": row.round,
        "entrants": entrants,
        "created": row.created,
    }


def tournament_view(found: StoredTournament, person: str, lang: str) -> TournamentView:
    """Return a reader's view of a tournament."""
    by_number = {one.number: one for one in found.entrants}
    names = {number: _name_entrant(found, one, lang) for number, one in by_number.items()}
    standings = list_places(found, names, person)
    mine = {one.number for one in found.entrants if one.person == person and not one.gone}
    terms = found.row.terms
    return {
        **tournament_short(found.row, sum(not one.gone for one in found.entrants), lang),
        "kind": terms["kind"],
        "rounds": find_rounds(found) if len(found.entrants) > 1 or found.row.state != OPEN else 0,
        "clock": terms["clock"],
        "grace": GRACE[terms["clock"]["kind"]],
        "options": terms["options"],
        "standings": standings,
        "meetings": [_view_meeting(one, names, mine) for one in found.meetings],
        "winners": [one["name"] for one in standings if one["place"] == 1] if found.row.state == OVER else [],
        "own": found.row.owner == person,
        "entered": bool(mine),
    }


def list_places(found: StoredTournament, names: Mapping[int, str], person: str) -> list[EntrantView]:
    """Return the standings, the best first."""
    by_number = {one.number: one for one in found.entrants}
    shown: list[EntrantView] = []
    for order, one in enumerate(list_standings(list(by_number), list_meetings(found)), 1):
        above = shown[-1] if shown else None
        equal = above is not None and (above["score"], above["opponents"], above["wins"]) == (
            one.score,
            one.opponents,
            one.wins,
        )
        entrant = by_number[one.number]
        shown.append(
            {
                "place": above["place"] if above and equal else order,
                "number": one.number,
                "name": names[one.number],
                "score": one.score,
                "opponents": one.opponents,
                "wins": one.wins,
                "played": one.played,
                "computer": entrant.person is None,
                "gone": entrant.gone,
                "you": entrant.person == person and not entrant.gone,
            }
        )
    return shown


def _view_meeting(one: MeetingRow, names: dict[int, str], mine: set[int]) -> MeetingView:
    return {
        "round": one.round,
        "board": one.board,
        "first": names[one.first],
        "second": None if one.second is None else names[one.second],
        "match": one.match,
        "scores": None if one.scores is None else list(one.scores),
        "yours": bool(mine & {one.first, one.second}),
    }


def _name_entrant(found: StoredTournament, one: EntrantRow, lang: str) -> str:
    if one.person is not None:
        return one.name
    game = registry.game(found.row.game, **found.row.terms["options"])
    return VISITOR_PLAYERS.name_player(one.who, game, lang)
