"""The search for forced wins: the kernels. `banmen.engine.search.proof` is the friendly side.

Only one question is asked: does one seat, the attacker, win within so many plies, whatever the other does? So a node needs no
score and no evaluation. Repetitions need no care either: who wins in the fewest plies never comes back to a position, and
positions that have occurred twice before the search are barred. The search keeps its own stack, a row a ply:
  stack[ply]   the state's words,
  moves[ply]   the moves worth trying, those still to be tried behind those tried,
  ranks[ply]   what `rank_moves` says of each of them,
  frame[ply]   INDEX of the next move, NUMBER of moves, LEFT (plies), ATTACKING (the attacker is to act), LAST (the move that
               settled a node at this ply last).
A row of the table is the state's words, so that no two positions are ever mixed up, and one packed word: bits 0-7 one more than
the plies within which the attacker wins, 8-15 one more than those within which it does not (0: unknown), 16 on the move + 1.
Searches on several cores can share a table. The words are kept crossed with a number that depends on all of them and on the
packed one, so that a row of which two have written parts at the same time tells nothing about any position.
"""

from __future__ import annotations

from typing import Any

from banmen.engine.search.transposition_table import first_of_pair, hash_state
from banmen.engine.stop_flag import LIMIT, NODES, STOP
from banmen.kernels.contract import OVER, State
from banmen.kernels.kernel import kernel, read_state

rules: Any = None  # set by banmen.kernels.twins

INDEX, NUMBER, LEFT, ATTACKING, LAST = 0, 1, 2, 3, 4
FRAME = 5
NO, YES, OPEN = 0, 1, 2
RANK = 1 << 44  # weight of each step of a rank below 0, compared with how often the move settled nodes
CROSSED = 0x2C1B3C6D  # by which the packed word is scattered over the bits of the others
NEW = 200  # as what a move counts that has settled no node yet; a rank above 0 multiplies


@kernel
def prove_win(root: State, attacker: int, plies: int, room: Any, barred: Any, control: Any) -> int:
    """Return whether the attacker wins within so many plies: YES, NO, or OPEN if the search was stopped.

    The game is not over at the root. Each row of `barred` is a position that ends the game without a win. `room` has the arrays
    to work in: stack, moves, ranks, frame, table and history.
    """
    stack, moves, ranks, frame, table, history = room
    ply = 0
    answer = open_node(root, attacker, plies, 0, stack, moves, ranks, frame, table, control)
    if answer != OPEN:
        return answer
    while True:
        if control[STOP] != 0 or control[NODES] > control[LIMIT]:
            control[STOP] = 1
            return OPEN
        state = read_state(stack, ply, root)
        if answer == OPEN:
            pick_next(moves, ranks, frame, ply, history)
            move = int(moves[ply, frame[ply, INDEX]])
            frame[ply, INDEX] += 1
            after = rules.apply(state, move)
            if is_barred(after, barred):
                answer = NO
            else:
                ply += 1
                answer = open_node(after, attacker, frame[ply - 1, LEFT] - 1, ply, stack, moves, ranks, frame, table, control)
                if answer == OPEN:
                    continue
                ply -= 1
        else:
            store_answer(table, state, frame, ply, answer, moves)
            if ply == 0:
                return answer
            ply -= 1
        # `answer` is what the last move of the node at `ply` leads to. It settles the node, or another move has to be tried.
        if answer == frame[ply, ATTACKING]:
            settle(moves, frame, ply, history)
        elif frame[ply, INDEX] < frame[ply, NUMBER]:
            answer = OPEN


@kernel
def open_node(
    state: State, attacker: int, left: int, ply: int, stack: Any, moves: Any, ranks: Any, frame: Any, table: Any, control: Any
) -> int:
    """Look at a node for the first time and return its answer, or make it ready for its moves to be tried."""
    control[NODES] += 1
    if rules.kind(state) == OVER:
        return YES if rules.winner(state) >> attacker & 1 else NO
    attacking = rules.turn(state) == attacker
    if left <= 0:
        return NO
    if rules.find_win(state) >= 0:
        return YES if attacking else NO
    if (attacking and left == 1) or not rules.in_reach(state, attacker, left + attacking >> 1):
        return NO
    for word in range(len(state)):
        stack[ply, word] = state[word]
    frame[ply, INDEX], frame[ply, LEFT], frame[ply, ATTACKING] = 0, left, YES if attacking else NO
    if left > 1:
        entry = lookup(table, state)
        if entry >> 16:
            frame[ply, LAST] = (entry >> 16) - 1
        if 0 < entry & 255 <= left + 1:
            return YES
        if entry >> 8 & 255 > left:
            return NO
    frame[ply, NUMBER] = rules.rank_moves(state, moves[ply], ranks[ply])
    return OPEN


@kernel
def pick_next(moves: Any, ranks: Any, frame: Any, ply: int, history: Any) -> None:
    """Bring the most promising move not yet tried to the front: what settled a node here last, or settled nodes most often."""
    index = frame[ply, INDEX]
    best, best_score = index, -1 << 61
    for k in range(index, frame[ply, NUMBER]):
        move = moves[ply, k]
        rank = ranks[ply, k]
        settled = RANK - 1 if move == frame[ply, LAST] else (history[frame[ply, ATTACKING], move] + NEW) * (1 + max(rank, 0))
        score = RANK * min(rank, 0) + settled
        if score > best_score:
            best, best_score = k, score
    chosen = moves[ply, best]
    moves[ply, best], ranks[ply, best] = moves[ply, index], ranks[ply, index]
    moves[ply, index] = chosen


@kernel
def settle(moves: Any, frame: Any, ply: int, history: Any) -> None:
    """Remember the move that settled a node."""
    move = moves[ply, frame[ply, INDEX] - 1]
    frame[ply, LAST] = move
    history[frame[ply, ATTACKING], move] += frame[ply, LEFT] * frame[ply, LEFT]


@kernel
def is_barred(state: State, barred: Any) -> bool:
    """Return whether a state is one of the rows of `barred`."""
    for row in range(len(barred)):
        same = True
        for word in range(len(state)):
            if barred[row, word] != state[word]:
                same = False
        if same:
            return True
    return False


@kernel
def holds_state(table: Any, row: int, state: State, crossed: int) -> bool:
    """Return whether a row is about a state, whose words it keeps crossed with a number."""
    same = True
    for word in range(len(state)):
        if table[row, word] ^ crossed != state[word]:
            same = False
    return same


@kernel
def lookup(table: Any, state: State) -> int:
    """Return what the table says of a position; 0 for nothing."""
    number = hash_state(state, 0)
    row = first_of_pair(number, len(table))
    for _ in range(2):
        entry = int(table[row, len(state)])
        if holds_state(table, row, state, number ^ entry * CROSSED):
            return entry
        row += 1
    return 0


@kernel
def store_answer(table: Any, state: State, frame: Any, ply: int, answer: int, moves: Any) -> None:
    """Store the answer for a node; of a pair of rows the first keeps the one with most plies, the second the latest."""
    left, words = frame[ply, LEFT], len(state)
    if left <= 1:
        return
    number = hash_state(state, 0)
    row = first_of_pair(number, len(table))
    known = lookup(table, state)
    first = int(table[row, words])
    if not holds_state(table, row, state, number ^ first * CROSSED) and max(first & 255, first >> 8 & 255) > left + 1:
        row += 1
    won, lost = known & 255, known >> 8 & 255
    if answer == YES:
        won = min(won, left + 1) if won else left + 1
    else:
        lost = max(lost, left + 1)
    settling = moves[ply, frame[ply, INDEX] - 1] if answer == frame[ply, ATTACKING] else -1
    entry = won | lost << 8 | settling + 1 << 16
    for word in range(words):
        table[row, word] = state[word] ^ number ^ entry * CROSSED
    table[row, words] = entry
