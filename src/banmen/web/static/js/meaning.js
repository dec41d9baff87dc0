// What the visitor refers to: with a point of the window, or what the text beside the board refers to.

import { nearest, placeOf, toPicture } from "./geometry.js";
import { endsOf } from "./selection.js";

/** @import { Board } from "./board.js" */

export const MANY = 12; // number of targets above which rings and names would hide the board

/**
 * Return the place that a point of the window means: what is drawn there, or the nearest useful one.
 * @param {Board} board
 * @param {number} clientX
 * @param {number} clientY
 * @param {HTMLElement | null} button
 * @returns {Place | null}
 */
export function findMeant(board, clientX, clientY, button) {
  /** @param {Place | null} place */
  const useful = (place) => board.free || (place && board.placeOf(place.name) === place && board.isUseful(place.name));
  const named = board.placeOfButton(button);
  const under = document.elementsFromPoint(clientX, clientY).map((element) => /** @type {SVGElement | null} */ (element.closest?.("[data-piece][data-place]"))).find(Boolean);
  const drawn = under && board.svg.contains(under) && board.placeOf(under.dataset.place);
  if (named && useful(named)) return named;
  if (drawn && useful(drawn)) return drawn;
  const point = toPicture(board.svg, clientX, clientY);
  const near = nearest(board.svg, board.places, point, useful);
  return (near && useful(near) && near) || named || near;
}

/**
 * List the places whose names the visitor may look for: where moves begin and end, what is marked, what is mentioned.
 * @param {Board} board
 */
export function listNamed({ extra, moves, player, places, spoken }) {
  const marked = extra.map(({ place, move }) => ({ places: [place ?? null, ...(move ? endsOf(move) : [])], player }));
  const offered = moves.length <= MANY ? moves.map((move) => ({ places: endsOf(move), player })) : [];
  return [...marked, ...offered, ...spoken].flatMap((one) => one.places.map((name) => placeOf(places, name, one.player)));
}
