// The lobby: playing at once with somebody who is waiting, other people's challenges, and waiting for an opponent.

import { addressOf } from "./addresses.js";
import { ask, beginOnce, codeOf, get, messageOf, post } from "./api.js";
import { readClock } from "./clock-choice.js";
import { find, findAll, make, tell } from "./elements.js";
import { takeSeat } from "./invitations.js";
import { repeat } from "./repeating.js";
import { say } from "./words.js";

const form = find("lobby-form");
const { game = "" } = form.dataset;
let waiting = ""; // the match in which we wait
let shown = ""; // the list as rendered on the page

form.addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(() => post("/api/pairing", { game, clock: chosenClock().value, rated: isRated() }));
});
find("lobby-offer").addEventListener("click", () => attempt(() => beginOnce("/api/challenges", { game, clock: readClock(chosenClock().dataset.clock), rated: isRated() })));
find("lobby-cancel").addEventListener("click", cancel);
resume().catch(() => {}).finally(() => {
  allow(!waiting);
  repeat(lookAgain);
});
repeat(showOpen);

const chosenClock = () => /** @type {HTMLInputElement} */ (form.querySelector('input[name="clock"]:checked'));
const isRated = () => find("lobby-rated").checked;

/** Keep waiting if the visitor was waiting before the page was reloaded, whatever the game. */
async function resume() {
  /** @type {OwnChallenges} */
  const { challenges } = await get("/api/challenges/own");
  const [mine] = challenges;
  if (mine && !waiting) await sitDown({ state: "waiting", match: mine.match, player: null, commitment: "", url: `/play/${mine.match}` }, mine.title);
}

/** @param {boolean} allowed */
function allow(allowed) {
  find("lobby-play").disabled = find("lobby-offer").disabled = !allowed;
}

/**
 * Request a match, and take the seat in it.
 * @param {() => Promise<PairingView>} request
 */
async function attempt(request) {
  allow(false);
  tell(find("problem"), "");
  try {
    await sitDown(await request());
  } catch (error) {
    tell(find("problem"), messageOf(error));
  }
  allow(!waiting);
}

/**
 * Take a seat; strangers see the name of an account, if its owner allows that, and no other.
 * @param {PairingView} pairing
 * @param {string} title the game that is played
 */
async function sitDown(pairing, title = form.dataset.title ?? "") {
  const joined = await takeSeat(pairing.match, { name: "", ...(pairing.player ? { player: pairing.player } : {}) }, pairing.commitment);
  if (pairing.state !== "waiting" || joined.view.together?.begun) {
    location.assign(addressOf(pairing.url));
    return;
  }
  wait(pairing.match, title);
}

/**
 * Show that the visitor waits in a match, or in none.
 * @param {string} match
 * @param {string} title the game that is played
 */
function wait(match, title = "") {
  waiting = match;
  find("lobby-waiting").hidden = !match;
  form.hidden = Boolean(match);
  showNobody();
  tell(find("lobby-waiting-text"), match ? say("lobby.waiting", { game: title }) : "");
  if (match) find("lobby-waiting-text").focus({ preventScroll: true });
}

/** Check whether somebody has joined, or somebody else who waits was found. */
async function lookAgain() {
  if (!waiting) return;
  try {
    /** @type {PairingView} */
    const pairing = await post(`/api/pairing/${waiting}`);
    if (pairing.state === "ready") location.assign(addressOf(pairing.url));
    else if (pairing.state === "found") await sitDown(pairing);
  } catch (error) {
    if (!["no_match", "no_challenge"].includes(codeOf(error))) return;
    wait("");
    allow(true);
    tell(find("problem"), messageOf(error));
  }
}

async function cancel() {
  const match = waiting;
  wait("");
  allow(true);
  find("lobby-play").focus();
  try {
    await ask("DELETE", `/api/challenges/${match}`);
  } catch (error) {
    if (codeOf(error) === "no_challenge") location.assign(addressOf(`/play/${match}`)); // somebody was faster
    else tell(find("problem"), messageOf(error));
  }
}

/** Show other people's challenges. Unchanged ones stay, and with them the focus. */
async function showOpen() {
  /** @type {LobbyView} */
  const { challenges, counts } = await get(`/api/challenges?game=${encodeURIComponent(game)}`);
  for (const { game: name, waiting: number } of counts) {
    const [count] = findAll(document, `.lobby-games a[data-game="${name}"] .lobby-count`);
    if (count) tell(count, number ? say("lobby.count", { number }) : "");
  }
  const others = challenges.filter(({ yours }) => !yours);
  const sign = JSON.stringify(others.map(({ age, ...rest }) => [rest, Math.floor(age / 60)]));
  if (sign === shown) return;
  shown = sign;
  const list = find("lobby-list");
  const focused = document.activeElement?.getAttribute("data-match");
  list.replaceChildren(...others.map(line));
  showNobody();
  findAll(list, "button").find((button) => button.dataset.match === focused)?.focus();
}

/** Say that nobody else is waiting, even if the visitor is. */
function showNobody() {
  const none = find("lobby-none");
  none.hidden = !shown || find("lobby-list").childElementCount > 0;
  tell(none, say(waiting ? "lobby.nobody_else" : "lobby.none"));
}

/** @param {ChallengeView} one */
function line(one) {
  const kind = say(one.rated ? "lobby.is_rated" : "lobby.is_friendly");
  const details = [one.clock, kind, ...one.options].join(" · ");
  const who = one.rating ? `${one.name} (${one.rating.words})` : one.name;
  const button = make("button", { type: "button", "data-match": one.match, "aria-label": say("lobby.take_of", { name: one.name }),
    onclick: () => attempt(() => post(`/api/challenges/${one.match}/accept`)) }, say("lobby.take"));
  return make("li", {}, make("span", { class: "who" }, make("b", {}, who), make("small", {}, details)), button);
}
