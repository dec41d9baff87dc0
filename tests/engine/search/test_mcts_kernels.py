"""The trees of Monte Carlo tree search: proofs, reuse for a later position, and bounded chunks of work."""

import random
import threading
from typing import Any

import pytest

import banmen
from banmen.core.game import Position
from banmen.core.sticks import throw_sticks
from banmen.engine.interface import MEBIBYTE, Budget
from banmen.engine.search.mcts import Mcts, Tree
from banmen.engine.search.mcts_kernels import FIRST, MOVE, NUMBER, PROOF, SCORE, VISITS
from banmen.kernels.contract import CHANCE
from tests.contract.variants import random_game
from tests.engine.perfect import worth

GOES_ON = threading.Event()  # never set


def planted(position: Position, simulations: int, memory: int = MEBIBYTE) -> Tree:
    tree = Tree(position.game, memory, 12345)
    tree.plant(position)
    tree.grow(simulations, 10**9, 0.7)
    return tree


def visits(tree: Tree) -> int:
    return sum(count for count, _, _ in tree.root_moves().values())


def with_throws(position: Position, moves: int, seed: int = 1) -> Position:
    """Play some random moves and throws on, until a move is due again."""
    rng = random.Random(seed)
    while moves or position.kind == CHANCE:
        if position.kind == CHANCE:
            position = position.throw(throw_sticks(rng, 0.5))
        else:
            position, moves = position.after(rng.choice(position.legal_codes())), moves - 1
    return position


def test_proofs_of_a_dice_game_are_what_all_its_positions_say() -> None:
    game = banmen.game("kariuchi", pieces=1)
    values = worth(game)
    proven = {0.0: 0, 1.0: 0}
    certain = [state for state, value in values.items() if value in (0, 1)]
    others = random.Random(1).sample(sorted(values), 150)
    engine = Mcts(seed=1, memory=8)
    for state in (*certain, *others):
        due = Position(game, state)
        for thrown in (due.throw(value) for value, _ in due.throws()):
            for value in engine.think(thrown, Budget(nodes=100)).moves:
                if value.exact:
                    first = values[thrown.after(value.move.code).state]
                    assert value.chance == (first if thrown.turn == 1 else 1 - first), thrown.text
                    proven[value.chance] += 1
    assert proven[1.0] > 100
    assert proven[0.0] > 3  # whatever the throw


@pytest.mark.parametrize(
    ("name", "options"),
    [("moontrek", {"pieces": 1}), ("moontrek", {"pieces": 1, "teams": "2-2"}), ("moontrek", {"pieces": 1, "players": 3})],
)
def test_what_is_proven_for_several_players_holds_against_all_play(name: str, options: dict[str, Any]) -> None:
    game, proven = banmen.game(name, **options), 0
    rng = random.Random(2)
    for seed in range(25):
        last = [position for position in random_game(game, seed) if position.legal_codes()][-3:]
        for position in last:
            tree = planted(position, 300)
            if tree.finished:
                proven += 1
                assert played_out(position, rng) == winners(position, tree)
    assert proven > 10


def winners(position: Position, tree: Tree) -> tuple[object, ...]:
    mask = int(tree.rows[0, PROOF]) - 1
    return tuple(player for seat, player in enumerate(position.game.players) if mask >> seat & 1)


def played_out(position: Position, rng: random.Random) -> object:
    """Play on: proven winners by the tree, the others and the sticks at random."""
    engine = Mcts(seed=3, memory=1)
    while not position.over:
        if position.kind == CHANCE:
            position = position.throw(throw_sticks(rng, 0.5))
            continue
        thought = engine.think(position, Budget(nodes=300))
        sure = thought.moves[0].exact and thought.chance == 1
        position = position.play(thought.best if sure else rng.choice(position.legal_moves()))
    return position.winner


@pytest.mark.parametrize("name", banmen.names())
def test_a_tree_goes_on_after_answers_and_throws(name: str) -> None:
    position = next(position for position in random_game(banmen.game(name), 3) if len(position.legal_codes()) > 1)
    followed = 0
    for seed in range(10):
        tree = planted(position, 3000)
        later = with_throws(position, 2, seed)
        if not later.over and tree.follow(later, GOES_ON):
            followed += 1
            assert tree.state == later.state
            assert set(tree.root_moves()) <= set(later.legal_codes())
            before = visits(tree)
            tree.grow(100, 10**9, 0.7)
            assert visits(tree) == before + 100 or tree.finished
    assert followed > 3


def test_a_copied_tree_is_the_part_below_its_new_root() -> None:
    position = banmen.game("kuniumi", setup="random").start(random.Random(4)).play("land")
    tree = planted(position, 3000)
    best = max(tree.root_moves().items(), key=lambda item: item[1][0])
    old, row = tree.rows.copy(), next(row for row in range(1, tree.used) if tree.rows[row, MOVE] == best[0])
    assert tree.follow(position.after(best[0]), GOES_ON)
    waiting = [(row, 0)]
    compared = 0
    while waiting:
        there, here = waiting.pop()
        assert all(old[there, column] == tree.rows[here, column] for column in (MOVE, NUMBER, VISITS, SCORE, PROOF))
        assert (old[there, FIRST] > 0) == (tree.rows[here, FIRST] > 0)
        waiting += [(old[there, FIRST] + k, tree.rows[here, FIRST] + k) for k in range(old[there, NUMBER])]
        compared += 1
    assert compared == tree.used > 100


@pytest.mark.parametrize("name", ["qubism", "kariuchi"])
def test_an_unrelated_position_is_not_found(name: str) -> None:
    positions = [position for position in random_game(banmen.game(name), 3) if position.legal_codes()]
    tree = planted(positions[-2], 1000)
    assert not tree.follow(positions[0], GOES_ON)
    assert tree.state == positions[-2].state
    assert visits(tree) > 0 or tree.finished


def test_another_way_to_the_same_position_does_not_count_where_repetitions_do() -> None:
    start = banmen.game("qubism", cubes=1).position("2B1>/5/5/5/2W2 0 w")
    there_and_back = start.play("b1").play("b5").play("c1").play("c5")
    assert there_and_back == start
    tree = planted(start, 20_000)
    assert tree.follow(start, GOES_ON)
    assert not tree.follow(start.game.position(start.play("b1").text), GOES_ON)  # nothing is known of its history
    assert tree.follow(start.play("b1"), GOES_ON)


def test_a_stop_while_the_tree_is_copied_begins_a_new_one() -> None:
    position = banmen.game("qubism").start()
    engine = Mcts(seed=1, memory=4)
    best = engine.think(position, Budget(nodes=1000)).best
    budget = Budget(nodes=1000)
    budget.stop.set()
    thought = engine.think(position.play(best), budget)
    assert thought.nodes == sum(value.visits for value in thought.moves) == 0
    assert engine.think(position.play(best), Budget(nodes=100)).nodes == 100


def test_an_engine_may_be_asked_about_one_game_after_another() -> None:
    engine = Mcts(seed=1, memory=2)
    for name in (*banmen.names(), *banmen.names()):
        position = next(position for position in random_game(banmen.game(name), 5) if position.legal_codes())
        fresh = Mcts(seed=1, memory=2).think(position, Budget(nodes=200))
        assert engine.think(position, Budget(nodes=200)).moves == fresh.moves


def test_very_long_games_are_simulated_one_at_a_time() -> None:
    usual = banmen.game("holes58").start().throw(1)
    endless = banmen.game("holes58", p=0.999).start().throw(4)
    assert planted(usual, 0).grow(1000, 5000, 0.7) > 10
    assert planted(endless, 0).grow(1000, 5000, 0.7) < 5


def test_a_long_past_is_cut_off_and_not_written_beyond_its_room() -> None:
    position = banmen.game("qubism", cubes=1).position("2B1>/5/5/5/2W2 0 w")
    longer = Position(position.game, position.state, (position.play("b1").state,) * 5000)
    tree = planted(longer, 200)
    assert len(tree.past) < 1024
    assert visits(tree) in (199, 200)
