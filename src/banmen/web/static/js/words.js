// The page's words in the visitor's language; the server puts them into the page.

/** @type {Record<string, string>} */
const known = JSON.parse(document.getElementById("words")?.textContent || "{}");

/**
 * Return a phrase with its gaps filled; an unknown name is returned as it is.
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
 * Tell whether there is a phrase of this name.
 * @param {string} key
 */
export function has(key) {
  return key in known;
}

export const lang = document.documentElement.lang || "en";

/**
 * Write a chance between 0 and 1 in hundredths.
 * @param {number} chance
 */
export function hundredths(chance) {
  return String(Math.round(chance * 100));
}

/**
 * Write a gain or a loss of chances in hundredths, with its sign.
 * @param {number} change
 */
export function signed(change) {
  const size = hundredths(Math.abs(change));
  return `${size === "0" ? "±" : change > 0 ? "+" : "−"}${size}`;
}

/**
 * Say a change of a chance in percentage points; one of them is no plural.
 * @param {number} change
 */
export function sayPoints(change) {
  return say(Math.abs(Math.round(change * 100)) === 1 ? "replay.point" : "replay.points", { points: signed(change) });
}
