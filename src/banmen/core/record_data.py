"""What a game record holds: the game, how it began, its steps and its end, and the positions that follow from them."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from banmen.core.board import Player
from banmen.core.game import Game, Position
from banmen.core.record_check import Step
from banmen.kernels.contract import CHANCE

Rounds = tuple[tuple[int, ...], ...]
Result = tuple[Player, ...] | None


@dataclass(frozen=True)
class RecordData:
    """The fields of a record. Nothing is checked here; `Record` adds how they change, and how they are read and written."""

    game: Game
    start: Position
    opening: Rounds = ()
    steps: tuple[Step, ...] = ()
    comment: str = ""  # before the first step
    tags: Mapping[str, str] = field(default_factory=dict)  # names of the players, the date and other metadata
    result: Result = None  # as Position.winner: the winners, () for a draw, None while the game goes on
    termination: str | None = None  # how the game ended if its rules did not end it

    def __repr__(self) -> str:
        winners = ", ".join(map(str, self.result or ()))
        ending = "unfinished" if self.result is None else f"won by {winners}" if winners else "drawn"
        return f"<{type(self).__name__} of {self.game.name}: {len(self.steps)} steps, {self.termination or ending}>"

    def positions(self) -> Iterator[Position]:
        """Return the start and the position after each step, one by one."""
        position = self.start
        yield position
        for step in self.steps:
            position = _play_step(position, step)
            yield position

    @functools.cached_property
    def final(self) -> Position:
        """The position after the last step; it knows which earlier ones count as repetitions."""
        return functools.reduce(_play_step, self.steps, self.start)

    @functools.cached_property
    def turns(self) -> tuple[int, ...]:
        """The number of the turn that each step belongs to: it goes up when another player is to act."""
        found: list[int] = []
        seat, turn = -1, 0
        for position, _ in zip(self.positions(), self.steps, strict=False):
            now = self.game.rules.turn(position.state)
            seat, turn = now, turn + (now != seat)
            found.append(turn)
        return tuple(found)


def _play_step(position: Position, step: Step) -> Position:
    """Return the position after a step that is taken to be right."""
    if step.throw is not None and position.kind == CHANCE:
        position = position.throw(step.throw)
    return position if step.move is None else position.after(position.game.read_move(step.move))
