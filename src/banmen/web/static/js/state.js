// The state of the play page: one plain object that its parts read and change.

import { find, unset } from "./elements.js";

/** @import { Board } from "./board.js" */

const { match: id = "" } = document.body.dataset;

export const state = {
  id,
  path: `/api/matches/${encodeURIComponent(id)}`,
  /** @type {Board} */
  board: unset(),
  /** @type {MatchView} */
  view: unset(), // the latest state of the match from the server
  showing: false, // an animation is running
  acting: false, // something has been sent and not been answered
  away: false, // the server cannot be reached
  /** @type {number | null} */
  looking: null, // the step that is looked at, or null for the present
  steps: 0, // how many steps there are to look at
  preparing: "", // the progress of the strong computers' preparation, in words
  note: "", // the latest message that stays until the next move
  /** @type {Company | null} */
  company: null, // the part around the board if people play from different devices
};

/**
 * Return the players that are played on this page: on a shared screen all human players.
 * @param {MatchView} view
 */
export const ownPlayers = (view) => view.together?.own ?? view.players.filter(({ who }) => who === "human").map(({ player }) => player);

/** Tell whether the visitor asks why a piece cannot go there, so that what is pointed at is not played. */
export const isAsking = () => find("why-button").getAttribute("aria-pressed") === "true";
