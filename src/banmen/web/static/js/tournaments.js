// The list of tournaments: to join, to watch, and to review.

import { get } from "./api.js";
import { find, make } from "./elements.js";
import { repeat } from "./repeating.js";
import { say } from "./words.js";

const OFTEN = 10_000; // milliseconds between polls
const STATES = /** @type {const} */ (["open", "running", "over"]);
let shown = ""; // the lists as rendered on the page

repeat(async () => {
  /** @type {TournamentLists} */
  const lists = await get("/api/tournaments");
  const sign = JSON.stringify(lists);
  if (sign === shown) return;
  shown = sign;
  const focused = document.activeElement?.getAttribute("href");
  for (const state of STATES) {
    find(`tournaments-${state}`).replaceChildren(...lists[state].map(line));
    find(`tournaments-${state}-part`).hidden = !lists[state].length;
  }
  find("tournaments-none").hidden = STATES.some((state) => lists[state].length > 0);
  const again = [...document.querySelectorAll(".tournament-list a")].find((link) => link.getAttribute("href") === focused);
  if (focused && again instanceof HTMLElement) again.focus();
}, OFTEN);

/** @param {TournamentShort} one */
function line({ id, name, title, state, round, entrants }) {
  const number = say(entrants === 1 ? "tournament.entrant" : "tournament.entrants", { number: entrants });
  const details = [title, number, ...(state === "running" ? [say("tournament.round", { round })] : [])].join(" · ");
  return make("li", {}, make("a", { href: `/tournaments/${id}` }, make("b", {}, name), make("small", {}, details)));
}
