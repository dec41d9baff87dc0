"""Pairings of a tournament's rounds, and its standings. Pure: entrants are numbers from 1."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

TournamentKind = Literal["swiss", "robin"]
MOST_ENTRANTS: Final = 64
MOST_ROUNDS: Final = 63
MOST_SWISS: Final = 12  # rounds
Pairing = tuple[int, int | None]  # who plays first, and who second; an entrant without an opponent has a bye
BYE: Final = 1.0


@dataclass(frozen=True)
class Meeting:
    """Two entrants in a round, or one with a bye, and the score of each once it is over."""

    round: int
    first: int
    second: int | None
    scores: tuple[float, float] | None = None


@dataclass(frozen=True)
class EntrantStanding:
    """An entrant's standing: the score, the sum of the opponents' scores, and wins, compared in this order."""

    number: int
    score: float
    opponents: float
    wins: int
    played: int


def count_rounds(kind: TournamentKind, entrants: int, wanted: int | None = None) -> int:
    """Return the number of rounds: everybody plays everybody once, or as many as are needed to find a winner.

    >>> count_rounds("robin", 5), count_rounds("robin", 6), count_rounds("swiss", 9), count_rounds("swiss", 3, 8)
    (5, 5, 4, 3)
    """
    every = entrants - 1 + entrants % 2
    if kind == "robin":
        return every
    return max(1, min(wanted or (entrants - 1).bit_length(), every, MOST_SWISS))


def pair_robin(entrants: Sequence[int], number: int) -> list[Pairing]:
    """Return the pairings of a round of a round-robin tournament, by the circle method.

    >>> [pair_robin([1, 2, 3], number) for number in (1, 2, 3)]
    [[(2, 3), (1, None)], [(1, 3), (2, None)], [(2, 1), (3, None)]]
    """
    seats: list[int | None] = [*entrants, *([None] if len(entrants) % 2 else [])]
    turn = (number - 1) % max(1, len(seats) - 1)
    fixed, circle = seats[0], seats[1:]
    circle = circle[-turn:] + circle[:-turn] if turn else circle
    table = [fixed, *circle]
    found: list[Pairing] = []
    byes: list[Pairing] = []
    for index in range(len(table) // 2):
        one, two = table[index], table[-1 - index]
        if one is None or two is None:
            byes += [(lone, None) for lone in (one, two) if lone is not None]
        else:
            found.append((one, two) if (number + index) % 2 == 0 else (two, one))
    return found + byes


def pair_swiss(entrants: Sequence[int], meetings: Sequence[Meeting]) -> list[Pairing]:
    """Return the pairings of the next Swiss round: entrants with scores as close as possible who have not met before.

    With an odd number of entrants, the lowest of those with the fewest byes has a bye.
    """
    from networkx import Graph, max_weight_matching  # imported here because it is rarely needed

    ranks = {one.number: one for one in list_standings(entrants, meetings)}
    order, byes = list(ranks), list[Pairing]()
    if len(order) % 2:
        had = Counter(meeting.first for meeting in meetings if meeting.second is None)
        lone = min(reversed(order), key=lambda number: had[number])
        order.remove(lone)
        byes = [(lone, None)]
    met = Counter(frozenset((meeting.first, meeting.second)) for meeting in meetings if meeting.second is not None)
    graph = Graph()
    for place, one in enumerate(order):
        for other in order[place + 1 :]:
            apart = ranks[one].score - ranks[other].score
            away = abs(order.index(other) - place - max(1, len(order) // 2)) if not meetings else order.index(other) - place
            cost = 10**6 * met[frozenset((one, other))] + round(1000 * apart * apart) + away
            graph.add_edge(one, other, weight=-cost)
    pairs = [tuple(sorted(pair, key=order.index)) for pair in max_weight_matching(graph, maxcardinality=True)]
    ahead: Counter[int] = Counter()  # how much more often an entrant was first than second
    for meeting in meetings:
        if meeting.second is not None:
            ahead.update({meeting.first: 1, meeting.second: -1})
    found: list[Pairing] = []
    for board, (one, two) in enumerate(sorted(pairs, key=lambda pair: order.index(pair[0]))):
        turned = ahead[one] > ahead[two] or (ahead[one] == ahead[two] and board % 2 == 1)
        found.append((two, one) if turned else (one, two))
    return found + byes


def list_standings(entrants: Sequence[int], meetings: Sequence[Meeting]) -> list[EntrantStanding]:
    """Return the standings, the best first; ties stay in the order of entering."""
    scores: defaultdict[int, float] = defaultdict(float)
    wins: Counter[int] = Counter()
    opponents: defaultdict[int, list[int]] = defaultdict(list)
    played: Counter[int] = Counter()
    for meeting in meetings:
        if meeting.scores is None:
            continue
        for number, other, score in (
            (meeting.first, meeting.second, meeting.scores[0]),
            (meeting.second, meeting.first, meeting.scores[1]),
        ):
            if number is None:
                continue
            scores[number] += score
            played[number] += 1
            if other is not None:
                opponents[number].append(other)
                wins[number] += score == 1
    found = [
        EntrantStanding(number, scores[number], sum(scores[other] for other in opponents[number]), wins[number], played[number])
        for number in entrants
    ]
    return sorted(found, key=lambda one: (-one.score, -one.opponents, -one.wins, one.number))
