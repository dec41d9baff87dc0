// The form for a new game: last time's choices, the names of levels, and starting the match.

import { addressOf } from "./addresses.js";
import { beginMatch, beginOnce, messageOf } from "./api.js";
import { readClock } from "./clock-choice.js";
import { find, findAll, make, tell } from "./elements.js";
import { keepLinks, keepName, suggestName } from "./invitations.js";
import { readOptions, showRanges } from "./option-fields.js";
import { repaint } from "./page.js";
import { set, settings } from "./settings.js";
import { areTeamsGiven, chosenTeams, isValid, keptTeams, recallTeams, showTeams, wireTeams } from "./teams.js";
import { watchWarming } from "./warming.js";
import { say } from "./words.js";

/** @typedef {{game: string, options: Options, seats: Record<string, string>, start?: string}} NewMatch */
/** @typedef {{opponent?: string, level?: string, side?: string, players?: string, seats?: Record<string, string>, teams?: number[], clock?: string, watchable?: boolean, chat?: boolean}} Remembered */

const form = find("new-game");
const { game = "", start } = form.dataset;
/** @type {Remembered} */
const known = settings[`new-${game}`] ?? {};
/** @type {HTMLElement[]} */
const seats = findAll(form, ".seat");
/** @type {Record<string, string>} */
const OTHERS = { friend: "human", link: "away" }; // the opponent of the person who asks, unless it is a computer
const BOT = "bot:"; // how a program is named that comes from elsewhere
const lot = Math.random(); // the side drawn at random: kept when the same is requested again because no answer came
const numbers = document.getElementById("numbers"); // if the game allows several numbers of players

/**
 * Return the inputs (and select elements) that match a selector.
 * @param {string} selector
 */
const inputs = (selector) => /** @type {HTMLInputElement[]} */ (findAll(form, selector));

/** @param {HTMLElement} seat */
const selectOf = (seat) => /** @type {HTMLSelectElement} */ (seat.querySelector("select"));

/** @param {HTMLElement} seat */
const nameOf = (seat) => seat.dataset.seat ?? "";

recall();
wireTeams(seats, () => {
  show();
  showBeginning();
});
show();
form.addEventListener("change", show);
form.addEventListener("change", showBeginning);
showBeginning();
showRanges(form);
form.addEventListener("submit", begin);
watchWarming(game);
find("play").disabled = !isValid(); // without this script pressing it would do nothing useful

/** Restore the last choices for this game. */
function recall() {
  check("clock", known.clock);
  find("watchable").checked = known.watchable ?? true;
  find("chat").checked = Boolean(known.chat);
  suggestName(find("my-name"));
  if (!seats.length) {
    check("opponent", known.opponent);
    check("level", known.level);
    check("side", known.side);
    return;
  }
  if (!start && !areTeamsGiven && !new URLSearchParams(location.search).has("players")) check("players", known.players);
  if (!start) recallTeams(known.teams);
  if (numbers) numbers.hidden = Boolean(start); // the position determines how many there are
  seats.forEach((seat, index) => {
    const usual = index ? "level:3" : "human";
    selectOf(seat).value = known.seats?.[nameOf(seat)] || usual;
    selectOf(seat).value ||= usual; // a bot may be gone
  });
}

/**
 * @param {string} name
 * @param {string | undefined} value
 */
function check(name, value) {
  const [input] = inputs(`input[name="${name}"][value="${value}"]`);
  if (input) input.checked = true;
}

/** Tell whether somebody plays from another device. */
function isOnline() {
  if (!seats.length) return comesFromElsewhere(OTHERS[chosen("opponent") ?? ""] ?? chosen("opponent"));
  return seats.some((seat) => !seat.hidden && comesFromElsewhere(selectOf(seat).value));
}

/** @param {string | undefined} who */
function comesFromElsewhere(who = "") {
  return who === "away" || who.startsWith(BOT);
}

/** @param {string} name */
function chosen(name) {
  return inputs(`input[name="${name}"]:checked`)[0]?.value;
}

function show() {
  find("online").hidden = !isOnline();
  find("play").textContent = say(isOnline() ? "online.invite" : "new.play");
  if (!seats.length) {
    const [level] = inputs('input[name="level"]:checked');
    find("levels").hidden = chosen("opponent") !== "computer";
    find("sides").hidden = chosen("opponent") === "friend";
    find("character").replaceChildren(make("b", {}, level?.dataset.name), " ", make("span", {}, level?.dataset.character));
    return;
  }
  const number = numbers ? Number(chosen("players")) : seats.length;
  seats.forEach((seat, index) => { seat.hidden = index >= number; });
  showTeams(seats, number, Boolean(start));
  find("play").disabled = !isValid();
  const levels = seats.filter((seat) => !seat.hidden).map((seat) => selectOf(seat).selectedOptions[0]);
  const who = new Map(levels.filter((option) => option?.dataset.character).map((option) => [option.textContent, option.dataset.character]));
  find("character").replaceChildren(...[...who].map(([name, character]) => make("span", {}, `${name}${say("new.told_of")}${character}`)));
}

/**
 * Return the chosen rule options that differ from the defaults.
 * @returns {Record<string, string>}
 */
function chosenOptions() {
  const options = readOptions(form);
  if (!seats.length) return options;
  const together = chosenTeams(seats.filter((seat) => !seat.hidden).map(nameOf));
  if (together) options[together[0]] = together[1]; // which determines how many there are
  else if (numbers) options.players = chosen("players") ?? "";
  return options;
}

/** Show the start position. */
function showBeginning() {
  if (!start && isValid()) repaint(findAll(find("picture"), ".board-picture")[0], { position: "start", ...chosenOptions() });
}

/** @returns {NewMatch} */
function asked() {
  /** @type {NewMatch} */
  const body = { game, options: chosenOptions(), seats: {} };
  if (start) body.start = start;
  if (seats.length) {
    seats.filter((seat) => !seat.hidden).forEach((seat) => { body.seats[nameOf(seat)] = selectOf(seat).value; });
    set(`new-${game}`, { players: chosen("players"), seats: body.seats, teams: keptTeams(), ...online() });
    return body;
  }
  const players = inputs('input[name="side"]').map((input) => input.value).filter((value) => value !== "lot");
  const side = chosen("side") === "lot" ? players[Math.floor(lot * players.length)] : chosen("side");
  const level = chosen("level") ?? "";
  const computer = level.includes(":") ? level : `level:${level}`; // a player by name, or a level by number
  const opponent = chosen("opponent") ?? "";
  const other = OTHERS[opponent] ?? (opponent.startsWith(BOT) ? opponent : computer);
  for (const player of players) body.seats[player] = player === side ? "human" : other;
  set(`new-${game}`, { opponent, level: chosen("level"), side: chosen("side"), ...online() });
  return body;
}

/** @param {Event} event */
async function begin(event) {
  event.preventDefault();
  const button = find("play");
  button.disabled = true;
  button.textContent = say("new.starting");
  tell(find("problem"), "");
  try {
    location.assign(addressOf(await (isOnline() ? invite(asked()) : beginMatch(asked()).then(({ url }) => url))));
  } catch (error) {
    tell(find("problem"), messageOf(error));
    button.disabled = false;
    button.textContent = say(isOnline() ? "online.invite" : "new.play");
  }
}

/** Return the terms on which people play from different devices. */
const online = () => ({ clock: chosen("clock"), watchable: find("watchable").checked, chat: find("chat").checked });

/**
 * Create a match for several devices, and return its address. The secrets of the links stay on this device.
 * @param {NewMatch} body
 */
async function invite(body) {
  const own = Object.keys(body.seats).filter((player) => body.seats[player] === "human");
  const sitting = Object.entries(body.seats).map(([player, who]) => [player, who === "away" ? "human" : who]);
  const { watchable, chat } = online();
  keepName(find("my-name").value.trim());
  /** @type {OpenMatchView} */
  const { links, view } = await beginOnce("/api/gatherings", {
    ...body, seats: Object.fromEntries(sitting), own, watchable, chat, clock: readClock(chosen("clock")),
  });
  keepLinks(view.id, links);
  return view.url;
}
