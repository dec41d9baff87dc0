"""Routes of matches that people play from different devices: creating them, links to seats, joining, and rematches."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from banmen.match.match_start import Terms
from banmen.match.match_views import MatchView, match_url
from banmen.match.position_views import player_view
from banmen.match.seats import HUMAN
from banmen.presentation.about import name_game
from banmen.server.action_requests import normalize_client_id
from banmen.server.bots.bot_registry import SEAT
from banmen.server.fair_pool import Asker
from banmen.server.gatherings import GatheringRequest, Gatherings, Joining
from banmen.server.http.bot_routes import choose_seat_name, find_bot, name_bot
from banmen.server.http.match_routes import show_session
from banmen.server.http.request_models import Asking, Form, InviteRequest, JoinRequest, Lang, LinkRequest, MatchId, NewGathering
from banmen.server.http.responses import JsonResponse, describe_responses
from banmen.server.http.schemas import InvitationView, JoinedView, LinkView, NextMatchView, OpenMatchView
from banmen.server.problems import ProblemError
from banmen.server.store.bot_rows import BotRow

router = APIRouter(prefix="/api")


def find_gatherings(request: Request) -> Gatherings:
    """Return the gatherings of the application."""
    found: Gatherings = request.app.state.gatherings
    return found


def _limit(request: Request, address: str) -> None:
    """Refuse excessive requests: secrets must not be tried one after another."""
    if not request.app.state.joined.takes(address):
        raise ProblemError("too_busy")


@router.post(
    "/gatherings",
    status_code=201,
    responses=describe_responses(OpenMatchView, 201, "unknown_game", "too_many_matches"),
    tags=["together"],
)
async def create(request: Request, body: NewGathering, asker: Asking, lang: Lang, form: Form) -> Response:
    """Create a match for people on different devices; `links` has the secret of the link to each open seat."""
    if not request.app.state.begun.takes(asker.address):
        raise ProblemError("too_busy")
    seats, bots = await _seat_bots(request, body, asker)
    terms = Terms(
        body.clock.read() if body.clock else None,
        rated=body.rated,
        watchable=body.watchable,
        chat=body.chat,
        reserved=dict.fromkeys(body.own, asker.visitor) | {player: bot.person for player, bot in bots.items()},
        names={player: name_bot(bot) for player, bot in bots.items()},
    )
    client_id = normalize_client_id(body.client_id) if body.client_id else None
    wanted = GatheringRequest(body.game, body.options, seats, terms, body.start, client_id)
    session, links = await find_gatherings(request).create(asker, wanted)
    return JsonResponse({"links": links, "view": await show_session(request, session, lang, form, asker)}, 201)


async def _seat_bots(request: Request, body: NewGathering, asker: Asker) -> tuple[dict[str, str], dict[str, BotRow]]:
    """Return who takes each seat, and the bots for which seats are reserved."""
    seats, kept = dict(body.seats), dict[str, BotRow]()
    for player, who in body.seats.items():
        if who.startswith(SEAT):
            bot = await request.app.state.bots.find_challenged(who.removeprefix(SEAT), asker.visitor, body.game)
            if body.rated and (bot.owner == asker.visitor or bot in kept.values()):
                raise ProblemError("one_seat_each")
            seats[player], kept[player] = HUMAN, bot
    return seats, kept


@router.post(
    "/matches/{match}/invitation",
    responses=describe_responses(InvitationView, 200, "no_match", "bad_link", "seat_taken"),
    tags=["together"],
)
async def look_at_invitation(request: Request, match: MatchId, body: LinkRequest, asker: Asking, lang: Lang) -> Response:
    """What a link invites to, before the seat is taken."""
    _limit(request, asker.address)
    gatherings = find_gatherings(request)
    session = await gatherings.find(match)
    player = gatherings.find_seat(session, Joining(asker.visitor, "", "", body.link, body.player))
    await gatherings.refuse_apart(session, asker.visitor, "seat_taken" if body.link is None else "bad_link")
    found, gathering = session.match, session.match.gathering
    assert gathering is not None
    return JsonResponse(
        {
            "id": found.id,
            "game": found.game.name,
            "title": name_game(found.game.name, lang),
            "options": dict(found.game.changed_options),
            "seat": player_view(found.game, player, lang),
            "name": found.seats[player].name or "",
            "people": [seat.name for seat in found.seats.values() if seat.name and seat.person],
            "clock": gathering.clock.rule.to_json() if gathering.clock else None,
            "rated": gathering.rated,
            "commitment": found.dice.commitment or "",
            "yours": found.seats[player].person == asker.visitor,
            "moving": found.seats[player].person is not None,
            "url": match_url(found.id),
        }
    )


@router.post(
    "/matches/{match}/join",
    responses=describe_responses(JoinedView, 200, "no_match", "bad_link", "seat_taken", "bad_name", "name_taken"),
    tags=["together"],
)
async def join(request: Request, match: MatchId, body: JoinRequest, asker: Asking, lang: Lang, form: Form) -> Response:
    """Take a seat. The last to join starts the match: only then is anything thrown."""
    _limit(request, asker.address)
    gatherings = find_gatherings(request)
    session = await gatherings.find(match)
    bot = find_bot(request)
    if bot is not None:
        await request.app.state.bots.refuse_if_busy(bot.bot)
    name = choose_seat_name(bot, body.name)
    joining = Joining(asker.visitor, name, body.nonce, body.link, body.player, bot is not None)
    player = await gatherings.join(session, asker, joining)
    return JsonResponse({"player": str(player), "view": await show_session(request, session, lang, form, asker)})


@router.post(
    "/matches/{match}/invite", responses=describe_responses(LinkView, 200, "no_match", "not_your_seat"), tags=["together"]
)
async def invite(request: Request, match: MatchId, body: InviteRequest, asker: Asking) -> Response:
    """A new link to an open seat, or to your own for another device. Earlier links to this seat stop working."""
    _limit(request, asker.address)
    gatherings = find_gatherings(request)
    session = await gatherings.find(match)
    return JsonResponse({"link": await gatherings.invite(session, asker, body.player)})


@router.post(
    "/matches/{match}/computer",
    responses=describe_responses(MatchView, 200, "no_match", "not_your_seat", "seat_taken"),
    tags=["together"],
)
async def seat_computer(
    request: Request, match: MatchId, body: InviteRequest, asker: Asking, lang: Lang, form: Form
) -> Response:
    """Let a computer take an open seat of a match that you created, instead of waiting. Links to the seat stop working."""
    gatherings = find_gatherings(request)
    session = await gatherings.find(match)
    await gatherings.seat_computer(session, asker, body.player)
    return JsonResponse(await show_session(request, session, lang, form, asker))


@router.post(
    "/matches/{match}/again",
    responses=describe_responses(NextMatchView, 200, "no_match", "not_over", "not_your_seat"),
    tags=["together"],
)
async def play_again(request: Request, match: MatchId, asker: Asking) -> Response:
    """The rematch: the same people play once more, with the seats turned."""
    gatherings = find_gatherings(request)
    session = await gatherings.find(match)
    return JsonResponse({"match": await gatherings.play_again(session, asker)})
