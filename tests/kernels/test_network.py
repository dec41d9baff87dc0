"""The kernels of networks compute what their description says, in terms of matrices."""

from itertools import pairwise
from typing import Any

import numpy
import pytest

import banmen
from banmen.core.network_file import make_buffers
from banmen.kernels import network
from banmen.kernels.network import HIDDEN, LAYER, NONE, STRIDE, rest_size
from banmen.solve.samples import network_examples

FEATURES, SECTIONS = 7, (0, 2, 5)
SUMS = len(SECTIONS) - 1


def draw_weights(features: int, sums: int) -> tuple[Any, Any]:
    """Return random rows and other weights."""
    rng = numpy.random.default_rng(4)
    rows = rng.normal(0, 0.3, (features, STRIDE)).astype(numpy.float32)
    return rows, rng.normal(0, 0.3, rest_size(sums)).astype(numpy.float32)


def chance(rows: Any, rest: Any, sections: tuple[int, ...], listed: list[int], power: int) -> float:
    """Return the chance according to the description of a network, using matrices."""
    sums = len(sections) - 1
    sizes = [sums * HIDDEN, sums * HIDDEN * LAYER, LAYER, LAYER * LAYER, LAYER, LAYER, 1]
    bias, first, first_bias, second, second_bias, last, last_bias = numpy.split(rest.astype(float), numpy.cumsum(sizes)[:-1])
    totals, direct = [], 0.0
    for begin, end in pairwise(sections):
        there = [feature for feature in listed[begin:end] if feature != NONE]
        totals.append(rows[there, :HIDDEN].astype(float).sum(0))
        direct += float(rows[there, HIDDEN].sum())
    cells = (numpy.concatenate(totals) + bias).clip(0, 1) ** power
    cells = (cells @ first.reshape(-1, LAYER) + first_bias).clip(0, 1) ** power
    cells = (cells @ second.reshape(-1, LAYER) + second_bias).clip(0, 1) ** power
    return float(1 / (1 + numpy.exp(-(cells @ last + last_bias[0] + direct))))


@pytest.mark.parametrize("power", [1, 2])
@pytest.mark.parametrize("listed", [[0, 3, 4, 5, 6], [1, NONE, 4, 4, NONE], [NONE, 0, NONE, 0, 0]])
def test_the_interpreter_computes_as_described(listed: list[int], power: int) -> None:
    rows, rest = draw_weights(FEATURES, SUMS)
    all_weights = numpy.concatenate([rows.ravel(), rest])
    found = network.evaluate_network(FEATURES, SECTIONS, power == 2, listed, all_weights, make_buffers(SECTIONS)[0])
    if listed[0] == NONE:
        listed = [NONE] * 5  # data after the end of a section is ignored
    assert found == pytest.approx(chance(rows, rest, SECTIONS, listed, power), abs=1e-5)


@pytest.mark.parametrize(("name", "text"), [("kariuchi", "3,9,15x2/R,12,20,A 1 3"), ("holes58", "3,12;1;0/2,9,13;0;1 1 2")])
def test_compiled_kernels_compute_as_described(name: str, text: str) -> None:
    from banmen.engine.search import network_kernels

    game = banmen.game(name)
    rules: Any = game.plain
    rows, rest = draw_weights(rules.FEATURES, len(rules.SECTIONS) - 1)
    position = game.position(text)
    found = numpy.zeros(game.rules.MOST)
    all_weights = numpy.concatenate([rows.ravel(), rest])
    game.compiled(network_kernels).value_moves(position.state, all_weights, *make_buffers(rules.SECTIONS), found)
    sides = [rules.sides(position.after(code).state) for code in position.legal_codes()]
    seen = network_examples.list_features(game, numpy.array(sides)).tolist()
    wanted = [
        1 - chance(rows, rest, rules.SECTIONS, listed, 2 if rules.SQUARED else 1) for listed in seen
    ]  # each of these moves passes the turn
    assert found[: len(wanted)] == pytest.approx(wanted, abs=1e-5)
    assert 0.001 < min(wanted) < max(wanted) < 0.999
