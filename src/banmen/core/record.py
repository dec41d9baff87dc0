"""Game records: how a game began, its throws and moves, and how it ended.

`docs/records.md` describes the text that records are written in. A record is its data (`record_data`) with what can be done to
it. It builds on validation (`record_check`), JSON (`record_json`) and writing text (`record_writing`); reading text
(`record_text`) builds on it.
"""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from banmen.core.board import Player
from banmen.core.errors import IllegalMoveError, RecordError, quote_value
from banmen.core.game import Game, Opening, Position, require_game
from banmen.core.messages import Catalogue, join_values
from banmen.core.move import Move
from banmen.core.record_check import MOST_STEPS, Flaw, Step, check_result, check_tags, clean_comment
from banmen.core.record_data import RecordData, Result, Rounds
from banmen.core.record_json import from_json, to_json
from banmen.core.record_writing import write_record

messages = Catalogue(__name__)

__all__ = ["Record", "Result", "Rounds", "Step"]


@dataclass(frozen=True, repr=False)
class Record(RecordData):
    """One game from its start to its current position. Records are immutable: playing on returns new ones.

    >>> import banmen
    >>> record = Record.begin(banmen.game("kariuchi"), opening=[(2, 5)], tags={"Player1": "Aki", "Player2": "Ben"})
    >>> record = record.with_throw(3).with_move("R>3").with_throw(1)
    >>> print(record.text)
    [Game "kariuchi"]
    [Player1 "Aki"]
    [Player2 "Ben"]
    [Opening "2-5"]
    [Result "*"]
    <BLANKLINE>
    1. 3:R>3 2. 1: *
    <BLANKLINE>
    >>> record.final.text
    'Rx4/Rx3,3 1 1'

    `begin`, the `with_` methods and the readers check what they are given; the constructor itself does not.
    """

    @classmethod
    def begin(
        cls,
        game: Game,
        opening: Opening | Sequence[Sequence[int]] | None = None,
        position: Position | str | None = None,
        tags: Mapping[str, str] | None = None,
    ) -> Record:
        """Begin a record at the game's start, after its opening throws, or from a position of your own."""
        require_game(game, RecordError)
        if opening is not None and position is not None:
            raise RecordError(messages("record.two_beginnings"))
        rounds: Rounds = ()
        start = game.start()
        if isinstance(opening, Opening):
            rounds, start = opening.rounds, opening.position
        elif opening is not None:
            rounds = _read_rounds(opening)
            start = game.opened(rounds)
        elif position is not None:
            # A text has no past, and a record is read back from texts: repetitions count from here on.
            start = game.position(str(position))
        return cls(start.game, start, rounds, tags=_check_tags_type(tags or {}), result=start.winner)

    # Playing on.

    def with_throw(self, value: int) -> Record:
        """Return the record with a throw made, the move still to come."""
        self._refuse_if_closed()
        self._refuse_if_full()
        final = self.final.throw(value)
        return self._replace(final, steps=(*self.steps, Step(int(value), None)))

    def with_move(self, move: str | Move, comment: str = "") -> Record:
        """Return the record with a move played; a move that ends the game settles the result too."""
        self._refuse_if_closed()
        text = self.final.find(move).text
        final = self.final.play(text)
        if self.steps and self.steps[-1].move is None:
            last = self.steps[-1]
            steps = (*self.steps[:-1], Step(last.throw, text, last.comment))
        else:
            self._refuse_if_full()
            steps = (*self.steps, Step(self.final.thrown, text))
        return self._replace(final, steps=steps, result=final.winner).with_comment(comment)

    def with_step(self, throw: int | None, move: str | Move, comment: str = "") -> Record:
        """Return the record with a throw, if one is due, and a move."""
        if throw is not None and not isinstance(throw, bool | float) and throw == self.final.thrown:
            throw = None
        return (self if throw is None else self.with_throw(throw)).with_move(move, comment)

    def with_comment(self, comment: str) -> Record:
        """Return the record with words added after its last step, or before the first while there is none."""
        if not comment:
            return self
        if not self.steps:
            return dataclasses.replace(self, comment=join_comments(self.comment, comment))
        last = dataclasses.replace(self.steps[-1], comment=join_comments(self.steps[-1].comment, comment))
        return self._replace(self.final, steps=(*self.steps[:-1], last))

    def with_result(self, result: Iterable[Player] | None, termination: str | None = None) -> Record:
        """Return the record ended otherwise than by the rules: `resigned`, `time`, `agreed` or `abandoned`."""
        if result is not None and not isinstance(result, Iterable):
            raise RecordError(messages("record.winners_not_list", kind=type(result).__name__))
        named = None if result is None else tuple(result)
        unknown = [player for player in named or () if player not in self.game.players]
        if unknown:
            raise RecordError(
                messages("record.unknown_player", name=quote_value(str(unknown[0]), 20), players=join_values(self.game.players))
            )
        ending = None if named is None else tuple(player for player in self.game.players if player in named)
        try:
            check_result(self.game, self.final.state, ending, termination)
        except Flaw as flaw:
            raise RecordError(flaw.reason) from None
        return self._replace(self.final, result=ending, termination=termination)

    def with_played(self, steps: Iterable[Step], final: Position, result: Result, termination: str | None) -> Record:
        """Return the record with steps and an end that are taken to be right, and to lead to a position."""
        return self._replace(final, steps=tuple(steps), result=result, termination=termination)

    def with_tags(self, /, **tags: str) -> Record:
        """Return the record with some tags set."""
        return dataclasses.replace(self, tags=_check_tags_type({**self.tags, **tags}))

    def _refuse_if_closed(self) -> None:
        if self.termination is not None:
            raise IllegalMoveError(messages("record.game_ended_by", termination=self.termination))
        if self.result is not None:
            raise IllegalMoveError(messages("record.game_ended"))

    def _refuse_if_full(self) -> None:
        if len(self.steps) >= MOST_STEPS:
            raise IllegalMoveError(messages("record.most_steps", most=MOST_STEPS))

    def _replace(self, final: Position, **fields: Any) -> Record:
        changed = dataclasses.replace(self, **fields)
        changed.__dict__["final"] = final  # so that a game of many moves is not replayed for each of them
        return changed

    # Reading and writing.

    @property
    def text(self) -> str:
        """The record in its canonical text."""
        return write_record(self)

    def to_json(self) -> dict[str, Any]:
        """Return the record as a plain dictionary for JSON."""
        return to_json(self)

    @classmethod
    def from_json(cls, value: Any) -> Record:
        """Return the record that `to_json` gave, or raise RecordError, whatever the value is."""
        return from_json(cls, value)


def _read_rounds(opening: Sequence[Sequence[int]]) -> Rounds:
    """Return opening throws as whole numbers, NumPy's included; floats and truth values only look like throws."""
    try:
        rounds = tuple(tuple(values) for values in opening)
        if any(isinstance(value, bool) for values in rounds for value in values):
            raise TypeError
        return tuple(tuple(map(operator.index, values)) for values in rounds)
    except TypeError:
        raise RecordError(messages("record.opening_rounds")) from None


def _check_tags_type(tags: Mapping[str, str]) -> dict[str, str]:
    try:
        return check_tags(tags)
    except Flaw as flaw:
        raise RecordError(messages("record.tag_flaw", part=quote_value(flaw.part, 40), reason=flaw.reason)) from None


def join_comments(comment: str, more: str) -> str:
    """Return a comment with more words after it."""
    if not more:
        return comment
    try:
        return clean_comment(f"{comment} {clean_comment(more)}")
    except Flaw as flaw:
        raise RecordError(flaw.reason) from None
