// What this device remembers of the latest matches, by id. Private windows may store nothing.

const MOST_KEPT = 30; // matches

/**
 * Return everything remembered of a kind.
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
 * Remember something about a match, in place of what was remembered before.
 * @param {string} kind
 * @param {string} match
 * @param {unknown} value
 */
export function remember(kind, match, value) {
  const others = Object.entries(recall(kind)).filter(([name]) => name !== match);
  try {
    localStorage.setItem(kind, JSON.stringify(Object.fromEntries([...others.slice(1 - MOST_KEPT), [match, value]])));
  } catch {
    // Everything else works without it.
  }
}
