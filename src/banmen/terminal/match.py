"""One game at the table: its record so far, who sits where, and the throws that fate has in store.

Every throw is fixed by the match's seed and by how many throws came before it. So a move that is taken back and played again
meets the same throws, also when the match was saved and resumed in between.
"""

from __future__ import annotations

import dataclasses
import datetime
import random
import secrets
from collections.abc import Mapping

from banmen.core.errors import OptionError, shown
from banmen.core.game import Game, Move, Player, Position
from banmen.core.messages import all_of, message
from banmen.core.record import Record
from banmen.core.record_check import Step
from banmen.core.record_text import player_tag
from banmen.core.sticks import throw_sticks
from banmen.engine.interface import EngineError
from banmen.engine.players import player
from banmen.kernels.contract import CHANCE

HUMAN = "human"
USUAL = "level:3"  # the computer, unless somebody else is asked for
SEED_TAG = "Seed"
MOST_SEED = 2**53


class Match:
    """A game in progress. `kinds` says for each player who decides: a person, or the name of a computer player."""

    def __init__(self, record: Record, kinds: Mapping[Player, str], seed: int) -> None:
        self.record, self.kinds, self.seed = record, dict(kinds), seed

    @property
    def position(self) -> Position:
        """The position on the table."""
        return self.record.final

    @property
    def is_human(self) -> bool:
        """Whether a person is to throw or to move."""
        return self.kinds[self.position.turn] == HUMAN

    def throw(self) -> int:
        """Throw the sticks and return what they show."""
        index = sum(step.throw is not None for step in self.record.steps)
        value = throw_sticks(self._random("throw", index), self.position.game.p)
        self.record = self.record.with_throw(value)
        return value

    def play(self, move: str | Move) -> None:
        """Play a legal move, or raise IllegalMoveError."""
        self.record = self.record.with_move(move)

    def computer_move(self) -> Move:
        """Return the computer's choice, the same one whenever this position comes up again in this match."""
        # A new player each time: what one remembers from the moves before would make a resumed match go another way.
        seed = self._random("move", len(self.record.steps)).randrange(MOST_SEED)
        return player(self.kinds[self.position.turn], self.record.game, seed=seed, sporting=True).choose(self.position)

    def undo(self) -> bool:
        """Go back to the last decision of a person, its throw as it fell; tell whether there was one."""
        positions = list(self.record.positions())
        steps = self.record.steps
        for index in range(len(steps) - 1, -1, -1):
            if steps[index].move is not None and self.kinds[positions[index].turn] == HUMAN:
                kept = steps[:index]
                if positions[index].kind == CHANCE:
                    kept = (*kept, Step(steps[index].throw))
                self.record = dataclasses.replace(self.record, steps=kept, result=None, termination=None)
                return True
        return False

    def _random(self, what: str, index: int) -> random.Random:
        return random.Random(f"{self.seed} {what} {index}")


def begin(game: Game, kinds: Mapping[Player, str], seed: int | None = None) -> Match:
    """Begin a match with the real opening throws."""
    seed = secrets.randbelow(MOST_SEED) if seed is None else seed
    opening = game.opening(random.Random(f"{seed} opening"))
    players = {player_tag(seat): kinds[seat] for seat in game.players}
    tags = {"Date": f"{datetime.date.today():%Y.%m.%d}", **players, SEED_TAG: str(seed)}
    return Match(Record.begin(game, opening, tags=tags), kinds, seed)


def resume(record: Record, changed: Mapping[Player, str]) -> Match:
    """Go on with a record; its tags say who sits where unless that is changed."""
    if record.result is not None or record.termination is not None:
        raise OptionError(
            message("this game has ended; 'banmen replay' shows it", "この対局は終わっています。「banmen replay」で見られます")
        )
    usual = seated(record.game, {})
    told = {seat: record.tags.get(player_tag(seat), "") for seat in record.game.players}
    kinds = {seat: kind if is_kind(kind, record.game) else usual[seat] for seat, kind in told.items()} | dict(changed)
    seed = record.tags.get(SEED_TAG, "")
    number = int(seed) if seed.isascii() and seed.isdigit() and len(seed) <= 16 else secrets.randbelow(MOST_SEED)
    tags = {player_tag(seat): kinds[seat] for seat in kinds} | {SEED_TAG: str(number)}
    return Match(record.with_tags(**tags), kinds, number)


def seated(game: Game, given: Mapping[str, str]) -> dict[Player, str]:
    """Return who plays for each player: what is given by name, and else a person first and the computer after.

    >>> import banmen
    >>> seated(banmen.game("qubism"), {"w": "random", "b": "human"})
    {'w': 'random', 'b': 'human'}
    """
    names = {str(seat): seat for seat in game.players}
    kinds: dict[Player, str] = dict.fromkeys(game.players, USUAL)
    kinds[game.players[0]] = HUMAN
    for name, kind in given.items():
        if name not in names:
            absent = (
                "{game} has no player {name}; the players are {names}",
                "{game}に{name}というプレイヤーはいません。いるのは{names}です",
            )
            raise OptionError(message(*absent, game=game.name, name=shown(name, 20), names=all_of(names)))
        if kind != HUMAN:
            _refuse_unknown(name, kind, game)
        kinds[names[name]] = kind
    return kinds


def is_kind(kind: str, game: Game) -> bool:
    """Tell whether a text names somebody who can play a game."""
    try:
        return kind == HUMAN or bool(player(kind, game))
    except EngineError:
        return False


def _refuse_unknown(name: str, kind: str, game: Game) -> None:
    try:
        player(kind, game)
    except EngineError as error:
        unknown = (
            "player {name} is 'human' or a computer player: {reason}",
            "プレイヤー{name}は「human」かコンピュータにしてください：{reason}",
        )
        raise OptionError(message(*unknown, name=name, reason=error.sentence)) from None
