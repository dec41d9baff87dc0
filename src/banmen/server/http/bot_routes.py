"""Routes of bots: their owners create and remove them, and bots ask for their invitations."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import Field, StringConstraints
from starlette.responses import Response

from banmen.server.action_requests import RequestBody
from banmen.server.bots.bot_registry import Bots, Identified
from banmen.server.bots.bot_seats import BotDesk, find_desk
from banmen.server.http.request_models import Asking, GameName, MatchId
from banmen.server.http.responses import JsonResponse, answer_nothing, describe_responses
from banmen.server.http.schemas import BotList, BotTokenView, BotView
from banmen.server.people.person_names import imitates_bot, is_readable
from banmen.server.problems import ProblemError
from banmen.server.store.bot_rows import BotRow

router = APIRouter(prefix="/api")
NAME = r"^[A-Za-z0-9][A-Za-z0-9_-]{1,17}$"
BotName = Annotated[str, StringConstraints(pattern=NAME)]
BotPath = Annotated[str, Path(pattern=NAME, description="One of your bots.")]


class NewBot(RequestBody):
    """A bot to create: its name, its games (all, if none is given), and whether anybody may challenge it."""

    name: BotName
    games: list[GameName] = Field(default_factory=list, max_length=40)
    open: bool = False


def find_bots(request: Request) -> Bots:
    """Return the bots of the application."""
    found: Bots = request.app.state.bots
    return found


def find_bot(request: Request) -> Identified | None:
    """Return the bot that makes the request, if it is one."""
    found: Identified | None = request.scope["state"].get("bot")
    return found


def name_bot(bot: BotRow) -> str:
    """Return the name of a bot at the board."""
    return f"{bot.name} (bot)"


def choose_seat_name(bot: Identified | None, name: str) -> str:
    """Return the name of whoever takes a seat; everybody sees whether their opponent is a bot."""
    if bot is not None:
        return name_bot(bot.bot)
    if not is_readable(name):
        raise ProblemError("bad_name")
    if imitates_bot(name):
        raise ProblemError("bot_name")
    return name


def _refuse_bots(request: Request, address: str) -> None:
    """Let only people create and remove bots, and not too often."""
    if find_bot(request) is not None:
        raise ProblemError("not_for_bots")
    if not request.app.state.joined.takes(address):
        raise ProblemError("too_busy")


@router.get("/bots", responses=describe_responses(BotList, 200, "not_for_bots"), tags=["bots"])
async def list_own(request: Request, asker: Asking) -> Response:
    """Your bots."""
    return JsonResponse({"bots": [_view(bot) for bot in await find_bots(request).list_owned(asker.visitor)]})


@router.post(
    "/bots",
    status_code=201,
    responses=describe_responses(BotTokenView, 201, "unknown_game", "name_taken", "too_many_bots", "not_for_bots"),
    tags=["bots"],
)
async def make(request: Request, body: NewBot, asker: Asking) -> Response:
    """Create a bot. Its token is shown in this answer and never again."""
    _refuse_bots(request, asker.address)
    bot, token = await find_bots(request).create(asker.visitor, body.name, body.games, body.open)
    return JsonResponse({"bot": _view(bot), "token": token}, 201)


@router.post("/bots/{name}/token", responses=describe_responses(BotTokenView, 200, "no_bot", "not_for_bots"), tags=["bots"])
async def renew(request: Request, name: BotPath, asker: Asking) -> Response:
    """A new token for your bot. Earlier ones stop working at once, and their connections are closed."""
    _refuse_bots(request, asker.address)
    bots = find_bots(request)
    token = await bots.renew(asker.visitor, name)
    return JsonResponse({"bot": _view(await bots.find_owned(asker.visitor, name)), "token": token})


@router.delete("/bots/{name}", **answer_nothing("bots", "no_bot", "not_for_bots"))
async def remove(request: Request, name: BotPath, asker: Asking) -> Response:
    """Remove your bot and its tokens. The matches it played stay."""
    _refuse_bots(request, asker.address)
    await find_bots(request).remove(asker.visitor, name)
    return Response(status_code=204)


@router.get("/bot", responses=describe_responses(BotDesk, 200, "bad_token"), tags=["bots"])
async def look_at_desk(request: Request) -> Response:
    """For a bot: the seats that are reserved for it, and the matches it plays."""
    found = find_bot(request)
    if found is None:
        raise ProblemError("bad_token")
    return JsonResponse(await find_desk(find_bots(request), request.app.state.matches.sessions, found.bot))


@router.post("/matches/{match}/refuse", **answer_nothing("together", "no_match", "no_seat"))
async def refuse(request: Request, match: MatchId, asker: Asking) -> Response:
    """Decline the seat that is reserved for you; the match's creator can give it to somebody else."""
    gatherings = request.app.state.gatherings
    await gatherings.refuse(await gatherings.find(match), asker)
    return Response(status_code=204)


def _view(bot: BotRow) -> BotView:
    return {"name": bot.name, "games": list(bot.games), "open": bot.open, "created": bot.created, "seat": f"bot:{bot.name}"}
