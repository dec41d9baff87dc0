"""Views of challenges, ratings and people: nothing that identifies a person without their consent."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import orjson
from typing_extensions import TypedDict

from banmen.core.catalogues import find_base_language
from banmen.core.messages import Catalogue
from banmen.match.match_state import Match
from banmen.match.match_views import match_url
from banmen.match.seat_names import name_guest, number_guest
from banmen.presentation.about import name_game
from banmen.server.clock_presets import describe_clock
from banmen.server.http.game_views import games_view
from banmen.server.lobby.challenges import PairingState
from banmen.server.lobby.rating_history_chart import draw_history
from banmen.server.lobby.rating_rules import Rating, show_points
from banmen.server.lobby.ratings import read_rating
from banmen.server.store.lobby_rows import OpenChallenge
from banmen.server.store.rating_rows import ChangeRow, RatingRow

messages = Catalogue(__name__)
MOST_GAMES = 20  # of one person, in a list


class RatingView(TypedDict):
    """A person's estimated strength, and whether it rests on enough games."""

    points: int
    spread: int
    sure: bool
    games: int
    words: str


class ChallengeView(TypedDict):
    """A challenge that anybody may accept."""

    match: str
    game: str
    title: str
    name: str
    options: list[str]
    clock: str
    rated: bool
    rating: RatingView | None
    least: int | None
    most: int | None
    open: int
    age: int  # seconds
    yours: bool


class GameCount(TypedDict):
    """The number of people waiting and of matches played in a game."""

    game: str
    waiting: int
    playing: int


class LobbyView(TypedDict):
    """The open challenges."""

    challenges: list[ChallengeView]
    counts: list[GameCount]


class OwnChallenges(TypedDict):
    """A person's own open challenges."""

    challenges: list[ChallengeView]


class CountsView(TypedDict):
    """The activity in the lobby."""

    counts: list[GameCount]


class PairingView(TypedDict):
    """A match to join: `waiting` for somebody, `found` somebody waiting, or `ready` once everybody has joined.

    `commitment` is what the server commits to before it learns anybody's number.
    """

    state: PairingState
    match: str
    player: str | None
    commitment: str
    url: str


class RecordView(TypedDict):
    """A person's results, counted."""

    wins: int
    losses: int
    draws: int


class PlaceView(RecordView):
    """A place on a leaderboard."""

    place: int
    name: str
    rating: RatingView


class BoardView(TypedDict):
    """The best players of a game, of those who agreed to be named."""

    game: str
    title: str
    places: list[PlaceView]


class GameRatingView(RecordView):
    """A person's rating at a game, and its history."""

    game: str
    title: str
    rating: RatingView
    chart: str


class RatedGameView(TypedDict):
    """A rated game of a person."""

    game: str
    title: str
    date: str
    outcome: Literal["win", "loss", "draw"]
    words: str
    points: int
    change: int
    match: str | None  # shown only to the person


class ProfileView(TypedDict):
    """The profile of a person who plays for rating."""

    name: str
    ratings: list[GameRatingView]
    games: list[RatedGameView]


# Challenges.


def challenge_view(one: OpenChallenge, names: Mapping[str, str], person: str, lang: str, now: float) -> ChallengeView:
    """Return the public view of a challenge."""
    row = one.row
    return {
        "match": row.match,
        "game": row.game,
        "title": name_game(row.game, lang),
        "name": names.get(row.person) or name_guest(number_guest(row.match), lang),
        "options": describe_options(row.game, orjson.loads(row.options), lang),
        "clock": describe_clock(orjson.loads(row.clock), lang),
        "rated": bool(row.rated),
        "rating": rating_view(Rating(row.mu, row.sigma, row.games), lang) if row.rated else None,
        "least": row.least,
        "most": row.most,
        "open": one.open,
        "age": max(0, int(now - row.created)),
        "yours": row.person == person,
    }


def pairing_view(state: PairingState, match: Match, player: str | None = None) -> PairingView:
    """Return a match for the person who is to join it."""
    commitment = match.events[0].data["commitment"] or ""
    return {"state": state, "match": match.id, "player": player, "commitment": commitment, "url": match_url(match.id)}


def describe_options(game: str, options: Mapping[str, Any], lang: str) -> list[str]:
    """Return the options that differ from the defaults, in words."""
    described = next((one for one in games_view(find_base_language(lang)) if one["name"] == game), None)
    known = {option["name"]: option for option in described["options"]} if described else {}
    found = []
    for name, value in options.items():
        if name in known:
            label = next((one["label"] for one in known[name]["values"] if one["value"] == value), str(value))
            found.append(messages.text("lobby.option", lang, name=known[name]["label"], value=label))
    return found


# Ratings.


def rating_view(rating: Rating, lang: str) -> RatingView:
    """Return the view of a rating, with a question mark while it rests on few games."""
    key = "rating.sure" if rating.is_sure else "rating.unsure"
    return {
        "points": rating.points,
        "spread": rating.spread,
        "sure": rating.is_sure,
        "games": rating.games,
        "words": messages.text(key, lang, points=rating.points, spread=rating.spread),
    }


def board_view(game: str, rows: Sequence[RatingRow], names: Mapping[str, str], most: int, lang: str) -> BoardView:
    """Return a leaderboard of those who may be named."""
    places: list[PlaceView] = [
        {"place": 0, "name": names[row.person], "rating": rating_view(read_rating(row), lang), **_record(row)}
        for row in rows
        if row.person in names
    ]
    for number, place in enumerate(places, 1):
        place["place"] = number
    return {"game": game, "title": name_game(game, lang), "places": places[:most]}


def profile_view(
    name: str, rows: Sequence[RatingRow], changes: Sequence[ChangeRow], lang: str, own: bool = False
) -> ProfileView:
    """Return a person's profile; only they see links to the matches."""
    return {
        "name": name,
        "ratings": [
            {
                "game": row.game,
                "title": name_game(row.game, lang),
                "rating": rating_view(read_rating(row), lang),
                "chart": _draw_chart(row.game, changes, lang),
                **_record(row),
            }
            for row in rows
        ],
        "games": [_rated_game_view(change, lang, own) for change in changes[:MOST_GAMES]],
    }


def _draw_chart(game: str, changes: Sequence[ChangeRow], lang: str) -> str:
    own = [change for change in reversed(changes) if change.game == game]
    points = [(show_points(change.mu), Rating(change.mu, change.sigma).spread) for change in own]
    return draw_history(points, name_game(game, lang), find_base_language(lang))


def _record(row: RatingRow) -> RecordView:
    return {"wins": row.wins, "losses": row.losses, "draws": row.draws}


def _rated_game_view(change: ChangeRow, lang: str, own: bool) -> RatedGameView:
    outcome: Any = change.outcome
    return {
        "game": change.game,
        "title": name_game(change.game, lang),
        "date": f"{datetime.datetime.fromtimestamp(change.at, datetime.UTC):%Y-%m-%d}",
        "outcome": outcome,
        "words": messages.text(f"rating.{outcome}", lang),
        "points": show_points(change.mu),
        "change": show_points(change.mu) - show_points(change.before),
        "match": change.match if own else None,
    }
