// Before a match begins: who has joined, links for those who have not, and taking a reserved seat.

import { tournamentPath } from "./addresses.js";
import { announce } from "./announce.js";
import { messageOf, post, Refusal } from "./api.js";
import { find, make, tell } from "./elements.js";
import { token } from "./format.js";
import { explainName, joinPath, keepLinks, keepName, knownName, makeLink, recallLinks, sayClock, suggestName, takeSeat } from "./invitations.js";
import { notifyChoice } from "./notifying.js";
import { share } from "./sharing.js";
import { state } from "./state.js";
import { say } from "./words.js";

const BUSY = [0, 429, 503]; // the connection is lost, or the server is busy: the same works in a moment
const AGAIN = 1000; // milliseconds
const TRIES = 3;
/** @type {HTMLElement | null} */
let card = null;
let sitting = false; // a seat is being taken
let refused = false; // taking the seat automatically was refused, so that a form is needed
/** @type {string[]} */
let here = []; // the players who are there
let shown = ""; // what the card shows

/**
 * Show the room until everybody has joined; a visitor with a reserved seat is seated.
 * @param {string[]} present the players who are there
 */
export function showRoom(present) {
  const { view } = state;
  const { together } = view;
  const waiting = together && !together.begun && !view.result;
  document.body.classList.toggle("gathering", Boolean(waiting));
  if (!waiting) return closeRoom();
  here = present;
  if (together.kept.length && (isNamed(together) || knownName() !== null) && !refused) return sitDown(isNamed(together) ? "" : knownName() ?? "");
  const sign = JSON.stringify([together.own, together.open, together.kept, present, view.players.map(({ name }) => name)]);
  if (card && shown === sign) return;
  shown = sign;
  const before = card;
  const focused = before?.contains(document.activeElement) ? document.activeElement?.id : "";
  card = make("section", { class: "room", "aria-labelledby": "room-title" }, make("div", { class: "room-card" }, ...contents(together, present)));
  if (before) before.replaceWith(card);
  else find("board").after(card);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

/**
 * Tell whether the server knows what people are called: among strangers by their accounts, in a tournament as they entered it.
 * @param {GatheringView} together
 */
const isNamed = ({ strangers, tournament }) => strangers || Boolean(tournament);

function closeRoom() {
  card?.remove();
  card = null;
}

/**
 * @param {GatheringView} together
 * @param {string[]} present
 */
function contents(together, present) {
  const { view } = state;
  const watching = !together.own.length && !together.kept.length;
  const title = together.open.length > 1 ? say("online.waiting_more", { number: together.open.length }) : say("online.waiting_one");
  return [
    make("h2", { id: "room-title" }, title),
    make("ul", { class: "room-seats" }, ...view.players.map((seat) => seatLine(seat, together, present))),
    together.kept.length ? nameForm(together.kept[0], isNamed(together)) : null,
    make("p", { class: "fine" }, `${sayClock(together.clock)} ${say(watching ? "online.watching_room" : "online.begins_by_itself")}`),
    make("p", { class: "room-more" },
      together.tournament ? make("a", { class: "button soft", id: "room-tournament", href: tournamentPath(together.tournament) }, say("tournament.back")) : null,
      ...(together.watchable ? watchButtons(`/play/${encodeURIComponent(state.id)}`) : [])),
    make("p", { class: "room-told", id: "room-told" }),
    watching ? null : notifyChoice(say("online.notify")),
  ].filter((part) => part !== null);
}

/**
 * Return the buttons for sharing the page with spectators.
 * @param {string} path
 */
const watchButtons = (path) => [
  make("button", { type: "button", class: "soft", id: "watch-link", onclick: () => hand(path) }, say("online.watch_link")),
  make("button", { type: "button", class: "soft", id: "watch-code", "aria-label": say("online.show_watch_code"), onclick: () => showCode(path) }, say("online.show_code")),
];

/**
 * Return the line of a seat: who sits there, or the link for taking it.
 * @param {SeatView} seat
 * @param {GatheringView} together
 * @param {string[]} present
 */
function seatLine({ player, name, who, label }, together, present) {
  const open = together.open.includes(player);
  const mine = together.own.includes(player);
  const here = mine || present.includes(player);
  const status = who !== "human" ? label : mine ? say("play.you") : together.awaited.includes(player) ? say("online.awaited") : open ? say("online.open") : say(here ? "online.here" : "online.away");
  return make("li", { class: open ? "open" : "", "data-player": player },
    token(state.board.svg, player),
    make("span", { class: "told" }, make("b", {}, name), " ", make("small", {}, status)),
    ...(open && together.host && !together.kept.includes(player) ? linkButtons(player, name) : []));
}

/**
 * @param {string} player
 * @param {string} name
 */
function linkButtons(player, name) {
  const secret = recallLinks(state.id)[player];
  const words = { name };
  const fresh = make("button", { type: "button", class: "soft", id: `fresh-${player}`, onclick: () => renew(player) }, say(secret ? "online.new_link" : "online.make_link"));
  const computer = canReplace() ? make("button", { type: "button", class: "soft", id: `computer-${player}`, "aria-label": say("online.seat_computer_for", words), onclick: () => seatComputer(player) }, say("online.seat_computer")) : null;
  const others = make("span", { class: "room-others" }, fresh, computer);
  if (!secret) return [others];
  const path = joinPath(state.id, secret);
  return [others, make("span", { class: "room-buttons" },
    make("button", { type: "button", class: "send", id: `send-${player}`, "data-path": path, "aria-label": say("online.send_link_to", words), onclick: () => hand(path) }, say("online.send_link")),
    make("button", { type: "button", id: `code-${player}`, "aria-label": say("online.show_code_for", words), onclick: () => showCode(path) }, say("online.show_code")))];
}

/** Tell whether a computer may take an open seat: not if people were paired with each other. */
function canReplace() {
  const { together } = state.view;
  return together && !together.rated && !together.listed && !together.tournament;
}

/** @param {string} player */
async function seatComputer(player) {
  try {
    await post(`${state.path}/computer`, { player }); // the connection brings the result
  } catch (error) {
    report(messageOf(error));
  }
}

/** @param {string} path */
async function showCode(path) {
  (await import("./joining.js")).showJoining(path);
}

/** @param {string} path */
async function hand(path) {
  const status = /** @type {HTMLElement} */ (document.getElementById("room-told"));
  await share(path, status);
  announce(status.textContent);
}

/** @param {string} player */
async function renew(player) {
  try {
    keepLinks(state.id, { [player]: await makeLink(state.id, player) });
    shown = "";
    showRoom([]);
    report(say("online.new_link_made"));
  } catch (error) {
    report(messageOf(error));
  }
}

/** @param {string} words */
function report(words) {
  tell(document.getElementById("room-told"), words);
  announce(words);
}

/**
 * @param {string} player
 * @param {boolean} named whether nobody has to say what they are called
 */
function nameForm(player, named) {
  const field = make("input", { id: "room-name", maxlength: 24, autocomplete: "nickname" });
  if (!named) suggestName(field);
  return make("form", {
    class: "room-name",
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      sitDown(field.value, player);
    },
  }, ...(named ? [] : [make("label", { for: "room-name" }, say("online.name")), field]), make("button", { class: "big", id: "sit-down" }, say("online.sit_down")));
}

/**
 * Take a reserved seat. After a refusal it is tried again if that may help, and then a form is shown.
 * @param {string} name
 * @param {string} [player]
 */
async function sitDown(name, player = state.view.together?.kept[0]) {
  if (sitting || !player) return;
  sitting = true;
  try {
    await tryToSit({ name, player }, refused ? 1 : TRIES);
    if (state.view.together && !isNamed(state.view.together)) keepName(name.trim());
  } catch (error) {
    refused = true;
    showRoom(here);
    if (!explainName(/** @type {HTMLInputElement | null} */ (document.getElementById("room-name")), error)) report(messageOf(error));
  }
  sitting = false;
}

/**
 * @param {{name: string, player: string}} seat
 * @param {number} tries
 */
async function tryToSit(seat, tries) {
  try {
    await takeSeat(state.id, seat, state.view.commitment); // the connection brings the result
  } catch (error) {
    if (tries === 1 || !BUSY.includes(error instanceof Refusal ? error.status : 0)) throw error;
    await new Promise((resolve) => { setTimeout(resolve, AGAIN); });
    await tryToSit(seat, tries - 1);
  }
}
