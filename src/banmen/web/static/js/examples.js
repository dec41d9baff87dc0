// Examples in the rules that can be tapped: a link with a position, and perhaps a move, shows them on a small board.

import { post } from "./api.js";
import { Board } from "./board.js";
import { make, tell } from "./elements.js";
import { perform } from "./motion.js";
import { theme } from "./settings.js";

/** Wire all examples within an element; each shows itself below its own line, or on the board given by `aside`. */
export function bindExamples(element, game, aside = null) {
  element.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-position]");
    if (!link || !element.contains(link) || link.closest("svg")) return;
    event.preventDefault();
    const { position, move } = link.dataset;
    const box = aside || ownBoard(link);
    if (!aside && box.dataset.now === `${position} ${move}`) {
      box.remove();
      return;
    }
    box.dataset.now = `${position} ${move}`;
    const words = await showExample(box, game, position, move, link.dataset.options ? JSON.parse(link.dataset.options) : {});
    const told = document.getElementById("example-words");
    if (told) tell(told, words);
  });
}

function ownBoard(link) {
  const line = link.closest("li, p") || link;
  const own = line.querySelector(".example-board");
  if (own) return own;
  const box = make("div", { class: "board small example-board" });
  line.append(box);
  return box;
}

/** Show a position on a small board, and then the move; return what there is to say about it. */
export async function showExample(box, game, position, move, options = {}) {
  box.hidden = false;
  const board = box.board || (box.board = new Board(box, { play() {} }));
  const asked = { game, options, position, theme: theme() };
  const before = await post("/api/positions", asked);
  board.show(before.svg);
  board.offer([], before.turn, false);
  if (!move) return before.status;
  const found = before.moves.find((other) => other.move === move);
  const after = await post("/api/positions/play", { ...asked, move });
  await new Promise((resolve) => setTimeout(resolve, 350));
  await perform(board, found || after.last, before.turn, after.svg);
  board.show(after.svg);
  board.offer([], after.turn, false);
  return found?.words || after.status;
}
