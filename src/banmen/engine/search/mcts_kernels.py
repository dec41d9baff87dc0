"""Monte Carlo tree search for any game: the kernels. `banmen.engine.search.mcts` is the friendly side.

The tree is one array of 32-bit numbers with a row a node:
  MOVE    the move or the throw that led here,
  FIRST   the row of the first child (0: not expanded), children standing side by side,
  NUMBER  how many children there are,
  VISITS  how many simulations came through,
  SCORE   twice the games won, plus the games drawn, by the player on turn in the parent,
  PROOF   one more than the mask of the winners once it is known for sure (1: a draw; 0: not known).
States are not kept: making the moves again on the way down costs less than reading them from so much more memory.
Every node has one way from the root, so what counts as a repetition is settled when the node is made. Each player goes for
its own chance to be among the winners, which covers two sides, teams and lone players alike.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from banmen.kernels.contract import CHANCE, OVER, State
from banmen.kernels.kernel import kernel, read_state
from banmen.kernels.playout import play_out
from banmen.kernels.prng import below, bits32, next_state
from banmen.kernels.repetition import advance, remember
from banmen.kernels.throws import Odds, cast

rules: Any = None  # set by banmen.kernels.twins
# A number read from the tree is made a 64-bit one by `0 +` in compiled code and by `int` in the interpreter.

FIELDS = 6
MOVE, FIRST, NUMBER, VISITS, SCORE, PROOF = 0, 1, 2, 3, 4, 5
DEEPEST = 600  # nodes on one path; deeper positions are played out at random
MOST_VISITS = 1 << 30  # twice as many would not fit into a SCORE
THROWS = 5
LEVELS = 16  # how many moves and throws below the root to search for a later position
LOOKED = 200_000  # and among how many nodes


@kernel
def write_node(tree: Any, row: int, state: State, move: int) -> None:
    """Write a new node into a row."""
    for field in range(FIELDS):
        tree[row, field] = 0
    tree[row, MOVE] = move
    if rules.kind(state) == OVER:
        tree[row, PROOF] = rules.winner(state) + 1


@kernel
def expand(tree: Any, node: int, used: int, state: State, out: Any, past: Any, seen: int) -> int:
    """Give a node its children and return how many rows are used then; the rows are taken to be there."""
    tree[node, FIRST] = used
    if rules.kind(state) == CHANCE:
        for value in range(1, THROWS + 1):
            write_node(tree, used + value - 1, rules.throw(state, value), value)
        tree[node, NUMBER] = THROWS
        return used + THROWS
    number: int = rules.moves(state, out)
    for k in range(number):
        after, _, _ = advance(state, out[k], past, 0, seen)
        write_node(tree, used + k, after, out[k])
    tree[node, NUMBER] = number
    tree[node, PROOF] = proof_of(tree, node, rules.turn(state), False)
    return used + number


@kernel
def best_child(tree: Any, node: int, exploration: float, offset: int) -> int:
    """Return the child that the player on turn should visit next (upper confidence bounds; proven values as they are).

    Of several that are as good the first one from the child number `offset` on is taken, in a circle. No child is taken to be
    a proven win of the player on turn.
    """
    first: int = 0 + tree[node, FIRST]
    number: int = 0 + tree[node, NUMBER]
    breadth = exploration * sqrt(log(tree[node, VISITS] + 1.0))
    best, best_value = first, -1.0
    for k in range(offset, offset + number):
        child = first + (k if k < number else k - number)
        visits = tree[child, VISITS]
        if tree[child, PROOF] > 0:
            value = 0.5 if tree[child, PROOF] == 1 else 0.0
        elif visits == 0:
            return child
        else:
            value = 0.5 * tree[child, SCORE] / visits + breadth / sqrt(float(visits))
        if value > best_value:
            best, best_value = child, value
    return best


@kernel
def simulate(
    tree: Any,
    used: int,
    state: State,
    random: int,
    odds: Odds,
    exploration: float,
    begun: int,
    room: Any,
) -> tuple[int, int, int, int]:
    """Walk down the tree once, play on at random, and write the result into the nodes on the way.

    `room` has a history, with the `begun` positions before the root's `state` that may come back, and three arrays to work in:
    the legal moves, the past of the node, and the path down. Returns the rows used, the random state, the plies of the way down
    and how much work it was.
    """
    history, out, past, path = room
    for row in range(begun):
        for word in range(len(state)):
            past[row, word] = history[row, word]
    node, depth, plies, seen, work = 0, 0, 0, begun, 0
    path[0, 0] = 0
    while tree[node, PROOF] == 0:
        if tree[node, FIRST] == 0:
            # The fuller the tree, the more often a node must be visited before it gets children: so it never is quite full.
            wanted = depth == 0 or tree[node, VISITS] >= 1 << 8 * used // len(tree)
            if not wanted or used + rules.MOST > len(tree) or depth >= DEEPEST - 1:
                break
            used = expand(tree, node, used, state, out, past, seen)
            work += tree[node, NUMBER]
            if tree[node, PROOF] > 0:
                break
        path[depth, 1], path[depth, 2] = rules.turn(state), rules.kind(state)
        random = next_state(random)
        if path[depth, 2] == CHANCE:
            value = cast(bits32(random), odds)
            node = 0 + tree[node, FIRST] + value - 1
            state = rules.throw(state, value)
        else:
            node = best_child(tree, node, exploration, below(random, int(0 + tree[node, NUMBER])))
            move = int(0 + tree[node, MOVE])
            seen = 0 if rules.is_irreversible(state, move) else remember(state, past, seen)
            state = rules.apply(state, move)
            plies += 1
        depth += 1
        path[depth, 0] = node
    won = tree[node, PROOF] - 1
    if won < 0:
        last, random, steps, _ = play_out(state, random, odds, past, seen, None)
        won = rules.winner(last)
        work += steps
    back_up(tree, path, depth, won)
    return used, random, plies, work + depth + 1


@kernel
def back_up(tree: Any, path: Any, depth: int, won: int) -> None:
    """Back up a result to all nodes of a path, and proofs as far up as they hold."""
    proving = True
    tree[0, VISITS] += 1
    for level in range(depth, 0, -1):
        node, parent, seat = path[level, 0], path[level - 1, 0], path[level - 1, 1]
        tree[node, VISITS] += 1
        if won >> seat & 1:
            tree[node, SCORE] += 2
        elif won == 0:
            tree[node, SCORE] += 1
        if proving and tree[node, PROOF] > 0 and tree[parent, PROOF] == 0:
            tree[parent, PROOF] = proof_of(tree, parent, seat, path[level - 1, 2] == CHANCE)
        proving = proving and tree[parent, PROOF] > 0  # mutation: equivalent


@kernel
def proof_of(tree: Any, node: int, seat: int, chance: bool) -> int:
    """Return what the proofs of a node's children prove about it: a decision needs one win, a throw needs all to agree."""
    first, number = 0 + tree[node, FIRST], 0 + tree[node, NUMBER]
    known, drawn, same = True, False, True
    one: int = 0 + tree[first, PROOF]
    for child in range(first, first + number):
        proof: int = 0 + tree[child, PROOF]
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
    state: State,
    random: int,
    simulations: int,
    work: int,
    odds: Odds,
    exploration: float,
    begun: int,
    room: Any,
) -> tuple[int, int, int, int]:
    """Make so many simulations, or fewer if the root is proven, the numbers get too large or the work is done.

    Work is counted in moves made, which take about the same time each, whereas simulations do not. Returns the rows used, the
    random state, the simulations made and the plies of the longest way down.
    """
    made, deepest = 0, 0
    while made < simulations and work > 0 and tree[0, PROOF] == 0 and tree[0, VISITS] < MOST_VISITS:
        used, random, plies, spent = simulate(tree, used, state, random, odds, exploration, begun, room)
        made += 1
        work -= spent
        deepest = max(deepest, plies)
    return used, random, made, deepest


@kernel
def find_node(tree: Any, root: State, wanted: State, before: Any, past: Any, begun: int, stack: Any, way: Any) -> int:
    """Return the row of a state that lies some moves and throws below the root; -1 if it is not seen there.

    `before` holds the positions before the wanted one that may come back, and only a node with the same ones will do. The
    first `begun` rows of `past` are those before the root. `stack` and `way` are room to work in.
    """
    looked = 0
    for depth in range(LEVELS + 1):
        level, reached = 0, False
        push_node(stack, way, 0, 0, root, 0, begun)
        while level >= 0 and looked < LOOKED:
            state = read_state(stack, level, root)
            node, k = way[level, 0], way[level, 1]
            if level == depth:
                reached, looked = True, looked + 1
                if same(state, wanted) and same_past(before, past, way[level, 2], way[level, 3]):
                    return int(node)
            if level == depth or k == tree[node, NUMBER]:
                level -= 1
                continue
            way[level, 1] += 1
            child = 0 + tree[node, FIRST] + k
            if tree[child, VISITS] > 0:
                move, since, seen = int(0 + tree[child, MOVE]), way[level, 2], way[level, 3]
                if rules.kind(state) == CHANCE:
                    state = rules.throw(state, move)
                else:
                    state, since, seen = advance(state, move, past, since, seen)
                level += 1
                push_node(stack, way, level, child, state, since, seen)
        if not reached or looked >= LOOKED:
            return -1
    return -1


@kernel
def push_node(stack: Any, way: Any, level: int, node: int, state: State, since: int, seen: int) -> None:
    """Expand a node."""
    for word in range(len(state)):
        stack[level, word] = state[word]
    way[level, 0], way[level, 1], way[level, 2], way[level, 3] = node, 0, since, seen


@kernel
def same(state: State, other: State) -> bool:
    """Return whether two states are the same."""
    equal = True
    for word in range(len(state)):
        equal = equal and state[word] == other[word]
    return equal


@kernel
def same_past(before: Any, past: Any, since: int, seen: int) -> bool:
    """Return whether the rows `since` to `seen - 1` of `past` are just those of `before`."""
    if len(before) != seen - since:
        return False
    for row in range(len(before)):
        for word in range(before.shape[1]):
            if before[row, word] != past[since + row, word]:
                return False
    return True


@kernel
def copy_subtree(tree: Any, new: Any, row: int, used: int, rows: int) -> tuple[int, int]:
    """Copy the children of some rows of a new tree, whose FIRST still means the old one, behind them.

    `row` is the first of which that is to be done and `used` the number of rows there are; returns both as they are then. The
    copy is finished when they are equal.
    """
    end = row + rows
    while row < used and row < end:
        first, number = 0 + new[row, FIRST], 0 + new[row, NUMBER]
        if first > 0:
            new[row, FIRST] = used
            for child in range(first, first + number):
                for field in range(FIELDS):
                    new[used, field] = tree[child, field]
                used += 1
        row += 1
    return row, used
