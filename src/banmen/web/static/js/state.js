// What the play page knows: one plain object that its parts read and change.

import { late } from "./elements.js";

/** @import { Board } from "./board.js" */

const { match: id = "" } = document.body.dataset;

export const state = {
  id,
  path: `/api/matches/${encodeURIComponent(id)}`,
  /** @type {Board} */
  board: late(),
  /** @type {MatchView} */
  view: late(), // the match as the server told it last
  showing: false, // something is moving
  acting: false, // something has been sent and not been answered
  away: false, // the server cannot be reached
  note: "", // the last thing told that stays until the next move
};
