"""Checks of a game's rules, notation, records and random play."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from banmen.core import sticks
from banmen.core.errors import IllegalMoveError, NotationError
from banmen.core.game import Game, Position
from banmen.core.record import Record
from banmen.core.record_text import read_record
from banmen.engine import playouts
from banmen.kernels import kernel, playout, twins
from banmen.kernels.contract import CHANCE, DECIDE, OVER
from banmen.testing.random_play import GAMES, raises, recall_game

Check = Callable[[Game], None]
FOUND = 10  # moves per position to look up by text: each lookup lists all moves
NO_MOVES = ("", "nonsense", "R>31", "5x9>6", "z9", "a1-a9", "L@a1x", "collect now", "1>1>1", "\0", "５>８")
NO_POSITIONS = ("", " ", "nonsense", "/", "a b c d e f g", "\x00", "\n", "1" * 5000, "盤面")


def check_positions_are_read_back(game: Game) -> None:
    """Every position is read back from its text, equal and with the same hash."""
    for number in range(2):
        for position in recall_game(game, number):
            again = game.position(position.text)
            assert again.text == position.text, "a text must be written as it was read"
            if not (position.past and position.over):  # a text does not include repetitions
                assert again == position, f"{position.text!r} is read as another position"
                assert hash(again) == hash(position)
                assert again.winner == position.winner


def check_bad_texts_are_refused(game: Game) -> None:
    """What is no position raises NotationError that says what is wrong and where, and so does half a position."""
    text = game.start().text
    for bad in (*NO_POSITIONS, *(text[:length] for length in range(len(text))), *(text + sign for sign in " -/,x\n")):
        try:
            game.position(bad)
        except NotationError as error:
            assert error.reason, f"nothing is said about {bad[:40]!r}"
            assert 0 <= error.place <= len(bad)
        else:
            raise AssertionError(f"{bad[:40]!r} is taken for a position")


def check_moves_are_counted_and_listed_alike(game: Game) -> None:
    """`count`, `kth` and `moves` agree on the legal moves."""
    for position in recall_game(game, 2):
        if position.kind == DECIDE:
            codes = position.legal_codes()
            rules = game.plain
            assert 0 < len(codes) == rules.count(position.state) <= rules.MOST, position.text
            assert [rules.kth(position.state, k) for k in range(len(codes))] == codes
            assert len(set(codes)) == len(codes), "a move is listed twice"


def check_move_texts_are_read_back(game: Game) -> None:
    """Each legal move has a text of its own, and is found by it."""
    for position in recall_game(game, 3):
        moves = position.legal_moves()
        assert len({move.text for move in moves}) == len(moves), "two moves have one text"
        for move in moves:
            assert game.read_move(move.text) == move.code
        for move in moves[:: 1 + len(moves) // FOUND]:
            assert position.find(move.text) == move


def check_states_are_small(game: Game) -> None:
    """A state has WORDS words, each below 2**62."""
    for position in recall_game(game, 4):
        assert len(position.state) == game.rules.WORDS
        assert all(0 <= word < 2**62 for word in position.state)


def check_what_a_position_waits_for(game: Game) -> None:
    """While a throw is due no move is legal, and otherwise no throw is."""
    for position in recall_game(game, 0):
        assert position.turn in game.players
        if position.kind == CHANCE:
            assert game.has_chance
            assert position.legal_moves() == []
            assert math.isclose(sum(chance for _, chance in position.throws()), 1)
            assert raises(IllegalMoveError, lambda here=position: here.play("any move"))  # type: ignore[misc]
        else:
            assert position.throws() == []
            assert raises(IllegalMoveError, lambda here=position: here.throw(3))  # type: ignore[misc]


def check_throws_are_known(game: Game) -> None:
    """A throw is pending until it is moved by; without sticks nothing ever is."""
    for position in recall_game(game, 1):
        if position.kind == CHANCE:
            assert position.thrown is None
            assert [position.throw(value).thrown for value in sticks.THROWS if position.throw(value).kind == DECIDE] == [
                value for value in sticks.THROWS if position.throw(value).kind == DECIDE
            ]
        elif not game.has_chance:
            assert position.thrown is None


def check_the_end(game: Game) -> None:
    """A game ends, with winners among its players, whole teams of them, and nothing to do afterwards."""
    for number in range(GAMES):
        last = recall_game(game, number)[-1]
        assert last.over
        assert last.winner is not None
        assert set(last.winner) <= set(game.players)
        assert all(set(team) <= set(last.winner) or not set(team) & set(last.winner) for team in last.game.teams)
        assert last.legal_moves() == []
        assert [last.perft(depth) for depth in (0, 1, 2)] == [1, 0, 0]


def check_teams_share_out_the_players(game: Game) -> None:
    """Every player is in one team."""
    players = [player for team in game.teams for player in team]
    assert sorted(map(str, players)) == sorted(map(str, game.players))
    assert 2 <= len(game.players) <= 4


def check_illegal_moves_change_nothing(game: Game) -> None:
    """What is no legal move raises IllegalMoveError and leaves the position as it was."""
    for position in recall_game(game, 2)[:40]:
        before = (position.text, position.state, position.past)
        legal = {move.text for move in position.legal_moves()}
        for text in NO_MOVES:
            assert text in legal or raises(IllegalMoveError, lambda here=position, move=text: here.play(move))  # type: ignore[misc]
        assert (position.text, position.state, position.past) == before


def check_perft_adds_up(game: Game) -> None:
    """The lines of play of a position are those of all that can follow it."""
    for position in recall_game(game, 3)[::9]:
        if position.kind == CHANCE:
            assert position.perft(2) == sum(position.throw(value).perft(2) for value in sticks.THROWS)
        else:
            assert position.perft(1) == len(position.legal_codes())
            assert position.perft(2) == sum(position.after(code).perft(1) for code in position.legal_codes())


def check_compiled_perft(game: Game) -> None:
    """Compiled code counts the same lines of play as the interpreter."""
    positions = recall_game(game, 4)
    position = positions[min(12, len(positions) // 2)]
    if position.kind == CHANCE:
        position = position.throw(1)
    expected = 0
    for code in position.legal_codes()[:30]:
        after = position.after(code)
        expected += after.perft(2)
        assert after.perft(3) == _count_slowly(after, 3)
    assert expected <= position.perft(3)


def _count_slowly(position: Position, depth: int) -> int:
    if position.kind == CHANCE:
        return sum(_count_slowly(position.throw(value), depth) for value in sticks.THROWS)
    if depth == 2:
        return position.perft(2)
    return sum(_count_slowly(position.after(code), depth - 1) for code in position.legal_codes())


def check_playouts_are_the_same_everywhere(game: Game) -> None:
    """Random games from one seed are the same in compiled code and in the interpreter."""
    games, seed = 12, 2**40 + 11
    plain = twins.bind(playout, game.rules, kernel.PLAIN)
    seats = (1 << len(game.players)) - 1 if game.opens_by_throw else 0
    sums = [0] * playout.RESULTS
    sums[playout.LEAST] = 2**61
    plain.tally(game.first_state(), seats, seed, 0, games, sticks.compute_odds(game.p), {}, {}, 0, 1, sums)
    assert playouts.tally(game, 0, games, seed=seed, counting=True) == sums


def check_random_play_ends(game: Game) -> None:
    """All of many random games end, each with a result."""
    games = 40 if kernel.choose_default_target() == kernel.PLAIN else 4000
    result = playouts.play(game, games, seed=5)
    assert result.unfinished == 0
    assert sum(result.wins.values()) + result.draws == games


def check_samples_reach_every_move(game: Game) -> None:
    """Moves drawn at random are legal, and each is as likely as the others."""
    positions = [position for position in recall_game(game, 1) if position.kind == DECIDE]
    position = max(positions[:40], key=lambda position: len(position.legal_codes()))
    legal = set(position.legal_codes())
    random_state, drawn = 12345, dict.fromkeys(legal, 0)
    times = 60 * len(legal)
    for _ in range(times):
        random_state, move = game.plain.sample(position.state, random_state)
        assert move in legal
        drawn[move] += 1
    expected = times / len(legal)
    chi_squared = sum((number - expected) ** 2 / expected for number in drawn.values())
    freedom = len(legal) - 1
    assert chi_squared < freedom + 5 * (2 * freedom) ** 0.5 + 10


def check_records_replay(game: Game) -> None:
    """A record is read back and leads through the same positions."""
    rng = random.Random(11)
    opening = game.opening(rng)
    record = Record.begin(game, opening=opening)
    position = opening.position
    texts = [position.text]
    while not position.over:
        value = None
        if position.kind == CHANCE:
            value = sticks.throw_sticks(rng, game.p)
            position = position.throw(value)
        move = rng.choice(position.legal_moves())
        record = record.with_step(value, move.text)
        position = position.play(move)
        texts.append(position.text)
    again = read_record(record.text)
    assert [position.text for position in again.positions()] == texts
    assert again.final.winner == position.winner
    assert again.text == record.text


def check_the_opening(game: Game) -> None:
    """The real opening leads to an open position; where it is thrown for, everybody begins at times."""
    rng = random.Random(12)
    begins = set()
    for _ in range(60 if game.opens_by_throw else 3):
        opening = game.opening(rng)
        assert game.opened(opening.rounds).kind in (CHANCE, DECIDE)
        if game.opens_by_throw:
            assert opening.position == game.opened(opening.rounds)
            begins.add(opening.position.turn)
    assert not game.opens_by_throw or begins == set(game.players)


def check_no_position_is_both_over_and_open(game: Game) -> None:
    """A position is over exactly when it has a result."""
    for position in recall_game(game, 2):
        assert (position.kind == OVER) == position.over == (position.winner is not None)


RULES_CHECKS: tuple[Check, ...] = (
    check_positions_are_read_back,
    check_bad_texts_are_refused,
    check_moves_are_counted_and_listed_alike,
    check_move_texts_are_read_back,
    check_states_are_small,
    check_what_a_position_waits_for,
    check_throws_are_known,
    check_the_end,
    check_teams_share_out_the_players,
    check_illegal_moves_change_nothing,
    check_perft_adds_up,
    check_compiled_perft,
    check_playouts_are_the_same_everywhere,
    check_random_play_ends,
    check_samples_reach_every_move,
    check_records_replay,
    check_the_opening,
    check_no_position_is_both_over_and_open,
)
