"""What a game is trained by: the tables of its `data/training.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from typing import Any, TypeVar

from banmen.core.errors import BanmenError
from banmen.core.game import Game
from banmen.core.manifest import data_folder
from banmen.core.messages import Catalogue

messages = Catalogue(__name__)

FILE = "training.toml"


@dataclass(frozen=True)
class AlphaBetaCourse:
    """Self-play of a game without chance."""

    games: int
    rate: float  # of learning at first; it falls to a thirtieth
    opening: int  # at most this many random opening moves
    share: int  # one in this many of the moves that were only searched is learnt from
    options: dict[str, Any] = field(default_factory=dict)
    trace: float = 0.7  # the weight of how the game went on in a target, at first; it falls to a third of that
    exploring: float = 0.1  # the chance of a random move, at first


@dataclass(frozen=True)
class DiceCourse:
    """Self-play of a game with sticks: the variants that take turns, each as often as it is listed, and the number of games."""

    games: int
    variants: list[dict[str, Any]]
    rate: float = 0.02  # of learning at first; it falls to a fiftieth
    trace: float = 0.8  # the weight of how the game went on in a target, at first; it falls to a fifth
    exploring: float = 0.05  # the chance of a random move, at first
    quick: float = 0.0  # the share of early games that look only one throw ahead: more games, but more noise
    compared: list[dict[str, Any]] = field(default_factory=lambda: [{}])  # the variants to measure by


@dataclass(frozen=True)
class ProofCourse:
    """Positions that are searched to the end of the game. Lengths are the most plies that the game can still take."""

    self_play: int  # games of self-play that give the weights to gather positions by
    shortest: int  # length of the positions that are searched
    longest: int
    least: int  # length of the positions that are learnt from
    positions: int  # how many are searched
    batch: int  # of them are searched before positions are taken out of the search's table
    taken: int  # positions that are taken out of the table, at most, for each that is searched
    opening: int  # at most this many random opening moves
    exploring: float  # the chance of a random move
    share: int  # one in this many positions of a game is kept
    rate: float  # of learning
    rounds: int


@dataclass(frozen=True)
class SearchCourse:
    """Positions that are labelled by a search of so many nodes."""

    games: int
    nodes: int
    ending: int  # from this length on a game is searched to its end
    opening: int  # at most this many random opening moves, in addition to one
    exploring: float  # the chance of a random move
    rate: float  # of learning
    rounds: int


Course = TypeVar("Course", AlphaBetaCourse, DiceCourse, ProofCourse, SearchCourse)


class CourseError(BanmenError):
    """A game has no course of a kind."""

    code = "no_course"


def read_course(game: Game, table: str, kind: type[Course]) -> Course:
    """Return a course of a game, or raise CourseError if it has none."""
    path = data_folder(game) / FILE
    tables = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    if table not in tables:
        raise CourseError(messages("courses.missing_table", game=game.name, table=table, path=path))
    return kind(**tables[table])
