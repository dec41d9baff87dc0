// Examples in the rules that can be tapped: a link with a position, and perhaps a move, shows them on a small board.

import { post } from "./api.js";
import { Board } from "./board.js";
import { make, targetOf, tell } from "./elements.js";
import { sayMove } from "./format.js";
import { perform } from "./motion.js";
import { pictureFormat } from "./picture-format.js";

/** @type {WeakMap<HTMLElement, Board>} */
const boards = new WeakMap(); // by the element they were made in

/**
 * Wire all examples within an element; each shows itself below its own line, or on the board given by `aside`.
 * @param {HTMLElement} element
 * @param {string} game
 * @param {HTMLElement | null} aside
 */
export function bindExamples(element, game, aside = null) {
  element.addEventListener("click", async (event) => {
    const link = /** @type {HTMLElement | null} */ (targetOf(event).closest("[data-position]"));
    if (!link || !element.contains(link) || link.closest("svg")) return;
    event.preventDefault();
    const { position = "", move } = link.dataset;
    const box = aside || ownBoard(link);
    if (!aside && box.dataset.now === `${position} ${move}`) {
      box.remove();
      return;
    }
    box.dataset.now = `${position} ${move}`;
    const words = await showExample(box, game, position, move, link.dataset.options ? JSON.parse(link.dataset.options) : {});
    const caption = document.getElementById("example-words");
    if (caption) tell(caption, words);
  });
}

/**
 * @param {Element} link
 * @returns {HTMLElement}
 */
function ownBoard(link) {
  const line = link.closest("li, p") || link;
  const own = /** @type {HTMLElement | null} */ (line.querySelector(".example-board"));
  if (own) return own;
  const box = make("div", { class: "board small example-board" });
  line.append(box);
  return box;
}

/**
 * Show a position on a small board, and then the move; return its description.
 * @param {HTMLElement} box
 * @param {string} game
 * @param {string} position
 * @param {string | undefined} move
 * @param {Options} options
 */
export async function showExample(box, game, position, move, options = {}) {
  box.hidden = false;
  const board = boards.get(box) ?? new Board(box, { play() {} });
  boards.set(box, board);
  const asked = { game, options, position, ...pictureFormat() };
  /** @type {PositionView} */
  const before = await post("/api/positions", asked);
  board.show(before.svg);
  board.offer([], before.turn, false);
  if (!move) return before.status;
  const found = before.moves.find((other) => other.move === move);
  /** @type {PositionView} */
  const after = await post("/api/positions/play", { ...asked, move });
  await new Promise((resolve) => setTimeout(resolve, 350));
  await perform(board, found || after.last, before.turn, after.svg);
  board.show(after.svg);
  board.offer([], after.turn, false);
  return found ? sayMove(found) : after.status;
}
