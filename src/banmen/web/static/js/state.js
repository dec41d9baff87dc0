// What the play page knows: one plain object that its parts read and change.

import { find, late } from "./elements.js";

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
  /** @type {number | null} */
  looking: null, // the step that is looked at, or null for the present
  steps: 0, // how many there are to look at
  preparing: "", // how far strong computers have come with getting ready, in words
  note: "", // the last thing told that stays until the next move
  /** @type {Company | null} */
  company: null, // what there is beside the board, where people play from different devices
};

/**
 * Return the players that are played for here: on a shared screen all that people play for.
 * @param {MatchView} view
 */
export const ownPlayers = (view) => view.together?.own ?? view.players.filter(({ who }) => who === "human").map(({ player }) => player);

/** Tell whether the visitor asks why something cannot go there, so that what is pointed at is not played. */
export const isAsking = () => find("why-button").getAttribute("aria-pressed") === "true";
