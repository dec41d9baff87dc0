"""Expectimax search for three or four sides: the kernels. `banmen.engine.search.expectimax` is the friendly side.

Every player goes for the chance of its own team (max^n). A node is a position in which a throw is due and has a chance for each
seat. Nothing is pruned but what follows a sure win. The search keeps its own stack, a row a ply:
  stack   the state's words,
  frame   THROW and INDEX of the move looked at, COUNT of the moves of this throw,
  sums    for each seat the sum over the throws that are done,
  bests   what the best move for this throw gives each seat,
  moves   the moves of this throw.
The table is as in `expectimax_kernels`, with the chances of all seats in place of bounds.
"""

from __future__ import annotations

from typing import Any

from banmen.engine.search.expectimax_kernels import claim_row, is_entry_of, slot
from banmen.engine.stop_flag import LIMIT, NODES, STOP
from banmen.kernels.contract import OVER, State
from banmen.kernels.kernel import kernel, read_state

rules: Any = None  # set by banmen.kernels.twins

SEATS = 4
THROW, INDEX, COUNT = 0, 1, 2
FRAME = 3


@kernel
def write_chances(state: State, out: Any) -> None:
    """Write each seat's chance in a position after a move, without looking further."""
    if rules.kind(state) == OVER:
        won = rules.winner(state)
        for seat in range(SEATS):
            out[seat] = 1.0 * (won >> seat & 1)
    else:
        chances = rules.chances(state)
        for seat in range(SEATS):
            out[seat] = chances[seat]


@kernel
def begin_throw(state: State, ply: int, t: int, throws: Any, room: Any) -> None:
    """Go on to a throw of a node."""
    _, frame, _, bests, moves = room
    frame[ply, THROW], frame[ply, INDEX] = t, 0
    frame[ply, COUNT] = rules.moves(rules.throw(state, int(throws[t])), moves[ply])
    bests[ply, rules.turn(state)] = -1.0


@kernel
def enter(state: State, ply: int, throws: Any, room: Any) -> None:
    """Write a node into the stack."""
    stack, _, sums, _, _ = room
    for word in range(len(state)):
        stack[ply, word] = state[word]
    for seat in range(SEATS):
        sums[ply, seat] = 0.0
    begin_throw(state, ply, 0, throws, room)


@kernel
def take(chances: Any, ply: int, seat: int, room: Any) -> None:
    """Take the current move's value for each seat: the player on turn keeps it if it is better."""
    _, frame, _, bests, _ = room
    if chances[seat] > bests[ply, seat]:
        for other in range(SEATS):
            bests[ply, other] = chances[other]
    frame[ply, INDEX] += 1
    if bests[ply, seat] >= 1.0:
        frame[ply, INDEX] = frame[ply, COUNT]


@kernel
def proceed(ply: int, left: int, like: State, throws: Any, parts: Any, room: Any, control: Any) -> bool:
    """Go on with a node until its sums are complete (True) or a move's position has been entered one ply deeper."""
    stack, frame, sums, bests, moves = room
    state = read_state(stack, ply, like)
    seat = rules.turn(state)
    while True:
        t = frame[ply, THROW]
        if frame[ply, INDEX] < frame[ply, COUNT]:
            control[NODES] += 1
            after = rules.apply(rules.throw(state, int(throws[t])), int(moves[ply, frame[ply, INDEX]]))
            if left > 1 and rules.kind(after) != OVER:
                enter(after, ply + 1, throws, room)
                return False
            write_chances(after, sums[ply + 1])
            take(sums[ply + 1], ply, seat, room)
            continue
        for other in range(SEATS):
            sums[ply, other] += parts[t] * bests[ply, other]
        if t + 1 == len(parts):
            return True
        begin_throw(state, ply, t + 1, throws, room)


@kernel
def recall_node(ply: int, left: int, age: int, like: State, room: Any, memory: Any) -> bool:
    """Look a node up in the table; return whether it was there and its sums are complete."""
    stack, _, sums, _, _ = room
    table, values = memory
    state = read_state(stack, ply, like)
    row = slot(state, left, len(table))
    if not is_entry_of(table, row, state, left | age << 8):
        return False
    for seat in range(SEATS):
        sums[ply, seat] = values[row, seat]
    return True


@kernel
def store_chances(ply: int, left: int, age: int, like: State, room: Any, memory: Any) -> None:
    """Write a node into the table; the last one to come stays."""
    stack, _, sums, _, _ = room
    table, values = memory
    state = read_state(stack, ply, like)
    row = slot(state, left, len(table))
    claim_row(table, row, state, left | age << 8)
    for seat in range(SEATS):
        values[row, seat] = sums[ply, seat]


@kernel
def search(root: State, depth: int, age: int, setting: Any, room: Any, memory: Any, control: Any) -> bool:
    """Write the chances in a position where a throw is due, `depth` plies deep (at least 1), into the first row of the sums.

    `setting` holds the throws and how likely each is; `control` and `age` are as in `expectimax_kernels`. Returns False if the
    search was stopped.
    """
    stack, _, sums, _, _ = room
    throws, parts = setting
    ply = 0
    enter(root, 0, throws, room)
    done = recall_node(0, depth, age, root, room, memory)
    while True:
        if not done:
            done = proceed(ply, depth - ply, root, throws, parts, room, control)
            if done:
                store_chances(ply, depth - ply, age, root, room, memory)
            else:
                if control[STOP] != 0 or control[NODES] > control[LIMIT]:
                    control[STOP] = 1
                    return False
                ply += 1
                done = recall_node(ply, depth - ply, age, root, room, memory)
        elif ply == 0:
            return True
        else:
            ply -= 1
            take(sums[ply + 1], ply, rules.turn(read_state(stack, ply, root)), room)
            done = False


@kernel
def value_moves(
    root: State, depth: int, age: int, setting: Any, room: Any, memory: Any, control: Any, codes: Any, values: Any
) -> int:
    """Write the chances of all seats after each legal move into the rows of `values`, and the moves into `codes`.

    Returns the number of moves, or 0 if the search was stopped.
    """
    sums = room[2]
    number: int = rules.moves(root, codes)
    for k in range(number):
        control[NODES] += 1
        after = rules.apply(root, int(codes[k]))
        if depth == 1 or rules.kind(after) == OVER:
            write_chances(after, values[k])
            continue
        if not search(after, depth - 1, age, setting, room, memory, control):
            return 0
        for seat in range(SEATS):
            values[k, seat] = sums[0, seat]
    return number
