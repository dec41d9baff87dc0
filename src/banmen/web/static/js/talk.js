// Chat: set phrases by one tap, or free text if allowed. A message is shown for a moment beside
// its speaker, above everything and out of the way, and stays in the dialog.

import { announce } from "./announce.js";
import { messageOf } from "./api.js";
import { find, make, tell } from "./elements.js";
import { state } from "./state.js";
import { say } from "./words.js";

const SHOWN = 7000; // milliseconds
const PHRASES = ["hello", "good_luck", "nice_move", "lucky", "oops", "wow", "thinking", "sorry", "thanks", "well_played", "bye"];

/** @typedef {(type: string, more: Record<string, unknown>) => Promise<void>} Speak */

/** @type {Map<string, {words: string, until: number}>} */
const said = new Map(); // the messages beside the players
/** @type {Set<string>} */
const muted = new Set(); // the players who were blocked on this page; another server process may not know it yet
let heard = -1; // the number of the last message that was announced

const listHeard = () => (state.view.together?.talk ?? []).filter(({ player }) => !muted.has(player));

/** Process new messages; those from before the page was loaded are only in the dialog. */
export function receiveTalk() {
  const talk = listHeard();
  const fresh = heard < 0 ? [] : talk.filter(({ seq }) => seq > heard);
  heard = Math.max(heard, 0, ...talk.map(({ seq }) => seq));
  for (const { player, name, words } of fresh) {
    said.set(player, { words, until: Date.now() + SHOWN });
    if (!state.view.together?.own.includes(player)) announce(say("online.said", { name, words }));
    setTimeout(showTalk, SHOWN + 50);
  }
  if (fresh.length) listTalk();
}

/** Put the latest messages beside their speakers. */
export function showTalk() {
  for (const line of find("players").querySelectorAll(".player")) {
    line.querySelector(".bubble")?.remove();
    const one = said.get(/** @type {HTMLElement} */ (line).dataset.player ?? "");
    if (one && one.until > Date.now()) line.append(make("span", { class: "bubble", "aria-hidden": "true" }, make("span", {}, one.words)));
  }
}

/**
 * Remove the messages of a player who is now blocked.
 * @param {string} player
 */
export function forgetTalk(player) {
  muted.add(player);
  said.delete(player);
  showTalk();
  listTalk();
}

/** @returns {HTMLDialogElement | null} */
const sheet = () => /** @type {HTMLDialogElement | null} */ (document.getElementById("talk-dialog"));

/**
 * Open the chat dialog.
 * @param {Speak} speak
 */
export function openTalk(speak) {
  const dialog = sheet() ?? makeSheet(speak);
  listTalk();
  dialog.showModal();
}

/** @param {Speak} speak */
function makeSheet(speak) {
  const problem = make("p", { class: "problem", role: "alert", hidden: true });
  /** @param {Record<string, unknown>} more */
  const send = async (more) => {
    sheet()?.close();
    await speak("say", more).catch((error) => {
      tell(problem, messageOf(error));
      sheet()?.showModal();
    });
  };
  const phrases = PHRASES.map((phrase) => make("button", { type: "button", "data-phrase": phrase, onclick: () => send({ what: phrase }) }, say(`phrase.${phrase}`)));
  const dialog = make("dialog", { id: "talk-dialog", class: "sheet talk", "aria-labelledby": "talk-title" },
    make("form", { method: "dialog" }, make("button", { class: "quiet close", "aria-label": say("online.close") }, "✕")),
    make("h2", { id: "talk-title" }, say("online.say")),
    make("ul", { class: "talk-list", id: "talk-list", tabindex: "0", "aria-label": say("online.said_so_far") }),
    make("div", { class: "phrases" }, ...phrases),
    state.view.together?.chat ? chatForm(send) : null, problem);
  document.body.append(dialog);
  return dialog;
}

/** @param {(more: Record<string, unknown>) => void} send */
function chatForm(send) {
  const field = make("input", { id: "talk-text", maxlength: 200, autocomplete: "off" });
  return make("form", {
    class: "talk-form",
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (text) send({ text });
      field.value = "";
    },
  }, make("label", { for: "talk-text", class: "unseen" }, say("online.own_words")), field, make("button", {}, say("online.send")));
}

function listTalk() {
  const list = document.getElementById("talk-list");
  if (!list) return;
  const talk = listHeard();
  list.hidden = !talk.length;
  list.replaceChildren(...talk.map(({ name, words }) => make("li", {}, make("b", {}, name), " ", words)));
  list.scrollTop = list.scrollHeight;
}
