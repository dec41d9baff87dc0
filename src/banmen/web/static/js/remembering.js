// What this device remembers of the latest matches, by their names. Private windows may keep nothing.

const MOST_KEPT = 30; // matches

/**
 * Return all that is remembered of a kind.
 * @param {string} kind
 * @returns {Record<string, any>}
 */
export function recall(kind) {
  try {
    return JSON.parse(localStorage.getItem(kind) || "{}");
  } catch {
    return {};
  }
}

/**
 * Remember something of a match, in place of what was remembered before.
 * @param {string} kind
 * @param {string} match
 * @param {unknown} value
 */
export function remember(kind, match, value) {
  const others = Object.entries(recall(kind)).filter(([name]) => name !== match);
  try {
    localStorage.setItem(kind, JSON.stringify(Object.fromEntries([...others.slice(1 - MOST_KEPT), [match, value]])));
  } catch {
    // What follows works without it.
  }
}
