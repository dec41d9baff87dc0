"""Symmetric images of a position have the same future, move by move, and a table that stores one of them saves work."""

import random

import pytest

import banmen
from banmen.engine.search.alphabeta import AlphaBeta
from banmen.engine.search.alphabeta_kernels import FOLDED
from tests.contract.variants import VARIANTS, make, name_of, random_game

FREE_OF_CHANCE = [variant for variant in VARIANTS if variant[0] in ("kuniumi", "qubism") and variant[1].get("setup") != "fair"]


@pytest.mark.parametrize("variant", FREE_OF_CHANCE, ids=name_of)
def test_moves_of_an_image_are_the_images_of_the_moves(variant: tuple[str, dict[str, object]]) -> None:
    game, turned, met = make(variant), 0, 0
    rules = game.plain
    for position in [position for seed in range(8) for position in random_game(game, seed)][::3]:
        if position.over:
            continue
        key, image = rules.canonical(position.state)
        images = {code: rules.map_move(code, image) for code in position.legal_codes()}
        assert sorted(images.values()) == sorted(banmen.Position(game, key).legal_codes())
        assert all(rules.map_move(images[code], rules.invert_image(image)) == code for code in images)
        assert rules.canonical(key) == (key, 0)
        for code in random.Random(1).sample(sorted(images), min(3, len(images))):
            after, other = (
                banmen.Position(game, state).after(step) for state, step in ((position.state, code), (key, images[code]))
            )
            assert other.over == after.over
            assert len(other.legal_codes()) == len(after.legal_codes())
            met += rules.canonical(other.state)[0] == rules.canonical(after.state)[0]  # unless images are no longer looked up
        turned += image != 0
    assert met > 0
    assert turned > 0 or game.options.get("setup") == "random" or game.options.get("cubes", 9) < 6


@pytest.mark.parametrize(
    ("name", "options", "depth"), [("kuniumi", {}, 3), ("qubism", {"tip": "either"}, 4), ("qubism", {"tip": "straight"}, 4)]
)
def test_a_folded_table_saves_nodes(name: str, options: dict[str, str], depth: int) -> None:
    position = banmen.game(name, **options).start()
    nodes = []
    for folded in (0, 1):
        room = AlphaBeta(memory=8)._buffers_for(position)
        room.begin(position)
        room.control[FOLDED] = folded
        for each in range(1, depth + 1):
            room.search(position, each)
        nodes.append(room.nodes)
    assert nodes[1] < nodes[0]
