// Seats that people take from their own devices: links to them, the name of a player, and taking a seat.
// The secret of a link comes after the #, so that no request and no log ever contains it; it is sent only in bodies.

import { codeOf, get, messageOf, post } from "./api.js";
import { noteDice, noteSeated } from "./dice-notes.js";
import { showFieldProblem } from "./field-problems.js";
import { recall, remember } from "./remembering.js";
import { set, settings } from "./settings.js";
import { say } from "./words.js";

const KEPT = "banmen-links";
const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/**
 * Return the secrets known here of links to the seats of a match, by player. Without one, a new link can be made.
 * @param {string} match
 * @returns {Record<string, string>}
 */
export const recallLinks = (match) => recall(KEPT)[match] ?? {};

/**
 * Store the secrets of links to the seats of a match on this device.
 * @param {string} match
 * @param {Record<string, string>} links
 */
export function keepLinks(match, links) {
  remember(KEPT, match, { ...recallLinks(match), ...links });
}

/**
 * Return the path of the page on which a link leads to a seat.
 * @param {string} match
 * @param {string} secret
 */
export const joinPath = (match, secret) => `/join/${encodeURIComponent(match)}#${secret}`;

/**
 * Request a new link to a seat, which invalidates earlier ones, and return its path.
 * @param {string} match
 * @param {string} player
 */
export async function makeLink(match, player) {
  /** @type {LinkView} */
  const { link } = await post(`/api/matches/${encodeURIComponent(match)}/invite`, { player });
  return link;
}

/**
 * Return the name last used here, or null if nobody was ever asked.
 * @returns {string | null}
 */
export const knownName = () => (typeof settings.name === "string" ? settings.name : null);

/**
 * Store a name for the next time.
 * @param {string} name
 */
export const keepName = (name) => set("name", name);

/**
 * Fill a field with the name last used here, or else the name of the account.
 * @param {HTMLInputElement} field
 */
export async function suggestName(field) {
  field.value = knownName() ?? "";
  if (knownName() !== null) return;
  const account = await findAccount().catch(() => null);
  if (account && !field.value) field.value = account.name;
}

/**
 * The same where everybody can read the name: the name of an account that is not public is left out.
 * @param {HTMLInputElement} field
 */
export async function suggestPublicName(field) {
  const account = await findAccount();
  const name = knownName() ?? account?.name ?? "";
  if (!field.value && (account?.public || account?.name !== name)) field.value = name;
}

async function findAccount() {
  /** @type {MeView} */
  const { account } = await get("/api/me");
  return account;
}

/**
 * Show below a field what is wrong with the name in it, and return whether the error was about the name.
 * @param {HTMLInputElement | null} field
 * @param {unknown} error
 */
export function explainName(field, error) {
  if (!field || !["bad_name", "bot_name", "mixed_name", "name_taken"].includes(codeOf(error))) return false;
  showFieldProblem(field, messageOf(error));
  return true;
}

/**
 * Take a seat: by the secret of a link, or a reserved or open one. The server's commitment is noted before our number is sent.
 * @param {string} match
 * @param {{name: string, link?: string, player?: string}} seat
 * @param {string} commitment by which the server is bound; empty where the seat was taken before
 * @returns {Promise<JoinedView>}
 */
export async function takeSeat(match, seat, commitment) {
  const nonce = noteDice(match, commitment);
  const joined = await post(`/api/matches/${encodeURIComponent(match)}/join`, { ...seat, name: seat.name.trim(), nonce });
  if (commitment) noteSeated(match); // otherwise the seat keeps the number of its former device
  return joined;
}

/**
 * Describe a clock.
 * @param {{kind?: unknown, seconds?: unknown, increment?: unknown} | null} rule
 */
export function sayClock(rule) {
  if (!rule) return say("online.clock_none");
  const seconds = Number(rule.seconds);
  if (rule.kind === "total") return say(rule.increment ? "online.clock_total" : "online.clock_even", { minutes: seconds / MINUTE, seconds: rule.increment });
  if (rule.kind === "move") return say("online.clock_move", { seconds });
  return say(seconds === DAY ? "online.clock_day" : "online.clock_days", { days: seconds / DAY });
}
