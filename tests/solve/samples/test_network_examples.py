"""Training examples for networks: the positions after moves, and their value for the next player to throw."""

from typing import Any

import numpy
import pytest

import banmen
from banmen.core.game import Game, Position
from banmen.solve.samples import network_examples

TEXTS = {
    "kariuchi": ("Rx2,5,A/Rx3,12 1 3", "12,Hx3/15,28,Hx2 1 3", "28,Hx3/R,Hx3 1 4"),
    "holes58": ("10,14;0;3/1;0;4 1 1", "28;0;0/-;1;0 1 2"),
}


def records_of(game: Game) -> tuple[list[Position], Any]:
    """Return positions with a move due, and their records."""
    rules: Any = game.plain
    positions = [game.position(text) for text in TEXTS[game.name]]
    return positions, numpy.array([[*rules.sides(found.state), found.thrown] for found in positions])


@pytest.mark.parametrize("name", TEXTS)
def test_moves_are_followed_by_the_rules(name: str) -> None:
    game = banmen.game(name)
    rules: Any = game.plain
    positions, records = records_of(game)
    after, meaning = network_examples.follow_moves(game, records)
    found = set()
    for row, position in enumerate(positions):
        codes = position.legal_codes()
        for k, code in enumerate(codes):
            reached = position.after(code)
            wanted = (
                network_examples.WINS
                if reached.over
                else network_examples.AGAIN
                if reached.turn == position.turn
                else network_examples.PASSES
            )
            assert meaning[row, k] == wanted
            assert tuple(after[row, k]) == rules.sides(reached.state)
            found.add(wanted)
        assert not meaning[row, len(codes) :].any()
    assert network_examples.WINS in found
    assert network_examples.PASSES in found


def test_values_are_those_of_who_throws_next() -> None:
    game = banmen.game("kariuchi")
    _, records = records_of(game)
    after, meaning = network_examples.follow_moves(game, records)
    values = numpy.zeros((len(records), 13), numpy.float32)
    values[:, 0] = 0.5, 0.25, 0.75
    values[:, 1:][meaning > 0] = 0.9
    pairs, worth = network_examples.label_positions(records, values, after, meaning)
    assert worth[:3].tolist() == [0.5, 0.25, 0.75]
    assert pairs[:3].tolist() == records[:, :2].tolist()
    going_on = meaning[(meaning > 0) & (meaning != network_examples.WINS)]
    assert worth[3:] == pytest.approx(numpy.where(going_on == network_examples.AGAIN, 0.9, 0.1))


@pytest.mark.parametrize("number", [0, 1, 2, 130])
def test_every_position_is_seen_once(number: int) -> None:
    game = banmen.game("kariuchi")
    rules: Any = game.plain
    _, records = records_of(game)
    pairs = numpy.resize(records[:, :2], (number, 2))
    seen = network_examples.list_features(game, pairs)
    assert seen.shape == (number, rules.SECTIONS[-1])
    for (mover, other), row in zip(pairs.tolist(), seen.tolist(), strict=True):
        out = [0] * len(row)
        rules.list_features(mover, other, out)
        assert row == out
