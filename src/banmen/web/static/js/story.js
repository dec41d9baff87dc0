// The story of a finished game: its turning point, and what luck and skill made of it. Found out by a quick analysis.

import { analyse } from "./analysis.js";
import { get } from "./api.js";
import { make } from "./elements.js";
import { hundredths, say } from "./words.js";

const SECONDS = 0.06; // for each step: enough to tell the story, not to judge every move
const FAIR = 0.05; // luck below this is no luck worth telling
/** @type {(() => void) | null} */
let stop = null;

/**
 * Tell the story of a match in a box as soon as it is known.
 * @param {HTMLElement} box
 * @param {MatchView} view
 * @param {string} path of the match in the API
 * @param {string} look the address of its replay
 */
export async function tellStory(box, view, path, look) {
  stop?.();
  /** @type {string | null} */
  const record = await get(`${path}/record`).catch(() => null);
  if (!record || !box.isConnected) return;
  stop = analyse({ record, seconds: SECONDS }, (found) => {
    if (found.state !== "done" || !found.result || !box.isConnected) return;
    box.replaceChildren(...sentences(view, found.result, look));
    box.dataset.story = "told";
  }, () => {});
}

addEventListener("pagehide", () => stop?.());

/**
 * @param {MatchView} view
 * @param {AnalysisResult} found
 * @param {string} look
 */
function sentences(view, found, look) {
  const people = view.players.filter(({ who }) => who === "human");
  const you = people.length === 1 ? people[0].player : null;
  /** @param {string} player */
  const nameOf = (player) => (player === you ? say("play.you_name") : view.players.find((one) => one.player === player)?.name ?? player);
  const turn = turningPoint(found, nameOf, look);
  return [turn, luckLine(found, you, nameOf), skillLine(found, nameOf)].filter((one) => one !== null);
}

/**
 * Tell what changed the chances most, with a way to see it.
 * @param {AnalysisResult} found
 * @param {(player: string) => string} nameOf
 * @param {string} look
 */
function turningPoint(found, nameOf, look) {
  const point = found.turning_points?.[0];
  const step = point && found.steps?.find((one) => one.step === point.step);
  if (!point || !step) return null;
  const key = point.kind === "move" ? "play.turned_by_move" : point.change > 0 ? "play.turned_by_luck" : "play.turned_by_bad_luck";
  const values = { step: step.step, name: nameOf(String(point.player)), throw: step.throw, points: hundredths(Math.abs(point.change)) };
  return make("p", {}, say(key, values), " ", make("a", { href: `${look}#step=${step.step}` }, say("play.see_it")));
}

/**
 * @param {AnalysisResult} found
 * @param {string | null} you
 * @param {(player: string) => string} nameOf
 */
function luckLine(found, you, nameOf) {
  if (!found.steps?.some(({ luck }) => luck !== null && luck !== undefined) || !found.totals) return null;
  const best = you ? found.totals.find(({ player }) => player === you) : [...found.totals].sort((one, other) => other.luck - one.luck)[0];
  if (!best) return null;
  const key = Math.abs(best.luck) < FAIR ? "play.luck_even" : best.luck > 0 ? "play.luck_good" : "play.luck_bad";
  return make("p", {}, say(key, { name: nameOf(best.player), points: hundredths(Math.abs(best.luck)) }));
}

/**
 * Tell who made how many mistakes.
 * @param {AnalysisResult} found
 * @param {(player: string) => string} nameOf
 */
function skillLine(found, nameOf) {
  const totals = (found.totals ?? []).map(({ player, decisions, verdicts }) => ({ player, decisions, number: verdicts.mistake + verdicts.blunder }));
  if (!totals.some(({ decisions }) => decisions)) return make("p", {}, say("play.skill_none"));
  const ordered = [...totals].sort((one, other) => one.number - other.number);
  const [best, second] = ordered;
  if (!ordered.some(({ number }) => number)) return make("p", {}, say("play.skill_perfect"));
  if (totals.length === 2 && best.number < second.number) {
    return make("p", {}, begin(say("play.skill_better", { name: nameOf(best.player), number: best.number, other: second.number })));
  }
  const parts = ordered.map(({ player, number }) => say("play.skill_part", { name: nameOf(player), number }));
  return make("p", {}, say("play.skill", { parts: parts.join(say("replay.comma")) }));
}

/**
 * Write a sentence with a capital letter at its beginning, where there are any.
 * @param {string} sentence
 */
const begin = (sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1);
