// Shows what happened, one thing after another: the sticks fall, then a piece walks, then the next.

import { post, Refusal } from "./api.js";
import { isTurned } from "./marks.js";
import { perform } from "./motion.js";
import { pictureFormat } from "./picture-format.js";
import { pace } from "./settings.js";
import { tumble } from "./sticks.js";
import { isHurried, pause } from "./tween.js";

/** @import { Board } from "./board.js" */

const MOST = 12; // beyond this number only the end is shown

/**
 * Show events one by one, from `from` (a view or a frame) until the picture is that of `next`.
 * `telling` is called with each event before it is shown. Takebacks and resignations are shown without motion.
 * @param {Board} board
 * @param {{position: string}} from
 * @param {EventView[]} events
 * @param {{game: string, options: Options, position: string, svg: string, turned?: boolean}} next
 * @param {(event: EventView) => void} telling
 * @param {number} most
 */
export async function show(board, from, events, next, telling, most = MOST) {
  const seen = events.filter(({ kind }) => kind === "throw" || kind === "move");
  const plain = seen.length === events.filter(({ kind }) => !["created", "finished"].includes(kind)).length;
  const wanted = plain && pace() && seen.length <= most ? seen : seen.slice(-1);
  const turned = isTurned(board.svg);
  const turning = turned !== next.turned; // the board turns to the next player once this one has moved
  let at = from;
  for (const [index, event] of wanted.entries()) {
    if (index && isHurried()) break;
    const after = index === wanted.length - 1 && !turning ? next : await stepped(at, event, next, turned);
    telling(event);
    await act(board, event, after.svg, index < wanted.length - 1);
    at = after;
  }
  board.show(next.svg);
}

/**
 * @param {Board} board
 * @param {EventView} event
 * @param {string} picture
 * @param {boolean} more
 */
async function act(board, event, picture, more) {
  if (event.kind === "move") await perform(board, event.move, event.player, picture);
  board.show(picture);
  if (event.kind === "throw") await tumble(board);
  if (more) await pause(350);
}

/**
 * Request the position after one event; if that fails, skip to the end.
 * @param {{position: string}} at
 * @param {EventView} event
 * @param {{game: string, options: Options, position: string, svg: string, turned?: boolean}} next
 * @param {boolean | undefined} turned
 * @returns {Promise<{position: string, svg: string}>}
 */
async function stepped(at, event, next, turned) {
  const made = event.kind === "throw" ? { throw: event.data.value } : { move: event.data.move };
  try {
    return await post("/api/positions/play", { game: next.game, options: next.options, position: at.position, ...pictureFormat(), side: turned ? "other" : "own", ...made });
  } catch (error) {
    if (error instanceof Refusal) return next;
    throw error;
  }
}

/**
 * Say what happened. The result announces itself, and once the game begins its players know that they have sat down.
 * @param {EventView[]} events
 * @param {MatchView} next
 * @param {string[]} own the players of this page
 */
export function tellNews(events, next, own) {
  const begins = events.some(({ kind }) => kind === "begin");
  const known = (/** @type {EventView} */ { kind, player }) => (next.result ? kind === "finished" || kind === "resign" : begins && kind === "join" && own.includes(player ?? ""));
  return events.filter((event) => !known(event)).map(({ words }) => words).filter(Boolean).join(" ");
}
