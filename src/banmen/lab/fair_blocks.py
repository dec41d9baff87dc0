"""Playing fair games between two contestants: blocks of games with the same opening and the same luck, seats exchanged.

A block is the smallest set of games that is fair by itself. With two sides that is a pair: each contestant has each side once.
With four lone players the contestants sit alternately, XYXY and YXYX; with three they need six games, in which each has two
seats in one half and one seat in the other, in every arrangement. A team is one contestant.

Dice: every seat has its own sequence of throws, and the sequences stay with the seats when the contestants change places. So
each contestant gets the luck that the other one had, however differently they play. Throws numbered through the whole game
would do so only until one game gives an extra throw that the other does not: from then on the throws belong to other seats.
Between two equal greedy players the variance of a pair's score was, as a part of that of independent games, 0.79 by seat and
0.76 by number in Kariuchi (within the error the same), 0.10 and 0.12 in 58 Holes, 0.83 and 0.97 in Moon Trek for two.

All that happens depends on the seed, the number of the block and the seating alone, not on which process plays it.
"""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from banmen.core import sticks
from banmen.core.errors import BanmenError, shown
from banmen.core.game import Game, Position
from banmen.core.messages import message
from banmen.engine.players import Player, player
from banmen.kernels.contract import CHANCE, NO_THROW
from banmen.kernels.prng import bits32, following, stream

MOST_STEPS = 20_000  # a game that lasts longer is broken off and counts as a draw
MOST_PLIES = 60
MOST_DRAWS = 1000  # of openings until one is playable
RANDOM_PLIES = 4  # how a game without chance begins, unless told otherwise

Seating = tuple[int, ...]  # for each seat which contestant (0 or 1) sits there


class MatchError(BanmenError):
    """A match cannot be played as it was asked for."""

    code = "bad_match"


@dataclass(frozen=True)
class Terms:
    """What a game between two players depends on besides the players: the game, the seed and the length of the opening."""

    game: Game
    seed: int = 0
    opening_plies: int = 0
    keep_moves: bool = False

    def number(self, *what: object) -> int:
        """Return a number below 2**56 that is as good as drawn by lot for each purpose."""
        text = "/".join(map(str, (self.seed, *what)))
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big")


@dataclass(frozen=True)
class Start:
    """How all games of a block begin: the position, what led to it, and the seats' sequences of throws from there on."""

    position: Position
    first: Position  # before the plies drawn by lot
    rounds: tuple[tuple[int, ...], ...]  # of throws for the beginning
    steps: tuple[tuple[int, int], ...]  # throw (0 for none) and move code of the plies drawn by lot
    dice: tuple[int, ...]


def default_plies(game: Game) -> int:
    """Return how many plies are drawn by lot at the beginning: none where the sticks bring variety.

    In Kuniumi that is the setup and the choice of a faction, as far as the game's own setup leaves them to the players.
    """
    if game.rules.OPENING != NO_THROW:
        return 0
    if game.name == "kuniumi":
        return 1 if game.options["setup"] == "random" else 7
    return RANDOM_PLIES


def sides(game: Game) -> list[tuple[int, ...]]:
    """Return the seats of each team, or of each lone player.

    >>> import banmen
    >>> sides(banmen.game("moontrek", teams="2-2")), sides(banmen.game("moontrek", players=3))
    ([(0, 2), (1, 3)], [(0,), (1,), (2,)])
    """
    return [tuple(game.players.index(player) for player in team) for team in game.teams]


def seatings(game: Game) -> list[Seating]:
    """Return who sits where in the games of one block, in an order in which neighbouring games mirror each other.

    >>> import banmen
    >>> seatings(banmen.game("qubism"))
    [(0, 1), (1, 0)]
    >>> ["".join("XY"[who] for who in seating) for seating in seatings(banmen.game("moontrek", players=3))]
    ['XYX', 'YXY', 'XXY', 'YYX', 'YXX', 'XYY']
    """
    found = sides(game)
    turns = range(1) if len(found) % 2 == 0 else range(len(found))
    arranged = []
    for turn in turns:
        for mirrored in (0, 1):
            seats = [0] * len(game.players)
            for index, side in enumerate(found):
                for seat in side:
                    seats[seat] = (index - turn) % len(found) % 2 ^ mirrored
            arranged.append(tuple(seats))
    return arranged


def start_of(terms: Terms, block: int) -> Start:
    """Return how the games of a block begin. An opening that ends the game or lets the next move win is drawn again."""
    for attempt in range(MOST_DRAWS):
        found = _drawn(terms, block, attempt)
        if not terms.opening_plies or _is_open(found.position):
            return found
    raise MatchError(
        message(
            "{draws} openings of {plies} plies were all decided at once; ask for fewer plies",
            "{plies}手の序盤を{draws}回作りましたが、どれもすぐに勝負がつきます。序盤の手を減らしてください",
            draws=MOST_DRAWS,
            plies=terms.opening_plies,
        )
    )


def _drawn(terms: Terms, block: int, attempt: int) -> Start:
    game = terms.game
    rng = random.Random(terms.number("opening", block, attempt))
    opening = game.opening(rng)
    base = terms.number("dice", block)
    dice = [stream(base, seat) for seat in range(len(game.players))]
    position, odds = opening.position, sticks.odds(game.p)
    steps: list[tuple[int, int]] = []
    while len(steps) < terms.opening_plies and not position.over:
        position, thrown = _thrown(position, dice, odds)
        code = rng.choice(position.legal_codes())
        position = position.after(code)
        steps.append((thrown, code))
    return Start(position, opening.position, opening.rounds, tuple(steps), tuple(dice))


def _thrown(position: Position, dice: list[int], odds: sticks.Odds) -> tuple[Position, int]:
    """Throw the sticks of the seat on turn if that is due; return the position then, and the throw (0 for none)."""
    if position.kind != CHANCE:
        return position, 0
    seat = position.game.rules.turn(position.state)
    dice[seat] = following(dice[seat])
    value = sticks.cast(bits32(dice[seat]), odds)
    return position.throw(value), value


def _is_open(position: Position) -> bool:
    """Tell whether a game goes on and the next move does not win it."""
    rules = position.game.plain
    seat = rules.turn(position.state)
    after = (position.after(code) for code in position.legal_codes())
    return not position.over and not any(rules.winner(found.state) >> seat & 1 for found in after if found.over)


def play_block(terms: Terms, names: Sequence[str], block: int) -> list[dict[str, Any]]:
    """Play the games of one block between two players and return what is to be kept of each, ready for JSON."""
    start = start_of(terms, block)
    return [play_game(terms, names, block, start, number) for number in range(len(seatings(terms.game)))]


def play_game(terms: Terms, names: Sequence[str], block: int, start: Start, number: int) -> dict[str, Any]:
    """Play one game of a block; `number` says with which seating."""
    seating = seatings(terms.game)[number]
    # Everybody is new at the table, so that nothing of an earlier game is remembered: the result depends on this game alone.
    players = [
        player(names[who], terms.game, seed=terms.number("player", block, number, seat)) for seat, who in enumerate(seating)
    ]
    began = time.process_time()
    played = _Game(terms, start, players)
    played.play()
    times = [played.times(seating, who) for who in (0, 1)]
    kept: dict[str, Any] = {"seats": "".join("ab"[who] for who in seating), "points": points(played.position, seating)}
    kept |= {"moves": played.moves, "cpu": round(time.process_time() - began, 6), "times": times}
    if played.unfinished:
        kept["unfinished"] = True
    if terms.keep_moves:
        kept["opening"], kept["start"] = [list(thrown) for thrown in start.rounds], start.first.text
        kept["steps"] = [list(step) for step in (*start.steps, *played.steps)]
    return kept


def points(position: Position, seating: Seating) -> float:
    """Return the points of contestant 0: 1 for a win, 0.5 for a draw or a game broken off."""
    won = position.game.rules.winner(position.state)
    winners = [who for seat, who in enumerate(seating) if won >> seat & 1]
    return 0.5 if not winners else winners.count(0) / len(winners)


class _Game:
    """One game while it is played, with the time that each seat thinks."""

    def __init__(self, terms: Terms, start: Start, players: list[Player]) -> None:
        self.position, self.dice, self.players = start.position, list(start.dice), players
        self.odds, self.keep = sticks.odds(terms.game.p), terms.keep_moves
        self.moves, self.unfinished = len(start.steps), False
        self.steps: list[tuple[int, int]] = []
        self.thoughts: list[list[tuple[float, float]]] = [[] for _ in players]

    def play(self) -> None:
        """Play until the game is over."""
        rules = self.position.game.plain
        while not self.position.over:
            if self.moves == MOST_STEPS:
                self.unfinished = True
                return
            position, thrown = _thrown(self.position, self.dice, self.odds)
            # Nobody is asked about an only move.
            forced = rules.count(position.state) == 1
            code = int(rules.kth(position.state, 0)) if forced else self._chosen(position)
            self.position = position.after(code)
            self.moves += 1
            if self.keep:
                self.steps.append((thrown, code))

    def _chosen(self, position: Position) -> int:
        seat: int = position.game.rules.turn(position.state)
        began, worked = time.perf_counter(), time.process_time()
        code: int = self.players[seat].choose(position).code
        self.thoughts[seat].append((time.perf_counter() - began, time.process_time() - worked))
        return code

    def times(self, seating: Seating, who: int) -> list[float]:
        """Return how many decisions a contestant made, the seconds they took together, the longest, and all processor time."""
        spent = [both for seat, thoughts in enumerate(self.thoughts) if seating[seat] == who for both in thoughts]
        seconds, worked = [wall for wall, _ in spent], [cpu for _, cpu in spent]
        return [len(spent), round(sum(seconds), 6), round(max(seconds, default=0.0), 6), round(sum(worked), 6)]


def warm_up(terms: Terms, names: Sequence[str]) -> None:
    """Let every player decide once, so that what has to be compiled or loaded does not count as thinking."""
    position = _with_a_choice(terms)
    for name in names:
        player(name, terms.game, seed=0).choose(position)


def _with_a_choice(terms: Terms) -> Position:
    """Return the first position of a game in which there is something to choose."""
    start = start_of(terms, 0)
    rules, odds, dice = terms.game.plain, sticks.odds(terms.game.p), list(start.dice)
    position, _ = _thrown(start.position, dice, odds)
    while rules.count(position.state) == 1:
        position = position.after(int(rules.kth(position.state, 0)))
        if position.over:
            return _thrown(start.position, list(start.dice), odds)[0]
        position, _ = _thrown(position, dice, odds)
    return position


def check_players(game: Game, names: Sequence[str]) -> None:
    """Raise an error unless each name is that of a player who can play this game."""
    for name in names:
        if names.count(name) > 1:
            twice = "player {name} is named twice", "{name}が二度書かれています。一度だけにしてください"
            raise MatchError(message(*twice, name=shown(name)))
        player(name, game)
