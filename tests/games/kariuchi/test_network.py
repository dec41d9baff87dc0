"""The inputs of Kariuchi's network, checked against the rules."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any, cast

import banmen
from banmen.core.game import Position
from banmen.games.kariuchi import network
from banmen.games.kariuchi.board import HOME, NAMES, RESERVE
from banmen.games.kariuchi.evaluation import PAIRS, PLACES
from banmen.games.kariuchi.indexing import sides
from banmen.games.moontrek import indexing as moon
from banmen.games.moontrek import network as moon_network
from tests.common.loops import some

GAME = banmen.game("kariuchi")
RULES: Any = GAME.plain


def positions(number: int) -> list[Position]:
    """Return positions with a throw due from random games."""
    rng, position = Random(8), GAME.start()
    found: list[Position] = []
    while len(found) < number:
        found.append(position)
        thrown = position.throw(rng.randint(1, 5))
        position = thrown.play(rng.choice(thrown.legal_moves()))
        position = GAME.start() if position.over else position
    return found


def listed(mover: int, other: int) -> list[int]:
    out = [-5] * network.SECTIONS[-1]
    network.list_features(mover, other, out)
    return out


def places(side: int) -> list[int]:
    return [side >> shift & 63 for shift in range(0, 24, 6)]


def test_pieces_are_seen_in_pairs() -> None:
    for position in some(positions(200)):
        one, two = sides(position.state)
        out = listed(one, two)
        first, second, third, _ = network.SECTIONS
        for side, begin, end, base in ((one, first, second, 0), (two, second, third, PAIRS)):
            wanted = Counter(high * (high + 1) // 2 + low for low, high in combinations(places(side), 2))
            assert Counter(row - base - network.PAIR for row in out[begin:end]) == wanted
        cross = Counter(divmod(row - network.CROSS, PLACES) for row in out[third : third + 16])
        assert cross == Counter((mine, theirs) for mine in places(one) for theirs in places(two))


def hits(position: Position, value: int) -> set[int]:
    """Return the places where the player to move can hit somebody with a throw, by the rules."""
    other = sides(position.state)[1]
    targets = {code >> 6 & 63 for code in position.throw(value).legal_codes()}
    return targets & set(places(other)) - {RESERVE, HOME}


def test_shots_are_those_of_the_rules() -> None:
    some = 0
    for position in positions(400):
        one, two = sides(position.state)
        out = listed(one, two)
        begin = network.SECTIONS[2] + 16
        turned = Position(GAME, RULES.join_sides(two, one, position.state))
        for who, prey, at, base in ((position, two, begin, 0), (turned, one, begin + 4, network.SHOTS)):
            found = [hits(who, value) for value in range(1, 6)]
            some += sum(map(len, found))
            for place, row in zip(places(prey), out[at : at + 4], strict=True):
                throws = sum((place in there) << bit for bit, there in enumerate(found))
                stacked = places(prey).count(place) > 1
                assert row == network.SHOT + base + place * 64 + stacked * 32 + throws
    assert some > 300


def test_every_feature_has_a_row_of_its_section() -> None:
    for position in positions(200):
        out = listed(*sides(position.state))
        assert min(out) >= 0
        assert max(out) < network.FEATURES
        assert out[-2] < network.RACE + network.HALVES <= out[-1]
    ahead = GAME.position("28,Hx3/Rx4 1 -")
    assert listed(*sides(ahead.state))[-2] - network.RACE < 4 < listed(*sides(ahead.state))[-1] - network.RACE - network.HALVES
    assert NAMES[RESERVE] == "R"


def test_moon_trek_for_two_is_seen_alike() -> None:
    game = banmen.game("moontrek", players=2)
    position = game.start()
    for value in (3, 2, 5, 4, 1):
        position = position.throw(value).play(position.throw(value).legal_moves()[-1])
    out, rules = [0] * moon_network.SECTIONS[-1], cast(Any, game.plain)
    rules.list_features(*rules.sides(position.state), out)
    assert out == listed(*moon.sides(position.state))
