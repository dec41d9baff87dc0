"""The scores of a tournament: how two players fared, and the table of all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import overload

from banmen.core.errors import BanmenError, quote_value
from banmen.core.messages import Catalogue, Message
from banmen.lab.elo import EloRating, Estimate, Sprt, estimate, rate_players
from banmen.lab.fair_blocks import Conditions
from banmen.lab.journal import Block
from banmen.lab.seat_results import SeatResults, count_seats

messages = Catalogue(__name__)

Pair = tuple[str, str]


class TournamentError(BanmenError):
    """The requested tournament cannot be played."""

    code = "bad_tournament"


@dataclass(frozen=True)
class Thinking:
    """How long a player thought about the moves that were not forced."""

    moves: int = 0
    seconds: float = 0.0
    most: float = 0.0
    cpu: float = 0.0  # seconds of processor time, which other work on the machine does not disturb

    @property
    def mean(self) -> float:
        """Seconds a move."""
        return self.seconds / self.moves if self.moves else 0.0

    @property
    def mean_cpu(self) -> float:
        """Seconds of processor time a move."""
        return self.cpu / self.moves if self.moves else 0.0

    def with_game(self, moves: float, seconds: float, most: float, cpu: float) -> Thinking:
        """Return this with the decisions of one more game."""
        return Thinking(self.moves + int(moves), self.seconds + seconds, max(self.most, most), self.cpu + cpu)


class _FromEstimate:
    """A number of a score that its estimate holds under the same name."""

    def __init__(self, doc: str) -> None:
        self.__doc__ = doc

    def __set_name__(self, _owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, score: None, owner: type) -> _FromEstimate: ...
    @overload
    def __get__(self, score: Score, owner: type) -> float: ...
    def __get__(self, score: Score | None, owner: type) -> _FromEstimate | float:
        return self if score is None else float(getattr(score.estimate, self.name))


@dataclass(frozen=True)
class Score:
    """How two players fared against each other, seen by the first."""

    players: Pair
    block_games: int  # how many games a block has
    blocks: tuple[Block, ...]  # in order, without gaps
    counts: dict[float, int]  # how many blocks had which score
    wins: int = 0
    draws: int = 0
    losses: int = 0
    unfinished: int = 0  # of the draws, those broken off for their length
    moves: float = 0.0  # a game, on average
    cpu: float = 0.0  # seconds in all
    thinking: tuple[Thinking, Thinking] = (Thinking(), Thinking())
    verdict: str | None = None  # of the sequential test: elo0, elo1 or None

    def __repr__(self) -> str:
        first, second = (quote_value(player, 30) for player in self.players)
        return f"<Score of {first} against {second}: {self.wins}-{self.draws}-{self.losses}>"

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def estimate(self) -> Estimate:
        """The estimated true score."""
        return estimate(self.counts, self.block_games)

    score = _FromEstimate("The share of the points.")
    low = _FromEstimate("The lower end of the score's 95 % interval.")
    high = _FromEstimate("The upper end of the score's 95 % interval.")
    elo = _FromEstimate("The Elo difference.")
    elo_low = _FromEstimate("The lower end of the Elo difference's 95 % interval.")
    elo_high = _FromEstimate("The upper end of the Elo difference's 95 % interval.")


@dataclass(frozen=True)
class Tournament:
    """All results of a tournament."""

    conditions: Conditions
    players: tuple[str, ...]
    pairs: dict[Pair, Score]
    sprt: Sprt | None = None
    complete: bool = True  # whether all requested games have been played

    def __repr__(self) -> str:
        games = sum(score.games for score in self.pairs.values())
        return f"<Tournament of {self.conditions.game.name}: {len(self.players)} players, {games:,} games>"

    def ratings(self, anchor: str | None = None) -> list[EloRating]:
        """Return the Elo points of the players, the best first; the anchor (by default the first player) has none.

        Players who are not connected to the anchor by games are left out.
        """
        if anchor is not None and anchor not in self.players:
            raise TournamentError(refuse_anchor(anchor))
        return rate_players(self.players, {pair: score.estimate for pair, score in self.pairs.items()}, anchor)

    @property
    def seat_results(self) -> SeatResults:
        """The results by seat, team and starting player over all games, whoever played there."""
        blocks = [block for score in self.pairs.values() for block in score.blocks]
        return count_seats(self.conditions.game, [game for block in blocks for game in block["games"]])


def refuse_anchor(anchor: str) -> Message:
    """Return the error for an anchor that is not one of the players."""
    return messages("tournament.unknown_anchor", anchor=quote_value(anchor))
