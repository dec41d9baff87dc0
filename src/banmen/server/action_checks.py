"""What is known of an action before it is planned: whether its person may act, is up to date, and has sent it before."""

from __future__ import annotations

from banmen.match.events import AGREE, FINISHED, HAND_OVER, MOVE, PROPOSE, RESIGN, UNDO, Event
from banmen.match.match_errors import MatchError
from banmen.match.match_state import Match
from banmen.server.problems import ProblemError
from banmen.server.sessions import Action, MatchSession

# The first event of an action if it is not named after the action, and the events that may follow within the action.
LEADING_TO = {PROPOSE: (PROPOSE, UNDO, FINISHED, HAND_OVER), RESIGN: (RESIGN, HAND_OVER)}
FOLLOWING = {MOVE: (FINISHED,), RESIGN: (FINISHED,), AGREE: (FINISHED, UNDO, HAND_OVER)}


def is_timely(session: MatchSession, action: Action) -> bool:
    """Tell whether an action is new and its sender up to date, as far as the memory goes."""
    match = session.match
    return action.knows(match) and action.client_id not in match.by_client_id and may_act(session, action.intent.person or "")


def find_known(session: MatchSession, action: Action) -> list[Event] | None:
    """Return the events of an action sent before; None if it is new. Raise an error if it is outdated."""
    match = session.match
    session.refuse_if_removed()
    if known := match.by_client_id.get(action.client_id):
        return _find_repeated(match, known, action)
    if not may_act(session, action.person):
        raise MatchError("not_your_seat")
    if not action.knows(match):
        raise ProblemError("stale", events=match.list_events_after(action.seq))
    return None


def _find_repeated(match: Match, known: Event, action: Action) -> list[Event]:
    """Return the events of an action that was carried out before."""
    acting = match.find_actor(known)
    others = match.gathering is not None and acting is not None and match.seats[acting].person not in (None, action.person)
    if others or known.kind not in LEADING_TO.get(action.type, (action.type,)):
        raise ProblemError("client_id_reused")
    if action.type == MOVE and known.data["move"] != action.intent.move:
        raise ProblemError("client_id_reused")
    later = match.list_events_after(known.seq)
    return [known, *(event for event in later[:1] if event.kind in FOLLOWING.get(known.kind, ()))]


def may_see(session: MatchSession, person: str) -> bool:
    """Tell whether a person may see a match: it is theirs, they play in it, or everybody may watch."""
    match = session.match
    if session.owner == person or match.gathering is None:
        return session.owner == person
    return match.gathering.watchable or any(person in (seat.person, seat.reserved) for seat in match.seats.values())


def may_act(session: MatchSession, person: str) -> bool:
    """Tell whether a person plays in a match, or shares the screen on which it is played."""
    return session.match.gathering is None or bool(session.match.list_seats_of(person))
