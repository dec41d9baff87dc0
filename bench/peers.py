"""Other libraries, each used through its own Python API in the plainest way that is not slow."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

from bench.measure import GAMES, LEAVES, SIMULATIONS, Rate, Work, Workload

SEED = 58
BACKGAMMON = "OpenSpiel backgammon"
QUORIDOR = "OpenSpiel quoridor(5)"
MCTS_BACKGAMMON = "OpenSpiel MCTS backgammon"
MCTS_QUORIDOR = "OpenSpiel MCTS quoridor(5)"
EXPLORATION = 2.0  # the value that OpenSpiel's own example has
CHESS_DEPTH = 4

Run = Callable[[int], Work]


def repeat(one_game: Callable[[], int]) -> Run:
    """Turn a function that plays one game and returns its moves into one that plays many."""

    def run(games: int) -> Work:
        return Work(games, sum(one_game() for _ in range(games)))

    return run


def open_spiel(name: str) -> Run:
    """Random play of an OpenSpiel game; throws of the dice are not counted as moves."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng = random.Random(SEED)

    def play_game() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        return moves

    return repeat(play_game)


def open_spiel_search(name: str) -> Run:
    """Monte Carlo tree search by OpenSpiel's bot in C++ with one random playout a simulation, from the first decision on."""
    import pyspiel

    game = pyspiel.load_game(name)
    first = game.new_initial_state()
    while first.is_chance_node():
        first.apply_action(first.legal_actions()[0])

    def run(simulations: int) -> Work:
        evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
        solve, verbose, most_mebibytes = True, False, 1000
        bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, simulations, most_mebibytes, solve, SEED, verbose)
        bot.step(first)
        return Work(simulations, 0)

    return run


def play_royal_ur() -> Run:
    """Random play of the Royal Game of Ur by Finkel's rules."""
    from royalur import Game

    rng = random.Random(SEED)

    def play_game() -> int:
        game, moves = Game.create_finkel(), 0
        while not game.is_finished():
            if game.is_waiting_for_roll():
                game.roll_dice()
            else:
                game.make_move(rng.choice(game.find_available_moves()))
                moves += 1
        return moves

    return repeat(play_game)


def connect_four() -> Run:
    """Random play of PettingZoo's connect four by its action mask."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import numpy
    import pettingzoo

    environment: Any = pettingzoo.make("aec", "classic/connect_four-v3")
    rng = random.Random(SEED)

    def play_game() -> int:
        environment.reset()
        moves = 0
        for _ in environment.agent_iter():
            observation, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                environment.step(None)
            else:
                environment.step(int(rng.choice(numpy.flatnonzero(observation["action_mask"]))))
                moves += 1
        return moves

    return repeat(play_game)


def play_chess() -> Run:
    """Random chess until the game is over by itself."""
    import chess

    rng = random.Random(SEED)

    def play_game() -> int:
        board, moves = chess.Board(), 0
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            moves += 1
        return moves

    return repeat(play_game)


def count_chess_lines() -> Run:
    """Count the lines of play from the first position of chess; the last moves are counted, not made, as in ours."""
    import chess

    def perft(board: Any, depth: int) -> int:
        if depth == 1:
            return int(board.legal_moves.count())
        leaves = 0
        for move in board.legal_moves:
            board.push(move)
            leaves += perft(board, depth - 1)
            board.pop()
        return leaves

    return lambda times: Work(sum(perft(chess.Board(), CHESS_DEPTH) for _ in range(times)), 0)


# Name, library, what is counted, how it is made ready, games or simulations a batch.
PEERS: tuple[tuple[str, str, str, Callable[[], Run], int], ...] = (
    (BACKGAMMON, "OpenSpiel", GAMES, lambda: open_spiel("backgammon"), 10),
    (QUORIDOR, "OpenSpiel", GAMES, lambda: open_spiel("quoridor(board_size=5)"), 100),
    (MCTS_BACKGAMMON, "OpenSpiel", SIMULATIONS, lambda: open_spiel_search("backgammon"), 1_000),
    (MCTS_QUORIDOR, "OpenSpiel", SIMULATIONS, lambda: open_spiel_search("quoridor(board_size=5)"), 10_000),
    ("RoyalUr Finkel", "RoyalUr", GAMES, play_royal_ur, 5),
    ("PettingZoo connect four", "PettingZoo", GAMES, connect_four, 10),
    ("python-chess", "python-chess", GAMES, play_chess, 1),
    (f"python-chess perft {CHESS_DEPTH}", "python-chess", LEAVES, count_chess_lines, 1),
)


def list_workloads() -> tuple[list[Workload], list[Rate]]:
    """Return the peers that are installed, and an empty rate for each one that is not."""
    found, missing = [], []
    for name, library, unit, ready, batch in PEERS:
        try:
            found.append(Workload(name, library, unit, ready(), batch))
        except ImportError:
            missing.append(Rate(name, library, unit, note="not installed"))
    return found, missing
