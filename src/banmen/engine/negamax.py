"""Alpha-beta search for games of two sides without chance: the kernels. `banmen.engine.alphabeta` is the friendly side.

Scores are seen by the side to act. A win is worth WIN less one for every ply it takes; what the evaluation says lies far below.
The search keeps its own stack in arrays, a row a ply, instead of calling itself, so that it can be stopped at any node:
  stack[ply]   the state's words,
  moves[ply]   the legal moves, those still to be tried behind those tried,
  frame[ply]   INDEX of the next move (-1: just entered), NUMBER of moves, ALPHA, BETA, FLOOR (alpha at the start), BEST score,
               CHOICE (best move), SINCE and SEEN (the rows of `past` that may come back).
The table has a row an entry: the state's words, so that no two positions are ever mixed up, then one packed word with depth,
kind of bound, move and score.
"""

from __future__ import annotations

from typing import Any

from banmen.core.contract import OVER, State
from banmen.core.kernel import kernel, read_state
from banmen.core.randoms import LOW31
from banmen.core.repetition import advanced

rules: Any = None  # set by banmen.core.kernel

WIN = 1_000_000
SURE = WIN - 1000  # scores beyond this are wins or losses for sure
INDEX, NUMBER, ALPHA, BETA, FLOOR, BEST, CHOICE, SINCE, SEEN = 0, 1, 2, 3, 4, 5, 6, 7, 8
FRAME = 9
EXACT, LOWER, UPPER = 1, 2, 3
PLIES = 64  # the deepest search
HISTORY = 1 << 15  # codes of moves are smaller
STOP, NODES, LIMIT = 0, 1, 2  # what `control` holds


@kernel
def slot(state: State, size: int) -> int:
    """Return where a state stands in a table of a size."""
    mixed = 0
    for word in range(len(state)):
        mixed = (mixed ^ state[word] & LOW31) * 0x2C1B3C6D & (1 << 61) - 1
        mixed ^= mixed >> 29
        mixed = ((mixed & LOW31) ^ state[word] >> 31) * 0x297A2D39 & (1 << 61) - 1
        mixed ^= mixed >> 31
    return mixed % size


@kernel
def packed(depth: int, bound: int, move: int, score: int) -> int:
    """Pack what the table says of a position: bits 0-6 the depth, 7-8 the bound, 9-24 the move, 25 on the score."""
    return depth | bound << 7 | move + 1 << 9 | score + 2 * WIN << 25


@kernel
def from_node(score: int, ply: int) -> int:
    """Turn a score seen from the root into one seen from a node: wins are counted in plies from where one stands."""
    return score + ply if score > SURE else score - ply if score < -SURE else score


@kernel
def from_root(score: int, ply: int) -> int:
    """Turn a score seen from a node into one seen from the root."""
    return score - ply if score > SURE else score + ply if score < -SURE else score


@kernel
def ended(state: State, ply: int) -> int:
    """Return the score of a finished game."""
    won: int = rules.winner(state)
    if won == 0:
        return 0
    return WIN - ply if won >> rules.turn(state) & 1 else ply - WIN


@kernel
def put_first(moves: Any, ply: int, index: int, number: int, wanted: int, history: Any) -> None:
    """Bring the most promising of the moves not yet tried to an index: the wanted one, or the one that cut off most often."""
    best, best_score = index, -1
    for k in range(index, number):
        score = 1 << 60 if moves[ply, k] == wanted else history[moves[ply, k]]
        if score > best_score:
            best, best_score = k, score
    chosen = moves[ply, best]
    moves[ply, best] = moves[ply, index]
    moves[ply, index] = chosen


@kernel
def enter(stack: Any, frame: Any, ply: int, state: State, alpha: int, beta: int, since: int, seen: int) -> None:
    """Begin a node."""
    for word in range(len(state)):
        stack[ply, word] = state[word]
    frame[ply, INDEX], frame[ply, NUMBER] = -1, 0
    frame[ply, ALPHA], frame[ply, BETA], frame[ply, FLOOR] = alpha, beta, alpha
    frame[ply, BEST], frame[ply, CHOICE] = -2 * WIN, -1
    frame[ply, SINCE], frame[ply, SEEN] = since, seen


@kernel
def known(table: Any, state: State, depth: int, ply: int, frame: Any) -> bool:
    """Look a node up; set its best move, and tell whether its score is settled (in BEST) by what the table says."""
    words = len(state)
    row = slot(state, len(table))
    for word in range(words):
        if table[row, word] != state[word]:
            return False
    entry = table[row, words]
    if entry == 0:
        return False
    frame[ply, CHOICE] = (entry >> 9 & 0xFFFF) - 1
    score = from_root((entry >> 25) - 2 * WIN, ply)
    bound = entry >> 7 & 3
    if entry & 127 < depth and not (abs(score) > SURE and bound != (UPPER if score > 0 else LOWER)):
        return False
    if bound == EXACT or (bound == LOWER and score >= frame[ply, BETA]) or (bound == UPPER and score <= frame[ply, ALPHA]):
        frame[ply, BEST] = score
        return True
    return False


@kernel
def keep(table: Any, state: State, depth: int, ply: int, frame: Any) -> None:
    """Write a finished node into the table; the last one to come stays."""
    words = len(state)
    best = frame[ply, BEST]
    bound = LOWER if best >= frame[ply, BETA] else EXACT if best > frame[ply, FLOOR] else UPPER
    row = slot(state, len(table))
    for word in range(words):
        table[row, word] = state[word]
    table[row, words] = packed(depth, bound, frame[ply, CHOICE], from_node(best, ply))


@kernel
def search(
    root: State,
    depth: int,
    alpha: int,
    beta: int,
    stack: Any,
    moves: Any,
    frame: Any,
    table: Any,
    history: Any,
    past: Any,
    begun: int,
    control: Any,
) -> int:
    """Return the score of a position `depth` plies deep, its best move being left in the first frame.

    The first `begun` rows of `past` hold positions that may come back. `control` has a flag that stops the search (what it
    returns then means nothing), counts the nodes and says how many there may be.
    """
    ply = 0
    enter(stack, frame, 0, root, alpha, beta, 0, begun)
    while True:
        state = read_state(stack, ply, root)
        done = False
        if frame[ply, INDEX] < 0:
            control[NODES] += 1
            if control[STOP] != 0 or control[NODES] > control[LIMIT]:
                control[STOP] = 1
                return 0
            done = open_node(state, depth - ply, ply, moves, frame, table)
        if not done and frame[ply, INDEX] < frame[ply, NUMBER] and frame[ply, ALPHA] < frame[ply, BETA]:
            put_first(
                moves, ply, frame[ply, INDEX], frame[ply, NUMBER], frame[ply, CHOICE] if frame[ply, INDEX] == 0 else -1, history
            )
            move = moves[ply, frame[ply, INDEX]]
            frame[ply, INDEX] += 1
            after, since, seen = advanced(state, move, past, frame[ply, SINCE], frame[ply, SEEN])
            low, high = -frame[ply, BETA], -frame[ply, ALPHA]
            if rules.turn(after) == rules.turn(state):
                low, high = frame[ply, ALPHA], frame[ply, BETA]
            ply += 1
            enter(stack, frame, ply, after, low, high, since, seen)
            continue
        if not done:
            keep(table, state, depth - ply, ply, frame)
        if ply == 0:
            return int(frame[0, BEST])
        ply -= 1
        hand_up(state, read_state(stack, ply, root), depth - ply, ply, moves, frame, history)


@kernel
def open_node(state: State, left: int, ply: int, moves: Any, frame: Any, table: Any) -> bool:
    """Look at a node for the first time; tell whether its score (in BEST) is known without trying its moves."""
    if rules.kind(state) == OVER:
        frame[ply, BEST] = ended(state, ply)
        return True
    if left <= 0 or ply >= PLIES - 1:
        frame[ply, BEST] = rules.evaluate(state)
        return True
    if known(table, state, left, ply, frame) and ply > 0:
        return True
    frame[ply, BEST] = -2 * WIN
    frame[ply, INDEX] = 0
    frame[ply, NUMBER] = rules.moves(state, moves[ply])
    return False


@kernel
def hand_up(below: State, state: State, left: int, ply: int, moves: Any, frame: Any, history: Any) -> None:
    """Give the score of the node below to the node whose move led there."""
    score = frame[ply + 1, BEST]
    if rules.turn(below) != rules.turn(state):
        score = -score
    if score > frame[ply, BEST]:
        frame[ply, BEST] = score
        frame[ply, CHOICE] = moves[ply, frame[ply, INDEX] - 1]
    if score > frame[ply, ALPHA]:
        frame[ply, ALPHA] = score
    if frame[ply, ALPHA] >= frame[ply, BETA]:
        history[frame[ply, CHOICE]] += left * left
