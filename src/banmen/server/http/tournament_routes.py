"""Routes of tournaments."""

from __future__ import annotations

from typing import Annotated, Literal

import orjson
from fastapi import APIRouter, Path, Request
from pydantic import Field, StringConstraints
from starlette.responses import Response
from typing_extensions import TypedDict

from banmen.server.action_requests import PLAIN, ClientId, RequestBody, Short, normalize_client_id
from banmen.server.bots.bot_registry import SEAT
from banmen.server.http.bot_routes import choose_seat_name, find_bot, find_bots, name_bot
from banmen.server.http.request_models import Asking, ClockRequest, GameName, Lang, Options
from banmen.server.http.responses import JsonResponse, answer_nothing, describe_responses
from banmen.server.http.static_files import answer_unless_known
from banmen.server.people.person_names import is_readable
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
    """A tournament to set up."""

    name: Title
    game: GameName
    options: Options = Field(default_factory=dict, max_length=20)
    kind: Literal["swiss", "robin"] = "swiss"
    rounds: Annotated[int, Field(ge=1, le=MOST_SWISS)] | None = None
    clock: ClockRequest
    computers: list[Short] = Field(default_factory=list, max_length=MOST_ENTRANTS)  # players such as `level:3`, and `bot:NAME`
    client_id: ClientId | None = None


class EntryRequest(RequestBody):
    """A person who wants to take part; the name is shown to all spectators."""

    name: EntrantName


class TournamentLists(TypedDict):
    """Tournaments to join, to watch and to review."""

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
    responses=describe_responses(TournamentView, 201, "unknown_game", "two_players_only", "no_bot", "too_many_tournaments"),
    tags=["tournaments"],
)
async def create(request: Request, body: NewTournament, asker: Asking, lang: Lang) -> Response:
    """Set up a tournament that people can join. The same `client_id` again gives the same tournament."""
    if not request.app.state.set_up.takes(asker.address):
        raise ProblemError("too_busy")
    if not is_readable(body.name):
        raise ProblemError("bad_title")
    clock = body.clock.read()
    assert clock is not None  # it exists already
    called = [who.removeprefix(SEAT) for who in body.computers if who.startswith(SEAT)]
    bots = [await find_bots(request).find_challenged(name, asker.visitor, body.game) for name in called]
    wanted = TournamentRequest(
        body.name,
        body.game,
        body.options,
        body.kind,
        clock,
        body.rounds,
        tuple(who for who in body.computers if not who.startswith(SEAT)),
        {bot.person: name_bot(bot) for bot in bots},
        normalize_client_id(body.client_id) if body.client_id else None,
    )
    made = await find_tournaments(request).create(asker.visitor, wanted)
    return await _show(request, made, asker.visitor, lang, 201)


@router.get("/api/tournaments", responses=describe_responses(TournamentLists), tags=["tournaments"])
async def list_all(request: Request, lang: Lang) -> Response:
    """Tournaments that are open, being played, or over."""
    return JsonResponse(await list_tournaments(request, lang))


async def list_tournaments(request: Request, lang: str) -> TournamentLists:
    """Return some tournaments of each state, the latest first."""
    store = find_tournaments(request).store
    found = {state: await store.list_in_state(state, LISTED) for state in (OPEN, RUNNING, OVER)}
    counts = await store.count_entrants([row.id for rows in found.values() for row in rows])
    shown = {state: [tournament_short(row, counts.get(row.id, 0), lang) for row in rows] for state, rows in found.items()}
    return {"open": shown[OPEN], "running": shown[RUNNING], "over": shown[OVER]}


@router.get(
    "/api/tournaments/{tournament}",
    responses=describe_responses(TournamentView, 200, "no_tournament"),
    tags=["tournaments"],
)
async def look(request: Request, tournament: TournamentId, asker: Asking, lang: Lang) -> Response:
    """A tournament: its table and its rounds. With an `ETag`, clients that follow it get an answer only after changes."""
    found = await find_tournaments(request).look(tournament)
    text = orjson.dumps(tournament_view(found, asker.visitor, lang)).decode()
    return answer_unless_known(request, text, JsonResponse.media_type)


@router.post(
    "/api/tournaments/{tournament}/enter",
    responses=describe_responses(TournamentView, 200, "no_tournament", "tournament_closed", "bad_name", "name_taken"),
    tags=["tournaments"],
)
async def enter(request: Request, tournament: TournamentId, body: EntryRequest, asker: Asking, lang: Lang) -> Response:
    """Take part, under a name that is shown to all spectators."""
    bot = find_bot(request)
    name = choose_seat_name(bot, body.name)
    await find_tournaments(request).enter(tournament, asker.visitor, name)
    return await _show(request, tournament, asker.visitor, lang)


@router.post(
    "/api/tournaments/{tournament}/leave",
    responses=describe_responses(TournamentView, 200, "no_tournament"),
    tags=["tournaments"],
)
async def leave(request: Request, tournament: TournamentId, asker: Asking, lang: Lang) -> Response:
    """Leave the tournament: those who have left are not paired again."""
    await find_tournaments(request).leave(tournament, asker.visitor)
    return await _show(request, tournament, asker.visitor, lang)


@router.delete(
    "/api/tournaments/{tournament}",
    **answer_nothing("tournaments", "no_tournament", "not_your_tournament", "tournament_begun"),
)
async def call_off(request: Request, tournament: TournamentId, asker: Asking) -> Response:
    """Call off your tournament: it is removed, unless it has begun."""
    await find_tournaments(request).call_off(tournament, asker.visitor)
    return Response(status_code=204)


@router.post(
    "/api/tournaments/{tournament}/start",
    responses=describe_responses(
        TournamentView, 200, "no_tournament", "not_your_tournament", "tournament_closed", "too_few_entrants"
    ),
    tags=["tournaments"],
)
async def start(request: Request, tournament: TournamentId, asker: Asking, lang: Lang) -> Response:
    """Start the first round."""
    await find_tournaments(request).start(tournament, asker.visitor)
    return await _show(request, tournament, asker.visitor, lang)
