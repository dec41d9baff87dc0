"""Routes of matches: each reads a request, calls `Matches`, and answers with a view from `banmen.match`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import PlainTextResponse, Response

from banmen.engine.analysis.hints import Hint
from banmen.kernels.contract import DECIDE
from banmen.match.changes import ChangeView, change_view
from banmen.match.dice_check import DiceView, dice_view, write_dice_tags
from banmen.match.events import MOST_SENT, Event
from banmen.match.match_views import MatchView, events_view, match_view
from banmen.match.move_text import describe_hint
from banmen.match.picture_format import PictureFormat
from banmen.match.position_views import move_view
from banmen.match.readers import Reader, make_reader
from banmen.match.replay_views import ReplayView, match_replay_view, take_replay
from banmen.presentation.dangers import find_dangers
from banmen.presentation.reasons import explain
from banmen.server.action_requests import ActionRequest, make_action, normalize_client_id
from banmen.server.computer import Computer
from banmen.server.fair_pool import Asker
from banmen.server.history import HistoryQuery
from banmen.server.http.match_list_views import list_match, name_any_game
from banmen.server.http.request_models import (
    MOST_FRAMES,
    MOST_LISTED,
    Asking,
    Detail,
    DetailQuery,
    Form,
    Lang,
    MatchId,
    NewMatch,
    ReasonRequest,
    choose_frames,
)
from banmen.server.http.responses import JsonResponse, answer_nothing, describe_responses, run_heavy
from banmen.server.http.schemas import ActionView, BegunView, DangersView, HintView, HistoryView, MatchList, WordsView
from banmen.server.matches import Matches
from banmen.server.problems import ProblemError
from banmen.server.seat_choices import VISITOR_PLAYERS, name_opponent
from banmen.server.sessions import MatchSession

router = APIRouter(prefix="/api")


def find_matches(request: Request) -> Matches:
    """Return the matches of the application."""
    found: Matches = request.app.state.matches
    return found


@router.post(
    "/matches",
    status_code=201,
    responses=describe_responses(MatchView | BegunView, 201, "unknown_game", "too_many_matches"),
    tags=["matches"],
)
async def create(
    request: Request, body: NewMatch, asker: Asking, lang: Lang, form: Form, detail: DetailQuery = "page"
) -> Response:
    """Create a match."""
    if not request.app.state.begun.takes(asker.address):
        raise ProblemError("too_busy")
    session = await find_matches(request).create(
        asker,
        body.game,
        body.options,
        body.seats,
        body.names,
        body.start,
        normalize_client_id(body.client_id) if body.client_id else None,
    )
    if detail == "plain":
        return JsonResponse({"id": session.match.id, **_change(session, session.match.events)}, 201)
    return JsonResponse(await show_session(request, session, lang, form, asker), 201)


@router.get("/matches", responses=describe_responses(MatchList), tags=["matches"])
async def own(request: Request, asker: Asking, lang: Lang) -> Response:
    """Your matches, unfinished ones first."""
    show = partial(list_match, lang=lang, person=asker.visitor)
    return JsonResponse({"matches": await find_matches(request).lists.list_owned(asker, show)})


@router.get("/history", responses=describe_responses(HistoryView), tags=["matches"])
async def history(
    request: Request,
    asker: Asking,
    lang: Lang,
    game: Annotated[str, Query(max_length=40, description="Only this game.")] = "",
    opponent: Annotated[str, Query(max_length=40, description="Only against this player, as in `seats`.")] = "",
    first: Annotated[int, Query(ge=0, le=10**6)] = 0,
    count: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 12,
) -> Response:
    """All your matches, finished or not, the latest first, page by page."""
    show = partial(list_match, lang=lang, person=asker.visitor)
    found = await find_matches(request).lists.list_history(asker, HistoryQuery(game, opponent, first, count), show)
    return JsonResponse(
        {
            "matches": found.matches,
            "total": found.total,
            "all": found.all,
            "games": [{"value": name, "label": name_any_game(name, lang)} for name in found.games],
            "opponents": [{"value": who, "label": name_opponent(who, lang)} for who in found.opponents],
        }
    )


@router.get("/matches/{match}", responses=describe_responses(MatchView, 200, "no_match"), tags=["matches"])
async def look(request: Request, match: MatchId, asker: Asking, lang: Lang, form: Form) -> Response:
    """The current state of a match."""
    session = await find_matches(request).open(match, asker)
    return JsonResponse(await show_session(request, session, lang, form, asker))


@router.delete("/matches/{match}", **answer_nothing("matches", "no_match"))
async def remove(request: Request, match: MatchId, asker: Asking) -> Response:
    """Remove a match."""
    matches = find_matches(request)
    await matches.remove(match, asker.visitor)
    return Response(status_code=204)


@router.post(
    "/matches/{match}/actions",
    responses=describe_responses(ActionView | ChangeView, 200, "no_match", "stale"),
    tags=["matches"],
)
async def act(
    request: Request,
    match: MatchId,
    body: ActionRequest,
    asker: Asking,
    lang: Lang,
    form: Form,
    detail: DetailQuery = "page",
) -> Response:
    """Throw, move, take back or resign. The same `client_id` again gets the stored answer."""
    matches = find_matches(request)
    session = await matches.find(match, asker)
    try:
        events = await matches.act(session, make_action(body, asker.visitor))
    except ProblemError as problem:
        if "events" in problem.more:
            reader = await matches.make_reader(session, lang, asker.visitor)
            problem.more = dict(_view_change(session, problem.more["events"], reader, form, detail))
        raise
    reader = await matches.make_reader(session, lang, asker.visitor)  # after the action, which may have shown who they are
    return JsonResponse(_view_change(session, events, reader, form, detail))


@router.post("/matches/{match}/stop", responses=describe_responses(MatchView, 200, "no_match"), tags=["matches"])
async def stop(request: Request, match: MatchId, asker: Asking, lang: Lang, form: Form) -> Response:
    """Make the thinking computer decide at once."""
    matches = find_matches(request)
    session = await matches.open(match, asker)
    if session.match.gathering and not session.match.list_seats_of(asker.visitor):
        raise ProblemError("not_your_seat")  # spectators do not hurry anybody
    matches.turns.decide(session)
    return JsonResponse(await show_session(request, session, lang, form, asker))


@router.get(
    "/matches/{match}/record",
    responses={**describe_responses(None, 200, "no_match"), 200: {"content": {"text/plain": {}}}},
    tags=["matches"],
)
async def record(request: Request, match: MatchId, asker: Asking) -> Response:
    """The record of a match, for saving."""
    session = await find_matches(request).open(match, asker)
    name = f"{session.match.game.name}-{session.match.id}.banmen"
    return PlainTextResponse(
        write_dice_tags(session.match).text, headers={"content-disposition": f'attachment; filename="{name}"'}
    )


@router.get(
    "/matches/{match}/dice", responses=describe_responses(DiceView, 200, "no_match", "nothing_thrown"), tags=["matches"]
)
async def dice(request: Request, match: MatchId, asker: Asking) -> Response:
    """What the throws followed from and how they came out, for recomputing them."""
    session = await find_matches(request).open(match, asker)
    found = dice_view(session.match)
    if found is None:
        raise ProblemError("nothing_thrown")
    return JsonResponse(found)


@router.get("/matches/{match}/replay", responses=describe_responses(ReplayView, 200, "no_match"), tags=["matches"])
async def replay(
    request: Request,
    match: MatchId,
    asker: Asking,
    lang: Lang,
    form: Form,
    first: Annotated[int, Query(ge=0, le=10**6)] = 0,
    count: Annotated[int, Query(ge=0, le=MOST_FRAMES)] = MOST_FRAMES,
    pictures: bool = True,
) -> Response:
    """The match step by step: up to 1000 steps in one answer, or 40 with pictures; `total` is their number."""
    session = await find_matches(request).open(match, asker)
    wanted, drawn = choose_frames(first, count, pictures), form if pictures else None
    taken = take_replay(session.match, make_reader(session.match, lang, asker.visitor, session.owner))
    return await run_heavy(request, asker, lambda: JsonResponse(match_replay_view(taken, lang, drawn, wanted)))


async def show_session(request: Request, session: MatchSession, lang: str, form: PictureFormat, asker: Asker) -> MatchView:
    """Return a match as the person who asks sees it."""
    reader = await find_matches(request).make_reader(session, lang, asker.visitor)
    return match_view(session.match, VISITOR_PLAYERS, reader, form, session.thinking)


def _view_change(
    session: MatchSession, events: Sequence[Event], reader: Reader, form: PictureFormat, detail: Detail
) -> ActionView | ChangeView:
    """Return the latest changes, for a page or for a program; of very many events the last ones."""
    if detail == "plain":
        return _change(session, events)
    view = match_view(session.match, VISITOR_PLAYERS, reader, form, session.thinking)
    return {"events": events_view(session.match, events, reader), "view": view}


def _change(session: MatchSession, events: Sequence[Event]) -> ChangeView:
    return change_view(session.match, events[-MOST_SENT:], session.thinking)


# Help during play.


@router.get(
    "/matches/{match}/hint", responses=describe_responses(HintView, 200, "no_match", "no_move_due", "too_busy"), tags=["help"]
)
async def hint(request: Request, match: MatchId, asker: Asking, lang: Lang) -> Response:
    """A good move, after about a second of thinking; the only move at once."""
    session = await find_matches(request).open(match, asker)
    if not session.match.waits_for_human or session.match.position.kind != DECIDE:
        raise ProblemError("no_move_due")
    if session.match.gathering and len({seat.person for seat in session.match.seats.values()} - {None}) > 1:
        raise ProblemError("no_help")  # that would be unfair to the others
    standing = session.match.position
    moves = standing.legal_moves()
    computer: Computer = request.app.state.computer
    found = await computer.give_hint(standing, asker) if len(moves) > 1 else Hint(moves[0])
    move = move_view(standing, found.move, lang)
    words = describe_hint(move, found.chance, lang, settled=found.settled)
    return JsonResponse({"move": move, "words": words, "chance": None if found.chance is None else round(found.chance, 4)})


@router.post("/matches/{match}/why", responses=describe_responses(WordsView, 200, "no_match"), tags=["help"])
async def why(request: Request, match: MatchId, body: ReasonRequest, asker: Asking, lang: Lang) -> Response:
    """Why a piece cannot go to a place."""
    session = await find_matches(request).open(match, asker)
    position = session.match.position
    reason = await run_heavy(request, asker, lambda: explain(position, body.source, body.target, lang, body.owner))
    return JsonResponse({"words": reason.words})


@router.get("/matches/{match}/threats", responses=describe_responses(DangersView, 200, "no_match"), tags=["help"])
async def dangers(request: Request, match: MatchId, asker: Asking, lang: Lang) -> Response:
    """The pieces in danger."""
    session = await find_matches(request).open(match, asker)
    position = session.match.position
    found = await run_heavy(request, asker, lambda: find_dangers(position, lang))
    return JsonResponse({"places": list(found.places), "words": found.words})
