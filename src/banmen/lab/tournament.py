"""Tournaments: who meets whom, how many games, on how many processes, and what came out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from pathlib import Path

from banmen.core.errors import BanmenError, refuse_unless_whole, shown
from banmen.core.game import Game
from banmen.core.messages import Message, all_of, message
from banmen.lab.elo import Estimate, Rating, Sprt, estimate, rate_players
from banmen.lab.fair_blocks import MOST_PLIES, Conditions, check_players, default_plies, play_block, seatings, warm_up
from banmen.lab.journal import Block, Journal
from banmen.lab.worker_pool import Task, WorkerPool

ALL, LADDER, GAUNTLET = "all", "ladder", "gauntlet"
PAIRINGS = (ALL, LADDER, GAUNTLET)
MOST_GAMES = 10**7
MOST_JOBS = 256
TASK_SECONDS = 0.5  # what is handed to a process at a time
MOST_BLOCKS_A_TASK = 500
Pair = tuple[str, str]


class TournamentError(BanmenError):
    """A tournament was asked for that cannot be played."""

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

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def estimate(self) -> Estimate:
        """What the games tell of the true score."""
        return estimate(self.counts, self.block_games)

    @property
    def score(self) -> float:
        """The share of the points."""
        return self.estimate.score

    @property
    def low(self) -> float:
        """The lower end of the score's 95 % interval."""
        return self.estimate.low

    @property
    def high(self) -> float:
        """The upper end of the score's 95 % interval."""
        return self.estimate.high

    @property
    def elo(self) -> float:
        """The Elo difference."""
        return self.estimate.elo

    @property
    def elo_low(self) -> float:
        """The lower end of the Elo difference's 95 % interval."""
        return self.estimate.elo_low

    @property
    def elo_high(self) -> float:
        """The upper end of the Elo difference's 95 % interval."""
        return self.estimate.elo_high


@dataclass(frozen=True)
class Tournament:
    """All results of a tournament."""

    terms: Conditions
    players: tuple[str, ...]
    pairs: dict[Pair, Score]
    sprt: Sprt | None = None
    complete: bool = True  # whether all games that were asked for have been played

    def ratings(self, anchor: str | None = None) -> list[Rating]:
        """Return the Elo points of all players, the best first; the anchor (by default the first player) has none."""
        if anchor is not None and anchor not in self.players:
            raise TournamentError(anchor_is_absent(anchor))
        return rate_players(self.players, {pair: score.estimate for pair, score in self.pairs.items()}, anchor)


def anchor_is_absent(anchor: str) -> Message:
    """Return what is wrong with an anchor who is none of the players."""
    absent = "the anchor {anchor} does not play", "基準の{anchor}は対局しません。大会に出るプレイヤーから選んでください"
    return message(*absent, anchor=shown(anchor))


@dataclass
class Schedule:
    """What is still to be played: blocks are given out one player pair after the other, so that all advance together."""

    pairs: list[Pair]
    journal: Journal
    blocks: int
    sprt: Sprt | None = None
    block_games: int = 2
    given: set[tuple[str, str, int]] = field(default_factory=set)
    counted: dict[Pair, int] = field(default_factory=dict)  # how many blocks in order have been looked at
    counts: dict[Pair, dict[float, int]] = field(default_factory=dict)
    verdicts: dict[Pair, str | None] = field(default_factory=dict)
    seconds: dict[Pair, float] = field(default_factory=dict)  # what a block takes

    def __post_init__(self) -> None:
        """Count what the journal holds already."""
        for pair in self.pairs:
            self.counted[pair], self.counts[pair], self.verdicts[pair] = 0, {}, None
            self.count(pair)

    def count(self, pair: Pair) -> None:
        """Count the blocks of a pair as far as they are there without a gap.

        A sequential test looks at them in this order, so that it ends at the same block however many processes play.
        """
        counts = self.counts[pair]
        while not self.is_done(pair) and (block := self.journal.blocks.get((*pair, self.counted[pair]))):
            value = score_of(block)
            counts[value] = counts.get(value, 0) + 1
            self.counted[pair] += 1
            if self.sprt:
                self.verdicts[pair] = self.sprt.verdict(counts)

    def is_done(self, pair: Pair) -> bool:
        """Tell whether a pair needs no more games."""
        return self.counted[pair] >= self.blocks or self.verdicts[pair] is not None

    def take(self, block: Block) -> None:
        """Take in a finished block."""
        first, second = block["players"]
        self.journal.add(block)
        self.seconds[first, second] = sum(game["cpu"] for game in block["games"])
        self.count((first, second))

    def next_task(self) -> Task | None:
        """Return blocks to play next, as many as make a worthwhile piece of work; None if all are given out."""
        waiting = [(block, pair) for pair in self.pairs if (block := self._next(pair)) < self.blocks]
        if not waiting:
            return None
        first, pair = min(waiting, key=lambda found: found[0])
        most = min(MOST_BLOCKS_A_TASK, max(1, int(TASK_SECONDS / max(1e-6, self.seconds.get(pair, TASK_SECONDS)))))
        number = 0
        while number < most and first + number < self.blocks and not self._is_taken(pair, first + number):
            self.given.add((*pair, first + number))
            number += 1
        return {"players": list(pair), "first": first, "number": number}

    def _next(self, pair: Pair) -> int:
        if self.is_done(pair):
            return self.blocks
        block = self.counted[pair]
        while block < self.blocks and self._is_taken(pair, block):
            block += 1
        return block

    def _is_taken(self, pair: Pair, block: int) -> bool:
        return (*pair, block) in self.given or (*pair, block) in self.journal.blocks

    @property
    def done(self) -> int:
        """The number of games finished and counted."""
        return sum(self.counted.values()) * self.block_games

    def score(self, pair: Pair) -> Score:
        """Return how a pair stands."""
        blocks = tuple(self.journal.blocks[(*pair, index)] for index in range(self.counted[pair]))
        games = [game for block in blocks for game in block["games"]]
        found = [game["points"] for game in games]
        thinking = [Thinking(), Thinking()]
        for game in games:
            thinking = [before.with_game(*times) for before, times in zip(thinking, game["times"], strict=True)]
        return Score(
            pair,
            self.block_games,
            blocks,
            dict(self.counts[pair]),
            wins=found.count(1),
            draws=found.count(0.5),
            losses=found.count(0),
            unfinished=sum("unfinished" in game for game in games),
            moves=sum(game["moves"] for game in games) / max(1, len(games)),
            cpu=sum(game["cpu"] for game in games),
            thinking=(thinking[0], thinking[1]),
            verdict=self.verdicts[pair],
        )


@dataclass(frozen=True)
class Standing:
    """What a progress report tells: games finished, games asked for, and the scores of the pairs by their counts."""

    done: int
    games: int
    pairs: dict[Pair, Estimate]


Progress = Callable[[Standing], None]


def score_of(block: Block) -> float:
    """Return the first player's share of the points of a block."""
    found: float = sum(game["points"] for game in block["games"]) / len(block["games"])
    return found


def list_pairs(players: Sequence[str], pairing: str) -> list[Pair]:
    """Return who meets whom: everybody, neighbours only, or the first player all others.

    >>> meetings(["a", "b", "c"], "all"), meetings(["a", "b", "c"], "ladder"), meetings(["a", "b", "c"], "gauntlet")
    ([('a', 'b'), ('a', 'c'), ('b', 'c')], [('a', 'b'), ('b', 'c')], [('a', 'b'), ('a', 'c')])
    """
    if pairing not in PAIRINGS:
        raise TournamentError(
            message(
                "the pairing must be one of {known}, not {pairing}",
                "組み合わせは{known}のどれかです。{pairing}にはできません",
                known=all_of(PAIRINGS),
                pairing=shown(pairing),
            )
        )
    if len(players) < 2:
        raise TournamentError(message("a tournament needs at least two players", "大会にはプレイヤーが2人以上必要です"))
    if pairing == GAUNTLET:
        return [(players[0], other) for other in players[1:]]
    return list(pairwise(players) if pairing == LADDER else combinations(players, 2))


def cores() -> int:
    """Return the number of processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play(
    game: Game,
    players: Sequence[str],
    games: int = 400,
    *,
    seed: int = 0,
    pairing: str = ALL,
    sprt: Sprt | None = None,
    opening_plies: int | None = None,
    jobs: int | None = None,
    out: Path | str | None = None,
    keep_moves: bool = False,
    any_code: bool = False,
    progress: Progress | None = None,
) -> Tournament:
    """Play a tournament and return its results.

    `games` are played between any two who meet, rounded up to whole blocks; with a sequential test they are the most. `out` is
    the file that keeps what was played, and from which a tournament goes on. After Ctrl-C the results so far are returned, with
    `complete` false. Players with budgets in nodes give the same results again, whatever the number of `jobs`.

    >>> import banmen
    >>> result = play(banmen.game("kariuchi", pieces=1), ["greedy", "random"], 20, seed=1, jobs=1)
    >>> result.pairs["greedy", "random"].games
    20
    """
    pairs = list_pairs(players, pairing)
    check_players(game, list(players))
    refuse_unless_whole(message("the number of games", "対局の数"), games, 1, MOST_GAMES, TournamentError)
    jobs = cores() if jobs is None else jobs
    refuse_unless_whole(message("the number of jobs", "プロセスの数"), jobs, 1, MOST_JOBS, TournamentError)
    refuse_unless_whole(message("the seed", "乱数の種"), seed, 0, 2**61, TournamentError)
    plies = default_plies(game) if opening_plies is None else opening_plies
    refuse_unless_whole(message("the number of opening plies", "序盤の手の数"), plies, 0, MOST_PLIES, TournamentError)
    terms = Conditions(game, seed, plies, keep_moves)
    size = len(seatings(game))
    with Journal(Path(out) if out is not None else None, terms, any_code=any_code) as journal:
        schedule = Schedule(pairs, journal, -(-games // size), sprt, size)
        try:
            for _ in _play_rest(terms, players, schedule, jobs):
                if progress:
                    standing = {pair: estimate(schedule.counts[pair], size) for pair in pairs}
                    progress(Standing(schedule.done, schedule.blocks * size * len(pairs), standing))
        except KeyboardInterrupt:
            pass  # the results so far are worth having
        complete = all(schedule.is_done(pair) for pair in pairs)
        return Tournament(terms, tuple(players), {pair: schedule.score(pair) for pair in pairs}, sprt, complete)


def _play_rest(terms: Conditions, players: Sequence[str], schedule: Schedule, jobs: int) -> Iterator[None]:
    """Play all that is left, and stop after each piece of news."""
    if all(schedule.is_done(pair) for pair in schedule.pairs):
        return
    if jobs == 1:
        warm_up(terms, players)
        while task := schedule.next_task():
            for block in range(task["first"], task["first"] + task["number"]):
                games = play_block(terms, task["players"], block)
                schedule.take({"players": task["players"], "block": block, "games": games})
                yield
        return
    with WorkerPool(terms, players, jobs) as crew:
        while not all(schedule.is_done(pair) for pair in schedule.pairs):
            for worker in crew.idle():
                if task := schedule.next_task():
                    worker.give(task)
            for report in crew.reports():
                schedule.take(report)
            yield
