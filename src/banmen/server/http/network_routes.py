"""Routes about letting others join: the addresses to share, opening and closing the way in from the network, QR codes."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import StringConstraints
from starlette.responses import Response
from typing_extensions import TypedDict

from banmen.core.messages import Catalogue
from banmen.server.action_requests import RequestBody
from banmen.server.http.host_names import strip_port
from banmen.server.http.network_door import NetworkDoor, is_at_machine
from banmen.server.http.request_models import Asking, Lang
from banmen.server.http.responses import JsonResponse, describe_responses, run_heavy
from banmen.server.network_addresses import is_loopback
from banmen.server.problems import ProblemError
from banmen.server.qr_codes import draw_qr_svg

messages = Catalogue(__name__)
router = APIRouter(prefix="/api")
LONGEST = 500  # characters of an address; the code of a longer one is too fine for a camera
# What follows the server's name in an address; no other server can be named.
PathText = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST, pattern=r"^/[!-~]*$")]


class NetworkView(TypedDict):
    """How others can join: `origin` is how an address to share begins, or null if only this machine can open it."""

    origin: str | None
    addresses: list[str]  # all of them, the most likely first
    public: bool  # whether one of them is a public internet address
    changeable: bool  # whether this visitor can open and close it


class QrRequest(RequestBody):
    """A page of this server for a QR code: its path, with query and fragment."""

    path: PathText


class QrView(TypedDict):
    """An address that others can open, and its QR code."""

    address: str
    svg: str


@router.get("/network", responses=describe_responses(NetworkView), tags=["network"])
async def network(request: Request) -> Response:
    """How others can join."""
    if (door := find_door(request)) is not None and is_at_machine(request, door):
        await door.refresh()
    return JsonResponse(describe_network(request))


@router.post("/network", responses=describe_responses(NetworkView, 200, "not_here", "no_network"), tags=["network"])
async def open_network(request: Request) -> Response:
    """Let others join. Only a visitor on the machine itself may do so."""
    await _find_own_door(request).open()
    return JsonResponse(describe_network(request))


@router.delete("/network", responses=describe_responses(NetworkView, 200, "not_here"), tags=["network"])
async def close_network(request: Request) -> Response:
    """Stop letting others join; those who came that way are disconnected."""
    await _find_own_door(request).close()
    return JsonResponse(describe_network(request))


@router.post("/qr", responses=describe_responses(QrView, 200, "no_network", "too_busy"), tags=["network"])
async def qr_code(request: Request, body: QrRequest, asker: Asking, lang: Lang) -> Response:
    """The QR code of a page of this server, with an address that others can open."""
    origin = find_origin(request)
    if origin is None:
        raise ProblemError("no_network")
    address = origin + body.path
    title = messages.text("qr.title", lang, address=address)
    return JsonResponse({"address": address, "svg": await run_heavy(request, asker, lambda: draw_qr_svg(address, title))})


def describe_network(request: Request) -> NetworkView:
    """Return how others can join, as far as this visitor may know: only the machine itself sees its other addresses."""
    door, origin = find_door(request), find_origin(request)
    if door is None or not is_at_machine(request, door):
        return {"origin": origin, "addresses": [origin] if origin else [], "public": False, "changeable": False}
    found = door.list_origins()
    return {"origin": origin, "addresses": found, "public": door.is_public, "changeable": door.can_change}


def may_let_join(request: Request) -> bool:
    """Tell whether a page offers to let others join: on the machine itself, if that is possible."""
    door = find_door(request)
    return door is not None and is_at_machine(request, door) and (door.can_change or bool(door.list_origins()))


def find_origin(request: Request) -> str | None:
    """Return how an address to share begins: like the visitor's own, unless that one leads every machine to itself."""
    host = request.headers.get("host", "")
    if not is_loopback(strip_port(host)):
        own = f"https://{host}"  # what a browser says about its page takes precedence over what a proxy says about the browser
        return own if request.headers.get("origin") == own else f"{request.url.scheme}://{host}"
    door = find_door(request)
    return next(iter(door.list_origins()), None) if door else None


def find_door(request: Request) -> NetworkDoor | None:
    """Return the way in from the network, if the server runs by itself."""
    found: NetworkDoor | None = request.app.state.door
    return found


def _find_own_door(request: Request) -> NetworkDoor:
    """Return the way in from the network, for a visitor who may open and close it."""
    door = find_door(request)
    if door is None or not door.can_change or not is_at_machine(request, door):
        raise ProblemError("not_here")
    return door
