// From taps to a move: first where something stands, then where it goes, then which of several. Plain data, no page.

/** Return the places that something can leave. */
export function sources(moves) {
  return new Set(moves.filter((move) => move.from !== null).map((move) => move.from));
}

/** Return the moves that are left once a source has been picked (null: those that come from nowhere on the board). */
export function movesFrom(moves, from) {
  return moves.filter((move) => (move.from ?? null) === from);
}

/** Return the moves of a source by where they lead. */
export function targets(moves, from) {
  const found = new Map();
  for (const move of movesFrom(moves, from)) {
    if (move.to === null || move.to === undefined) continue;
    if (!found.has(move.to)) found.set(move.to, []);
    found.get(move.to).push(move);
  }
  return found;
}

/** Return the moves that are said rather than pointed at: pass, collect, which side. */
export function wordMoves(moves) {
  return moves.filter((move) => (move.to ?? null) === null || ((move.from ?? null) === null && /^[a-z]{3,}$/.test(move.move)));
}

/** Return the source to begin with: the only one there is, or null. */
export function firstPick(moves) {
  const from = [...sources(moves)];
  return from.length === 1 && moves.every((move) => move.from !== null || wordMoves([move]).length) ? from[0] : null;
}

/**
 * Return what a tap on a place means, given what is picked already:
 * {moves} to choose from, {pick} a source (null: put it down), or {refused: {from, to}}.
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
