"""The benchmark against exact values, and its results for the networks in the package."""

import json
import sys

import numpy
import pytest

import banmen
from banmen.solve.samples import sample_file
from bench.yardstick import main, measure_player, sample_of
from tests.common.loops import some

CHOICES = 2500
GAMES = [banmen.game("kariuchi"), banmen.game("kariuchi", hit_bonus="ring"), banmen.game("holes58")]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_networks_play_almost_perfectly_without_a_search(game: banmen.Game) -> None:
    for part in some(sample_file.read_sample(sample_of(game), game).values()):
        rows = numpy.random.default_rng(1).permutation(len(part.throws))[:CHOICES]
        found = measure_player("network", part, rows, game)
        assert found["choices"] == CHOICES
        assert 0 < found["lost_per_choice"] < 0.0006
        assert found["best_moves"] > 0.9


class First:
    """A user-defined object that plays."""

    def choose(self, position: banmen.Position) -> banmen.Move:
        return position.legal_moves()[0]


def test_an_object_that_chooses_is_measured() -> None:
    game = GAMES[0]
    found = measure_player(First(), sample_file.read_sample(sample_of(game), game)[sample_file.PLAYED], range(50), game)
    assert (found["player"], found["choices"]) == ("First", 50)
    assert 0 < found["lost_per_choice"] < 0.5


def test_players_are_measured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["yardstick.py", "random", "--positions", "50", "--part", "anywhere"])
    main()
    row = json.loads(capsys.readouterr().out)
    assert (row["player"], row["choices"]) == ("random", 50)
    assert 0 < row["lost_per_choice"] < 0.5
