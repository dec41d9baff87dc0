"""A game looked at step by step: what each throw brought, what each move gave away, and what that makes for each player.

Luck belongs to whoever throws: the thrower's chance to win after the throw, less that before it. Skill is what a move loses
against the best one. What a game begins with, plus all luck, less all losses, is how it ends, but for the noise of estimates:
the difference between what a move was thought to lead to and what is thought of that position itself.
"""

from __future__ import annotations

import functools
from collections import Counter
from dataclasses import dataclass
from typing import Any

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.move import Move
from banmen.core.record import Record
from banmen.engine.analysis.position_values import (
    BLUNDER,
    MISTAKE,
    ONLY,
    VERDICTS,
    Chances,
    MoveAnalysis,
    PositionAnalysis,
    compute_final_chances,
    list_chances,
    round_chance,
)

LUCKY = 0.05  # of a chance to win, gained or lost by one throw, is worth a mark
TURNING = 0.05  # the least change that counts as a turning point
MOST_TURNING_POINTS = 5


@dataclass(frozen=True)
class StepAnalysis:
    """One step of a game: a throw, where one was due, and a move. The last step of a game may lack its move."""

    index: int  # from 0
    turn: int  # the number of the turn, as the record writes it
    player: Player
    position: Position  # before the throw
    throw: int | None
    before: Chances  # before the throw
    decision: PositionAnalysis  # after the throw
    played: MoveAnalysis | None
    after: Chances  # after the move, as far as could be seen from before it
    throws: tuple[tuple[int, float, float], ...]  # all throws that could have come: value, probability, luck
    nodes: int  # looked at for this step

    def __repr__(self) -> str:
        step = f"{'' if self.throw is None else f'{self.throw}:'}{self.played.move if self.played else ''}"
        return f"<StepAnalysis {self.index}: {step} by {self.player}, {self.verdict or 'no move'}, loss {self.loss:.3f}>"

    @property
    def luck(self) -> float | None:
        """What the throw added to the thrower's chance; None if nothing was thrown in this step."""
        return self.decision.chances[self.player] - self.before[self.player] if self.throws else None

    @property
    def best(self) -> MoveAnalysis:
        """The best move."""
        return self.decision.moves[0]

    @property
    def loss(self) -> float:
        """What the move gave away against the best one."""
        return self.played.loss if self.played else 0.0

    @property
    def verdict(self) -> str | None:
        """What the move is called; None if there is none."""
        return self.played.verdict if self.played else None

    @property
    def decided(self) -> bool:
        """Whether there was anything to decide."""
        return self.played is not None and self.played.verdict != ONLY

    @property
    def stake(self) -> float:
        """What could be lost by the worst move."""
        return max(move.loss for move in self.decision.moves)

    @property
    def lucky(self) -> int:
        """1 for a lucky throw, -1 for an unlucky one, 0 for neither."""
        return 0 if self.luck is None or abs(self.luck) < LUCKY else 1 if self.luck > 0 else -1

    def to_json(self) -> dict[str, Any]:
        """Return the step as a plain dictionary for JSON."""
        played = self.played
        return {
            "step": self.index + 1,
            "turn": self.turn,
            "player": self.player,
            "position": self.position.text,
            "throw": self.throw,
            "luck": None if self.luck is None else round_chance(self.luck),
            "chances_before": list_chances(self.before),
            "chances_thrown": list_chances(self.decision.chances),
            "chances_after": list_chances(self.after),
            "move": played.move.text if played else None,
            "chance": round_chance(played.chance) if played else None,
            "loss": round_chance(self.loss) if played else None,
            "verdict": self.verdict,
            "best": self.best.move.text,
            "line": [move.text for move in self.decision.line],
            "choices": len(self.decision.moves),
            "exact": self.decision.exact,
            "depth": self.decision.depth,
            "throws": [
                {"throw": value, "probability": round_chance(probability), "luck": round_chance(luck)}
                for value, probability, luck in self.throws
            ],
        }


@dataclass(frozen=True)
class Totals:
    """What a whole game makes for one player."""

    throws: int
    luck: float
    decisions: int
    loss: float
    counts: dict[str, int]  # of moves by what they are called
    accuracy: (
        float | None
    )  # what was kept of all that was at stake: 1 for the best moves only, 0 for the worst; None if nothing was

    @property
    def mean_loss(self) -> float:
        """What a decision lost on average."""
        return self.loss / self.decisions if self.decisions else 0.0

    def to_json(self) -> dict[str, Any]:
        """Return the totals as a plain dictionary for JSON."""
        return {
            "throws": self.throws,
            "luck": round_chance(self.luck),
            "decisions": self.decisions,
            "loss": round_chance(self.loss),
            "mean_loss": round_chance(self.mean_loss),
            "accuracy": None if self.accuracy is None else round_chance(self.accuracy),
            "verdicts": self.counts,
        }


@dataclass(frozen=True)
class TurningPoint:
    """A throw or a move that changed much for the player who made it."""

    index: int
    kind: str  # throw or move
    player: Player
    change: float


@dataclass(frozen=True)
class GameAnalysisData:
    """A game with what is known of its steps so far, as plain data; `GameAnalysis` adds the picture."""

    record: Record
    steps: tuple[StepAnalysis, ...]  # from the first step on, as many as have been looked at
    done: float  # how much of the work is done, 0 to 1

    @property
    def complete(self) -> bool:
        """Whether everything has been looked at for as long as was asked."""
        return self.done >= 1

    @property
    def result(self) -> Chances | None:
        """Everybody's chance at the end; None if the game is not decided."""
        won = self.record.result
        return None if won is None else compute_final_chances(self.record.game, won)

    @functools.cached_property
    def totals(self) -> dict[Player, Totals]:
        """What the game makes for each player."""
        return {player: _add_up([step for step in self.steps if step.player == player]) for player in self.record.game.players}

    @functools.cached_property
    def turning_points(self) -> tuple[TurningPoint, ...]:
        """The throws and moves that changed most, the biggest first."""
        found = []
        for step in self.steps:
            found.append(TurningPoint(step.index, "throw", step.player, step.luck or 0.0))
            if step.verdict in (MISTAKE, BLUNDER):  # whatever else seems to be lost may be noise
                found.append(TurningPoint(step.index, "move", step.player, -step.loss))
        found = [point for point in found if abs(point.change) >= TURNING]
        return tuple(sorted(found, key=lambda point: -abs(point.change))[:MOST_TURNING_POINTS])

    @property
    def sides(self) -> tuple[tuple[Player, ...], ...]:
        """The players who win together."""
        return self.record.game.teams

    def noise(self, player: Player) -> float:
        """Return what neither luck nor moves explain: the sum of what estimates of the same position differ by."""
        ends = [step.after[player] for step in self.steps]
        begins = [step.before[player] for step in self.steps[1:]]
        if len(self.steps) == len(self.record.steps) and self.record.final.over:
            begins.append(compute_final_chances(self.record.game, self.record.final.winner or ())[player])
        return sum(begin - end for begin, end in zip(begins, ends, strict=False))

    def to_json(self) -> dict[str, Any]:
        """Return the analysis as a plain dictionary for JSON; players are named as in positions."""
        record = self.record
        return {
            "game": record.game.name,
            "options": record.game.options,
            "tags": dict(record.tags),
            "players": record.game.players,
            "sides": self.sides,
            "result": record.result,
            "complete": self.complete,
            "engine": self.steps[0].decision.engine if self.steps else None,
            "steps": [step.to_json() for step in self.steps],
            "totals": [{"player": player, **total.to_json()} for player, total in self.totals.items()],
            "turning_points": [
                {"step": point.index + 1, "kind": point.kind, "player": point.player, "change": round_chance(point.change)}
                for point in self.turning_points
            ],
            "noise": list_chances({player: self.noise(player) for player in record.game.players}),
        }


def _add_up(steps: list[StepAnalysis]) -> Totals:
    lucks = [step.luck for step in steps if step.luck is not None]
    decided = [step for step in steps if step.decided]
    loss, stake = sum(step.loss for step in decided), sum(step.stake for step in decided)
    counts = Counter(step.verdict for step in steps)
    return Totals(
        len(lucks),
        sum(lucks),
        len(decided),
        loss,
        {name: counts[name] for name in VERDICTS},
        1 - loss / stake if stake else None,
    )


def step_analysis(index: int, turn: int, found: PositionAnalysis, throw: int | None, move: Move | None) -> StepAnalysis:
    """Put together a step from what is known of the position before it; `after` is filled in by whoever knows it."""
    player = found.position.turn
    thrown = next((one for one in found.throws if one.value == throw), None)
    decision = thrown.after if thrown else found
    return StepAnalysis(
        index,
        turn,
        player,
        found.position,
        throw,
        found.chances,
        decision,
        decision.move(move) if move else None,
        decision.chances,
        tuple((one.value, one.probability, one.luck) for one in found.throws),
        found.nodes,
    )
