"""Routes of tournaments."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request
from pydantic import Field, StringConstraints
from starlette.responses import Response
from typing_extensions import TypedDict

from banmen.server.action_requests import PLAIN, RequestBody, Short
from banmen.server.http.request_models import Asking, ClockRequest, GameName, Lang, Options
from banmen.server.http.responses import JsonResponse, describe_responses
from banmen.server.problems import ProblemError
from banmen.server.tournaments.pairing_rules import MOST_ENTRANTS, MOST_SWISS
from banmen.server.tournaments.tournament_service import OPEN, OVER, RUNNING, TournamentRequest, Tournaments
from banmen.server.tournaments.tournament_views import TournamentShort, TournamentView, tournament_short, tournament_view

router = APIRouter()
LISTED = 20  # tournaments of each state in a list
Title = Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=PLAIN, strip_whitespace=True)]
EntrantName = Annotated[str, StringConstraints(min_length=1, max_length=24, pattern=PLAIN, strip_whitespace=True)]
TournamentId = Annotated[str, Path(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$", description="A tournament.")]


class NewTournament(RequestBody):
    """A tournament to begin."""

    name: Title
    game: GameName
    options: Options = Field(default_factory=dict, max_length=20)
    kind: Literal["swiss", "robin"] = "swiss"
    rounds: Annotated[int, Field(ge=1, le=MOST_SWISS)] | None = None
    clock: ClockRequest
    computers: list[Short] = Field(default_factory=list, max_length=MOST_ENTRANTS)


class EntryRequest(RequestBody):
    """Somebody who wants to take part: the name is shown to all who watch."""

    name: EntrantName


class TournamentLists(TypedDict):
    """Tournaments to enter, to watch and to look back at."""

    open: list[TournamentShort]
    running: list[TournamentShort]
    over: list[TournamentShort]


def find_tournaments(request: Request) -> Tournaments:
    """Return the tournaments of the application."""
    found: Tournaments = request.app.state.tournaments
    return found


async def _show(request: Request, tournament: str, person: str, lang: str, status: int = 200) -> Response:
    found = await find_tournaments(request).find(tournament)
    return JsonResponse(tournament_view(found, person, lang), status)


@router.post(
    "/api/tournaments",
    status_code=201,
    responses=describe_responses(TournamentView, 201, "unknown_game", "two_players_only", "too_busy"),
    tags=["tournaments"],
)
async def create(request: Request, body: NewTournament, asker: Asking, lang: Lang) -> Response:
    """Begin a tournament that people may enter."""
    if not request.app.state.begun.takes(asker.address):
        raise ProblemError("too_busy")
    clock = body.clock.read()
    assert clock is not None  # there is one
    asked = TournamentRequest(body.name, body.game, body.options, body.kind, clock, body.rounds, tuple(body.computers))
    made = await find_tournaments(request).create(asker.visitor, asked)
    return await _show(request, made, asker.visitor, lang, 201)


@router.get("/api/tournaments", responses=describe_responses(TournamentLists), tags=["tournaments"])
async def list_all(request: Request, lang: Lang) -> Response:
    """Tournaments that can be entered, that are being played, and that are over."""
    store = find_tournaments(request).store
    return JsonResponse(
        {
            state: [tournament_short(row, lang) for row in await store.list_in_state(state, LISTED)]
            for state in (OPEN, RUNNING, OVER)
        }
    )


@router.get(
    "/api/tournaments/{tournament}",
    responses=describe_responses(TournamentView, 200, "no_tournament"),
    tags=["tournaments"],
)
async def look(request: Request, tournament: TournamentId, asker: Asking, lang: Lang) -> Response:
    """A tournament: its table and its rounds."""
    return await _show(request, tournament, asker.visitor, lang)


@router.post(
    "/api/tournaments/{tournament}/enter",
    responses=describe_responses(TournamentView, 200, "no_tournament", "tournament_closed", "name_taken"),
    tags=["tournaments"],
)
async def enter(request: Request, tournament: TournamentId, body: EntryRequest, asker: Asking, lang: Lang) -> Response:
    """Take part, by a name that is shown to all who watch."""
    await find_tournaments(request).enter(tournament, asker.visitor, body.name)
    return await _show(request, tournament, asker.visitor, lang)


@router.post(
    "/api/tournaments/{tournament}/leave",
    responses=describe_responses(TournamentView, 200, "no_tournament"),
    tags=["tournaments"],
)
async def leave(request: Request, tournament: TournamentId, asker: Asking, lang: Lang) -> Response:
    """Take part no more: whoever has left is not paired again."""
    await find_tournaments(request).leave(tournament, asker.visitor)
    return await _show(request, tournament, asker.visitor, lang)


@router.post(
    "/api/tournaments/{tournament}/start",
    responses=describe_responses(
        TournamentView, 200, "no_tournament", "not_your_tournament", "tournament_closed", "too_few_entrants"
    ),
    tags=["tournaments"],
)
async def start(request: Request, tournament: TournamentId, asker: Asking, lang: Lang) -> Response:
    """Begin the first round."""
    await find_tournaments(request).start(tournament, asker.visitor)
    return await _show(request, tournament, asker.visitor, lang)
