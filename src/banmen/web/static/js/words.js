// The page's texts in the visitor's language; the server puts them into the page.

/** @type {Record<string, string>} */
const known = JSON.parse(document.getElementById("words")?.textContent || "{}");

/**
 * Return a text with its placeholders filled; an unknown key is returned as it is.
 * @param {string} key
 * @param {Record<string, unknown>} values
 * @returns {string}
 */
export function say(key, values = {}) {
  const text = known[key];
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * Tell whether there is a text with this key.
 * @param {string} key
 */
export function has(key) {
  return key in known;
}

export const lang = document.documentElement.lang || "en";

/**
 * Format a chance between 0 and 1 in per cent.
 * @param {number} chance
 */
export function hundredths(chance) {
  return String(Math.round(chance * 100));
}

/**
 * Format a gain or a loss of chances in per cent, with its sign.
 * @param {number} change
 */
export function signed(change) {
  const size = hundredths(Math.abs(change));
  return `${size === "0" ? "±" : change > 0 ? "+" : "−"}${size}`;
}

/**
 * Describe a change of a chance in percentage points; the singular differs.
 * @param {number} change
 */
export function sayPoints(change) {
  return say(Math.abs(Math.round(change * 100)) === 1 ? "replay.point" : "replay.points", { points: signed(change) });
}
