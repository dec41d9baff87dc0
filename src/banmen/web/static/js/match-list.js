// Shared by lists of matches: the description of a match, its small board, and a way to remove it.

import { ask, codeOf, messageOf } from "./api.js";
import { find, make, tell } from "./elements.js";
import { theme } from "./settings.js";
import { lang, say } from "./words.js";

export const DATE = new Intl.DateTimeFormat(lang, { year: "numeric", month: "short", day: "numeric" });
/** @type {MatchShort | null} */
let leaving = null; // the match whose removal is being confirmed

/**
 * Return the opponents in a match: all others, or everybody if the reader plays for nobody or for several.
 * @param {MatchShort} match
 */
export function opponentsOf(match) {
  const others = match.players.filter(({ player }) => !match.own.includes(player));
  return (match.own.length === 1 ? others : match.players).map((player) => (player.who === "human" ? player.name : player.label)).join(" – ");
}

/**
 * Tell whether somebody on another device waits for the reader.
 * @param {MatchShort} match
 */
export const isDue = (match) => match.yours && isShared(match);

/**
 * Tell whether somebody on another device plays too.
 * @param {MatchShort} match
 */
const isShared = (match) => match.players.some(({ player, who }) => who === "human" && !match.own.includes(player));

/**
 * Return the description of a match: against whom, and how far it has come; of one that was not read, when it was played.
 * @param {MatchShort} match
 */
export function describeMatch(match) {
  if (!match.players.length) return { game: match.title, who: DATE.format(match.created * 1000), steps: DATE.format(match.updated * 1000) };
  return { game: match.title, who: opponentsOf(match), steps: match.steps ? say(match.result ? "mine.steps" : "home.continue_step", { steps: match.steps }) : say("home.continue_none") };
}

/**
 * Return the small board of a match.
 * @param {MatchShort} match
 * @param {number} size
 */
export function smallBoard(match, size) {
  const query = new URLSearchParams({ theme: theme(), lang, position: match.position });
  for (const [name, value] of Object.entries(match.options || {})) query.set(name, String(value));
  return make("img", { src: `/pictures/${match.game}.svg?${query}`, alt: "", width: size, height: size, loading: "lazy" });
}

/**
 * Wire the dialog that confirms the removal of a match; `removed` is called once it is gone.
 * @param {(match: MatchShort) => void} removed
 */
export function wireRemoval(removed) {
  const dialog = find("remove-dialog");
  dialog.addEventListener("close", () => {
    if (dialog.returnValue === "yes" && leaving) remove(leaving, removed);
    dialog.returnValue = "";
  });
}

/**
 * Ask whether to remove a match.
 * @param {MatchShort} match
 */
export function askToRemove(match) {
  leaving = match;
  const kind = !isShared(match) ? "home.remove_text" : match.result ? "home.remove_shared" : "home.remove_running";
  tell(find("remove-text"), say(kind, describeMatch(match)));
  find("remove-dialog").showModal();
}

/**
 * Remove a match: for good, or from the visitor's list if others play it too.
 * @param {MatchShort} match
 * @param {(match: MatchShort) => void} removed
 */
async function remove(match, removed) {
  try {
    await ask("DELETE", `/api/matches/${encodeURIComponent(match.id)}`);
  } catch (error) {
    if (codeOf(error) !== "no_match") { // already gone is as good
      tell(find("removed"), messageOf(error));
      find("removed").classList.remove("unseen");
      return;
    }
  }
  removed(match);
  tell(find("removed"), say("home.removed", describeMatch(match)));
}
