// The replay page: every step of a game, and what an analysis says about it.

import { addressOf } from "./addresses.js";
import { analyse } from "./analysis.js";
import { announce } from "./announce.js";
import { codeOf, get, messageOf, post } from "./api.js";
import { Board } from "./board.js";
import { drawChart } from "./chart.js";
import { showCredit } from "./credit.js";
import { find, unset, make, showInView, targetOf, tell, tellSentences } from "./elements.js";
import { sayMove } from "./format.js";
import { lost } from "./lost.js";
import { listSteps, markStep, markVerdicts } from "./move-list.js";
import { perform } from "./motion.js";
import { pack } from "./packing.js";
import { endsOf } from "./selection.js";
import { formatQuery, offerTurning, pictureFormat } from "./picture-format.js";
import { positionPath, readReplayAddress, replayPath, share } from "./sharing.js";
import { sayChances, sidesOf } from "./sides.js";
import { pause } from "./tween.js";
import { hundredths, say, sayPoints } from "./words.js";

const PART = 40; // steps whose pictures are fetched together
const MOST = 1000; // steps without pictures
const match = document.body.dataset.match;
const board = new Board(find("board"), { play() {} });
/** @type {ReplayView} */
let game = unset(); // the replay as the server sent it
/** @type {string | null} */
let packed = null; // its packed record
/** @type {AnalysisResult | null} */
let found = null; // the analysis so far
let at = 0;
let spoken = -1; // the step that was announced
let running = false;
let chartFocus = false; // whether the button that has gone had the focus
/** @type {(() => void) | null} */
let stop = null;

async function begin() {
  find("main").inert = true; // nothing to press before there is a game
  const carried = await readReplayAddress(location.hash);
  try {
    if (!carried && !match) return lost("replay");
    game = await askAll(carried?.record);
  } catch (error) {
    if (codeOf(error) === "offline") {
      find("main").inert = false;
      return tell(find("problem"), messageOf(error));
    }
    return lost(codeOf(error) === "no_match" ? "gone" : "replay", carried ? messageOf(error) : "");
  }
  document.body.classList.add(`game-${game.game}`);
  document.title = `${say("replay.of", { game: game.title })} · ${say("site.short")}`;
  find("game-title").textContent = say("replay.of", { game: game.title });
  tell(find("result"), game.result ? game.result.words : say("replay.unfinished"));
  find("step").max = String(last());
  listSteps(game, visitStep);
  find("analyse-button").disabled = last() < 1;
  download();
  packed = await pack(game.record).catch(() => null); // in advance: an address may be copied only right after a press
  go(carried?.step ?? (Number(new URLSearchParams(location.hash.slice(1)).get("step")) || 0));
  find("main").inert = false;
  showCredit(game.game);
}

/**
 * Request some steps of the game: of the record in the address, or of the match.
 * @param {string | undefined} record
 * @param {{first: number, count: number, pictures: boolean}} wanted
 * @returns {Promise<ReplayView>}
 */
const ask = (record, wanted) => (record ? post("/api/replay", { record, ...pictureFormat(), ...wanted }) : get(`/api/matches/${encodeURIComponent(match ?? "")}/replay?${formatQuery(wanted)}`));

/**
 * Request the whole game: the first steps with pictures, the others without.
 * @param {string | undefined} record
 */
async function askAll(record) {
  const whole = await ask(record, { first: 0, count: PART, pictures: true });
  while (whole.frames.length < whole.total) {
    const { frames } = await ask(record, { first: whole.frames.length, count: MOST, pictures: false });
    if (!frames.length) break;
    whole.frames.push(...frames);
  }
  return whole;
}

/**
 * Fetch the picture of a step, and those of the steps around it.
 * @param {number} step
 */
async function picture(step) {
  const shown = game;
  if (shown.frames[step].svg) return;
  const record = (await readReplayAddress(location.hash))?.record;
  const { frames } = await ask(record, { first: step - (step % PART), count: PART, pictures: true });
  for (const frame of frames) shown.frames[frame.step] = frame;
}

addEventListener("hashchange", () => location.reload()); // another game was put into the address

const last = () => game.frames.length - 1;
/** @param {string} player */
const nameOf = (player) => game.players.find((one) => one.player === String(player))?.name ?? player;

/**
 * Show a step that was chosen away from the board, and scroll to the board.
 * @param {number} step
 */
function visitStep(step) {
  halt();
  go(step);
  showInView(find("board"));
}

/**
 * Show a step at once.
 * @param {number} step
 */
function go(step) {
  at = Math.min(Math.max(step, 0), last());
  const frame = game.frames[at];
  if (frame.svg) board.show(frame.svg);
  else picture(at).then(() => at === frame.step && go(at), (error) => tell(find("problem"), messageOf(error)));
  board.names(true); // the text names places
  offerTurning(game.turnable);
  find("step").value = String(at);
  const words = `${at ? say("replay.step_of", { step: at, steps: last() }) : ""} ${frame.words}`.trim();
  find("step").setAttribute("aria-valuetext", words);
  tell(find("step-words"), words);
  if (spoken !== at && document.activeElement !== find("step")) announce(words); // there the value is read out
  spoken = at;
  find("board-here").href = addressOf(positionPath(game.game, game.options, frame.position));
  const query = new URLSearchParams({ position: frame.position });
  for (const [name, value] of Object.entries(game.options)) query.set(name, String(value));
  find("play-here").href = addressOf(`/new/${game.game}?${query}`);
  find("play-here").hidden = at === last() && Boolean(game.result);
  find("result").hidden = at < last(); // it would belie what the board shows before
  find("first").disabled = find("back").disabled = at === 0;
  find("forward").disabled = find("last").disabled = find("run").disabled = at === last();
  markStep(at);
  showVerdict();
  showChart();
}

/** Show the next step with its animation. */
async function walk() {
  if (at >= last()) return;
  await picture(at + 1);
  const next = game.frames[at + 1];
  if (next.move) await perform(board, next.move, next.player, next.svg);
  go(at + 1);
}

async function run() {
  running = !running;
  find("run").setAttribute("aria-pressed", String(running));
  while (running && at < last()) {
    await walk();
    await pause(450);
  }
  running = false;
  find("run").setAttribute("aria-pressed", "false");
}

function halt() {
  running = false;
}

// Analysis.

function startAnalysis() {
  chartFocus = document.activeElement === find("analyse-button");
  find("analyse-button").hidden = true;
  find("progress-line").hidden = false;
  showInView(find("progress-line"));
  const began = performance.now();
  let quarters = -1; // the percentages announced: every one would be too much to listen to
  stop = analyse({ record: game.record }, (view) => {
    find("progress").value = view.progress;
    const { preparing } = view;
    const words = preparing ? say("study.preparing", { done: preparing.done, total: preparing.total }) : progressWords(view.progress, (performance.now() - began) / 1000);
    tell(find("progress-words"), words);
    if (view.result) found = view.result;
    const done = !["waiting", "running"].includes(view.state);
    if (done) find("progress-line").hidden = true;
    if (view.state === "done") announce(say("replay.analysed"));
    else if (!done && Math.floor(view.progress * 4) > quarters) {
      quarters = Math.floor(view.progress * 4);
      announce(words);
    }
    document.body.dataset.analysis = view.state;
    if (found) showAnalysis(done);
  }, (error) => {
    find("progress-line").hidden = true;
    find("analyse-button").hidden = false;
    tell(find("problem"), error.message);
  });
}

/**
 * Show the progress of the analysis, and once it can be estimated, the time left.
 * @param {number} part
 * @param {number} seconds spent so far
 */
function progressWords(part, seconds) {
  const percent = Math.round(part * 100);
  return part < 0.15 ? say("replay.analysing", { percent }) : say("replay.analysing_left", { percent, seconds: Math.ceil((seconds * (1 - part)) / part) });
}

/** @param {boolean} done */
function showAnalysis(done) {
  const first = find("chart-box").hidden;
  find("chart-box").hidden = false;
  const sides = sidesOf(game.players);
  tell(find("chart-caption"), sides.length === 2 ? say("replay.chart_of", { name: sides[0].name }) : say("replay.chart_many"));
  showChart();
  showVerdict();
  showTotals();
  showBlunders(done);
  markVerdicts(found?.steps ?? []);
  if (first) scrollToChart();
}

/** Scroll the chart into view, because the pressed button is far below it; the focus follows. */
function scrollToChart() {
  const box = find("chart-box");
  if (chartFocus && document.activeElement === document.body) box.focus({ preventScroll: true });
  showInView(box);
}

/**
 * @param {Chance[] | undefined} list
 * @returns {Record<string, number>}
 */
const chancesOf = (list) => Object.fromEntries((list || []).map(({ player, chance }) => [String(player), chance]));
/** @param {number} number */
const stepOf = (number) => found?.steps?.find((step) => step.step === number) ?? null;
const blunders = () => (found?.steps || []).filter((step) => ["mistake", "blunder"].includes(step.verdict ?? ""));

function showChart() {
  if (!found?.steps?.length) return;
  /** @type {(Record<string, number> | null)[]} */
  const points = [chancesOf(stepOf(1)?.chances_before)];
  for (let number = 1; number <= last(); number += 1) {
    const step = stepOf(number);
    const won = number === last() && game.result?.by === "rules" ? Object.fromEntries(game.players.map(({ player }) => [player, wonBy(player)])) : null;
    points.push(won || (step ? chancesOf(step.chances_after) : null));
  }
  const marks = blunders().map((step) => ({ step: step.step, player: String(step.player) }));
  drawChart(find("chart"), { players: game.players, points, marks, total: last(), at, go: visitStep });
}

/** @param {string} player */
const wonBy = (player) => (game.result?.winners.length ? (game.result.winners.includes(player) ? 1 : 0) : 0.5);

function showVerdict() {
  const box = find("verdict");
  const step = stepOf(at);
  box.hidden = !step?.verdict;
  board.mark([]);
  if (!step?.verdict) return;
  const bad = ["inaccuracy", "mistake", "blunder"].includes(step.verdict);
  box.className = `verdict ${bad ? "bad" : "good"}`;
  /** @type {HTMLElement[]} */
  const parts = [make("p", {}, make("b", {}, say(`replay.verdict_${step.verdict}`)), ` ${say("replay.chance_now")}`, ...chanceWords(step.chances_after || []))];
  if (step.luck !== null && step.luck !== undefined) parts.push(make("p", {}, luckWords(step.luck)));
  if (bad) parts.push(make("button", { type: "button", id: "show-better", onclick: () => showBetter(step) }, say("replay.show_better")));
  box.replaceChildren(...parts);
}

/**
 * Return the chances one by one; no line is broken between a name and its chance.
 * @param {Chance[]} chances
 */
function chanceWords(chances) {
  return sayChances(game.players, chances).flatMap((words, index, all) => [
    make("span", { class: "whole" }, words),
    say(index < all.length - 1 ? "replay.comma" : "replay.stop"),
  ]);
}

/**
 * Say what a throw did to the winning chances.
 * @param {number} luck
 */
function luckWords(luck) {
  const points = hundredths(Math.abs(luck));
  return say(points === "0" ? "replay.throw_even" : luck > 0 ? "replay.throw_lucky" : "replay.throw_unlucky", { points });
}

/**
 * Show the better move on the board, in the position in which it could have been made.
 * @param {StepAnalysis} step
 */
async function showBetter(step) {
  halt();
  const asked = { game: game.game, options: game.options, position: game.frames[step.step - 1].position, ...pictureFormat(), side: game.turned ? "other" : "own" };
  /** @type {PositionView} */
  let before = await post("/api/positions", asked);
  if (before.waits_for === "throw" && step.throw) before = await post("/api/positions/play", { ...asked, throw: step.throw });
  board.show(before.svg);
  board.player = before.turn;
  const better = before.moves.find((move) => move.move === step.best);
  if (better) board.mark([{ kind: "better", move: better }, ...endsOf(better).map((place) => ({ kind: "better", place }))]);
  const sentence = say("replay.better", { move: better ? sayMove(better) : step.best });
  tell(find("step-words"), sentence);
  /** @type {WordsView | null} */
  const why = await post("/api/positions/why-better", { ...asked, position: before.position, better: step.best, played: step.move }).catch(() => null);
  if (at !== step.step) return;
  const words = [sentence, why?.words].filter(Boolean).join(" ");
  tellSentences(find("step-words"), words);
  announce(words);
}

function showTotals() {
  const lucky = (found?.steps || []).some((step) => step.luck !== null && step.luck !== undefined);
  const rows = (found?.totals || []).map((total) => make("tr", {},
    make("th", { scope: "row" }, nameOf(total.player)),
    lucky ? make("td", {}, sayPoints(total.luck)) : null,
    make("td", {}, skill(total))));
  find("totals").replaceChildren(make("table", {},
    make("thead", {}, make("tr", {}, make("td"), lucky ? make("th", { scope: "col" }, say("replay.luck")) : null, make("th", { scope: "col" }, say("replay.skill")))),
    make("tbody", {}, ...rows)), ...(lucky ? [make("p", { class: "note" }, say("replay.luck_note"))] : []));
}

/**
 * Say how well a player chose, if there was any choice that made a difference.
 * @param {PlayerTotal} total
 */
function skill(total) {
  if (!total.decisions) return say("replay.skill_none");
  if (total.accuracy === null) return say("replay.skill_even");
  return say("replay.skill_words", { mistakes: total.verdicts.mistake + total.verdicts.blunder, decisions: total.decisions });
}

/** Say that there were no costly moves, or why there could not be any. */
function noBlunders() {
  if ((found?.totals || []).some((total) => total.decisions)) return say("replay.no_blunders");
  const thrown = found?.steps?.some((step) => step.throw);
  return say(thrown && game.result?.by === "rules" ? "replay.only_luck" : "replay.no_choices");
}

/** @param {boolean} done */
function showBlunders(done) {
  const worst = blunders().sort((one, other) => other.loss - one.loss).slice(0, 6).sort((one, other) => one.step - other.step);
  const lines = worst.map((step) => make("li", {}, make("button", { type: "button", onclick: () => { visitStep(step.step); showBetter(step); } },
    say("replay.blunder_line", { step: step.step, name: nameOf(step.player), move: game.frames[step.step].move?.label ?? step.move, loss: hundredths(step.loss) }))));
  find("blunders").replaceChildren(...(lines.length || !done ? lines : [make("li", {}, noBlunders())]));
}

// Buttons and keys.

function download() {
  const link = find("download");
  link.href = match ? addressOf(`/api/matches/${encodeURIComponent(match)}/record`) : URL.createObjectURL(new Blob([game.record], { type: "text/plain" }));
  link.download = `${game.game}.banmen`;
}

find("first").addEventListener("click", () => { halt(); go(0); });
find("back").addEventListener("click", () => { halt(); go(at - 1); });
find("forward").addEventListener("click", () => { halt(); walk(); });
find("last").addEventListener("click", () => { halt(); go(last()); });
find("run").addEventListener("click", run);
find("step").addEventListener("input", () => { halt(); go(Number(find("step").value)); });
find("analyse-button").addEventListener("click", startAnalysis);
find("share-position").addEventListener("click", () => share(positionPath(game.game, game.options, game.frames[at].position), find("shared")));
find("share-replay").addEventListener("click", () => share(replayPath(game.record, packed, at), find("shared")));
addEventListener("pagehide", () => stop?.());
document.addEventListener("keydown", (event) => {
  if (!game || targetOf(event).closest?.("input, textarea, select") || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "ArrowLeft") go(at - 1);
  else if (event.key === "ArrowRight") go(at + 1);
  else if (event.key === "Home") go(0);
  else if (event.key === "End") go(last());
  else return;
  halt();
  event.preventDefault();
});
document.addEventListener("picturechange", async () => {
  if (!game) return;
  game = await askAll((await readReplayAddress(location.hash))?.record);
  go(at);
});

begin();
