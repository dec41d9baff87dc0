// From taps to a move: first the source, then the target, then which of several. Plain data, no page.

/**
 * Return the places from which something can move.
 * @param {MoveView[]} moves
 * @returns {Set<string>}
 */
export function sources(moves) {
  return new Set(moves.flatMap((move) => (move.from === null ? [] : [move.from])));
}

/**
 * Return the moves that are left once a source has been picked (null: those without a source on the board).
 * @param {MoveView[]} moves
 * @param {string | null} from
 */
export function movesFrom(moves, from) {
  return moves.filter((move) => (move.from ?? null) === from);
}

/**
 * Return the moves of a source by their targets.
 * @param {MoveView[]} moves
 * @param {string | null} from
 */
export function targets(moves, from) {
  /** @type {Map<string, MoveView[]>} */
  const found = new Map();
  for (const move of movesFrom(moves, from)) {
    if (move.to === null || move.to === undefined) continue;
    found.set(move.to, [...(found.get(move.to) ?? []), move]);
  }
  return found;
}

/**
 * Return the source and target of a move, as far as they are on the board.
 * @param {MoveView} move
 */
export function endsOf(move) {
  return [move.from, move.to].flatMap((place) => (place ? [place] : []));
}

/**
 * Return the moves that are chosen by words rather than pointed at: pass, collect, which side.
 * @param {MoveView[]} moves
 */
export function wordMoves(moves) {
  return moves.filter((move) => (move.to ?? null) === null || ((move.from ?? null) === null && /^[a-z]{3,}$/.test(move.move)));
}

/**
 * Return the initial source: the only one there is, or null.
 * @param {MoveView[]} moves
 */
export function firstPick(moves) {
  const from = [...sources(moves)];
  return from.length === 1 && moves.every((move) => move.from !== null || wordMoves([move]).length) ? from[0] : null;
}

/**
 * Return the meaning of a tap on a place, given what is already picked:
 * {moves} to choose from, {pick} a source (null: put it down), or {refused: {from, to}}.
 * @param {MoveView[]} moves
 * @param {string | null} picked
 * @param {string} place
 * @returns {{moves?: MoveView[], pick?: string | null, refused?: {from: string | null, to: string}}}
 */
export function tap(moves, picked, place) {
  const leading = targets(moves, picked).get(place);
  if (leading) return { moves: leading };
  if (place === picked) return { pick: null };
  if (sources(moves).has(place)) return { pick: place };
  if (picked !== null) {
    const direct = targets(moves, null).get(place);
    if (direct) return { moves: direct };
  }
  return { refused: { from: picked, to: place } };
}
