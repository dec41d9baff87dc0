"""What makes a game record sound: its tags, its steps by the rules of the game, its result."""

from __future__ import annotations

import datetime
import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from banmen.core.board import Player
from banmen.core.errors import IllegalMoveError
from banmen.core.game import Game, Position
from banmen.core.messages import Catalogue, join_alternatives
from banmen.kernels import kernel, replay
from banmen.kernels.contract import CHANCE, NO_THROW, OVER, State
from banmen.kernels.replay import FINE, FINISHED, WRONG_NUMBER, WRONG_THROW

messages = Catalogue(__name__)

# Tags that the record's own fields replace; the others are kept unchanged.
FIELDS: Final = ("Game", "Options", "Opening", "Position", "Result", "Termination")
TERMINATIONS: Final = ("resigned", "time", "agreed", "abandoned")
UNFINISHED: Final = "*"
DRAWN: Final = "draw"

# Far beyond any real game; rejects files that are not records before they exhaust memory.
LONGEST_VALUE: Final = 10_000
LONGEST_COMMENT: Final = 10_000
MOST_STEPS: Final = 100_000  # sticks that hardly ever show the throw needed make long games of passes
# The interpreter has checked so many steps before compiled kernels could be loaded. A single long game goes to them at once,
# because looking for repetitions takes time with the square of its length.
PLAIN_STEPS: Final = 20_000
PLAIN_GAME: Final = 2_000

TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
DATE = re.compile(r"([0-9]{4}|\?{4})\.([0-9]{2}|\?\?)\.([0-9]{2}|\?\?)")
SPACES = re.compile(r"[ \t\r\n]+")
# Control characters, halves of a surrogate pair, and what some programs take for the end of a line.
FORBIDDEN = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
BRACKETS = str.maketrans("{}", "()")


@dataclass(frozen=True, slots=True)
class Step:
    """A throw and the move made with it; no throw in games without sticks, no move while it is still to come."""

    throw: int | None = None
    move: str | None = None
    comment: str = ""

    def __str__(self) -> str:
        return (f"{self.throw}:" if self.throw is not None else "") + (self.move or "")


class Flaw(Exception):  # noqa: N818  (it never leaves the record modules)
    """What is wrong in which part of a record: a tag's name, or `number`, `throw` or `move` of the step at `index`."""

    def __init__(self, reason: str, part: str, index: int = 0) -> None:
        super().__init__(reason)
        self.reason, self.part, self.index = reason, part, index


class Checker:
    """Checks the steps of one record or of many: in the interpreter first, compiled once there is much to do."""

    def __init__(self) -> None:
        self.steps = 0

    def follow(
        self, start: Position, steps: Sequence[Step], throws: Sequence[int], codes: Sequence[int], numbers: Sequence[int]
    ) -> State:
        """Return the state after the last step, or raise Flaw for the first that is wrong.

        `throws` and `codes` are the steps as the kernel `follow` has them, `numbers` what is written before them (0: nothing).
        """
        self.steps += len(steps)
        many = self.steps > PLAIN_STEPS or len(steps) > PLAIN_GAME
        walk = follow_compiled if many and kernel.choose_default_target() != kernel.PLAIN else _follow_plain
        index, reason, turn, state = walk(start, start.thrown or 0, throws, codes, numbers)
        if reason != FINE:
            pending = start.thrown if index == 0 else None
            raise _find_flaw(Position(start.game, state), steps[index], index, reason, turn, pending)
        return tuple(state)


def _follow_plain(start: Position, pending: int, *lists: Sequence[int]) -> Any:
    kernels = start.game.bound(replay, kernel.PLAIN)
    return kernels.follow(start.state, pending, *lists, len(lists[0]), [0] * start.game.rules.MOST, {})


def follow_compiled(start: Position, pending: int, *lists: Sequence[int]) -> Any:
    """Return what the kernel `follow` says of steps: throws, codes and numbers, as many of each."""
    import numpy

    rules, number = start.game.rules, len(lists[0])
    arrays = [numpy.array(values, numpy.int64) for values in lists]
    out = numpy.empty(rules.MOST, numpy.int64)
    past = numpy.empty((number + 1, rules.WORDS), numpy.int64)  # mutation: equivalent
    return start.game.compiled(replay).follow(start.state, pending, *arrays, number, out, past)


def _find_flaw(position: Position, step: Step, index: int, reason: int, turn: int, pending: int | None) -> Flaw:
    """Say what is wrong with a step in a position."""
    if reason == FINISHED:
        return Flaw(messages("record.game_over"), "throw", index)
    if reason == WRONG_NUMBER:
        return Flaw(messages("record.wrong_turn_number", turn=turn), "number", index)
    if reason == WRONG_THROW:
        return Flaw(_find_wrong_throw(position, step, pending), "throw", index)
    try:
        position.find(str(step.move))
    except IllegalMoveError as error:
        return Flaw(error.message, "move", index)
    return Flaw(messages("record.illegal_move"), "move", index)


def _find_wrong_throw(position: Position, step: Step, pending: int | None) -> str:
    if position.game.rules.OPENING == NO_THROW:
        return messages("record.no_throws", name=position.game.name)
    if position.kind == CHANCE:
        return messages("record.throw_missing")
    if step.move is None:
        return messages("record.throw_made_move_missing", thrown=pending)
    return messages("record.other_throw_pending", thrown=pending)


def list_results(game: Game) -> dict[str, tuple[Player, ...] | None]:
    """Return all results a game can have by how they are written."""
    found: dict[str, tuple[Player, ...] | None] = {UNFINISHED: None, DRAWN: ()}
    for number in range(1, len(game.players)):
        for winners in itertools.combinations(game.players, number):
            found["".join(map(str, winners))] = winners
    return found


def write_result(result: tuple[Player, ...] | None) -> str:
    """Return how a result is written."""
    if result is None:
        return UNFINISHED
    return "".join(map(str, result)) or DRAWN


def check_result(game: Game, state: State, result: tuple[Player, ...] | None, termination: str | None) -> None:
    """Raise Flaw unless a record may end in a state with this result."""
    position = Position(game, state)
    if position.kind == OVER:
        _check_finished(position, result, termination)
        return
    if termination not in (None, *TERMINATIONS):
        raise Flaw(
            messages("record.unknown_termination", endings=join_alternatives(TERMINATIONS)),
            "Termination",
        )
    if result is None and termination not in (None, "abandoned"):
        raise Flaw(
            messages("record.ended_without_result", termination=termination),
            "Result",
        )
    if result is not None and termination is None:
        raise Flaw(
            messages("record.termination_missing"),
            "Result",
        )
    if result is not None and write_result(result) not in list_results(game):
        raise Flaw(messages("record.all_winners"), "Result")


def _check_finished(position: Position, result: tuple[Player, ...] | None, termination: str | None) -> None:
    """Raise Flaw unless a game that is over by its rules has the result they give."""
    if result != position.winner:
        raise Flaw(messages("record.other_result", result=write_result(position.winner)), "Result")
    if termination is not None:
        raise Flaw(messages("record.ended_by_rules"), "Termination")


def check_tags(tags: Mapping[str, str]) -> dict[str, str]:
    """Return tags that are kept as they are, or raise Flaw with the name of one that cannot be."""
    if not isinstance(tags, Mapping):
        raise Flaw(messages("record.tags_not_mapping"), "tags")
    for name, value in tags.items():
        if not isinstance(name, str) or not TAG_NAME.fullmatch(name):
            raise Flaw(messages("record.tag_name"), str(name))
        if name in FIELDS:
            raise Flaw(messages("record.reserved_tag"), name)
        check_value(name, value)
    return dict(tags)


def check_value(name: str, value: str) -> None:
    """Raise Flaw if a tag cannot have this value."""
    if not isinstance(value, str) or "\t" in value or FORBIDDEN.search(value):
        raise Flaw(messages("record.tag_value_not_line"), name)
    if len(value) > LONGEST_VALUE:
        raise Flaw(messages("record.tag_value_too_long", most=LONGEST_VALUE), name)
    if name == "Date" and not is_date(value):
        raise Flaw(
            messages("record.bad_date"),
            name,
        )


def is_date(text: str) -> bool:
    """Return whether a text is a date such as `2026.11.15` or `2026.??.??`."""
    match = DATE.fullmatch(text)
    if not match:
        return False
    # 2000 had a 29th of February and January has a 31st, so that unknown parts never make a date invalid.
    year, month, day = (
        default if "?" in part else int(part) for part, default in zip(match.groups(), (2000, 1, 1), strict=True)
    )
    try:
        datetime.date(year, month, day)
    except ValueError:
        return False
    return True


def clean_comment(text: str) -> str:
    """Return a comment as it is kept: single spaces, and round brackets for braces, which end it in the text."""
    if not isinstance(text, str):
        raise Flaw(
            messages("record.comment_not_text", kind=type(text).__name__),
            "comment",
        )
    comment = SPACES.sub(" ", text).strip(" ").translate(BRACKETS)
    if FORBIDDEN.search(comment):
        raise Flaw(messages("record.comment_control_characters"), "comment")
    if len(comment) > LONGEST_COMMENT:
        raise Flaw(messages("record.comment_too_long", most=LONGEST_COMMENT), "comment")
    return comment
