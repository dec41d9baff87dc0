"""The public layer: Game, Position and Move. It validates, names things and leaves the rules to the kernels."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from types import MappingProxyType, ModuleType
from typing import Any, ClassVar, NoReturn, Unpack, cast

from banmen.core import game_parts, play_errors, sticks
from banmen.core.board import Board, Player
from banmen.core.drawing_style import DrawingStyle
from banmen.core.errors import (
    BanmenError,
    DataFileError,
    OptionError,
    describe_damage,
    is_random,
    quote_value,
    require_random,
    require_whole_number,
)
from banmen.core.line_count import MOST_DEPTH, count_lines
from banmen.core.messages import Catalogue
from banmen.core.move import Move, list_action_codes, write_moves
from banmen.core.options import Option, OptionValue, SettledOptions, settle
from banmen.kernels import kernel, twins
from banmen.kernels.contract import CHANCE, DECIDE, NO_THROW, OVER, Rules, State
from banmen.kernels.linear_weights import WeightsError

messages = Catalogue(__name__)

MOST_ROUNDS_SHOWN = 6  # of an opening


@dataclass(frozen=True)
class Opening:
    """How a game began: the rounds of throws for the beginning, and the position they led to."""

    rounds: tuple[tuple[int, ...], ...]
    position: Position

    def __repr__(self) -> str:
        thrown = " ".join("-".join(map(str, values)) for values in self.rounds[-MOST_ROUNDS_SHOWN:])
        earlier = "... " if len(self.rounds) > MOST_ROUNDS_SHOWN else ""
        return f"<Opening of {self.position.game.name}: {earlier}{thrown or 'no throws'}, {self.position.turn} begins>"


class Game(ABC):
    """One of the games with its rule options settled; `banmen.game` makes it.

    Each game's package has one subclass. It defines the options and reads and writes the notation; only its rules module knows
    which moves are legal and what they do. `banmen.presentation.game_contract` says what a game must and may provide.
    """

    name: ClassVar[str]
    rules: Any  # the module with the kernels
    notation: Any  # the module that reads and writes positions and moves
    option_list: ClassVar[tuple[Option, ...]]
    player_tags: ClassVar[Mapping[Player, str]] = MappingProxyType({})  # of records, where they are not Player1, Player2 ...

    options: SettledOptions

    def __init__(self, /, **options: OptionValue) -> None:
        object.__setattr__(self, "options", SettledOptions(self.settle_options(options)))

    def settle_options(self, given: Mapping[str, OptionValue]) -> dict[str, Any]:
        """Return the value of every option, or raise OptionError; overridden if one option determines another."""
        return settle(self.name, self.option_list, given)

    def __setattr__(self, name: str, _value: object = None) -> NoReturn:
        raise AttributeError(f"a game cannot be changed ({name}); with_options makes another one")

    __delattr__ = __setattr__

    # What each game supplies.

    @property
    def players(self) -> tuple[Player, ...]:
        """The players in the order of their seats."""
        return (1, 2)

    @property
    def teams(self) -> tuple[tuple[Player, ...], ...]:
        """Who plays with whom: the players who win together, by the seat of each team's first player.

        >>> import banmen
        >>> banmen.game("kariuchi").teams, banmen.game("moontrek", teams="2-2").teams
        (((1,), (2,)), (('A', 'C'), ('B', 'D')))
        """
        return tuple((player,) for player in self.players)

    @abstractmethod
    def first_state(self) -> State:
        """Return the state that `start` stands for."""

    @abstractmethod
    def read(self, text: str) -> tuple[Game, State]:
        """Return the game and the state that a position's text describes, or raise NotationError."""

    def write(self, state: State) -> str:
        """Return the text of a state."""
        return str(self.notation.write(state))

    def thrown(self, state: State) -> int | None:
        """Return the throw that the next move must use; None if none is pending.

        By default it is the last field of the position's text, which is `-` while no throw is pending.
        """
        if not self.has_chance or self.rules.kind(state) != DECIDE:
            return None
        last = self.write(state).rpartition(" ")[2]
        return int(last) if last.isdigit() else None

    # What all games share.

    @classmethod
    def part(cls, name: str) -> Any:
        """Return a part of this game, such as `draw` or `words`: its own module, completed by the default for that part.

        None if the game has no such module and there is no default. `banmen.presentation.game_contract` lists the parts.
        """
        return game_parts.part(cls, name)

    @classmethod
    def resource(cls, *path: str) -> Traversable | None:
        """Return a data file of this game's package, as in `resource("about", "lessons.toml")`; None if there is none."""
        return game_parts.resource(cls, *path)

    @property
    def has_chance(self) -> bool:
        """Whether sticks are thrown in this game."""
        return hasattr(self.rules, "throw")

    @property
    def can_draw(self) -> bool:
        """Whether the game can end in a draw, so that a draw may be offered; by default, if it has no throws."""
        return not self.has_chance

    @property
    def opens_by_throw(self) -> bool:
        """Whether the players throw for who begins."""
        return bool(self.rules.OPENING != NO_THROW)

    def read_move(self, text: str) -> int:
        """Return the code of a move's text, legal or not, or raise ValueError."""
        return int(self.notation.read_move(text))

    def write_move(self, code: int) -> Move:
        """Return the move with a code."""
        return write_moves(self.notation)[code]

    @property
    def actions(self) -> int:
        """The number of different moves in the game: `Move.index` numbers them from 0, for machine learning.

        >>> import banmen
        >>> banmen.game("kuniumi").actions
        182
        """
        return len(list_action_codes(self.notation, self.name))

    def action(self, index: int) -> Move:
        """Return the move with a number among the game's actions, legal or not."""
        require_whole_number(messages("game.action_number"), index, 0, self.actions - 1)
        return self.write_move(list_action_codes(self.notation, self.name)[index])

    @property
    def places(self) -> tuple[str, ...]:
        """The names of all places, including those beside the board; empty if the game does not list them."""
        return tuple(getattr(self.notation, "PLACES", ()))

    def start(self, rng: random.Random | None = None) -> Position:
        """Return the start position; with `rng`, after the real opening procedure (who begins is thrown for)."""
        return Position(self, self.first_state()) if rng is None else self.opening(rng).position

    def opening(self, rng: random.Random) -> Opening:
        """Carry out the opening procedure and return its throws with the position they lead to."""
        require_random("rng", rng)
        rounds = sticks.throw_opening_rounds(len(self.players), self.rules.OPENING, lambda: sticks.throw_sticks(rng, self.p))
        return Opening(rounds, self.opened(rounds))

    def opened(self, rounds: Sequence[Sequence[int]]) -> Position:
        """Return the position after given rounds of opening throws, or raise OptionError if they do not decide who begins."""
        try:
            thrown = [list(values) for values in rounds]
        except TypeError:
            raise play_errors.make_bad_rounds_error() from None
        if not self.opens_by_throw:
            if thrown:
                raise play_errors.make_no_opening_error(self.name)
            return self.start()
        begins = sticks.find_beginner(len(self.players), self.rules.OPENING, thrown)
        if begins is None:
            raise play_errors.make_undecided_error(thrown)
        return Position(self, self.rules.open_with(self.first_state(), *begins))

    def position(self, text: str) -> Position:
        """Return the position that a text describes."""
        game, state = self.read(text)
        return Position(game, state)

    @property
    def p(self) -> float:
        """The chance that a stick shows the counted side."""
        return float(self.options.get("p", 0.5))

    @property
    def changed_options(self) -> dict[str, Any]:
        """The options that differ from their defaults."""
        now = self.options
        return {option.name: now[option.name] for option in self.option_list if now[option.name] != option.default}

    def with_options(self, /, **options: OptionValue) -> Game:
        """Return this game with some options changed."""
        return type(self)(**{**self.options, **options})

    def compiled(self, generic: ModuleType) -> Any:
        """Return a generic module's kernels for this game's rules, compiled unless BANMEN_JIT=0."""
        return self.bound(generic, kernel.choose_default_target())

    def bound(self, generic: ModuleType, where: str) -> Any:
        """Return a generic module's kernels for this game's rules and a target of `banmen.kernels.kernel`."""
        try:
            return twins.bind(generic, self.rules, where)
        except WeightsError as error:
            raise DataFileError(describe_damage(error.path)) from error

    @property
    def plain(self) -> Rules:
        """This game's rules as plain Python, completed with the default kernels."""
        # Not kept here: a game that holds a module could not be copied or sent to another process.
        try:
            rules: Rules = twins.load_plain(self.rules)
        except WeightsError as error:
            raise DataFileError(describe_damage(error.path)) from error
        return rules

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Game) and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.name, *self.options.values()))

    def __repr__(self) -> str:
        changed = "".join(f", {name}={value!r}" for name, value in self.changed_options.items())
        return f"banmen.game({self.name!r}{changed})"


def require_game(game: object, error: type[BanmenError] = OptionError) -> None:
    """Raise an error for a value that is not a game."""
    if not isinstance(game, Game):
        raise error(messages("value.not_a_game", game=quote_value(game)))


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False, repr=False)
class Position:
    """A position of a game: immutable and hashable. Playing on gives new positions.

    >>> import banmen
    >>> position = banmen.game("holes58").position("1;0;4/1;0;4 1 5")
    >>> [str(move) for move in position.legal_moves()]
    ['1>20']
    >>> position.play("1>20").text
    '20;0;4/1;0;4 2 -'

    Two positions are equal when game, text and result are; `past` remembers what may count as a repetition.
    """

    game: Game
    state: State
    past: tuple[State, ...] = ()

    @property
    def text(self) -> str:
        """The position in the game's notation."""
        return self.game.write(self.state)

    @property
    def kind(self) -> int:
        """What the position waits for: `DECIDE`, `CHANCE` or `OVER` of `banmen.kernels.contract`."""
        return int(self.game.rules.kind(self.state))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.kind == OVER

    @property
    def winner(self) -> tuple[Player, ...] | None:
        """The winning players; () for a draw, None while the game goes on."""
        if not self.over:
            return None
        mask = self.game.rules.winner(self.state)
        return tuple(player for seat, player in enumerate(self.game.players) if mask >> seat & 1)

    @property
    def turn(self) -> Player:
        """The player to throw or to move; in a finished game, the one in its text."""
        seat: int = self.game.rules.turn(self.state)
        return self.game.players[seat]

    @property
    def thrown(self) -> int | None:
        """The throw that the next move must use, or None."""
        return self.game.thrown(self.state)

    @property
    def board(self) -> Board:
        """The pieces by place, for programs."""
        pieces = getattr(self.game.notation, "list_pieces", None)
        return Board(self.game.places, self.game.players, pieces(self.state, self.game.options) if pieces else ())

    def legal_moves(self) -> list[Move]:
        """Return all legal moves; none while a throw is due or when the game is over."""
        return list(map(write_moves(self.game.notation).__getitem__, self.legal_codes()))  # looked up at every move of a match

    def legal_codes(self) -> list[int]:
        """Return the codes of all legal moves."""
        if self.kind != DECIDE:
            return []
        out = [0] * self.game.rules.MOST
        return out[: self.game.plain.moves(self.state, out)]

    def find(self, move: str | Move) -> Move:
        """Return a legal move by its text, or raise IllegalMoveError."""
        if not isinstance(move, str | Move):
            raise play_errors.make_move_type_error(move)
        text = str(move)
        if self.kind != DECIDE:
            raise play_errors.make_no_move_error(text, self.over)
        try:
            code = self.game.read_move(text)
        except ValueError:
            raise play_errors.make_unknown_move_error(text, self.game.name) from None
        legal = self.legal_codes()
        if code not in legal:
            raise play_errors.make_illegal_move_error(text, [self.game.write_move(other).text for other in legal])
        return self.game.write_move(code)

    def is_legal(self, move: str | Move) -> bool:
        """Return whether a move, or its text, is legal here."""
        return move in self.legal_moves()

    def play(self, move: str | Move) -> Position:
        """Return the position after a legal move."""
        return self.after(self.find(move).code)

    def after(self, code: int) -> Position:
        """Return the position after the move with a code, which is taken to be legal."""
        rules = self.game.plain
        state = rules.apply(self.state, code)
        past = () if rules.is_irreversible(self.state, code) else (*self.past, self.state)
        if past.count(state) >= 2:
            state = rules.end_by_repetition(state)
        return Position(self.game, state, past)

    def throws(self) -> list[tuple[int, float]]:
        """Return the possible throws with their chances; none unless the sticks are to be thrown."""
        if self.kind != CHANCE:
            return []
        return [(value, sticks.probability(value, self.game.p)) for value in sticks.THROWS]

    def throw(self, value: int | random.Random) -> Position:
        """Return the position with a throw to move by: a given one, or one thrown with a random generator."""
        if self.kind != CHANCE:
            raise play_errors.make_no_throw_error(self.over)
        known = type(value) is int  # as in matches, where this is to be quick
        if not known and is_random(value):
            value = sticks.throw_sticks(cast("random.Random", value), self.game.p)
        if (not known and isinstance(value, bool | float)) or value not in sticks.THROWS:
            raise play_errors.make_bad_throw_error(value)
        return Position(self.game, self.game.rules.throw(self.state, int(value)), self.past)

    def perft(self, depth: int) -> int:
        """Count the lines of play of `depth` steps, a throw and its move being one step."""
        require_whole_number(messages("option_name.depth"), depth, 0, MOST_DEPTH)
        return count_lines(self.game, self.state, self.past, depth)

    def svg(self, **style: Unpack[DrawingStyle]) -> str:
        """Draw the position; `DrawingStyle` lists what can be set."""
        return str(self.game.part("picture").picture(self, **style))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"{self.game!r}.position({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.state == other.state and self.game == other.game

    def __hash__(self) -> int:
        return hash((self.game.name, self.state))
