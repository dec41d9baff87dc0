"""Which meetings of classes lead to which, and the order in which they are solved.

A stratum is a meeting of two classes: the mover's, then the other's. Strata that lead to each other form a group and are
solved together; a group is solved when all it leads to is. In Kariuchi with pieces home on both sides, (1, 2) and (2, 1) are
a group, because the turn passes, and a piece that comes home leads out of it for good.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from banmen.solve.tables.value_layout import Stratum
from banmen.solve.value_iteration.move_table import MoveTable
from banmen.solve.value_iteration.move_table_kernels import AGAIN, AGAIN_TOUCHING, THROWS, WON


def group_strata(moves: MoveTable) -> list[tuple[Stratum, ...]]:
    """Return the groups of strata reached from the start, in an order in which they can be solved.

    The mirror of a stratum is counted as reached with it, so that every value can be looked up from both moves.
    """
    first = int(moves.kin[moves.first[0]]), int(moves.kin[moves.first[1]])
    kinds = [_list_marked_moves(moves, number) for number in range(len(moves.classes))]
    touched = [_find_touched_classes(moves, number) for number in range(len(moves.classes))]
    leads: dict[Stratum, set[Stratum]] = {}
    waiting = [first]
    while waiting:
        stratum = waiting.pop()
        if stratum not in leads:
            leads[stratum] = _leads(stratum, kinds, touched)
            waiting += [*leads[stratum], stratum[::-1]]
    return _find_components(leads)


def _list_marked_moves(moves: MoveTable, number: int) -> set[tuple[int, int, int]]:
    """Return the classes that moves of a class lead to, with the marks and effects of these moves."""
    import numpy

    begin = int(moves.bases[number])
    entries = slice(int(moves.starts[begin * THROWS]), int(moves.starts[(begin + int(moves.sizes[number])) * THROWS]))
    rows: Any = numpy.stack([moves.kin[moves.goals[entries]], moves.marks[entries], moves.effects[entries]], axis=1)
    return {(int(goal), int(mark), int(effect)) for goal, mark, effect in numpy.unique(rows, axis=0) if not mark & WON}


def _find_touched_classes(moves: MoveTable, number: int) -> dict[int, tuple[set[int], bool]]:
    """Return for each effect the classes that it takes sides of a class to, and whether it leaves some side alone."""
    begin = int(moves.bases[number])
    own = slice(begin, begin + int(moves.sizes[number]))
    found = {}
    for effect, row in enumerate(moves.touching[:, own]):
        moved = row != range(own.start, own.stop)
        hit = row[moved & (row >= 0)]
        found[effect] = ({int(kind) for kind in set(moves.kin[hit].tolist())}, not bool(moved.all()))
    return found


def _leads(
    stratum: Stratum, kinds: list[set[tuple[int, int, int]]], touched: list[dict[int, tuple[set[int], bool]]]
) -> set[Stratum]:
    """Return the strata that one move may lead to."""
    mover, other = stratum
    found = set()
    for goal, mark, effect in kinds[mover]:
        reached, calm = touched[other][effect]
        if calm:
            found.add((goal, other) if mark & AGAIN else (other, goal))
        for hit in reached:
            found.add((goal, hit) if mark & AGAIN_TOUCHING else (hit, goal))
    return found


def _find_components(leads: Mapping[Stratum, set[Stratum]]) -> list[tuple[Stratum, ...]]:
    """Return the groups of a graph, each after all that it leads to (there are few strata: all that is reached is kept)."""
    reached = {stratum: _find_closure(leads, stratum) for stratum in leads}
    found: list[tuple[Stratum, ...]] = []
    for stratum in sorted(leads, key=lambda each: len(reached[each] | {each})):
        if not any(stratum in group for group in found):
            mutual = {other for other in reached[stratum] if stratum in reached[other]}
            found.append(tuple(sorted(mutual | {stratum})))
    return found


def _find_closure(leads: Mapping[Stratum, set[Stratum]], first: Stratum) -> set[Stratum]:
    found: set[Stratum] = set()
    waiting = [first]
    while waiting:
        for stratum in leads[waiting.pop()]:
            if stratum not in found:
                found.add(stratum)
                waiting.append(stratum)
    return found
