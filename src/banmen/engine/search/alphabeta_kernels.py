"""Alpha-beta search for games of two sides without chance: the kernels. `banmen.engine.search.alphabeta` is the friendly side.

Scores are seen by the side to act. A win is worth WIN less one for every ply it takes; what the evaluation says lies far below.
The search keeps its own stack in arrays, a row a ply, instead of calling itself, so that it can be stopped at any node:
  stack[ply]    the state's words,
  moves[ply]    the legal moves, those still to be tried behind those tried,
  killers[ply]  the two moves that cut off last at this ply,
  line[ply]     how play goes on from here, as far as is known: columns ply to LENGTH - 1,
  frame[ply]    INDEX of the next move (-1: just entered), NUMBER of moves, LEFT (the depth to search), ALPHA, BETA, FLOOR
                (alpha at the start), BEST score, CHOICE (best move), SINCE and SEEN (the rows of `past` that may come back),
                GUESSED (some score below is no certain one), TRIAL (the move is tried with an empty window), AGAIN (and has
                to be searched once more), REPEATED (the game is over by repetition), LENGTH of the line, SHORT (the move is
                searched less deep than it would be if it promised more).
The table is one of pairs of rows (see `banmen.engine.search.transposition_table`).
"""

from __future__ import annotations

from typing import Any

from banmen.engine.search.transposition_table import EXACT, LOWER, SURE, UPPER, WIN, lookup_entry, score_from_entry, store_entry
from banmen.engine.stop_flag import LIMIT, NODES, STOP
from banmen.kernels.contract import OVER, State
from banmen.kernels.kernel import kernel, read_state
from banmen.kernels.repetition import occurred_twice, remember

rules: Any = None  # set by banmen.kernels.twins

INDEX, NUMBER, LEFT, ALPHA, BETA, FLOOR, BEST, CHOICE, SINCE, SEEN = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
GUESSED, TRIAL, AGAIN, REPEATED, LENGTH, SHORT = 10, 11, 12, 13, 14, 15
FRAME = 16
PLIES = 64  # the deepest search
MORE = 5  # so many moves beyond those that look promising are searched one ply less, the others two
HISTORY = 1 << 15  # codes of moves are smaller
AGE, FOLDED = 3, 4  # what `control` holds behind what `banmen.engine.stop_flag` names: the number of the search; see `find`


@kernel
def terminal_score(state: State, ply: int) -> int:
    """Return the score of a finished game."""
    won: int = rules.winner(state)
    if won == 0:
        return 0
    return WIN - ply if won >> rules.turn(state) & 1 else ply - WIN


@kernel
def pick_move(moves: Any, ply: int, index: int, number: int, wanted: int, killers: Any, history: Any, seat: int) -> None:
    """Bring the most promising move not yet tried to an index: the wanted one, a killer, or the one that cut off most often."""
    best, best_score = index, -1
    for k in range(index, number):
        move = moves[ply, k]
        score = history[seat, move]
        if move == wanted:
            score = 1 << 60
        elif move == killers[ply, 0]:
            score = 1 << 59
        elif move == killers[ply, 1]:
            score = 1 << 58
        if score > best_score:
            best, best_score = k, score
    chosen = moves[ply, best]
    moves[ply, best] = moves[ply, index]
    moves[ply, index] = chosen


@kernel
def enter(stack: Any, frame: Any, ply: int, state: State, left: int, alpha: int, beta: int, since: int, seen: int) -> None:
    """Begin a node."""
    for word in range(len(state)):
        stack[ply, word] = state[word]
    frame[ply, INDEX], frame[ply, NUMBER], frame[ply, LEFT] = -1, 0, left
    frame[ply, ALPHA], frame[ply, BETA], frame[ply, FLOOR] = alpha, beta, alpha
    frame[ply, BEST], frame[ply, CHOICE] = -2 * WIN, -1
    frame[ply, SINCE], frame[ply, SEEN] = since, seen
    frame[ply, GUESSED], frame[ply, TRIAL], frame[ply, AGAIN], frame[ply, REPEATED] = 0, 0, 0, 0
    frame[ply, LENGTH] = ply


@kernel
def search(
    root: State,
    depth: int,
    alpha: int,
    beta: int,
    stack: Any,
    moves: Any,
    frame: Any,
    killers: Any,
    line: Any,
    values: Any,
    table: Any,
    history: Any,
    past: Any,
    begun: int,
    control: Any,
) -> int:
    """Return the score of a position `depth` plies deep; its best move is left in the first frame, its line in the first row.

    `values` gets a score for every move of the root that was searched, in the order of `moves[0]`: what the best one is worth,
    and of the others the most that they can be worth. The first `begun` rows of `past` hold positions that may come back.
    `control` has a flag that stops the search (the first frame tells what was found until then), counts the nodes and says how
    many there may be.
    """
    ply = 0
    enter(stack, frame, 0, root, depth, alpha, beta, 0, begun)
    while True:
        state = read_state(stack, ply, root)
        done = False
        if frame[ply, INDEX] < 0:
            control[NODES] += 1
            if control[STOP] != 0 or control[NODES] > control[LIMIT]:
                control[STOP] = 1
                return 0
            done = open_node(state, ply, moves, frame, line, table, control[FOLDED])
        untried = frame[ply, AGAIN] != 0 or frame[ply, INDEX] < frame[ply, NUMBER]
        if not done and untried and frame[ply, ALPHA] < frame[ply, BETA]:
            ply = try_move(state, ply, stack, moves, frame, killers, history, past)
            continue
        if not done:
            store_node(table, state, ply, frame, control)
        if ply == 0:
            return int(frame[0, BEST])
        ply -= 1
        hand_up(state, read_state(stack, ply, root), ply, moves, frame, killers, line, values, history)


@kernel
def open_node(state: State, ply: int, moves: Any, frame: Any, line: Any, table: Any, folded: int) -> bool:
    """Visit a node for the first time; return whether its score (in BEST) is known without trying its moves."""
    if rules.kind(state) == OVER:
        score = terminal_score(state, ply)
        if frame[ply, REPEATED] != 0:
            # What the past of this line brought about holds for no other line, so it is never taken for certain.
            frame[ply, GUESSED] = 1
            score = max(-SURE, min(SURE, score))
        frame[ply, BEST] = score
        return True
    at_once = rules.find_win(state)
    if at_once >= 0:
        frame[ply, BEST], frame[ply, CHOICE] = WIN - ply - 1, at_once
        line[ply, ply], frame[ply, LENGTH] = at_once, ply + 1
        return True
    if frame[ply, LEFT] <= 0 or ply >= PLIES - 1:
        frame[ply, BEST], frame[ply, GUESSED] = rules.evaluate(state), 1
        return True
    entry, move = lookup_entry(table, state, folded)
    frame[ply, CHOICE] = move
    if ply > 0 and is_settled_by(entry, ply, frame):
        return True
    frame[ply, INDEX] = 0
    frame[ply, NUMBER] = rules.moves(state, moves[ply])
    return False


@kernel
def is_settled_by(entry: int, ply: int, frame: Any) -> bool:
    """Return whether the table entry of a node determines its score, which is then set."""
    if entry == 0:
        return False
    score = score_from_entry(entry, ply)
    bound = entry >> 7 & 3
    if entry & 127 < frame[ply, LEFT] and not (abs(score) > SURE and bound != (UPPER if score > 0 else LOWER)):
        return False
    if bound == EXACT or (bound == LOWER and score >= frame[ply, BETA]) or (bound == UPPER and score <= frame[ply, ALPHA]):
        frame[ply, BEST], frame[ply, GUESSED] = score, entry >> 54 & 1
        return True
    return False


@kernel
def store_node(table: Any, state: State, ply: int, frame: Any, control: Any) -> None:
    """Write a finished node into the table."""
    best = frame[ply, BEST]
    bound = LOWER if best >= frame[ply, BETA] else EXACT if best > frame[ply, FLOOR] else UPPER
    left, move, guessed = frame[ply, LEFT], frame[ply, CHOICE], frame[ply, GUESSED]
    store_entry(table, state, control[FOLDED], left, bound, move, best, ply, guessed, control[AGE])


@kernel
def try_move(state: State, ply: int, stack: Any, moves: Any, frame: Any, killers: Any, history: Any, past: Any) -> int:
    """Enter the node behind the next move, or behind the last one again, and return its ply."""
    if frame[ply, AGAIN] == 0:
        wanted = frame[ply, CHOICE] if frame[ply, INDEX] == 0 else -1
        pick_move(moves, ply, frame[ply, INDEX], frame[ply, NUMBER], wanted, killers, history, rules.turn(state))
        frame[ply, INDEX] += 1
    move = moves[ply, frame[ply, INDEX] - 1]
    after = rules.apply(state, move)
    since, seen, over = frame[ply, SEEN], frame[ply, SEEN], 0
    if not rules.is_irreversible(state, move):
        since, seen = frame[ply, SINCE], remember(state, past, frame[ply, SEEN])
        if occurred_twice(after, past, since, seen):
            after, over = rules.end_by_repetition(after), 1
    low, high = frame[ply, ALPHA], frame[ply, BETA]
    left = frame[ply, LEFT] - 1
    frame[ply, TRIAL], frame[ply, SHORT] = 0, 0
    beyond = frame[ply, INDEX] - rules.count_promising(state)
    if frame[ply, AGAIN] == 0 and beyond > 0 and left >= 2:
        frame[ply, SHORT] = 1  # moves that promise little are searched less deep, and again only if they turn out better
        left -= 2 if beyond > MORE and left >= 4 else 1
    if frame[ply, AGAIN] == 0 and frame[ply, INDEX] > 1 and high - low > 1:
        frame[ply, TRIAL] = 1  # later moves get a zero-window search, whether they are better at all, which takes less time
        high = low + 1
    if rules.turn(after) != rules.turn(state):
        low, high = -high, -low
    enter(stack, frame, ply + 1, after, left, low, high, since, seen)
    frame[ply + 1, REPEATED] = over
    return ply + 1


@kernel
def hand_up(
    below: State, state: State, ply: int, moves: Any, frame: Any, killers: Any, line: Any, values: Any, history: Any
) -> None:
    """Give the score of the node below to the node whose move led there."""
    score = frame[ply + 1, BEST]
    if rules.turn(below) != rules.turn(state):
        score = -score
    better = score > frame[ply, ALPHA]
    if better and (frame[ply, SHORT] != 0 or (frame[ply, TRIAL] != 0 and score < frame[ply, BETA])):
        frame[ply, AGAIN] = 1
        return
    frame[ply, AGAIN] = 0
    frame[ply, GUESSED] |= frame[ply + 1, GUESSED]
    if ply == 0:
        values[frame[0, INDEX] - 1] = score
    if score <= frame[ply, BEST]:
        return
    move = moves[ply, frame[ply, INDEX] - 1]
    frame[ply, BEST], frame[ply, CHOICE] = score, move
    if score <= frame[ply, ALPHA]:
        return
    frame[ply, ALPHA] = score
    line[ply, ply] = move
    for column in range(ply + 1, frame[ply + 1, LENGTH]):
        line[ply, column] = line[ply + 1, column]
    frame[ply, LENGTH] = frame[ply + 1, LENGTH]
    if score >= frame[ply, BETA]:
        history[rules.turn(state), move] += frame[ply, LEFT] * frame[ply, LEFT]
        if killers[ply, 0] != move:
            killers[ply, 1] = killers[ply, 0]
            killers[ply, 0] = move
