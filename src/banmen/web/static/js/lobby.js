// The lobby: playing at once with whoever waits, challenges of others, and waiting for somebody to come.

import { addressOf } from "./addresses.js";
import { ask, codeOf, get, messageOf, post } from "./api.js";
import { find, findAll, make, tell } from "./elements.js";
import { settings } from "./settings.js";
import { say } from "./words.js";

const OFTEN = 3000; // milliseconds between looks at the list, and at whether somebody came
const LATER = 15000; // between looks while the page cannot be seen
const form = find("lobby-form");
const { game = "" } = form.dataset;
/** @type {Record<string, {kind: string, seconds: number, increment?: number}>} */
const CLOCKS = {
  short: { kind: "total", seconds: 180, increment: 2 },
  usual: { kind: "total", seconds: 600, increment: 5 },
  long: { kind: "total", seconds: 1800, increment: 10 },
  days: { kind: "days", seconds: 172800 },
};
let waiting = ""; // the match in which we wait
let shown = ""; // the list as it is written on the page

form.addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(() => post("/api/pairing", { game, clock: chosenClock(), rated: isRated() }));
});
find("lobby-offer").addEventListener("click", () => attempt(() => post("/api/challenges", { game, clock: CLOCKS[chosenClock()], rated: isRated() })));
find("lobby-cancel").addEventListener("click", cancel);
allow(true);
repeat(showOpen);
repeat(lookAgain);

const chosenClock = () => /** @type {HTMLInputElement | null} */ (form.querySelector('input[name="clock"]:checked'))?.value ?? "usual";
const isRated = () => find("lobby-rated").checked;

/**
 * Do something again and again, less often while nobody looks.
 * @param {() => Promise<void>} work
 */
async function repeat(work) {
  for (;;) {
    await work().catch(() => {}); // the next time may go well
    await new Promise((resolve) => setTimeout(resolve, document.hidden ? LATER : OFTEN));
  }
}

/** @param {boolean} allowed */
function allow(allowed) {
  find("lobby-play").disabled = find("lobby-offer").disabled = !allowed;
}

/** Return a number of our own that has a share in the throws. */
const drawNonce = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Ask for a match, and take the seat in it.
 * @param {() => Promise<PairingView>} request
 */
async function attempt(request) {
  allow(false);
  tell(find("problem"), "");
  try {
    await takeSeat(await request());
  } catch (error) {
    tell(find("problem"), messageOf(error));
  }
  allow(!waiting);
}

/**
 * Take a seat. The server is bound by its commitment before it is told our number.
 * @param {PairingView} told
 */
async function takeSeat(told) {
  const body = { name: String(settings.name ?? "").slice(0, 24), nonce: drawNonce(), ...(told.player ? { player: told.player } : {}) };
  /** @type {JoinedView} */
  const joined = await post(`/api/matches/${told.match}/join`, body);
  if (told.state !== "waiting" || joined.view.together?.begun) {
    location.assign(addressOf(told.url));
    return;
  }
  wait(told.match);
}

/** @param {string} match */
function wait(match) {
  waiting = match;
  find("lobby-waiting").hidden = !match;
  form.hidden = Boolean(match);
  tell(find("lobby-waiting-text"), match ? say("lobby.waiting") : "");
  if (match) find("lobby-waiting-text").focus({ preventScroll: true });
}

/** See whether somebody came, or somebody else was found who waits. */
async function lookAgain() {
  if (!waiting) return;
  try {
    /** @type {PairingView} */
    const told = await post(`/api/pairing/${waiting}`);
    if (told.state === "ready") location.assign(addressOf(told.url));
    else if (told.state === "found") await takeSeat(told);
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
    if (codeOf(error) === "no_challenge") location.assign(addressOf(`/play/${match}`)); // somebody was quicker
    else tell(find("problem"), messageOf(error));
  }
}

/** Show the challenges of others. What is as before stays, and with it the focus. */
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
  find("lobby-none").hidden = others.length > 0;
  findAll(list, "button").find((button) => button.dataset.match === focused)?.focus();
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
