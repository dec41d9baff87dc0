// Proposals to the other players, in a bar at the top edge: it covers nothing of the board, and nobody has to answer.

import { announce } from "./announce.js";
import { get, messageOf } from "./api.js";
import { find, make } from "./elements.js";
import { settleFocus } from "./keys.js";
import { state } from "./state.js";
import { say } from "./words.js";

/** @import { Speak } from "./talk.js" */

const ABSENT = 61_000; // milliseconds after which a player who is away may be replaced
const NOTICE = 5000; // milliseconds for which a short notice is shown

/** @type {HTMLElement | null} */
let bar = null;
let announced = ""; // the proposal that was announced
let missed = ""; // the departure that was announced
let brief = ""; // a short notice
/** @type {Map<string, number>} */
const gone = new Map(); // since when each player has been away
let shut = false; // other devices cannot reach this computer, which is the reader's own
let leftShut = false; // and the reader leaves it so
/** @type {Set<string>} */
const waitedFor = new Set(); // those for whom the others prefer to wait
/** @type {Speak} */
let speak = async () => {};

/**
 * Set the function that sends proposals.
 * @param {Speak} sending
 */
export function wireProposals(sending) {
  speak = sending;
}

/**
 * Note who is there.
 * @param {string[]} present
 */
export function noteAbsence(present) {
  const { players, together } = state.view;
  for (const { player, who } of players) {
    const away = who === "human" && together?.begun && !together.own.includes(player) && !present.includes(player);
    if (!away) {
      gone.delete(player);
      waitedFor.delete(player);
    } else if (!gone.has(player)) {
      gone.set(player, Date.now());
      setTimeout(showBar, ABSENT + 100);
    }
  }
  showBar();
  checkDoor();
}

/** Find out whether those who are away can come back: after a restart, this computer may let nobody join. */
async function checkDoor() {
  if (!("mayLetJoin" in document.body.dataset) || !state.view.together?.own.length || leftShut) return;
  /** @type {NetworkView | null} */
  const network = gone.size ? await get("/api/network").catch(() => null) : null;
  const before = shut;
  shut = Boolean(network?.changeable && !network.origin);
  if (shut && !before) announce(say("online.unreachable"));
  if (shut !== before) showBar();
}

/**
 * Show a short notice in place of proposals.
 * @param {string} words
 */
export function notice(words) {
  brief = words;
  announce(words);
  showBar();
  setTimeout(() => {
    if (brief !== words) return;
    brief = "";
    showBar();
  }, NOTICE);
}

/**
 * Propose something, or answer.
 * @param {string} type
 * @param {Record<string, unknown>} more
 */
export async function propose(type, more) {
  await speak(type, more).catch((error) => notice(messageOf(error)));
}

/** Show a proposal, a short notice, that nobody can come back, or who has left, if there is any. */
export function showBar() {
  const { together, result } = state.view;
  const { proposal } = together ?? {};
  const [words, ...buttons] = result || !together?.own.length ? [brief] : proposal ? asked(proposal) : brief ? [brief] : unreachable() ?? absent() ?? [""];
  if (proposal && together?.own.length && announced !== String(proposal.seq)) {
    announced = String(proposal.seq);
    brief = ""; // what was said before is no answer to this
    announce(proposal.words);
  }
  const leaving = buttons.some(({ id }) => id === "wait-on") ? words : "";
  if (leaving && leaving !== missed) announce(leaving);
  missed = leaving;
  const sign = [words, ...buttons.map(({ id }) => id)].join("|");
  if (bar?.dataset.sign === sign) return;
  const held = bar?.contains(document.activeElement);
  bar?.remove();
  bar = words ? make("div", { class: "bar", id: "bar", role: "group", "aria-label": words, "data-sign": sign }, make("p", {}, words), ...buttons) : null;
  if (bar) find("main").append(bar);
  if (!held) return;
  find("main").focus({ preventScroll: true }); // the answered question has gone; the next thing to do follows
  settleFocus();
}

/**
 * @param {ProposalView} proposal
 * @returns {[string, ...HTMLElement[]]}
 */
function asked({ seq, words, yours, player }) {
  const answer = (/** @type {string} */ type) => () => propose(type, { to: seq });
  if (yours) {
    return [words,
      make("button", { type: "button", class: "yes", id: "agree", onclick: answer("agree") }, say("online.agree")),
      make("button", { type: "button", id: "decline", onclick: answer("decline") }, say("online.decline"))];
  }
  const mine = state.view.together?.own.includes(player);
  return [words, ...(mine ? [make("button", { type: "button", id: "withdraw", onclick: answer("decline") }, say("online.withdraw"))] : [])];
}

/** @returns {[string, ...HTMLElement[]] | null} */
function unreachable() {
  if (!shut || leftShut || !gone.size) return null;
  return [say("online.unreachable"),
    make("button", { type: "button", class: "yes", id: "let-join", onclick: letJoin }, say("join.open")),
    make("button", { type: "button", id: "leave-shut", onclick: () => {
      leftShut = true;
      showBar();
    } }, say("online.close"))];
}

async function letJoin() {
  await (await import("./joining.js")).showJoining();
  document.getElementById("join-dialog")?.addEventListener("close", checkDoor, { once: true });
}

/** @returns {[string, ...HTMLElement[]] | null} */
function absent() {
  if (!state.view.together?.offers.includes("computer")) return null;
  const isAbsent = (/** @type {string} */ player) => Date.now() - (gone.get(player) ?? Infinity) >= ABSENT && !waitedFor.has(player);
  const found = state.view.players.find(({ player, who }) => who === "human" && isAbsent(player));
  if (!found) return null;
  const { player, name } = found;
  return [say("online.has_left", { name }),
    make("button", { type: "button", class: "yes", id: "replace", onclick: () => propose("propose", { what: "computer", player }) }, say("online.replace")),
    make("button", { type: "button", id: "wait-on", onclick: () => {
      waitedFor.add(player);
      showBar();
    } }, say("online.wait_on"))];
}
