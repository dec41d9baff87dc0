// A match that people play from different devices: everything around the board. It is fetched only for such matches.

import { addressOf, tournamentPath } from "./addresses.js";
import { announce } from "./announce.js";
import { messageOf, post } from "./api.js";
import { setTime, showClocks } from "./clock-face.js";
import { draw, find, findAll, make } from "./elements.js";
import { nameOwners } from "./format.js";
import { notice, noteAbsence, propose, showBar, wireProposals } from "./proposals.js";
import { showMatchSettings } from "./seat-moving.js";
import { state } from "./state.js";
import { receiveTalk, openTalk, showTalk } from "./talk.js";
import { callIfDue } from "./turn-call.js";
import { showRoom } from "./waiting-room.js";
import { say } from "./words.js";

/** @import { Speak } from "./talk.js" */

const ICONS = {
  say: "M5 5h14a1.5 1.5 0 0 1 1.5 1.5v8A1.5 1.5 0 0 1 19 16h-7l-4.500 4v-4H5a1.5 1.5 0 0 1-1.500-1.500v-8A1.5 1.5 0 0 1 5 5zM8 9h8M8 12.200h5",
  undo: "M8.5 5.5L4 10l4.500 4.500M4.500 10H14a5 5 0 0 1 0 10h-3",
  draw: "M5 9h14M5 15h14",
};
/** @type {string[]} */
let present = [];
let watching = 0;

/**
 * Set up everything around the board, and return its interface for the page.
 * @param {{speak: Speak, act: (type: string) => void}} doing
 * @returns {Company}
 */
export function gather({ speak }) {
  wireProposals(speak);
  document.head.append(make("link", { rel: "stylesheet", href: new URL("../css/together.css", import.meta.url).href }));
  find("toolbar").prepend(
    tool("say-button", "say", say("online.say"), () => openTalk(speak)),
    tool("ask-undo", "undo", say("online.ask_undo"), () => propose("propose", { what: "undo" })),
    tool("offer-draw", "draw", say("online.offer_draw"), () => propose("propose", { what: "draw" })));
  find("sound-button").before(make("span", { class: "watchers", id: "watchers", hidden: true }));
  receiveTalk();
  return { since, meet, follow, dress, again };
}

/**
 * @param {string} id
 * @param {keyof typeof ICONS} icon
 * @param {string} words
 * @param {() => void} onclick
 */
function tool(id, icon, words, onclick) {
  const drawn = draw("path", { d: ICONS[icon], fill: "none", stroke: "currentColor", "stroke-width": 1.8, "stroke-linecap": "round", "stroke-linejoin": "round" });
  return make("button", { type: "button", class: "tool", id, onclick }, draw("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, drawn), make("span", {}, words));
}

/** @param {LiveMessage} message */
function meet(message) {
  present = message.present ?? [];
  watching = message.watching ?? 0;
  if (message.time) setTime(message.time);
  noteAbsence(present);
  showWatchers();
  if (!state.board.svg) return;
  showRoom(present);
  showPresence();
}

/** Return the event number from which the page wants events: from the beginning unless the opening throws were announced. */
function since() {
  const { together, steps, opening, seq } = state.view;
  return together?.begun && !steps && opening.length && !state.note ? -1 : seq;
}

/**
 * @param {EventView[]} events that the page has not shown yet
 * @param {EventView[]} all those that it has received
 */
function follow(events, all) {
  receiveTalk();
  showTalk();
  const begun = all.find(({ kind }) => kind === "begin");
  if (begun && !events.length && !state.note && !state.view.steps) announce(state.note = begun.words);
  nameOwners(state.view.players, state.view.together?.own ?? []);
  for (const { kind, words, player } of events) {
    const mine = player !== null && state.view.together?.own.includes(player);
    if (kind === "rematch" && !mine && state.view.together?.own.length) setTimeout(tellWish); // once the panel shows it
    if (mine || !words) continue;
    if (kind === "decline" || kind === "paused") notice(words);
    if (kind === "join" && !state.view.together?.begun) announce(words);
  }
}

/** Say who would like to play again: at the top edge as well, unless that is in sight. */
function tellWish() {
  const wish = document.getElementById("rematch");
  if (!wish) return; // the panel shows something else
  const { left, top, width, height } = wish.getBoundingClientRect();
  const seen = wish.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  (seen ? announce : notice)(say("online.wants_again", { name: state.view.together?.rematch_by ?? "" }));
}

function dress() {
  const { view } = state;
  const { together, result } = view;
  if (!together) return;
  const own = together.own.length > 0;
  const playing = own && together.begun && !result;
  showWatching(!own);
  showTool("say-button", own);
  showTool("ask-undo", playing, !together.offers.includes("undo"));
  showTool("offer-draw", playing && (together.offers.includes("draw") || together.proposal?.what === "draw"), !together.offers.includes("draw"));
  find("resign-button").hidden = !playing;
  find("typed").hidden = !playing;
  showResigning();
  showPresence();
  offerMenus();
  showClocks();
  showTalk();
  showBar();
  showRoom(present);
  showMatchSettings();
  if (!state.showing) callIfDue();
}

/**
 * Say below the board that the visitor only watches.
 * @param {boolean} only
 */
function showWatching(only) {
  const before = document.getElementById("only-watching");
  if (!only) before?.remove();
  else if (!before) find("actions").before(make("p", { class: "only-watching", id: "only-watching" }, say("online.you_watch"), ...tournamentLink()));
}

/** Return the link back to the tournament of a match; nothing for any other match. */
function tournamentLink() {
  const { tournament } = state.view.together ?? {};
  return tournament && !state.view.result ? [" ", make("a", { class: "of-tournament", href: tournamentPath(tournament) }, say("tournament.back"))] : [];
}

/**
 * @param {string} id
 * @param {boolean} shown
 * @param {boolean} disabled
 */
function showTool(id, shown, disabled = false) {
  const button = /** @type {HTMLButtonElement} */ (document.getElementById(id));
  button.hidden = !shown;
  button.disabled = disabled;
}

/** Explain before a resignation what follows: with more than two sides, or for a partner, a computer takes over. */
function showResigning() {
  const { players, together } = state.view;
  const [mine] = players.filter(({ player }) => together?.own.includes(player));
  const others = players.filter(({ player, who }) => who === "human" && !together?.own.includes(player));
  const goesOn = others.length > 0 && (new Set(players.map(({ team }) => team)).size > 2 || others.some(({ team }) => team === mine?.team));
  const title = /** @type {HTMLElement} */ (document.getElementById("resign-title"));
  const words = say(goesOn ? "online.resign_goes_on" : "play.resign_sure");
  if (title.textContent !== words) title.textContent = words;
}

/** Show beside each player whether they are there: a dot, full or hollow, and a word. */
function showPresence() {
  const { players, together } = state.view;
  for (const line of findAll(find("players"), ".player")) {
    const seat = players.find(({ player }) => player === line.dataset.player);
    line.querySelector(".presence")?.remove();
    if (!together?.begun || seat?.who !== "human" || together.own.includes(seat.player)) continue;
    const here = present.includes(seat.player);
    line.querySelector(".told")?.append(make("span", { class: `presence${here ? " here" : ""}` }, make("span", { class: "presence-word" }, say(here ? "online.here" : "online.away"))));
  }
}

/** Cover the line of each other person with a button for their menu: there is no room beside it. */
function offerMenus() {
  const { players, together } = state.view;
  for (const line of findAll(find("players"), ".player")) {
    const seat = players.find(({ player }) => player === line.dataset.player);
    line.querySelector(".person-button")?.remove();
    if (!together?.begun || !together.own.length || seat?.who !== "human" || together.own.includes(seat.player)) continue;
    const words = say("person.menu", { name: seat.name });
    line.append(make("button", { type: "button", class: "person-button", "aria-haspopup": "dialog", "aria-label": words, title: words,
      onclick: async () => (await import("./person-menu.js")).openPersonMenu(seat) }, make("span", { "aria-hidden": "true" }, "⋮")));
  }
}

function showWatchers() {
  const box = /** @type {HTMLElement} */ (document.getElementById("watchers"));
  const own = state.view.together?.own.length;
  const words = own ? say(watching === 1 ? "online.watcher" : "online.watchers", { number: watching }) : say("online.you_watch");
  const eye = draw("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    draw("path", { d: "M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 9.200a2.800 2.800 0 1 0 0 5.600 2.800 2.800 0 0 0 0-5.600z", fill: "none", stroke: "currentColor", "stroke-width": 1.8, "stroke-linejoin": "round" }));
  box.hidden = Boolean(own) && !watching;
  box.title = words;
  box.replaceChildren(eye, make("span", { "aria-hidden": "true" }, own ? String(watching) : ""), make("span", { class: "unseen" }, words));
}

/** Return the button for playing again: those who have not pressed it see who would like to. */
function again() {
  const { together } = state.view;
  if (!together) return [];
  if (together.tournament) return [make("a", { class: "big", id: "to-tournament", href: tournamentPath(together.tournament) }, say("tournament.back"))];
  if (!together.own.length) {
    return together.rematch ? [make("a", { class: "button", id: "watch-next", href: `/play/${encodeURIComponent(together.rematch)}` }, say("online.watch_next"))] : [];
  }
  const wanted = together.rematch ? make("p", { class: "rematch", id: "rematch" }, say("online.wants_again", { name: together.rematch_by ?? "" })) : null;
  const button = make("button", { type: "button", class: "big", "data-action": "again", onclick: playAgain }, say("play.again"));
  return wanted ? [wanted, button] : [button];
}

async function playAgain() {
  try {
    /** @type {NextMatchView} */
    const { match } = await post(`${state.path}/again`);
    location.assign(addressOf(`/play/${encodeURIComponent(match)}`));
  } catch (error) {
    notice(messageOf(error));
  }
}
