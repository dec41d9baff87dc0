"""What a match played for rating says about the people in it: who was with whom, who came first, and who left.

A match counts if people alone began it, each with one seat, by the usual rules and from the beginning; if every side has had
two turns; and if it has ended, by the rules or otherwise. Whoever left so that a computer took over has lost, whatever the
computer made of it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from banmen.core.board import Player
from banmen.core.game import Game
from banmen.core.options import TEAMS
from banmen.match.events import BEGIN, HAND_OVER, JOIN, MOVE, PRIVATE, THROW
from banmen.match.match_state import Match
from banmen.match.seats import HUMAN

LEAST_TURNS: Final = 2  # of each side
FIRST, SECOND, LEFT = 0, 1, 2  # ranks


@dataclass(frozen=True)
class RatedResult:
    """The people of a match by teams, and the rank of each team; those who left before the end."""

    teams: tuple[tuple[str, ...], ...]
    ranks: tuple[int, ...]  # equal for a draw
    left: frozenset[str] = frozenset()

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who played."""
        return tuple(person for team in self.teams for person in team)


def has_usual_rules(game: Game) -> bool:
    """Return whether a game is played as published; how many play, and who with whom, may be chosen.

    >>> import banmen
    >>> [has_usual_rules(banmen.game("kariuchi", **options)) for options in ({}, {"pieces": 2})]
    [True, False]
    """
    free = {option.name for option in game.option_list if option.kind == TEAMS} | {"players"}
    return not set(game.changed_options) - free


def can_be_rated(match: Match) -> bool:
    """Return whether a match that is about to be played can count for ratings."""
    first = match.events[0].data
    people_alone = all(seat["who"] == HUMAN for seat in first["seats"])
    return people_alone and len(match.game.teams) > 1 and first["start"] is None and has_usual_rules(match.game)


def read_rated_result(match: Match) -> RatedResult | None:
    """Return a finished match's result for ratings, or None if it does not count."""
    if match.gathering is None or not match.gathering.rated or not match.over or not can_be_rated(match):
        return None
    people = _list_people(match)
    if len(set(people.values())) < len(match.game.players) or not _was_played(match):
        return None
    gone = _list_gone(match)
    winners = match.standing.result or ()
    teams, ranks = [], []
    for team in match.game.teams:
        teams.append(tuple(people[player] for player in team))
        won = not winners or any(player in winners for player in team)
        ranks.append(LEFT if gone.issuperset(team) else FIRST if won else SECOND)
    return RatedResult(tuple(teams), tuple(ranks), frozenset(people[player] for player in gone))


def _list_people(match: Match) -> dict[Player, str]:
    """Return who has begun to play for each player, those included whose seat a computer has taken.

    Whoever takes their seat to another device afterwards goes on for the same rating: else a game that is lost could be left to
    somebody made up.
    """
    people: dict[Player, str] = {}
    for event in takewhile(lambda one: one.kind != BEGIN, match.events):
        player = match.find_player(event.data.get("player", "")) if event.kind == JOIN else None
        if player is not None:
            people[player] = event.data[PRIVATE]["person"]
    return people


def _list_gone(match: Match) -> frozenset[Player]:
    """Return the players whose seat was handed to a computer."""
    named = [match.find_player(event.data["player"]) for event in match.events if event.kind == HAND_OVER]
    return frozenset(player for player in named if player is not None)


def _was_played(match: Match) -> bool:
    """Return whether every side has had its turns; a throw and its move are one."""
    throws: Counter[Player] = Counter()
    moves: Counter[Player] = Counter()
    for event in match.line:
        if event.kind in (THROW, MOVE):
            (throws if event.kind == THROW else moves)[match.before[event.seq].turn] += 1
    return all(max(sum(one[player] for player in team) for one in (throws, moves)) >= LEAST_TURNS for team in match.game.teams)
