"""Which blocks of a tournament are still to be played, and the score of each pair."""

from __future__ import annotations

from dataclasses import dataclass, field

from banmen.lab.elo import Sprt
from banmen.lab.journal import Block, Journal
from banmen.lab.scores import Pair, Score, Thinking
from banmen.lab.worker_pool import Task

TASK_SECONDS = 0.5  # what is handed to a process at a time
MOST_BLOCKS_A_TASK = 500


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
        """Count the blocks that the journal already holds."""
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
        """Return whether a pair needs no more games."""
        return self.counted[pair] >= self.blocks or self.verdicts[pair] is not None

    def take(self, block: Block) -> None:
        """Add a finished block."""
        first, second = block["players"]
        self.journal.add(block)
        self.seconds[first, second] = sum(game["cpu"] for game in block["games"])
        self.count((first, second))

    def choose_task(self) -> Task | None:
        """Return blocks to play next, as many as make a worthwhile piece of work; None if all are given out."""
        waiting = [(block, pair) for pair in self.pairs if (block := self._find_next(pair)) < self.blocks]
        if not waiting:
            return None
        first, pair = min(waiting, key=lambda found: found[0])
        most = min(MOST_BLOCKS_A_TASK, max(1, int(TASK_SECONDS / max(1e-6, self.seconds.get(pair, TASK_SECONDS)))))
        number = 0
        while number < most and first + number < self.blocks and not self._is_taken(pair, first + number):
            self.given.add((*pair, first + number))
            number += 1
        return {"players": list(pair), "first": first, "number": number}

    def _find_next(self, pair: Pair) -> int:
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
        """Return the score of a pair."""
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


def score_of(block: Block) -> float:
    """Return the first player's share of the points of a block."""
    found: float = sum(game["points"] for game in block["games"]) / len(block["games"])
    return found
