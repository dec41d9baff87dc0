"""Monte Carlo tree search for any game: the kernels. `banmen.engine.mcts` is the friendly side.

The tree is one array with a row a node: first the state's words, then
  MOVE    the move or the throw that led here,
  FIRST   the row of the first child (0: not expanded), children standing side by side,
  NUMBER  how many children there are,
  VISITS  how many simulations came through,
  SCORE   twice the games won, plus the games drawn, by the player on turn in the parent,
  PROOF   one more than the mask of the winners once it is known for sure (1: a draw; 0: not known).
Every node has one way from the root, so what counts as a repetition is settled when the node is made. Each player goes for
its own chance to be among the winners, which covers two sides, teams and lone players alike.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from banmen.core.contract import CHANCE, OVER, State
from banmen.core.kernel import kernel, read_state
from banmen.core.playout import play_out
from banmen.core.randoms import bits32, following
from banmen.core.repetition import advanced, remember
from banmen.core.sticks import Odds, cast

rules: Any = None  # set by banmen.core.kernel

FIELDS = 6
MOVE, FIRST, NUMBER, VISITS, SCORE, PROOF = 0, 1, 2, 3, 4, 5
DEEPEST = 600  # nodes on one way down; what lies deeper is played out at random
THROWS = 5


@kernel
def plant(tree: Any, row: int, state: State, move: int) -> None:
    """Write a new node into a row."""
    for word in range(len(state)):
        tree[row, word] = state[word]
    for field in range(FIELDS):
        tree[row, len(state) + field] = 0
    tree[row, len(state) + MOVE] = move
    if rules.kind(state) == OVER:
        tree[row, len(state) + PROOF] = rules.winner(state) + 1


@kernel
def expand(tree: Any, node: int, used: int, state: State, out: Any, past: Any, seen: int) -> int:
    """Give a node its children and return how many rows are used then; the rows are taken to be there."""
    words = len(state)
    tree[node, words + FIRST] = used
    if rules.kind(state) == CHANCE:
        for value in range(1, THROWS + 1):
            plant(tree, used + value - 1, rules.throw(state, value), value)
        tree[node, words + NUMBER] = THROWS
        return used + THROWS
    number: int = rules.moves(state, out)
    for k in range(number):
        after, _, _ = advanced(state, out[k], past, 0, seen)
        plant(tree, used + k, after, out[k])
    tree[node, words + NUMBER] = number
    return used + number


@kernel
def best_child(tree: Any, node: int, words: int, seat: int, exploration: float) -> int:
    """Return the child that the player on turn should look at next (upper confidence bounds; proven ones as they are)."""
    first: int = tree[node, words + FIRST]
    number: int = tree[node, words + NUMBER]
    breadth = exploration * sqrt(log(tree[node, words + VISITS] + 1.0))
    best, best_value = first, -1.0
    for child in range(first, first + number):
        visits, proof = tree[child, words + VISITS], tree[child, words + PROOF]
        if proof > 0:
            if (proof - 1) >> seat & 1:
                return child
            value = 0.5 if proof == 1 else 0.0
        elif visits == 0:
            return child
        else:
            value = 0.5 * tree[child, words + SCORE] / visits + breadth / sqrt(visits)
        if value > best_value:
            best, best_value = child, value
    return best


@kernel
def simulate(
    tree: Any,
    used: int,
    like: State,
    random: int,
    odds: Odds,
    exploration: float,
    history: Any,
    begun: int,
    out: Any,
    past: Any,
    path: Any,
) -> tuple[int, int]:
    """Walk down the tree once, play on at random, and write the result into the nodes on the way.

    `history` holds the `begun` positions before the root that may come back; `past`, `path` and `out` are room to work in.
    Returns the rows used and the random state.
    """
    words = len(like)
    for row in range(begun):
        for word in range(words):
            past[row, word] = history[row, word]
    node, depth, seen, won = 0, 0, begun, 0
    path[0, 0] = 0
    while True:
        if tree[node, words + PROOF] > 0:
            won = tree[node, words + PROOF] - 1
            break
        state = read_state(tree, node, like)
        if tree[node, words + FIRST] == 0:
            room = used + rules.MOST <= len(tree) and depth < DEEPEST - 1
            if not room or (depth > 0 and tree[node, words + VISITS] == 0):
                last, random, _, _ = play_out(state, random, odds, past, seen, None)
                won = rules.winner(last)
                break
            used = expand(tree, node, used, state, out, past, seen)
        path[depth, 1], path[depth, 2] = rules.turn(state), rules.kind(state)
        if path[depth, 2] == CHANCE:
            random = following(random)
            node = tree[node, words + FIRST] + cast(bits32(random), odds) - 1
        else:
            node = best_child(tree, node, words, path[depth, 1], exploration)
            seen = 0 if rules.fresh(state, tree[node, words + MOVE]) else remember(state, past, seen)
        depth += 1
        path[depth, 0] = node
    backed_up(tree, words, path, depth, won)
    return used, random


@kernel
def backed_up(tree: Any, words: int, path: Any, depth: int, won: int) -> None:
    """Write a result into all nodes of a path, and proofs as far up as they reach."""
    proving = True
    tree[0, words + VISITS] += 1
    for level in range(depth, 0, -1):
        node, parent, seat = path[level, 0], path[level - 1, 0], path[level - 1, 1]
        tree[node, words + VISITS] += 1
        if won >> seat & 1:
            tree[node, words + SCORE] += 2
        elif won == 0:
            tree[node, words + SCORE] += 1
        if proving and tree[node, words + PROOF] > 0 and tree[parent, words + PROOF] == 0:
            tree[parent, words + PROOF] = proof_of(tree, words, parent, seat, path[level - 1, 2] == CHANCE)
        proving = proving and tree[parent, words + PROOF] > 0


@kernel
def proof_of(tree: Any, words: int, node: int, seat: int, chance: bool) -> int:
    """Return what the proofs of a node's children prove of it: a won one is enough to choose, a throw needs all alike."""
    first, number = tree[node, words + FIRST], tree[node, words + NUMBER]
    known, drawn, same = True, False, True
    one: int = tree[first, words + PROOF]
    for child in range(first, first + number):
        proof: int = tree[child, words + PROOF]
        if proof > 0 and (proof - 1) >> seat & 1 and not chance:
            return proof
        known = known and proof > 0
        drawn = drawn or proof == 1
        same = same and proof == one
    if not known:
        return 0
    if same:
        return one
    return 1 if drawn and not chance else 0


@kernel
def grow(
    tree: Any,
    used: int,
    like: State,
    random: int,
    simulations: int,
    odds: Odds,
    exploration: float,
    history: Any,
    begun: int,
    out: Any,
    past: Any,
    path: Any,
) -> tuple[int, int]:
    """Make so many simulations, or fewer if the root is proven; return the rows used and the random state."""
    for _ in range(simulations):
        if tree[0, len(like) + PROOF] > 0:
            break
        used, random = simulate(tree, used, like, random, odds, exploration, history, begun, out, past, path)
    return used, random


@kernel
def transplanted(tree: Any, root: int, words: int, new: Any) -> int:
    """Copy the part of a tree below a node into another array, the node becoming its root; return the rows used there."""
    for column in range(words + FIELDS):
        new[0, column] = tree[root, column]
    used, row = 1, 0
    while row < used:
        first, number = new[row, words + FIRST], new[row, words + NUMBER]
        if first > 0:
            new[row, words + FIRST] = used
            for child in range(first, first + number):
                for column in range(words + FIELDS):
                    new[used, column] = tree[child, column]
                used += 1
        row += 1
    return used
