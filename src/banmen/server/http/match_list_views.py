"""Views of matches in a list: as they stand, or by their rows where they were not read."""

from __future__ import annotations

from banmen.core import registry
from banmen.core.messages import Catalogue
from banmen.match.match_state import Match
from banmen.match.match_views import MatchShort, match_short, match_url
from banmen.match.readers import make_reader
from banmen.presentation.about import name_game
from banmen.server.match_lists import UnreadMatch
from banmen.server.problems import ProblemError
from banmen.server.seat_choices import VISITOR_PLAYERS

messages = Catalogue(__name__)


def list_match(match: Match | UnreadMatch, lang: str, person: str) -> MatchShort:
    """Return a match for the list of a person."""
    if isinstance(match, Match):
        return match_short(match, VISITOR_PLAYERS, make_reader(match, lang, person))
    row, last = match.row, match.last
    return {
        "id": row.id,
        "game": row.game,
        "options": {},
        "title": name_any_game(row.game, lang),
        "players": [],
        "own": [],
        "status": _describe_unread(match, lang),
        "yours": False,
        "result": None,
        "steps": 0,
        "seq": last.seq if last and match.readable else 0,
        "position": "",
        "created": row.created,
        "updated": row.finished or (last.at if last and match.readable else row.created),
        "finished": row.finished,
        "url": match_url(row.id) if match.readable else "",
    }


def _describe_unread(match: UnreadMatch, lang: str) -> str:
    if not match.readable:
        return ProblemError("unreadable_match").text(lang)
    return messages.text("lists.unread_over" if match.row.finished else "lists.unread", lang)


def name_any_game(game: str, lang: str) -> str:
    """Return the name of a game; for one that is no longer installed, the name it was stored under."""
    return name_game(game, lang) if game in registry.names() else game
