// What this device noted of a match before anything was thrown: the digest that the server committed to, and the number that
// this device then added. So a check of the throws at the end need not trust the server about the beginning.

import { recall, remember } from "./remembering.js";

const KEPT = "banmen-dice";
const BYTES = 24; // of a number

/** @typedef {{commitment: string, number: string, seated: boolean}} DiceNote */

/** Return an unpredictable number that contributes to all throws. */
function drawNumber() {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES)); // available over plain http as well
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Note the server's commitment, and return the number that this device adds: the same however often it is sent.
 * If the seat already has a number, nothing is noted.
 * @param {string} match
 * @param {string} commitment empty where it is not known any more from before
 */
export function noteDice(match, commitment) {
  const known = recallDice(match);
  if (known) return known.number;
  const number = drawNumber();
  if (commitment) remember(KEPT, match, { commitment, number, seated: false });
  return number;
}

/**
 * Note that the server has accepted this device's number.
 * @param {string} match
 */
export function noteSeated(match) {
  const known = recallDice(match);
  if (known && !known.seated) remember(KEPT, match, { ...known, seated: true });
}

/**
 * Return the note about a match, if any.
 * @param {string} match
 * @returns {DiceNote | undefined}
 */
export const recallDice = (match) => recall(KEPT)[match];
