// The story of a finished game: its turning point, and the roles of luck and skill. It is shown once the analysis has ended;
// a review of the game uses the same analysis, and so does every later look at the game.

import { analyse } from "./analysis.js";
import { get } from "./api.js";
import { make } from "./elements.js";
import { set, settings } from "./settings.js";
import { hundredths, say } from "./words.js";

const FAIR = 0.05; // luck below this is not worth mentioning
const MOST = 30; // stories that are stored
/** @typedef {Pick<AnalysisResult, "turning_points" | "totals"> & {match: string, steps: number, throw?: number | null}} Facts the basis of a story */
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
  const facts = recall(view);
  if (facts) return tell(box, view, facts, look);
  /** @type {string | null} */
  const record = await get(`${path}/record`).catch(() => null);
  if (!record || !box.isConnected) return;
  const waiting = make("p", { class: "preparing" });
  box.replaceChildren(waiting);
  stop = analyse({ record }, (found) => {
    if (!box.isConnected) return;
    waiting.textContent = say("replay.analysing", { percent: Math.round(found.progress * 100) });
    if (["stopped", "failed"].includes(found.state)) waiting.remove();
    if (found.state === "done" && found.result) tell(box, view, keep(view, found.result), look);
  }, () => waiting.remove());
}

/** @returns {Facts[]} */
const kept = () => (Array.isArray(settings.stories) ? settings.stories : []);

/**
 * Return the stored facts about a match; none if it has gone on since then.
 * @param {MatchView} view
 */
const recall = (view) => kept().find(({ match, steps }) => match === view.id && steps === view.steps);

/**
 * Store the facts for the story of a match.
 * @param {MatchView} view
 * @param {AnalysisResult} found
 * @returns {Facts}
 */
function keep(view, found) {
  const turning_points = found.turning_points?.slice(0, 1) ?? [];
  const step = found.steps?.find((one) => one.step === turning_points[0]?.step);
  const facts = { match: view.id, steps: view.steps, turning_points, throw: step?.throw, totals: found.totals };
  set("stories", [facts, ...kept().filter(({ match }) => match !== view.id)].slice(0, MOST));
  return facts;
}

/**
 * @param {HTMLElement} box
 * @param {MatchView} view
 * @param {Facts} facts
 * @param {string} look
 */
function tell(box, view, facts, look) {
  box.replaceChildren(...sentences(view, facts, look));
  box.dataset.story = "told";
}

addEventListener("pagehide", () => stop?.());

/**
 * Return the sentences of a story, none of which contradict each other.
 * @param {MatchView} view
 * @param {Facts} facts
 * @param {string} look
 */
function sentences(view, facts, look) {
  const people = view.players.filter(({ who }) => who === "human");
  const you = people.length === 1 ? people[0].player : null;
  /** @param {string} player */
  const nameOf = (player) => (player === you ? say("play.you_name") : view.players.find((one) => one.player === player)?.name ?? player);
  const played = view.result?.by === "rules"; // otherwise someone resigned or ran out of time: that decided it, and nothing before
  return [
    played ? turningPoint(facts, nameOf, look) : null,
    luckLine(facts, you, nameOf),
    played || isChosen(facts) ? skillLine(facts, nameOf, view.checkable !== null) : null,
  ].filter((one) => one !== null);
}

/**
 * Say what changed the chances most, with a way to see it.
 * @param {Facts} facts
 * @param {(player: string) => string} nameOf
 * @param {string} look
 */
function turningPoint(facts, nameOf, look) {
  const point = facts.turning_points?.[0];
  if (!point) return null;
  const key = point.kind === "move" ? "play.turned_by_move" : point.change > 0 ? "play.turned_by_luck" : "play.turned_by_bad_luck";
  const values = { step: point.step, name: nameOf(String(point.player)), throw: facts.throw, points: hundredths(Math.abs(point.change)) };
  return make("p", {}, say(key, values), " ", make("a", { href: `${look}#step=${point.step}` }, say("play.see_it")));
}

/** @param {Facts} facts */
const isChosen = ({ totals }) => (totals ?? []).some(({ decisions }) => decisions);

/**
 * Say who was lucky. That it was even is not mentioned if nothing but luck decided.
 * @param {Facts} facts
 * @param {string | null} you
 * @param {(player: string) => string} nameOf
 */
function luckLine(facts, you, nameOf) {
  if (!facts.totals?.some(({ throws }) => throws)) return null;
  const best = you ? facts.totals.find(({ player }) => player === you) : [...facts.totals].sort((one, other) => other.luck - one.luck)[0];
  if (!best) return null;
  const even = Math.abs(best.luck) < FAIR;
  if (even && !isChosen(facts)) return null;
  const key = even ? "play.luck_even" : best.luck > 0 ? "play.luck_good" : "play.luck_bad";
  return make("p", {}, say(key, { name: nameOf(best.player), points: hundredths(Math.abs(best.luck)) }));
}

/**
 * Say who made how many mistakes; if nobody had any choice, whether throws decided everything.
 * @param {Facts} facts
 * @param {(player: string) => string} nameOf
 * @param {boolean} thrown
 */
function skillLine(facts, nameOf, thrown) {
  if (!isChosen(facts)) return make("p", {}, say(thrown ? "play.skill_none" : "play.skill_forced"));
  const totals = (facts.totals ?? []).map(({ player, verdicts }) => ({ player, number: verdicts.mistake + verdicts.blunder }));
  const ordered = [...totals].sort((one, other) => one.number - other.number);
  const [best, second] = ordered;
  if (!ordered.some(({ number }) => number)) return make("p", {}, say("play.skill_perfect"));
  if (totals.length === 2 && best.number < second.number) {
    return make("p", {}, begin(say("play.skill_better", { name: nameOf(best.player), number: best.number, second: nameOf(second.player), other: second.number })));
  }
  const parts = ordered.map(({ player, number }) => say("play.skill_part", { name: nameOf(player), number }));
  return make("p", {}, say("play.skill", { parts: parts.join(say("replay.comma")) }));
}

/**
 * Capitalise a sentence.
 * @param {string} sentence
 */
const begin = (sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1);
