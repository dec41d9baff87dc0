"""The sample of exact values: it stores what is put in, and the stored one is sound."""

from pathlib import Path
from typing import Any

import numpy
import pytest

import banmen
from banmen.core.game import Game, Position
from banmen.solve.samples import sample_file
from bench.yardstick import measure_player, sample_of

GAME = banmen.game("holes58")


def test_a_sample_comes_back(tmp_path: Path) -> None:
    positions = [GAME.position("10,14;0;3/1;0;4 1 1"), GAME.position("3,7,12;0;2/2,9;0;3 1 2")]
    records = numpy.array([[*position.state[:2], position.thrown] for position in positions])
    counts = numpy.array([len(position.legal_codes()) for position in positions])
    moves = numpy.array([[0.25, 0.5, 0], [0.75, 0.125, 1.0]])
    arrays = sample_file.pack_sample(GAME, records, numpy.array([0.5, 0.625]), moves, counts)
    sample_file.write_sample(tmp_path / "some.npz", {sample_file.PLAYED: arrays, sample_file.ANYWHERE: arrays})
    part = sample_file.read_sample(tmp_path / "some.npz", GAME)[sample_file.ANYWHERE]
    back = {
        (int(part.mover[row]), int(part.other[row]), int(part.throws[row])): (
            part.values[row],
            part.moves[part.begin[row] : part.begin[row + 1]].tolist(),
        )
        for row in range(2)
    }
    for row, position in enumerate(positions):
        value, worths = back[position.state[0], position.state[1], row + 1]
        assert value == pytest.approx([0.5, 0.625][row], abs=1e-5)
        assert worths == pytest.approx(moves[row, : counts[row]].tolist(), abs=1e-5)


KEPT = [game for game in map(banmen.game, ("holes58", "kariuchi")) if sample_of(game).is_file()]


@pytest.fixture(scope="module", params=KEPT, ids=lambda game: game.name)
def kept(request: pytest.FixtureRequest) -> tuple[Game, dict[str, sample_file.SamplePart]]:
    return request.param, sample_file.read_sample(sample_of(request.param), request.param)


@pytest.mark.parametrize("name", [sample_file.PLAYED, sample_file.ANYWHERE])
def test_samples_that_are_kept_have_a_choice_everywhere_and_know_wins(
    kept: tuple[Game, dict[str, sample_file.SamplePart]], name: str
) -> None:
    game, part = kept[0], kept[1][name]
    rules: Any = game.plain
    assert part.begin[-1] == len(part.moves)
    assert (numpy.diff(part.begin) > 1).all()
    wins = 0
    for row in numpy.random.default_rng(1).integers(0, len(part.throws), 2000).tolist():
        waiting = rules.join_sides(int(part.mover[row]), int(part.other[row]), game.first_state())
        position = Position(game, rules.throw(waiting, int(part.throws[row])))
        for code, worth in zip(position.legal_codes(), part.moves[part.begin[row] : part.begin[row + 1]], strict=True):
            over = position.after(code).over
            wins += over
            assert worth > 1 - 2 / sample_file.FULL or not over  # it may have been stored in coarser steps before
    assert wins or name == sample_file.ANYWHERE
    assert all(rules.class_size(rules.side_class(int(side))) > 1 for side in part.mover[:100])  # the game has not been ended


def test_the_yardstick_tells_strong_from_weak(kept: tuple[Game, dict[str, sample_file.SamplePart]]) -> None:
    game, parts = kept
    rows = range(0, 30_000, 100)
    strong, weak = (measure_player(name, parts[sample_file.PLAYED], rows, game) for name in ("level:8", "random"))
    assert strong["lost_per_choice"] < 0.002 < 0.01 < weak["lost_per_choice"]
    assert strong["best_moves"] > 0.8
