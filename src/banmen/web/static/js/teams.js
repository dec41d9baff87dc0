// Team selection: every seat has a chip with its team's number and colour, and a press puts it into the next team.

import { findAll, tell } from "./elements.js";
import { say } from "./words.js";

const box = document.getElementById("teams"); // if the game has teams
const sides = document.getElementById("team-sides");
/** @type {number[]} */
let groups = read(box); // the team of each seat

/**
 * @param {HTMLElement | null} element
 * @returns {number[]}
 */
function read(element) {
  return JSON.parse(element?.dataset.groups || "[]");
}

/** Whether the address determines the teams. */
export const areTeamsGiven = groups.length > 0;

/** @param {HTMLElement} label */
const inputOf = (label) => /** @type {HTMLInputElement} */ (label.querySelector("input"));

/** The splits that are offered by name. */
const offered = () => (box ? findAll(box, "[data-split]") : []);

/**
 * Number the teams in the order of their first seats.
 * @param {number[]} given
 */
function normal(given) {
  /** @type {number[]} */
  const order = [];
  return given.map((team) => {
    if (!order.includes(team)) order.push(team);
    return order.indexOf(team);
  });
}

/**
 * Wire the chips; `changed` is called after each press.
 * @param {HTMLElement[]} seats
 * @param {() => void} changed
 */
export function wireTeams(seats, changed) {
  if (!box) return;
  if (groups.length) checkSplit();
  seats.forEach((seat, index) => chipOf(seat)?.addEventListener("click", () => {
    groups[index] = (groups[index] + 1) % groups.length;
    checkSplit();
    changed();
  }));
  box.addEventListener("change", () => {
    const chosen = offered().find((label) => inputOf(label).checked);
    if (chosen) groups = read(chosen).slice();
  });
}

/** @param {HTMLElement} seat */
const chipOf = (seat) => /** @type {HTMLButtonElement | null} */ (seat.querySelector(".team-chip"));

/** Check the named split that the chips make, or the custom one. */
function checkSplit() {
  const same = offered().find((label) => String(read(label)) === String(normal(groups)));
  const own = /** @type {HTMLInputElement} */ (document.getElementById("own-teams"));
  (same && !same.hidden ? inputOf(same) : own).checked = true;
}

/**
 * Show the chips and splits for a number of players.
 * @param {HTMLElement[]} seats
 * @param {number} number
 * @param {boolean} settled whether a position determines everything
 */
export function showTeams(seats, number, settled) {
  if (!box) return;
  for (const label of offered()) {
    const needs = Number(label.dataset.players);
    label.hidden = Boolean(needs) && needs !== number;
    if (label.hidden && inputOf(label).checked) inputOf(offered()[0]).checked = true;
  }
  box.hidden = number === 2 || settled;
  if (box.hidden) inputOf(offered()[0]).checked = true;
  const alone = inputOf(offered()[0]).checked;
  if (alone || groups.length !== number) groups = Array.from({ length: number }, (_, index) => index);
  const shown = normal(groups);
  seats.forEach((seat, index) => {
    const chip = chipOf(seat);
    if (!chip) return;
    chip.hidden = Boolean(box.hidden) || index >= number;
    chip.dataset.team = String(shown[index]);
    chip.textContent = String(shown[index] + 1);
    const name = seat.dataset.name ?? "";
    chip.setAttribute("aria-label", say("new.team_chip", { name, number: shown[index] + 1 }));
    chip.title = say("new.team_change");
  });
  tell(sides, box.hidden || alone ? "" : isValid() ? nameSides(seats, shown) : say("new.one_team"));
}

/**
 * @param {HTMLElement[]} seats
 * @param {number[]} shown
 */
function nameSides(seats, shown) {
  const names = seats.map((seat) => seat.dataset.name ?? "");
  const teams = [...new Set(shown)].map((team) => names.filter((_, index) => shown[index] === team).join(say("replay.together")));
  return teams.join(say("new.versus"));
}

/** Tell whether there are at least two teams. */
export const isValid = () => !box || box.hidden || new Set(groups).size > 1;

/**
 * Return the option for the teams, or null if everybody plays alone.
 * @param {string[]} players
 * @returns {[string, string] | null}
 */
export function chosenTeams(players) {
  if (!box || box.hidden || inputOf(offered()[0]).checked) return null;
  const shown = normal(groups);
  const text = [...new Set(shown)].map((team) => players.filter((_, index) => shown[index] === team).join("")).join("|");
  return [box.dataset.optionName ?? "", text];
}

/** Return the teams to remember. */
export const keptTeams = () => (box ? groups.slice() : undefined);

/**
 * Restore last time's teams.
 * @param {number[] | undefined} kept
 */
export function recallTeams(kept) {
  if (!box || !kept || areTeamsGiven) return; // the address takes precedence
  groups = kept.slice();
  checkSplit();
}
