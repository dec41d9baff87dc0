"""What every game with every option must keep to. Run once compiled and once with BANMEN_JIT=0."""

import random

import pytest

import banmen
from banmen.core import sticks
from banmen.core.game import Game
from banmen.core.record import Record
from banmen.core.record_text import read_record
from banmen.engine import playouts
from banmen.kernels import kernel, playout, twins
from banmen.kernels.contract import CHANCE, DECIDE, NO_THROW, OVER
from tests.contract.variants import VARIANTS, make, name_of, random_game


@pytest.fixture(params=VARIANTS, ids=name_of)
def game(request: pytest.FixtureRequest) -> Game:
    return make(request.param)


def test_every_position_is_read_back_from_its_text(game: Game) -> None:
    for seed in range(2):
        for position in random_game(game, seed):
            again = game.position(position.text)
            assert again.text == position.text
            if not (position.past and position.over):  # a text tells nothing of repetitions
                assert again == position
                assert hash(again) == hash(position)
                assert again.winner == position.winner


def test_count_kth_and_moves_agree(game: Game) -> None:
    for position in random_game(game, 3):
        if position.kind == DECIDE:
            codes = position.legal_codes()
            rules = game.plain
            assert 0 < len(codes) == rules.count(position.state) <= rules.MOST
            assert [rules.kth(position.state, k) for k in range(len(codes))] == codes
            assert len(set(codes)) == len(codes)


def test_move_texts_are_unique_and_read_back(game: Game) -> None:
    for position in random_game(game, 4):
        moves = position.legal_moves()
        assert len({move.text for move in moves}) == len(moves)
        for move in moves:
            assert game.read_move(move.text) == move.code
            assert position.find(move.text) == move


def test_words_stay_small(game: Game) -> None:
    for position in random_game(game, 5):
        assert len(position.state) == game.rules.WORDS
        assert all(0 <= word < 2**62 for word in position.state)


def test_what_a_position_waits_for(game: Game) -> None:
    for position in random_game(game, 6):
        assert position.turn in game.players
        if position.kind == CHANCE:
            assert position.legal_moves() == []
            assert sum(chance for _, chance in position.throws()) == pytest.approx(1)
            with pytest.raises(banmen.IllegalMoveError):
                position.play("R>1")
        else:
            assert position.throws() == []
            with pytest.raises(banmen.IllegalMoveError):
                position.throw(3)


def test_the_end(game: Game) -> None:
    for seed in range(5):
        last = list(random_game(game, seed))[-1]
        assert last.over
        assert last.winner is not None
        assert set(last.winner) <= set(game.players)
        assert last.winner or game.name in ("kuniumi", "qubism")  # only these two know draws
        assert last.legal_moves() == []
        assert [last.perft(depth) for depth in (0, 1, 2)] == [1, 0, 0]


def test_an_illegal_move_changes_nothing(game: Game) -> None:
    for position in list(random_game(game, 7))[:40]:
        before = (position.text, position.state, position.past)
        for text in ("", "nonsense", "R>31", "5x9>6", "z9", "a1-a9", "L@a1x", "collect now", "1>1>1", "\0", "５>８"):
            with pytest.raises(banmen.IllegalMoveError):
                position.play(text)
        assert (position.text, position.state, position.past) == before


def test_perft_adds_up(game: Game) -> None:
    for position in list(random_game(game, 8))[::9]:
        if position.kind == CHANCE:
            assert position.perft(2) == sum(position.throw(value).perft(2) for value in sticks.THROWS)
        else:
            assert position.perft(1) == len(position.legal_codes())
            assert position.perft(2) == sum(position.after(code).perft(1) for code in position.legal_codes())


def test_compiled_perft_counts_as_the_interpreter_does(game: Game) -> None:
    position = list(random_game(game, 9))[12]
    if position.kind == CHANCE:
        position = position.throw(1)
    expected = 0
    for code in position.legal_codes()[:30]:
        after = position.after(code)
        expected += after.perft(2)
        assert after.perft(3) == _slow_perft(after, 3)
    assert expected <= position.perft(3)


def _slow_perft(position: banmen.Position, depth: int) -> int:
    if position.kind == CHANCE:
        return sum(_slow_perft(position.throw(value), depth) for value in sticks.THROWS)
    if depth == 2:
        return position.perft(2)
    return sum(_slow_perft(position.after(code), depth - 1) for code in position.legal_codes())


def test_playouts_are_the_same_games_in_the_interpreter(game: Game) -> None:
    games, seed = 12, 2**40 + 11
    plain = twins.bind(playout, game.rules, kernel.PLAIN)
    seats = 0 if game.rules.OPENING == NO_THROW else (1 << len(game.players)) - 1
    sums = [0] * playout.RESULTS
    sums[playout.LEAST] = 2**61
    plain.tally(game.first_state(), seats, seed, 0, games, sticks.odds(game.p), {}, {}, 0, 1, sums)
    assert playouts.tally(game, 0, games, seed=seed, counting=True) == sums


def test_random_play_ends(game: Game) -> None:
    games = 40 if kernel.default_target() == kernel.PLAIN else 4000
    result = playouts.play(game, games, seed=5)
    assert result.unfinished == 0
    assert sum(result.wins.values()) + result.draws == games
    assert 0 < result.least_steps <= result.mean_steps <= result.most_steps
    assert result.branching is not None
    assert result.branching >= 1


def test_samples_are_legal_and_reach_every_move(game: Game) -> None:
    positions = [position for position in random_game(game, 10) if position.kind == DECIDE]
    position = max(positions[:40], key=lambda position: len(position.legal_codes()))
    legal = set(position.legal_codes())
    random_state, drawn = 12345, dict.fromkeys(legal, 0)
    times = 60 * len(legal)
    for _ in range(times):
        random_state, move = game.plain.sample(position.state, random_state)
        drawn[move] += 1  # a KeyError here is an illegal move
    expected = times / len(legal)
    chi_squared = sum((number - expected) ** 2 / expected for number in drawn.values())
    freedom = len(legal) - 1
    assert chi_squared < freedom + 5 * (2 * freedom) ** 0.5 + 10


def test_records_replay_to_the_same_text(game: Game) -> None:
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


def test_the_real_opening(game: Game) -> None:
    rng = random.Random(12)
    begins = set()
    for _ in range(60):
        opening = game.opening(rng)
        assert game.opened(opening.rounds).kind in (CHANCE, DECIDE)
        if game.rules.OPENING != NO_THROW:
            assert opening.position == game.opened(opening.rounds)
            begins.add(opening.position.turn)
    if game.rules.OPENING != NO_THROW:
        assert begins == set(game.players)


def test_no_position_is_both_over_and_open(game: Game) -> None:
    for position in random_game(game, 13):
        assert (position.kind == OVER) == position.over == (position.winner is not None)
