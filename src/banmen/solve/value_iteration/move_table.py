"""Move tables: the moves of every side of a game, computed from the rules once, so that the solver need not call them again.

A game is solved as a meeting of two sides (see `banmen.kernels.contract.IndexingPart`). Sides of all classes that are reached
from the start are numbered through; -1 stands for a side with which the game is over. A table is built by letting each side
meet witnesses, and then checked against the rules at random meetings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from banmen.core import registry
from banmen.core.game import Game
from banmen.core.messages import Catalogue, join_values
from banmen.core.sticks import THROWS, probability
from banmen.kernels.contract import OVER, State
from banmen.solve.solve_errors import SolveError
from banmen.solve.value_iteration import move_table_kernels
from banmen.solve.value_iteration.move_table_kernels import WON

messages = Catalogue(__name__)

CHECKED = 2000  # random meetings of each two classes at which the tables are checked against the rules
PLAIN_CHECKED = 10


@dataclass(frozen=True)
class MoveTable:
    """All sides of a game that are reached, their moves and what moves do to the other side.

    `classes` are the game's own numbers of the classes in use; elsewhere a class is known by its place in this list. Moves of
    side s with throw v are entries `starts[5 * s + v - 1]` up to the next start.
    """

    game: Game
    like: State  # the start, which carries the rule options
    classes: tuple[int, ...]
    sizes: Any  # of each class
    bases: Any  # number of the first side of each class
    kin: Any  # the class of each side
    starts: Any
    goals: Any  # the mover's side after a move
    marks: Any  # AGAIN, AGAIN_TOUCHING, WON
    effects: Any
    touching: Any  # [effect, side]: the other side after a move with an effect
    first: tuple[int, int]  # the sides of the start

    @property
    def total(self) -> int:
        """The number of sides."""
        return int(self.kin.shape[0])

    @property
    def weights(self) -> Any:
        """The chances of the five throws."""
        import numpy

        return numpy.array([probability(value, self.game.p) for value in THROWS])

    @property
    def order(self) -> Any:
        """The place of each class in this list, by the game's number; -1 for those not reached."""
        import numpy

        places = numpy.full(cast(Any, self.game.plain).CLASSES, -1, numpy.int64)
        places[list(self.classes)] = range(len(self.classes))
        return places


class _Class:
    """One class while the tables are built."""

    def __init__(self, number: int, size: int) -> None:
        self.number, self.size = number, size
        self.starts: Any = None
        self.codes: Any = None
        self.effects: Any = None
        self.goals: Any = None  # classes and ranks
        self.marks: Any = None
        self.touching: dict[int, Any] = {}  # by effect: classes and ranks


def refuse_unless_two_sided(game: Game) -> None:
    """Raise SolveError for a game that is no meeting of two numbered sides."""
    if not hasattr(game.plain, "side_rank"):
        numbered = [name for name in registry.names() if hasattr(registry.game(name).plain, "side_rank")]
        raise SolveError(messages("solve.unsupported_game", game=game.name, known=join_values(numbered)))
    if len(game.players) != 2:
        raise SolveError(messages("solve.two_players_only", game=game.name, players=len(game.players)))


def build_move_table(game: Game) -> MoveTable:
    """Build the move table of a game, or raise SolveError if it is not a two-sided game."""
    refuse_unless_two_sided(game)
    return _Search(game).run()


class _Search:
    """Follows moves and effects from the start until no new class turns up."""

    def __init__(self, game: Game) -> None:
        self.game, self.like = game, game.first_state()
        self.rules = cast(Any, game.plain)
        self.kernels = game.compiled(move_table_kernels)
        self.first: tuple[int, int] = self.rules.sides(self.like)
        self.found: dict[int, _Class] = {}
        self.ended: set[int] = set()
        self.witnesses: dict[int, tuple[int, int, int]] = {}  # by effect: side, throw and move

    def run(self) -> MoveTable:
        """Search, put everything together and check it."""
        for side in self.first:
            self.meet(self.rules.side_class(side), side)
        waiting = list(self.found.values())
        while waiting:
            known = set(self.found)
            for entry in waiting:
                self.list_moves(entry)
            for entry in list(self.found.values()):
                self.touch(entry)
            for entry in waiting:
                self.follow(entry)
            waiting = [entry for number, entry in self.found.items() if number not in known]
        for entry in list(self.found.values()):
            self.touch(entry)
        found = self.join_classes()
        self.check(found)
        return found

    def meet(self, number: int, side: int) -> None:
        """Add a class that was reached, given one of its sides."""
        if number in self.found or number in self.ended:
            return
        meetings = (side, self.first[1]), (self.first[0], side)
        if any(self.rules.kind(self.rules.join_sides(*sides, self.like)) == OVER for sides in meetings):
            self.ended.add(number)
        else:
            self.found[number] = _Class(number, self.rules.class_size(number))

    def list_moves(self, entry: _Class) -> None:
        """List the moves of a class and keep a witness of each effect."""
        import numpy

        other = self.first[1]
        entry.starts = numpy.zeros(entry.size * len(THROWS) + 1, numpy.int64)
        self.kernels.count_moves(entry.number, other, self.like, entry.starts)
        entry.codes = numpy.zeros(int(entry.starts[-1]), numpy.int64)
        entry.effects = numpy.zeros(len(entry.codes), numpy.int64)
        self.kernels.list_moves(entry.number, other, self.like, entry.starts, entry.codes, entry.effects)
        for effect, at in zip(*numpy.unique(entry.effects, return_index=True), strict=True):
            if effect and int(effect) not in self.witnesses:
                row = int(numpy.searchsorted(entry.starts, at, side="right")) - 1
                side = self.rules.side_unrank(entry.number, row // len(THROWS))
                self.witnesses[int(effect)] = (side, row % len(THROWS) + 1, int(entry.codes[at]))

    def touch(self, entry: _Class) -> None:
        """Apply the known effects to a class."""
        import numpy

        for effect, witness in self.witnesses.items():
            if effect not in entry.touching:
                classes, ranks = numpy.zeros(entry.size, numpy.int64), numpy.zeros(entry.size, numpy.int64)
                self.kernels.touch(entry.number, self.like, *witness, classes, ranks)
                entry.touching[effect] = classes, ranks
                self.meet_all(classes, ranks)

    def meet_all(self, classes: Any, ranks: Any) -> None:
        """Add all classes of some sides."""
        import numpy

        for number, at in zip(*numpy.unique(classes, return_index=True), strict=True):
            self.meet(int(number), self.rules.side_unrank(int(number), int(ranks[at])))

    def follow(self, entry: _Class) -> None:
        """Compute where the moves of a class lead."""
        import numpy

        calm, touched = self.find_bystanders()
        classes, ranks, entry.marks = (numpy.zeros(len(entry.codes), numpy.int64) for _ in range(3))
        entry.goals = classes, ranks
        self.kernels.follow(
            entry.number, self.like, entry.starts, entry.codes, entry.effects, calm, touched, classes, ranks, entry.marks
        )
        self.meet_all(classes, ranks)

    def find_bystanders(self) -> tuple[Any, Any]:
        """Return for each effect a side that it leaves alone and one that it does not, or -1."""
        import numpy

        calm, touched = (numpy.full(self.rules.EFFECTS, -1, numpy.int64) for _ in range(2))
        calm[0] = self.first[1]
        for entry in list(self.found.values()):
            for effect, (classes, ranks) in entry.touching.items():
                same = (classes == entry.number) & (ranks == numpy.arange(entry.size))
                for kept, which in ((calm, same), (touched, ~same)):
                    if kept[effect] < 0 and which.any():
                        kept[effect] = self.rules.side_unrank(entry.number, int(which.argmax()))
        return calm, touched

    def join_classes(self) -> MoveTable:
        """Put the classes together and number their sides through."""
        import numpy

        classes = tuple(sorted(self.found))
        entries = [self.found[number] for number in classes]
        sizes = numpy.array([entry.size for entry in entries], numpy.int64)
        bases = numpy.concatenate([[0], numpy.cumsum(sizes)[:-1]]).astype(numpy.int64)
        through = numpy.full(self.rules.CLASSES, -1, numpy.int64)  # first side of each class by the game's number
        through[list(classes)] = bases
        starts, goals, marks = [numpy.zeros(1, numpy.int64)], [], []
        total = int(sizes.sum())
        touching = numpy.tile(numpy.arange(total, dtype=numpy.int32), (self.rules.EFFECTS, 1))
        for base, entry in zip(bases, entries, strict=True):
            starts.append(entry.starts[1:] + starts[-1][-1])
            reached = through[entry.goals[0]]
            goals.append(numpy.where(reached < 0, 0, reached + entry.goals[1]))
            marks.append(entry.marks | numpy.where(reached < 0, WON, 0))
            for effect, (kinds, ranks) in entry.touching.items():
                there = through[kinds]
                touching[effect, base : base + entry.size] = numpy.where(there < 0, -1, there + ranks)
        return MoveTable(
            self.game,
            self.like,
            classes,
            sizes,
            bases,
            numpy.repeat(numpy.arange(len(classes)), sizes).astype(numpy.int64),
            numpy.concatenate(starts),
            numpy.concatenate(goals).astype(numpy.int64),
            numpy.concatenate(marks).astype(numpy.int64),
            numpy.concatenate([entry.effects for entry in entries]),
            touching,
            self._number_start(classes, bases),
        )

    def _number_start(self, classes: tuple[int, ...], bases: Any) -> tuple[int, int]:
        """Return the numbers of the start's sides."""
        first, second = (
            int(bases[classes.index(self.rules.side_class(side))]) + self.rules.side_rank(side) for side in self.first
        )
        return first, second

    def check(self, found: MoveTable) -> None:
        """Check a table against the rules, or raise SolveError."""
        import numpy

        from banmen.kernels import kernel
        from banmen.kernels.prng import stream

        bases = numpy.full(self.rules.CLASSES, -1, numpy.int64)
        bases[list(found.classes)] = found.bases
        rounds = CHECKED if kernel.choose_default_target() != kernel.PLAIN else PLAIN_CHECKED
        for mover in found.classes:
            for other in found.classes:
                wrong = self.kernels.check_moves(
                    *(mover, other, self.like, found.starts, found.goals, found.marks, found.effects),
                    *(found.touching, bases, stream(mover, other), rounds),
                )
                if wrong:
                    raise SolveError(messages("solve.not_two_sided", game=self.game.name, wrong=wrong))
