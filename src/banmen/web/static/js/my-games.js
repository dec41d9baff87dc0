// The visitor's own games, the latest first: review them, continue them, save them as files, remove them.

import { get, messageOf } from "./api.js";
import { find, findAll, make, tell } from "./elements.js";
import { DATE, askToRemove, describeMatch, opponentsOf, smallBoard, wireRemoval } from "./match-list.js";
import { say } from "./words.js";

const PART = 12; // games fetched at a time
/** @type {MatchShort[]} */
let shown = [];
let total = 0; // games that fit the filter
let all = 0;
let asked = 0; // counts the requests, so that a late answer to an old filter is dropped

/**
 * Request the next part of the list, or its first part.
 * @param {boolean} anew
 */
async function load(anew) {
  const number = (asked += 1);
  const query = new URLSearchParams({
    game: find("mine-game").value, opponent: find("mine-opponent").value, first: String(anew ? 0 : shown.length), count: String(PART),
  });
  /** @type {HistoryView} */
  const found = await get(`/api/history?${query}`);
  if (number !== asked) return;
  ({ total, all } = found);
  const before = anew ? [] : shown;
  const known = new Set(before.map(({ id }) => id));
  shown = [...before, ...found.matches.filter(({ id }) => !known.has(id))];
  offer(find("mine-game"), found.games);
  offer(find("mine-opponent"), found.opponents);
  show();
  if (!anew) findAll(find("mine-list"), "li")[before.length]?.querySelector("a")?.focus();
}

/**
 * Fill a select element after its first option, and keep the selected value.
 * @param {HTMLSelectElement} select
 * @param {Choice[]} choices
 */
function offer(select, choices) {
  const chosen = select.value;
  select.replaceChildren(select.options[0], ...choices.map(({ value, label }) => make("option", { value }, label)));
  select.value = choices.some(({ value }) => value === chosen) ? chosen : "";
}

function show() {
  find("mine-filter").hidden = all < 2;
  find("mine-list").replaceChildren(...shown.map(line));
  find("mine-more").hidden = shown.length >= total;
  find("mine-none").hidden = all > 0;
  const key = !all ? "none" : !total ? "none_found" : total < all ? "number_some" : total === 1 ? "number_one" : "number";
  tell(find("mine-number"), say(`mine.${key}`, { total, all }));
}

/**
 * Return the line of a game that was not read for the list; one that cannot be read any more can only be removed.
 * @param {MatchShort} match
 */
function unreadLine(match) {
  const go = say(match.finished ? "mine.look_back" : "mine.go_on");
  return make("li", { "data-match": match.id },
    make("div", { class: "mine-told" },
      make("h2", {}, match.title),
      make("p", { class: "mine-status" }, match.status),
      make("p", { class: "mine-when" }, DATE.format(match.updated * 1000)),
      make("p", { class: "mine-links" },
        match.url ? make("a", { class: "button", href: match.url, "aria-label": `${go}: ${match.title}` }, go) : null,
        removeButton(match))));
}

/** @param {MatchShort} match */
const removeButton = (match) => make("button", { type: "button", class: "remove-game", "aria-label": say("home.remove_game", describeMatch(match)), onclick: () => askToRemove(match) }, say("mine.remove"));

/** @param {MatchShort} match */
function line(match) {
  if (!match.players.length) return unreadLine(match);
  const words = describeMatch(match);
  const address = match.result ? `/replay?match=${encodeURIComponent(match.id)}` : match.url;
  const people = match.players.filter(({ who }) => who === "human").length;
  /** @param {string} what */
  const about = (what) => ({ "aria-label": say("mine.about", { what, ...words }) });
  const go = say(match.result ? "mine.look_back" : "mine.go_on");
  const key = match.own.length === 1 ? "against" : people ? "between" : "among";
  return make("li", { "data-match": match.id },
    make("a", { class: "mine-board", href: address, "aria-hidden": "true", tabindex: -1 }, smallBoard(match, 120)),
    make("div", { class: "mine-told" },
      make("h2", {}, make("a", { href: address }, match.title), badge(match)),
      make("p", {}, say(`mine.${key}`, { who: opponentsOf(match) })),
      make("p", { class: "mine-status" }, match.status),
      make("p", { class: "mine-when" }, say("mine.when", { date: DATE.format(match.updated * 1000), steps: words.steps })),
      make("p", { class: "mine-links" },
        make("a", { class: "button", href: address, ...about(go) }, go),
        make("a", { class: "button", href: `/api/matches/${encodeURIComponent(match.id)}/record`, download: true, ...about(say("mine.record")) }, say("mine.record")),
        removeButton(match))));
}

/**
 * Return the result for the reader, who played one side.
 * @param {MatchShort} match
 */
function badge({ result, own }) {
  if (!result || own.length !== 1) return null;
  const kind = !result.winners.length ? "drawn" : result.winners.includes(own[0]) ? "won" : "lost";
  return make("span", { class: `badge ${kind}` }, say(`mine.${kind}`));
}

/**
 * Take a removed game off the list, and focus the next one.
 * @param {MatchShort} match
 */
function forget(match) {
  const place = shown.indexOf(match);
  shown.splice(place, 1);
  total -= 1;
  all -= 1;
  show();
  const buttons = findAll(find("mine-list"), ".remove-game");
  (buttons[Math.min(place, buttons.length - 1)] ?? find("mine-title")).focus();
}

/** @param {boolean} anew */
const update = (anew) => load(anew).catch((error) => tell(find("problem"), messageOf(error)));

find("mine-filter").addEventListener("change", () => update(true));
find("mine-filter").addEventListener("submit", (event) => event.preventDefault());
find("mine-more").addEventListener("click", () => update(false));
document.addEventListener("picturechange", show);
wireRemoval(forget);
update(true);
