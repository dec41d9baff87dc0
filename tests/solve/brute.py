"""Games solved by brute force, with the rules of the friendly layer, for checking the solver."""

from __future__ import annotations

import numpy

from banmen.core.game import Game, Position
from banmen.core.sticks import probability

Ends = list[tuple[float, int, bool]]  # a certain value, or else the number of a position and whether the mover stays to move


def seen(position: Position) -> str:
    """Return the text of a position from its mover's side: in Kariuchi the mover's side comes first and is called 1."""
    first, second = position.text.split(" ")[0].split("/")
    return f"{first}/{second} 1 -" if position.turn == 1 else f"{second}/{first} 1 -"


def graph(game: Game) -> tuple[list[str], list[list[Ends]]]:
    """Return all reachable positions in which a throw is due, and for each throw the results of its moves."""
    texts = [seen(game.start())]
    numbers = {texts[0]: 0}
    found: list[list[Ends]] = []
    while len(found) < len(texts):
        position = game.position(texts[len(found)])
        throws: list[Ends] = []
        for value, _ in position.throws():
            ends: Ends = []
            for move in position.throw(value).legal_moves():
                after = position.throw(value).play(move)
                if after.over:
                    ends.append((1.0 if after.winner == (1,) else 0.0, -1, True))
                    continue
                text = seen(after)
                if text not in numbers:
                    numbers[text] = len(texts)
                    texts.append(text)
                ends.append((0.0, numbers[text], after.turn == 1))
            throws.append(ends)
        found.append(throws)
    return texts, found


def values(throws: list[list[Ends]], p: float, *, close: float = 1e-13) -> list[float]:
    """Return the value of every position of a graph, by iteration with two arrays until nothing changes."""
    weights = numpy.array([probability(value, p) for value in (1, 2, 3, 4, 5)])
    lists = [ends for position in throws for ends in position]
    begins = numpy.cumsum([0, *map(len, lists[:-1])])
    sure, numbers, stays = (numpy.array(column) for column in zip(*(end for ends in lists for end in ends), strict=True))
    now = numpy.full(len(throws), 0.5)
    while True:
        after = numpy.where(numbers < 0, sure, numpy.where(stays, now[numbers], 1 - now[numbers]))
        then = numpy.maximum.reduceat(after, begins).reshape(-1, len(weights)) @ weights
        if abs(now - then).max() < close:
            return [float(value) for value in then]
        now = then
