"""Routes of people: accounts, devices, consent, blocking, and exporting or removing a visitor's data."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path, Request
from pydantic import Field, StringConstraints
from starlette.responses import Response, StreamingResponse

from banmen.core.catalogues import SOURCE
from banmen.server.action_requests import PLAIN, RequestBody, Short
from banmen.server.fair_pool import Asker
from banmen.server.http.bot_routes import find_bot
from banmen.server.http.people_views import CountView, MeView, me_view
from banmen.server.http.request_models import Asking, Lang, MatchId
from banmen.server.http.responses import JsonResponse, answer_nothing, describe_responses
from banmen.server.people.accounts import Caller
from banmen.server.people.blocking import ReportReason
from banmen.server.people.device_labels import label_device
from banmen.server.people.people_desk import People
from banmen.server.problems import ProblemError
from banmen.server.store.identity import draw_token
from banmen.server.visitors import change_token, find_device

router = APIRouter(prefix="/api")
FILE: Final = "banmen-visitor.json"
NameText = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=PLAIN)]
Passphrase = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=PLAIN)]
RowId = Annotated[str, Path(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]


class Credentials(RequestBody):
    """A name and a passphrase."""

    name: NameText
    passphrase: Passphrase


class NewAccount(Credentials):
    """An account to create, and whether strangers may see its name."""

    public: bool = False


class AccountChange(RequestBody):
    """Changes to a person's account."""

    name: NameText | None = None
    public: bool | None = None


class PassphraseChange(RequestBody):
    """A new passphrase."""

    old: Passphrase
    new: Passphrase


class RemovalRequest(RequestBody):
    """A request to remove everything about a visitor; with an account it has to be confirmed by the passphrase."""

    passphrase: Passphrase | None = None


class MetPerson(RequestBody):
    """A person in a match, by seat."""

    player: Short


class ReportRequest(MetPerson):
    """A person in a match, and what they did."""

    reason: ReportReason = Field(...)


def find_people(request: Request) -> People:
    """Return the people of the application."""
    found: People = request.app.state.people
    return found


def _find_caller(request: Request, asker: Asker) -> Caller:
    """Return the person who asks about themselves; bots have no account."""
    if find_bot(request) is not None:
        raise ProblemError("not_for_bots")
    return Caller(asker, find_device(request), label_device(request.headers.get("user-agent", "")))


@router.get("/me", responses=describe_responses(MeView, 200, "not_for_bots"), tags=["people"])
async def look_at_me(request: Request, asker: Asking, lang: Lang) -> Response:
    """Your account, its signed-in devices, the people you have blocked, and your bots."""
    return JsonResponse(await view_me(request, asker, lang))


async def view_me(request: Request, asker: Asker, lang: str) -> MeView:
    """Return the stored data of the person who asks."""
    caller, people = _find_caller(request, asker), find_people(request)
    account = await people.accounts.rows.find(asker.visitor) if caller.is_signed_in else None
    devices = await people.accounts.rows.list_devices(asker.visitor) if account else []
    blocked = await people.blocking.list_own(asker.visitor)
    return me_view(account, devices, caller.device, blocked, await request.app.state.bots.list_owned(asker.visitor), lang)


# Accounts.


@router.post("/me/account", **answer_nothing("people", "signed_in", "bad_name", "mixed_name", "name_taken", "weak_passphrase"))
async def create_account(request: Request, body: NewAccount, asker: Asking) -> Response:
    """Create an account; everything done on this device so far belongs to it. Your device gets a new cookie."""
    caller = _find_caller(request, asker)
    change_token(request, await find_people(request).accounts.create(caller, body.name, body.passphrase, body.public))
    return Response(status_code=204)


@router.patch("/me/account", **answer_nothing("people", "no_account", "bad_name", "mixed_name", "name_taken"))
async def change_account(request: Request, body: AccountChange, asker: Asking) -> Response:
    """Change your name, or whether strangers may see it."""
    caller, accounts = _find_caller(request, asker), find_people(request).accounts
    if body.name is not None:
        await accounts.change_name(caller, body.name)
    if body.public is not None:
        await accounts.set_public(caller, body.public)
    return Response(status_code=204)


@router.post("/me/sign-in", **answer_nothing("people", "wrong_passphrase", "too_many_attempts"))
async def sign_in(request: Request, body: Credentials, asker: Asking) -> Response:
    """Sign in on this device. What was done here so far, unless it belongs to another account, is added to yours."""
    caller = _find_caller(request, asker)
    change_token(request, await find_people(request).accounts.sign_in(caller, body.name, body.passphrase))
    return Response(status_code=204)


@router.post("/me/sign-out", **answer_nothing("people", "no_account"))
async def sign_out(request: Request, asker: Asking) -> Response:
    """Sign out on this device, which becomes a new visitor."""
    change_token(request, await find_people(request).accounts.sign_out(_find_caller(request, asker)))
    return Response(status_code=204)


@router.post("/me/sign-out-others", responses=describe_responses(CountView, 200, "no_account"), tags=["people"])
async def sign_out_others(request: Request, asker: Asking) -> Response:
    """Sign out on all other devices."""
    return JsonResponse({"count": await find_people(request).accounts.sign_out_others(_find_caller(request, asker))})


@router.delete("/me/devices/{device}", **answer_nothing("people", "no_device"))
async def sign_out_device(request: Request, device: RowId, asker: Asking) -> Response:
    """Sign out one of your devices."""
    await find_people(request).accounts.sign_out_device(_find_caller(request, asker), device)
    return Response(status_code=204)


@router.post("/me/passphrase", **answer_nothing("people", "no_account", "wrong_passphrase", "weak_passphrase"))
async def change_passphrase(request: Request, body: PassphraseChange, asker: Asking) -> Response:
    """Change the passphrase. All other devices are signed out."""
    accounts = find_people(request).accounts
    change_token(request, await accounts.change_passphrase(_find_caller(request, asker), body.old, body.new))
    return Response(status_code=204)


# Stored data.


@router.get(
    "/me/export",
    responses={**describe_responses(None, 200, "too_busy"), 200: {"content": {"application/json": {}}}},
    tags=["people"],
)
async def export(request: Request, asker: Asking) -> Response:
    """Everything stored about you, as one file."""
    caller = _find_caller(request, asker)
    if not request.app.state.exported.takes(caller.asker.visitor) or not request.app.state.exported.takes(asker.address):
        raise ProblemError("too_busy")
    headers = {"content-disposition": f'attachment; filename="{FILE}"'}
    return StreamingResponse(find_people(request).data.export(asker.visitor), media_type="application/json", headers=headers)


@router.post("/me/delete", **answer_nothing("people", "wrong_passphrase", "too_many_attempts", "too_busy"))
async def delete(request: Request, body: RemovalRequest, asker: Asking) -> Response:
    """Remove everything about you: games you played alone, ratings, the account. Games with others stay without your name."""
    caller, people = _find_caller(request, asker), find_people(request)
    if not request.app.state.forgotten.takes(asker.address):
        raise ProblemError("too_busy")
    if caller.is_signed_in:
        await people.accounts.confirm(caller, body.passphrase or "")
    await people.data.forget(asker.visitor)
    people.devices.forget_device(caller.device)
    change_token(request, draw_token())
    return Response(status_code=204)


# Others.


@router.post("/matches/{match}/block", **answer_nothing("people", "no_match", "nobody_there", "too_many_blocks"))
async def block(request: Request, match: MatchId, body: MetPerson, asker: Asking) -> Response:
    """Block a person you have met in a match: you are no longer paired with them and do not see what they say."""
    session = await request.app.state.matches.open(match, asker)
    await find_people(request).blocking.block(asker, session.match, body.player)
    session.mute(asker.visitor, (await request.app.state.matches.make_reader(session, SOURCE, asker.visitor)).muted)
    return Response(status_code=204)


@router.delete("/me/blocked/{block_id}", **answer_nothing("people", "not_blocked"))
async def unblock(request: Request, block_id: RowId, asker: Asking) -> Response:
    """Unblock a person."""
    await find_people(request).blocking.unblock(asker, block_id)
    return Response(status_code=204)


@router.post("/matches/{match}/report", **answer_nothing("people", "no_match", "nobody_there", "too_many_reports"))
async def report(request: Request, match: MatchId, body: ReportRequest, asker: Asking) -> Response:
    """Report a person you have met in a match to the server's operator."""
    session = await request.app.state.matches.open(match, asker)
    await find_people(request).blocking.report(asker, session.match, body.player, body.reason)
    return Response(status_code=204)
