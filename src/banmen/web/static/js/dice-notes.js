// What this device noted of a match before anything was thrown: the digest that the server was bound by, and the number that
// this device added after that. So whoever checks the throws at the end need not believe what the server says of the beginning.

import { recall, remember } from "./remembering.js";

const KEPT = "banmen-dice";
const BYTES = 24; // of a number

/** @typedef {{commitment: string, number: string, seated: boolean}} DiceNote */

/** Return a number that nobody can foresee, which has a share in all throws. */
function drawNumber() {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES)); // there over plain http as well
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Note by what the server is bound, and return the number that this device adds: the same however often it is sent.
 * Where the seat has a number already, nothing is noted.
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
 * Note that the server has taken this device's number.
 * @param {string} match
 */
export function noteSeated(match) {
  const known = recallDice(match);
  if (known && !known.seated) remember(KEPT, match, { ...known, seated: true });
}

/**
 * Return what was noted of a match, if anything.
 * @param {string} match
 * @returns {DiceNote | undefined}
 */
export const recallDice = (match) => recall(KEPT)[match];
