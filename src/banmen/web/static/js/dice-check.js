// Checks the throws of a finished match: this page recomputes each from the committed seed.
// docs/records.md says how throws follow from it.

import { get } from "./api.js";
import { recallDice } from "./dice-notes.js";
import { make } from "./elements.js";
import { fromHex, hmac, sha256, toHex } from "./sha256.js";
import { say } from "./words.js";

const STICKS = 4;

/**
 * Check the throws of a match and show the result in a box.
 * @param {HTMLElement} box
 * @param {string} match
 * @param {string} path of the match in the API
 */
export async function checkDice(box, match, path) {
  /** @type {DiceView} */
  const dice = await get(`${path}/dice`);
  const fallen = [...dice.opening, ...dice.throws];
  const wrong = countWrong(dice);
  const kept = compareWithNote(match, dice);
  const right = kept !== "broken" && !wrong && dice.seed !== null && toHex(sha256(fromHex(dice.seed))) === dice.commitment;
  const sentence = kept === "broken" ? say("play.proof_broken") : say(right ? "play.proof_right" : "play.proof_wrong", { throws: fallen.length, wrong });
  const own = kept === "noted" ? say("play.proof_noted") : kept === "not_noted" ? say("play.proof_not_noted") : "";
  const most = Math.max(1, ...dice.chances.map((chance, index) => Math.max(chance * fallen.length, count(fallen, index + 1))));
  box.replaceChildren(make("p", { id: right ? "dice-right" : "dice-wrong" }, sentence), make("p", { id: "dice-noted", hidden: !own }, own),
    make("ul", { class: "fallen" }, ...dice.chances.map((chance, index) => row(fallen, index + 1, chance, most))));
}

/**
 * Return how this device's own note of the beginning compares with what the server says now; empty if nobody added a number.
 * @param {string} match
 * @param {DiceView} dice
 */
function compareWithNote(match, { commitment, nonces }) {
  const note = recallDice(match);
  if (!nonces.length) return "";
  if (!note) return "not_noted";
  if (note.commitment !== commitment || (note.seated && !nonces.includes(note.number))) return "broken";
  return note.seated ? "noted" : "not_noted";
}

/**
 * Return how many throws differ from the computed ones.
 * @param {DiceView} dice
 */
function countWrong(dice) {
  const seed = fromHex(dice.seed ?? "");
  const key = dice.scheme > 1 ? hmac(seed, `nonces ${dice.nonces.join(" ")}`) : seed;
  const differs = (/** @type {string} */ what) => (/** @type {number} */ fell, /** @type {number} */ number) =>
    fell !== throwBy(key, `${what} ${number}`, dice.chance);
  return dice.opening.filter(differs("opening")).length + dice.throws.filter(differs("throw")).length;
}

/**
 * Return the throw with a name: how many sticks show the counted side, or 5 if none does.
 * @param {Uint8Array} key
 * @param {string} name
 * @param {string[]} chance of the counted side, as a fraction of a power of two
 */
function throwBy(key, name, [low, of]) {
  const bits = BigInt(of).toString(2).length - 1;
  let counted = 0;
  for (let stick = 0; stick < STICKS; stick += 1) if (drawBits(key, `${name} ${stick}`, bits) < BigInt(low)) counted += 1;
  return counted || 5;
}

/**
 * Return a random integer of so many bits.
 * @param {Uint8Array} key
 * @param {string} name
 * @param {number} bits
 */
function drawBits(key, name, bits) {
  let found = "";
  for (let block = 0; found.length * 4 < bits; block += 1) found += toHex(hmac(key, `${name} ${block}`));
  return BigInt(`0x0${found}`) >> BigInt(found.length * 4 - bits);
}

/**
 * @param {number[]} fallen
 * @param {number} value
 */
const count = (fallen, value) => fallen.filter((one) => one === value).length;

/**
 * Return how often a throw fell, as a bar beside the expected count.
 * @param {number[]} fallen
 * @param {number} value
 * @param {number} chance
 * @param {number} most
 */
function row(fallen, value, chance, most) {
  const number = count(fallen, value);
  const due = chance * fallen.length;
  const bar = make("span", { class: "fell", "aria-hidden": "true" });
  bar.style.setProperty("--fell", `${(100 * number) / most}%`);
  bar.style.setProperty("--due", `${(100 * due) / most}%`);
  return make("li", {}, make("span", {}, say("play.proof_fell", { value, count: number, due: due.toFixed(1) })), bar);
}
