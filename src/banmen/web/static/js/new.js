// The form for a new game: what was chosen last time, who a level is, and beginning the match.

import { post } from "./api.js";
import { find, make, tell } from "./elements.js";
import { repaint } from "./page.js";
import { set, settings, theme } from "./settings.js";
import { say } from "./words.js";

const form = find("new-game");
const { game, start } = form.dataset;
const known = settings[`new-${game}`] || {};
const seats = [...form.querySelectorAll(".seat")];
const numbers = find("numbers"); // where the game is for several numbers of players
const teams = find("teams");

recall();
show();
form.addEventListener("change", show);
form.addEventListener("change", showBeginning);
showBeginning();
form.addEventListener("input", (event) => {
  const output = event.target.parentElement.querySelector("output");
  if (output) output.textContent = event.target.value;
});
form.addEventListener("submit", begin);
find("play").disabled = false; // pressed before this script is there, it would do nothing of use

/** Bring back what was chosen last time in this game. */
function recall() {
  if (!seats.length) {
    check("opponent", known.opponent);
    check("level", known.level);
    check("side", known.side);
    return;
  }
  if (!start && !new URLSearchParams(location.search).has("players")) check("players", known.players);
  if (numbers) numbers.hidden = Boolean(start); // the position says how many there are
  seats.forEach((seat, index) => {
    const select = seat.querySelector("select");
    select.value = known.seats?.[seat.dataset.seat] || (index ? "level:3" : "human");
  });
}

function check(name, value) {
  const input = form.querySelector(`input[name="${name}"][value="${value}"]`);
  if (input) input.checked = true;
}

function chosen(name) {
  return form.querySelector(`input[name="${name}"]:checked`)?.value;
}

function show() {
  if (!seats.length) {
    const alone = chosen("opponent") === "computer";
    find("levels").hidden = !alone;
    find("sides").hidden = !alone;
    tell(find("character"), form.querySelector('input[name="level"]:checked')?.dataset.character);
    return;
  }
  const number = numbers ? Number(chosen("players")) : seats.length;
  for (const label of teams?.querySelectorAll("[data-split]") ?? []) {
    const input = label.querySelector("input");
    const needs = Number(label.dataset.players);
    label.hidden = Boolean(needs) && needs !== number;
    if (label.hidden && input.checked) check("teams", anyNumber());
  }
  if (teams) teams.hidden = number === 2 || Boolean(start);
  seats.forEach((seat, index) => { seat.hidden = index >= number; });
  const levels = seats.filter((seat) => !seat.hidden).map((seat) => seat.querySelector("select").selectedOptions[0]);
  const who = new Map(levels.filter((option) => option?.dataset.character).map((option) => [option.textContent, option.dataset.character]));
  find("character").replaceChildren(...[...who].map(([name, character]) => make("span", {}, `${name}${say("new.told_of")}${character}`)));
}

/** Return the rule options as chosen, without the usual ones. */
function chosenOptions() {
  const options = {};
  for (const input of form.querySelectorAll("[data-option]")) {
    if (input.value !== input.dataset.default) options[input.dataset.option] = input.value;
  }
  if (!seats.length) return options;
  if (teams && chosen("teams") !== anyNumber()) options.teams = chosen("teams"); // the split says how many there are
  else if (numbers) options.players = chosen("players");
  return options;
}

/** Return the split into teams that goes for any number of players. */
function anyNumber() {
  return teams.querySelector('[data-players="0"]')?.dataset.split;
}

/** Show the board as it will be laid out. */
function showBeginning() {
  if (!start) repaint(find("picture").querySelector(".board-picture"), { position: "start", ...chosenOptions() });
}

function asked() {
  const body = { game, options: chosenOptions(), seats: {} };
  if (start) body.start = start;
  if (seats.length) {
    seats.filter((seat) => !seat.hidden).forEach((seat) => { body.seats[seat.dataset.seat] = seat.querySelector("select").value; });
    set(`new-${game}`, { players: chosen("players"), seats: body.seats });
    return body;
  }
  const players = [...form.querySelectorAll('input[name="side"]')].map((input) => input.value).filter((value) => value !== "lot");
  const side = chosen("side") === "lot" ? players[Math.floor(Math.random() * players.length)] : chosen("side");
  for (const player of players) body.seats[player] = chosen("opponent") === "friend" || player === side ? "human" : `level:${chosen("level")}`;
  set(`new-${game}`, { opponent: chosen("opponent"), level: chosen("level"), side: chosen("side") });
  return body;
}

async function begin(event) {
  event.preventDefault();
  const button = find("play");
  const words = button.textContent;
  button.disabled = true;
  button.textContent = say("new.starting");
  tell(find("problem"), "");
  try {
    const match = await post(`/api/matches?theme=${theme()}`, asked());
    location.assign(match.url);
  } catch (error) {
    tell(find("problem"), error.message);
    button.disabled = false;
    button.textContent = words;
  }
}

