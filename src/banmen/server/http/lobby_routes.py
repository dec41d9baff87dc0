"""Routes of the lobby: challenges, quick pairing, ratings, leaderboards and profiles."""

from __future__ import annotations

import time
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from pydantic import Field
from starlette.responses import Response

from banmen.core import registry
from banmen.server.action_requests import PLAIN, ClientId, RequestBody, Short, normalize_client_id
from banmen.server.fair_pool import Asker
from banmen.server.http.lobby_views import (
    BoardView,
    CountsView,
    GameCount,
    LobbyView,
    OwnChallenges,
    PairingView,
    ProfileView,
    board_view,
    challenge_view,
    pairing_view,
    profile_view,
)
from banmen.server.http.request_models import Asking, ClockRequest, GameName, Lang, MatchId, Options
from banmen.server.http.responses import JsonResponse, answer_nothing, describe_responses
from banmen.server.lobby.challenges import ChallengeRequest, Lobby, LobbyCounts
from banmen.server.problems import ProblemError

router = APIRouter(prefix="/api")
MOST_PLACES = 50  # on a leaderboard
Points = Annotated[int, Field(ge=0, le=5000)]
GameQuery = Annotated[str, Query(max_length=40, pattern=PLAIN, description="Only this game.")]
NamePath = Annotated[str, Path(min_length=1, max_length=40, description="What somebody is called.")]


class NewChallenge(RequestBody):
    """A challenge that anybody may accept; seats that are not given are for people."""

    game: GameName
    options: Options = Field(default_factory=dict, max_length=20)
    seats: dict[str, Short] = Field(default_factory=dict, max_length=8)
    own: Short | None = None  # the challenger's seat; drawn at random if not given
    clock: ClockRequest | None = None
    rated: bool = False
    least: Points | None = None  # the ratings of those who may accept it
    most: Points | None = None
    client_id: ClientId | None = None


class PairingRequest(RequestBody):
    """A person who wants to play at once, with one of the usual clocks."""

    game: GameName
    clock: Literal["short", "usual", "long", "days"] = "usual"
    rated: bool = False


def find_lobby(request: Request) -> Lobby:
    """Return the lobby of the application."""
    found: Lobby = request.app.state.lobby
    return found


def _limit(request: Request, asker: Asker, begins: bool = False) -> None:
    """Refuse requests that come too often, by address and by person, or who begin too many matches."""
    state = request.app.state
    if not state.sought.takes(asker.address) or not state.sought_each.takes(asker.visitor):
        raise ProblemError("too_busy")
    if begins and not state.begun.takes(asker.address):
        raise ProblemError("too_busy")


# Challenges.


@router.post(
    "/challenges",
    status_code=201,
    responses=describe_responses(PairingView, 201, "unknown_game", "too_many_challenges", "too_many_nearby", "cannot_rate"),
    tags=["lobby"],
)
async def offer(request: Request, body: NewChallenge, asker: Asking) -> Response:
    """Make a challenge that anybody may accept. Join the match yourself to take your seat."""
    _limit(request, asker, begins=True)
    wanted = ChallengeRequest(
        body.game,
        body.options,
        body.seats,
        body.own,
        body.clock.read() if body.clock else None,
        body.rated,
        body.least,
        body.most,
        client_id=normalize_client_id(body.client_id) if body.client_id else None,
    )
    match = await find_lobby(request).offer(asker, wanted)
    return JsonResponse(pairing_view("waiting", match), 201)


@router.get("/challenges", responses=describe_responses(LobbyView), tags=["lobby"])
async def list_challenges(request: Request, asker: Asking, lang: Lang, game: GameQuery = "") -> Response:
    """Open challenges, the latest first."""
    lobby, now = find_lobby(request), time.time()
    found = await lobby.list_open(game, asker.visitor)
    names = await lobby.names.find_names({one.row.person for one in found})
    shown = [challenge_view(one, names, asker.visitor, lang, now) for one in found]
    return JsonResponse({"challenges": shown, "counts": list_counts(await lobby.count())})


@router.get("/challenges/own", responses=describe_responses(OwnChallenges), tags=["lobby"])
async def list_own_challenges(request: Request, asker: Asking, lang: Lang) -> Response:
    """Your own open challenges, the latest first."""
    lobby, now = find_lobby(request), time.time()
    found = sorted(await lobby.list_own(asker.visitor), key=lambda one: -one.row.created)
    return JsonResponse({"challenges": [challenge_view(one, {}, asker.visitor, lang, now) for one in found]})


@router.post(
    "/challenges/{match}/accept",
    responses=describe_responses(
        PairingView, 200, "no_match", "no_challenge", "seat_taken", "rating_range", "one_seat_each", "too_busy"
    ),
    tags=["lobby"],
)
async def accept(request: Request, match: MatchId, asker: Asking) -> Response:
    """Reserve a seat of a challenge for yourself until you join the match."""
    _limit(request, asker)
    found, player = await find_lobby(request).claim(asker, match)
    return JsonResponse(pairing_view("found", found, player))


@router.delete("/challenges/{match}", **answer_nothing("lobby", "no_challenge"))
async def withdraw(request: Request, match: MatchId, asker: Asking) -> Response:
    """Withdraw your challenge, or stop waiting to be paired."""
    await find_lobby(request).withdraw(asker, match)
    return Response(status_code=204)


# Quick pairing.


@router.post(
    "/pairing",
    responses=describe_responses(PairingView, 200, "unknown_game", "too_many_challenges", "too_many_nearby", "too_busy"),
    tags=["lobby"],
)
async def pair(request: Request, body: PairingRequest, asker: Asking) -> Response:
    """Play at once: the waiting person closest in rating is `found`, or you are `waiting`. Join the match either way."""
    _limit(request, asker, begins=True)
    state, match = await find_lobby(request).pair(asker, body.game, body.clock, body.rated)
    return JsonResponse(pairing_view(state, match))


@router.post(
    "/pairing/{match}",
    responses=describe_responses(PairingView, 200, "no_match", "no_challenge", "too_busy"),
    tags=["lobby"],
)
async def look_again(request: Request, match: MatchId, asker: Asking) -> Response:
    """The state of your challenge. The longer you wait, the further in rating the person `found` may be from you."""
    if not request.app.state.sought_each.takes(asker.visitor):  # many people may be behind one address
        raise ProblemError("too_busy")
    state, found = await find_lobby(request).look_again(asker, match)
    return JsonResponse(pairing_view(state, found))


@router.get("/lobby", responses=describe_responses(CountsView), tags=["lobby"])
async def count(request: Request) -> Response:
    """The number of people waiting, and of matches played by a clock."""
    return JsonResponse({"counts": list_counts(await find_lobby(request).count())})


def list_counts(counts: LobbyCounts) -> list[GameCount]:
    """Return the activity in each game."""
    return [
        {"game": game, "waiting": counts.waiting.get(game, 0), "playing": counts.playing.get(game, 0)}
        for game in registry.names()
    ]


# Ratings.


@router.get("/leaderboard", responses=describe_responses(BoardView, 200, "unknown_game"), tags=["ratings"])
async def leaderboard(request: Request, lang: Lang, game: GameQuery) -> Response:
    """The best players of a game, of those who have agreed to be named and have played enough."""
    return JsonResponse(await find_board(request, game, lang))


async def find_board(request: Request, game: str, lang: str) -> BoardView:
    """Return the leaderboard of a game."""
    registry.game(game)
    lobby = find_lobby(request)
    rows = await lobby.ratings.list_best(game)
    return board_view(game, rows, await lobby.names.find_names({row.person for row in rows}), MOST_PLACES, lang)


@router.get("/me/ratings", responses=describe_responses(ProfileView), tags=["ratings"])
async def own_ratings(request: Request, asker: Asking, lang: Lang) -> Response:
    """Your ratings, their history, and your last rated games."""
    return JsonResponse(await find_own_profile(request, asker.visitor, lang))


async def find_own_profile(request: Request, person: str, lang: str) -> ProfileView:
    """Return a person's own profile."""
    lobby = find_lobby(request)
    rows, changes = await lobby.ratings.list_of_person(person)
    names = await lobby.names.find_names([person])
    return profile_view(names.get(person, ""), rows, changes, lang, own=True)


@router.get("/people/{name}", responses=describe_responses(ProfileView, 200, "no_person"), tags=["ratings"])
async def profile(request: Request, name: NamePath, lang: Lang) -> Response:
    """The public profile of a person who has agreed to be named."""
    return JsonResponse(await find_profile(request, name, lang))


async def find_profile(request: Request, name: str, lang: str) -> ProfileView:
    """Return the profile of a person by name, or raise ProblemError."""
    lobby = find_lobby(request)
    person = await lobby.names.find_person(name)
    if person is None:
        raise ProblemError("no_person")
    rows, changes = await lobby.ratings.list_of_person(person)
    shown = (await lobby.names.find_names([person])).get(person, name)
    return profile_view(shown, rows, changes, lang)
