// The chooser between several moves: a small dialog beside the place concerned, for fingers, keys and screen readers.

import { findAll, make } from "./elements.js";
import { ARROWS } from "./format.js";
import { say } from "./words.js";

/** @type {Record<string, string>} */
const CROSS = { "^": "up", v: "down", "<": "left", ">": "right" };
/** @type {Record<string, string>} */
const OPPOSITE = { "^": "v", v: "^", "<": ">", ">": "<" };

/**
 * Ask which move is meant; `about` is the screen area of their common target. Calls `chosen` with a move or null.
 * @param {HTMLElement} board
 * @param {MoveView[]} moves
 * @param {DOMRect} about
 * @param {boolean} turned whether the board is seen from the far side, so that arrows point the other way
 * @param {(move: MoveView | null) => void} chosen
 */
export function choose(board, moves, about, turned, chosen) {
  close(board);
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const arrows = moves.every((move) => CROSS[arrowOf(move)]);
  const title = make("p", { class: "chooser-title", id: "chooser-title" }, say(arrows ? "play.choose_arrow" : "play.choose"));
  const choices = make("div", { class: `choices-row${arrows ? " cross" : ""}` });
  const plate = make("div", { class: "chooser", role: "group", "aria-labelledby": title.id }, title, choices);
  /** @param {MoveView | null} move */
  const done = (move) => {
    close(board);
    if (!move) before?.focus?.({ preventScroll: true });
    chosen(move);
  };
  moves.forEach((move, index) => choices.append(choice(move, index, arrows ? seen(move, turned) : "", done)));
  plate.addEventListener("keydown", (event) => {
    const number = Number(event.key);
    if (event.key === "Escape") done(null);
    else if (number >= 1 && number <= moves.length) done(moves[number - 1]);
    else if (!event.key.startsWith("Arrow") || !step(plate, event.key, arrows)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  board.append(plate);
  place(board, plate, about);
  plate.querySelector("button")?.focus({ preventScroll: true });
}

/**
 * Focus the choice that an arrow key points at: on the cross the one in that direction, otherwise the next or the previous.
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
 * Return the arrow of a move as seen by the player.
 * @param {MoveView} move
 * @param {boolean} turned
 */
const seen = (move, turned) => (turned ? OPPOSITE[arrowOf(move)] : arrowOf(move));

/** @param {MoveView} move */
function arrowOf(move) {
  return move.choice ? move.move.slice(-1) : "";
}

/**
 * Place the chooser beside the target, within view: above or below it if there is room, otherwise to its left or right.
 * @param {HTMLElement} board
 * @param {HTMLElement} plate
 * @param {DOMRect} about
 */
function place(board, plate, about) {
  const whole = board.getBoundingClientRect();
  const end = Math.max(whole.bottom, Math.min(innerHeight - 8, whole.bottom + 120)); // it may cover what is below the board
  const { offsetWidth: wide, offsetHeight: high } = plate;
  const gap = 8;
  const middle = { x: about.x + about.width / 2, y: about.y + about.height / 2 };
  const beside = about.x - gap - wide >= whole.x ? about.x - gap - wide : about.right + gap;
  const [x, y] = about.y - gap - high >= whole.y ? [middle.x - wide / 2, about.y - gap - high]
    : about.bottom + gap + high <= end ? [middle.x - wide / 2, about.bottom + gap]
      : [beside, middle.y - high / 2];
  plate.style.left = `${within(x, whole.x, whole.right - wide) - whole.x}px`;
  plate.style.top = `${within(y, whole.y, end - high) - whole.y}px`;
}

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
const within = (value, least, most) => Math.max(least, Math.min(value, most));

/**
 * Remove the chooser.
 * @param {HTMLElement} board
 */
export function close(board) {
  board.querySelector(".chooser")?.remove();
}
