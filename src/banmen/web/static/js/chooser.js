// Which of several moves: a small plate over the board, for fingers, keys and ears.

import { findAll, make } from "./elements.js";
import { ARROWS } from "./format.js";
import { say } from "./words.js";

/** @type {Record<string, string>} */
const CROSS = { "^": "up", v: "down", "<": "left", ">": "right" };
/** @type {Record<string, string>} */
const OPPOSITE = { "^": "v", v: "^", "<": ">", ">": "<" };

/**
 * Ask which move is meant; `at` is a point in hundredths of the board. Calls `chosen` with a move or null.
 * @param {HTMLElement} board
 * @param {MoveView[]} moves
 * @param {Point} at
 * @param {boolean} turned whether the board is seen from the far side, so that arrows point the other way
 * @param {(move: MoveView | null) => void} chosen
 */
export function choose(board, moves, at, turned, chosen) {
  close(board);
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const arrows = moves.every((move) => CROSS[arrowOf(move)]);
  const plate = make("div", { class: `chooser${arrows ? " cross" : ""}`, role: "group", "aria-label": say("play.choose") });
  /** @param {MoveView | null} move */
  const done = (move) => {
    close(board);
    if (!move) before?.focus?.({ preventScroll: true });
    chosen(move);
  };
  moves.forEach((move, index) => plate.append(choice(move, index, arrows ? seen(move, turned) : "", done)));
  plate.addEventListener("keydown", (event) => {
    const number = Number(event.key);
    if (event.key === "Escape") done(null);
    else if (number >= 1 && number <= moves.length) done(moves[number - 1]);
    else if (!event.key.startsWith("Arrow") || !step(plate, event.key, arrows)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  board.append(plate);
  place(board, plate, at);
  plate.querySelector("button")?.focus({ preventScroll: true });
}

/**
 * Go to the choice that an arrow key points at: on the cross the one that lies there, else the next or the one before.
 * @param {HTMLElement} plate
 * @param {string} key
 * @param {boolean} arrows
 */
function step(plate, key, arrows) {
  const direction = key.slice("Arrow".length).toLowerCase();
  const buttons = [...plate.querySelectorAll("button")];
  const forward = ["right", "down"].includes(direction) ? 1 : -1;
  const next = buttons[(buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement)) + forward + buttons.length) % buttons.length];
  const found = arrows ? findAll(plate, `.${direction}`)[0] : next;
  found?.focus({ preventScroll: true });
  return Boolean(found);
}

/**
 * @param {MoveView} move
 * @param {number} index
 * @param {string} arrow
 * @param {(move: MoveView) => void} done
 */
function choice(move, index, arrow, done) {
  const label = arrow ? (move.choice ?? "").slice(1).trim() : move.choice || move.words || move.move;
  const shown = arrow ? make("span", { class: "sign", "aria-hidden": "true" }, ARROWS[arrow]) : label;
  return make("button", {
    type: "button",
    class: arrow ? CROSS[arrow] : null,
    "aria-label": arrow ? say("play.choice_number", { number: index + 1, label }) : null,
    title: move.words || null,
    "data-move": move.move,
    onclick: (event) => {
      event.stopPropagation();
      done(move);
    },
  }, shown);
}

/**
 * Return the arrow of a move as it is seen.
 * @param {MoveView} move
 * @param {boolean} turned
 */
const seen = (move, turned) => (turned ? OPPOSITE[arrowOf(move)] : arrowOf(move));

/** @param {MoveView} move */
function arrowOf(move) {
  return move.choice ? move.move.slice(-1) : "";
}

/**
 * Keep the plate inside the board.
 * @param {HTMLElement} board
 * @param {HTMLElement} plate
 * @param {Point} at
 */
function place(board, plate, at) {
  const wide = plate.offsetWidth / 2 + 4;
  const high = plate.offsetHeight / 2 + 4;
  const x = Math.min(Math.max((at.x / 100) * board.clientWidth, wide), board.clientWidth - wide);
  const y = Math.min(Math.max((at.y / 100) * board.clientHeight, high), board.clientHeight - high);
  plate.style.left = `${x}px`;
  plate.style.top = `${y}px`;
}

/**
 * Take the plate away.
 * @param {HTMLElement} board
 */
export function close(board) {
  board.querySelector(".chooser")?.remove();
}
