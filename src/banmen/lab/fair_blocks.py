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
from banmen.core.errors import BanmenError
from banmen.core.game import Game, Position
from banmen.core.messages import Catalogue
from banmen.engine.players import AutomaticPlayer, player
from banmen.kernels import throws
from banmen.kernels.contract import CHANCE
from banmen.kernels.prng import bits32, next_state, stream

messages = Catalogue(__name__)

MOST_STEPS = 20_000  # a game that lasts longer is broken off and counts as a draw
MOST_PLIES = 60
MOST_DRAWS = 1000  # of openings until one is playable
RANDOM_PLIES = 4  # default opening plies of a game without chance

NUMBER_SIGN = "#"  # greedy#2 is the second greedy player of a tournament
Entrant = str | Any  # a player's text, or an object with `choose`
Seating = tuple[int, ...]  # for each seat which contestant (0 or 1) sits there


class OpeningError(BanmenError):
    """No opening could be drawn with these settings."""

    code = "bad_match"


@dataclass(frozen=True)
class Conditions:
    """What a game between two players depends on besides the players: the game, the seed and the length of the opening."""

    game: Game
    seed: int = 0
    opening_plies: int = 0
    keep_moves: bool = False

    def draw_number(self, *what: object) -> int:
        """Return a pseudo-random number below 2**56 for a purpose."""
        text = "/".join(map(str, (self.seed, *what)))
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big")


@dataclass(frozen=True)
class BlockStart:
    """How all games of a block begin: the position, what led to it, and the seats' sequences of throws from there on."""

    position: Position
    first: Position  # before the random plies
    rounds: tuple[tuple[int, ...], ...]  # of throws for the beginning
    steps: tuple[tuple[int, int], ...]  # throw (0 for none) and move code of the random plies
    dice: tuple[int, ...]


def choose_default_plies(game: Game) -> int:
    """Return the number of random opening plies: none if the sticks provide variety.

    A game with a planner decides itself how much of its opening is left to the players.
    """
    if game.has_chance:
        return 0
    planner = game.part("planner")
    return RANDOM_PLIES if planner is None else int(planner.opening_plies(game))


def list_seatings(game: Game) -> list[Seating]:
    """Return the seating in the games of one block, ordered so that neighbouring games mirror each other.

    >>> import banmen
    >>> list_seatings(banmen.game("qubism"))
    [(0, 1), (1, 0)]
    >>> ["".join("XY"[who] for who in seating) for seating in list_seatings(banmen.game("moontrek", players=3))]
    ['XYX', 'YXY', 'XXY', 'YYX', 'YXX', 'XYY']
    """
    teams = [[game.players.index(player) for player in team] for team in game.teams]
    turns = range(1) if len(teams) % 2 == 0 else range(len(teams))
    arranged = []
    for turn in turns:
        for mirrored in (0, 1):
            seats = [0] * len(game.players)
            for index, team in enumerate(teams):
                for seat in team:
                    seats[seat] = (index - turn) % len(teams) % 2 ^ mirrored
            arranged.append(tuple(seats))
    return arranged


def draw_start(conditions: Conditions, block: int) -> BlockStart:
    """Return how the games of a block begin. An opening that ends the game or lets the next move win is drawn again."""
    for attempt in range(MOST_DRAWS):
        found = _try_start(conditions, block, attempt)
        if not conditions.opening_plies or _is_open(found.position):
            return found
    raise OpeningError(messages("opening.all_decided", draws=MOST_DRAWS, plies=conditions.opening_plies))


def _try_start(conditions: Conditions, block: int, attempt: int) -> BlockStart:
    game = conditions.game
    rng = random.Random(conditions.draw_number("opening", block, attempt))
    opening = game.opening(rng)
    base = conditions.draw_number("dice", block)
    dice = [stream(base, seat) for seat in range(len(game.players))]
    position, odds = opening.position, sticks.compute_odds(game.p)
    steps: list[tuple[int, int]] = []
    while len(steps) < conditions.opening_plies and not position.over:
        position, thrown = _throw_if_due(position, dice, odds)
        code = rng.choice(position.legal_codes())
        position = position.after(code)
        steps.append((thrown, code))
    return BlockStart(position, opening.position, opening.rounds, tuple(steps), tuple(dice))


def _throw_if_due(position: Position, dice: list[int], odds: sticks.Odds) -> tuple[Position, int]:
    """Throw the sticks of the seat on turn if that is due; return the position then, and the throw (0 for none)."""
    if position.kind != CHANCE:
        return position, 0
    seat = position.game.rules.turn(position.state)
    dice[seat] = next_state(dice[seat])
    value = throws.cast(bits32(dice[seat]), odds)
    return position.throw(value), value


def _is_open(position: Position) -> bool:
    """Return whether a game goes on and the next move does not win it."""
    rules = position.game.plain
    seat = rules.turn(position.state)
    after = (position.after(code) for code in position.legal_codes())
    return not position.over and not any(rules.winner(found.state) >> seat & 1 for found in after if found.over)


def play_block(conditions: Conditions, players: Sequence[Entrant], block: int) -> list[dict[str, Any]]:
    """Play the games of one block between two players and return what is to be kept of each, ready for JSON."""
    start = draw_start(conditions, block)
    return [play_game(conditions, players, block, start, number) for number in range(len(list_seatings(conditions.game)))]


def play_game(conditions: Conditions, players: Sequence[Entrant], block: int, start: BlockStart, number: int) -> dict[str, Any]:
    """Play one game of a block; `number` says with which seating."""
    game, seating = conditions.game, list_seatings(conditions.game)[number]
    # Everybody is new at the table, so that nothing of an earlier game is remembered: the result depends on this game alone.
    seated = [
        seat_player(players[who], game, conditions.draw_number("player", block, number, seat))
        for seat, who in enumerate(seating)
    ]
    began = time.process_time()
    played = _Game(conditions, start, seated)
    played.play()
    times = [played.sum_times(seating, who) for who in (0, 1)]
    won: int = game.rules.winner(played.position.state) if played.position.over else 0
    kept: dict[str, Any] = {"seats": "".join("ab"[who] for who in seating), "points": count_points(played.position, seating)}
    kept |= {"won": [seat for seat in range(len(seating)) if won >> seat & 1], "began": game.rules.turn(start.first.state)}
    kept |= {"moves": played.moves, "cpu": round(time.process_time() - began, 6), "times": times}
    if played.unfinished:
        kept["unfinished"] = True
    if conditions.keep_moves:
        kept["opening"], kept["start"] = [list(thrown) for thrown in start.rounds], start.first.text
        kept["steps"] = [list(step) for step in (*start.steps, *played.steps)]
    return kept


def seat_player(entrant: Entrant, game: Game, seed: int) -> AutomaticPlayer:
    """Return a new player for an object or a text, which may have a number to distinguish it from another of the same text."""
    return player(entrant.partition(NUMBER_SIGN)[0] if isinstance(entrant, str) else entrant, game, seed=seed)


def count_points(position: Position, seating: Seating) -> float:
    """Return the points of contestant 0: 1 for a win, 0.5 for a draw or a game broken off."""
    won = position.game.rules.winner(position.state)
    winners = [who for seat, who in enumerate(seating) if won >> seat & 1]
    return 0.5 if not winners else winners.count(0) / len(winners)


class _Game:
    """One game while it is played, with the time that each seat thinks."""

    def __init__(self, conditions: Conditions, start: BlockStart, players: list[AutomaticPlayer]) -> None:
        self.position, self.dice, self.players = start.position, list(start.dice), players
        self.odds, self.keep = sticks.compute_odds(conditions.game.p), conditions.keep_moves
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
            position, thrown = _throw_if_due(self.position, self.dice, self.odds)
            # Forced moves are played without asking.
            forced = rules.count(position.state) == 1
            code = int(rules.kth(position.state, 0)) if forced else self._choose(position)
            self.position = position.after(code)
            self.moves += 1
            if self.keep:
                self.steps.append((thrown, code))

    def _choose(self, position: Position) -> int:
        seat: int = position.game.rules.turn(position.state)
        began, worked = time.perf_counter(), time.process_time()
        code: int = self.players[seat].choose(position).code
        self.thoughts[seat].append((time.perf_counter() - began, time.process_time() - worked))
        return code

    def sum_times(self, seating: Seating, who: int) -> list[float]:
        """Return how many decisions a contestant made, the seconds they took together, the longest, and all processor time."""
        spent = [both for seat, thoughts in enumerate(self.thoughts) if seating[seat] == who for both in thoughts]
        seconds, worked = [wall for wall, _ in spent], [cpu for _, cpu in spent]
        return [len(spent), round(sum(seconds), 6), round(max(seconds, default=0.0), 6), round(sum(worked), 6)]


def warm_up(conditions: Conditions, players: Sequence[Entrant]) -> None:
    """Let every player decide once, so that what has to be compiled or loaded does not count as thinking."""
    position = _find_choice(conditions)
    for entrant in players:
        seat_player(entrant, conditions.game, 0).choose(position)


def _find_choice(conditions: Conditions) -> Position:
    """Return the first position of a game in which there is something to choose."""
    start = draw_start(conditions, 0)
    rules, odds, dice = conditions.game.plain, sticks.compute_odds(conditions.game.p), list(start.dice)
    position, _ = _throw_if_due(start.position, dice, odds)
    while rules.count(position.state) == 1:
        position = position.after(int(rules.kth(position.state, 0)))
        if position.over:
            return _throw_if_due(start.position, list(start.dice), odds)[0]
        position, _ = _throw_if_due(position, dice, odds)
    return position


def check_players(game: Game, players: Sequence[Entrant]) -> None:
    """Raise an error unless each is a player who can play this game."""
    for entrant in players:
        seat_player(entrant, game, 0)
