"""Expectimax search for games of two sides with throws: the kernels. `banmen.engine.search.expectimax` is the friendly side.

A node is a position in which a throw is due; its value is the chance of the side on turn. A ply is a throw and its move. Every
node first tries the most promising move of each throw: what these give together may already be more than the node needs (this
is the pruning known as Star2). Then it goes through the throws one by one, each with the window that is left for it when the
others are worth as little or as much as they can be (Star1). Values found are the same as without pruning.

The search keeps its own stack, a row a ply:
  stack   the state's words,
  frame   PROBING (1 while the first moves are tried), THROW and INDEX of the move looked at, BOUND of the result, and from
          COUNT on the number of moves of each throw,
  view    ALPHA and BETA, SUM over the throws that are done, LOWS and REST (what the throws to come give at least and at most),
          BEST for this throw, RESULT, and from FIRST on the values of the first moves,
  moves   the moves of each throw, the most promising first.
The table has a row a position and depth: the state's words, so that no two positions are ever mixed up, then the depth with the
number of the search; and beside it the bounds of the value. Throws come by likelihood; those that cannot happen are left out.
"""

from __future__ import annotations

from typing import Any

from banmen.engine.search.transposition_table import hash_state
from banmen.engine.stop_flag import LIMIT, NODES, STOP
from banmen.kernels.contract import OVER, State
from banmen.kernels.kernel import kernel, read_state

rules: Any = None  # set by banmen.kernels.twins

PLIES = 24  # the deepest search
THROWS = 5
PROBING, THROW, INDEX, BOUND, COUNT = 0, 1, 2, 3, 4
FRAME = COUNT + THROWS
ALPHA, BETA, SUM, LOWS, REST, BEST, RESULT, FIRST = 0, 1, 2, 3, 4, 5, 6, 7
VIEW = FIRST + THROWS
EXACT, LOWER, UPPER = 0, 1, 2
NOTHING, EVERYTHING = -1.0, 2.0  # no chance is as small or as large
CLOSE = 1e-12
Teams = tuple[int, int, int, int]


@kernel
def slot(state: State, depth: int, size: int) -> int:
    """Return the index of a state with a depth in a table of a size."""
    return hash_state(state, depth) % size


@kernel
def is_entry_of(table: Any, row: int, state: State, mark: int) -> bool:
    """Return whether a row of the table is about a state, with a mark that tells depth and search."""
    for word in range(len(state)):
        if table[row, word] != state[word]:
            return False
    return bool(table[row, len(state)] == mark)


@kernel
def claim_row(table: Any, row: int, state: State, mark: int) -> None:
    """Give a row of the table to a state."""
    for word in range(len(state)):
        table[row, word] = state[word]
    table[row, len(state)] = mark


@kernel
def static_chance(state: State, seat: int) -> float:
    """Return a seat's chance in a position after a move, without looking further."""
    if rules.kind(state) == OVER:
        return float(rules.winner(state) >> seat & 1)
    return float(rules.chances(state)[seat])


@kernel
def shallow(state: State, alpha: float, beta: float, throws: Any, parts: Any, moves: Any, control: Any) -> tuple[float, int]:
    """Return the value of a node of one ply, or a bound of it outside the window, and which of these it is."""
    seat = rules.turn(state)
    total, rest = 0.0, 1.0
    for t in range(len(throws)):
        decided = rules.throw(state, int(throws[t]))
        part = parts[t]
        rest -= part
        needed = (beta - total) / part
        best = NOTHING
        number = rules.moves(decided, moves)
        for k in range(number):
            control[NODES] += 1
            best = max(best, static_chance(rules.apply(decided, int(moves[k])), seat))
            if best >= needed:
                return total + part * best, LOWER
        total += part * best
        if total + rest <= alpha:
            return total + rest, UPPER
    return total, EXACT


@kernel
def order_moves(state: State, moves: Any, guesses: Any, control: Any) -> int:
    """List the moves of a position, the better the sooner by what the evaluation says; return their number."""
    seat = rules.turn(state)
    number: int = rules.moves(state, moves)
    for k in range(number):
        control[NODES] += 1
        move = int(moves[k])
        guess = static_chance(rules.apply(state, move), seat)
        place = k
        while place > 0 and guesses[place - 1] < guess:
            guesses[place], moves[place] = guesses[place - 1], moves[place - 1]
            place -= 1
        guesses[place], moves[place] = guess, move
    return number


@kernel
def enter(state: State, ply: int, alpha: float, beta: float, room: Any) -> None:
    """Write a node into the stack."""
    stack, frame, view, _, _ = room
    for word in range(len(state)):
        stack[ply, word] = state[word]
    frame[ply, PROBING], frame[ply, THROW], frame[ply, INDEX] = 1, 0, 0
    view[ply, ALPHA], view[ply, BETA], view[ply, SUM] = alpha, beta, 0.0


@kernel
def open_chance_node(
    ply: int, left: int, mark: int, like: State, throws: Any, parts: Any, room: Any, memory: Any, control: Any
) -> bool:
    """Visit a node for the first time; return whether its RESULT is known without its own stack row."""
    stack, _, view, moves, _ = room
    table, bounds = memory
    state = read_state(stack, ply, like)
    alpha, beta = view[ply, ALPHA], view[ply, BETA]
    row = slot(state, left, len(table))
    if is_entry_of(table, row, state, mark):
        low, high = bounds[row, 0], bounds[row, 1]
        if low >= beta or low == high:
            view[ply, RESULT] = low
            return True
        if high <= alpha:
            view[ply, RESULT] = high
            return True
    if left == 1:
        result, bound = shallow(state, alpha, beta, throws, parts, moves[ply, 0], control)
        set_result(ply, result, bound, room)
        store_bounds(ply, left, mark, like, room, memory)
        return True
    return False


@kernel
def store_bounds(ply: int, left: int, mark: int, like: State, room: Any, memory: Any) -> None:
    """Write what was found out about a node into the table; the last one to come stays."""
    stack, frame, view, _, _ = room
    table, bounds = memory
    state = read_state(stack, ply, like)
    row = slot(state, left, len(table))
    if not is_entry_of(table, row, state, mark):
        claim_row(table, row, state, mark)
        bounds[row, 0], bounds[row, 1] = NOTHING, EVERYTHING
    bound, result = frame[ply, BOUND], view[ply, RESULT]
    if bound != UPPER:
        bounds[row, 0] = max(bounds[row, 0], result)
    if bound != LOWER:
        bounds[row, 1] = min(bounds[row, 1], result)


@kernel
def begin_throw(ply: int, t: int, parts: Any, room: Any) -> None:
    """Go on to a throw, whose first move has been tried."""
    _, frame, view, _, _ = room
    frame[ply, THROW], frame[ply, INDEX] = t, 1
    view[ply, LOWS] -= parts[t] * view[ply, FIRST + t]
    view[ply, REST] -= parts[t]
    view[ply, BEST] = view[ply, FIRST + t]


@kernel
def take(ply: int, value: float, parts: Any, room: Any) -> bool:
    """Take the value of the current move; return whether that settles the node."""
    _, frame, view, _, _ = room
    t = frame[ply, THROW]
    if frame[ply, PROBING] == 0:
        view[ply, BEST] = max(view[ply, BEST], value)
        frame[ply, INDEX] += 1
        return False
    view[ply, FIRST + t] = value
    view[ply, SUM] += parts[t] * value
    if view[ply, SUM] >= view[ply, BETA] - CLOSE:
        set_result(ply, view[ply, SUM], LOWER, room)
        return True
    frame[ply, THROW] += 1
    if t + 1 == len(parts):
        frame[ply, PROBING] = 0
        view[ply, LOWS], view[ply, SUM], view[ply, REST] = view[ply, SUM], 0.0, 1.0
        begin_throw(ply, 0, parts, room)
    return False


@kernel
def set_result(ply: int, result: float, bound: int, room: Any) -> None:
    """Write down the result of a node; a bound lies outside the window, whatever rounding has done to it."""
    _, frame, view, _, _ = room
    if bound == LOWER:
        result = max(result, view[ply, BETA])
    if bound == UPPER:
        result = min(result, view[ply, ALPHA])
    view[ply, RESULT], frame[ply, BOUND] = result, bound


@kernel
def finish_throw(ply: int, parts: Any, room: Any) -> bool:
    """Finish a throw whose moves have been searched as far as necessary; return whether that settles the node.

    What comes close to the window's edge is taken for a bound: it may be one that rounding has moved.
    """
    _, frame, view, _, _ = room
    t = frame[ply, THROW]
    view[ply, SUM] += parts[t] * view[ply, BEST]
    least, most = view[ply, SUM] + view[ply, LOWS], view[ply, SUM] + view[ply, REST]
    if least >= view[ply, BETA] - CLOSE:
        set_result(ply, least, LOWER, room)
        return True
    if most <= view[ply, ALPHA] + CLOSE:
        set_result(ply, most, UPPER, room)
        return True
    if t + 1 == len(parts):
        set_result(ply, view[ply, SUM], EXACT, room)
        return True
    begin_throw(ply, t + 1, parts, room)
    return False


@kernel
def proceed(ply: int, like: State, teams: Teams, throws: Any, parts: Any, room: Any, control: Any) -> bool:
    """Continue a node until it is settled (True) or a move's position has been entered one ply deeper."""
    stack, frame, view, moves, guesses = room
    state = read_state(stack, ply, like)
    seat = rules.turn(state)
    while True:
        t = frame[ply, THROW]
        decided = rules.throw(state, int(throws[t]))
        if frame[ply, PROBING]:
            frame[ply, COUNT + t] = order_moves(decided, moves[ply, t], guesses, control)
            low, high = NOTHING, (view[ply, BETA] - view[ply, SUM]) / parts[t]
        else:
            best = view[ply, BEST]
            high = (view[ply, BETA] - view[ply, SUM] - view[ply, LOWS]) / parts[t]
            low = max(best, (view[ply, ALPHA] - view[ply, SUM] - view[ply, REST]) / parts[t])
            if frame[ply, INDEX] >= frame[ply, COUNT + t] or best >= high or best >= 1.0:
                if finish_throw(ply, parts, room):
                    return True
                continue
        after = rules.apply(decided, int(moves[ply, t, frame[ply, INDEX]]))
        if rules.kind(after) != OVER:
            if teams[rules.turn(after)] == teams[seat]:
                enter(after, ply + 1, low, high, room)
            else:
                enter(after, ply + 1, 1.0 - high, 1.0 - low, room)
            return False
        if take(ply, static_chance(after, seat), parts, room):
            return True


@kernel
def search(root: State, depth: int, age: int, setting: Any, room: Any, memory: Any, control: Any) -> float:
    """Return the chance of the side on turn in a position where a throw is due, `depth` plies deep (at least 1).

    `setting` holds the team of each seat, the throws and how likely each is. `control` has a flag that stops the search (what
    it returns then means nothing), counts the positions looked at and says how many there may be. `age` tells searches apart:
    what an earlier one wrote into the table is not read.
    """
    ply = 0
    teams, throws, parts = setting
    enter(root, 0, NOTHING, EVERYTHING, room)
    stack, _, view, _, _ = room
    settled = open_chance_node(0, depth, depth | age << 8, root, throws, parts, room, memory, control)
    while True:
        if not settled:
            settled = proceed(ply, root, teams, throws, parts, room, control)
            if settled:
                store_bounds(ply, depth - ply, depth - ply | age << 8, root, room, memory)
            else:
                if control[STOP] != 0 or control[NODES] > control[LIMIT]:
                    control[STOP] = 1
                    return 0.0
                ply += 1
                settled = open_chance_node(ply, depth - ply, depth - ply | age << 8, root, throws, parts, room, memory, control)
        elif ply == 0:
            return float(view[0, RESULT])
        else:
            ply -= 1
            value = view[ply + 1, RESULT]
            below, above = rules.turn(read_state(stack, ply + 1, root)), rules.turn(read_state(stack, ply, root))
            settled = take(ply, value if teams[below] == teams[above] else 1.0 - value, parts, room)
            if settled:
                store_bounds(ply, depth - ply, depth - ply | age << 8, root, room, memory)


@kernel
def value_moves(
    root: State, depth: int, age: int, setting: Any, room: Any, memory: Any, control: Any, codes: Any, values: Any
) -> int:
    """Write the chance of the player on turn after each legal move into `values`, and the moves into `codes`.

    Returns the number of moves, or 0 if the search was stopped.
    """
    teams, seat = setting[0], rules.turn(root)
    number: int = rules.moves(root, codes)
    for k in range(number):
        control[NODES] += 1
        after = rules.apply(root, int(codes[k]))
        if depth == 1 or rules.kind(after) == OVER:
            values[k] = static_chance(after, seat)
            continue
        value = search(after, depth - 1, age, setting, room, memory, control)
        if control[STOP] != 0:
            return 0
        values[k] = value if teams[rules.turn(after)] == teams[seat] else 1.0 - value
    return number
