// The analysis board: any position, the value of every move, and lines to step through.

import { addressOf } from "./addresses.js";
import { analyse } from "./analysis.js";
import { announce } from "./announce.js";
import { messageOf, post } from "./api.js";
import { Board } from "./board.js";
import { find, make, showInView, tell } from "./elements.js";
import { buttonWords, pretty } from "./format.js";
import { perform } from "./motion.js";
import { wordMoves } from "./selection.js";
import { offerTurning, pictureFormat } from "./picture-format.js";
import { positionPath, share } from "./sharing.js";
import { sayChances } from "./sides.js";
import { tumble } from "./sticks.js";
import { hundredths, say, sayPoints } from "./words.js";

const { game = "", position: first = "" } = document.body.dataset;
/** @type {Options} */
const options = JSON.parse(document.body.dataset.options ?? "{}");
const board = new Board(find("board"), { play, refused, considered });
const SECONDS = 6;
const AT_ONCE = ["network", "table"]; // engines whose judgement does not depend on their time
/** @type {(PositionView & {step: string})[]} */
let line = []; // views from the first position on, each with the step that led to it
let at = -1;
/** @type {(() => void) | null} */
let stop = null;

const view = () => line[at];
/** @param {object} more */
const asked = (more = {}) => ({ game, options, ...pictureFormat(), ...more });

/**
 * Request a view of the line again, in the current form of pictures.
 * @param {PositionView} one
 * @param {PositionView | undefined} before
 * @returns {Promise<PositionView>}
 */
function drawAgain(one, before) {
  if (!one.last || !before) return post("/api/positions", asked({ options: one.options, position: one.position }));
  return post("/api/positions/play", asked({ options: before.options, position: before.position, move: one.last.move }));
}

/** @param {string} position */
async function set(position) {
  try {
    /** @type {PositionView} */
    const answer = await post("/api/positions", asked(position ? { position } : {}));
    line = [{ ...answer, step: say("study.begin") }];
    at = 0;
    render();
  } catch (error) {
    tell(find("problem"), messageOf(error));
    if (at < 0 && position) await set("");
    tell(find("problem"), messageOf(error));
    find("problem").scrollIntoView({ block: "nearest" });
  }
}

/**
 * Make a step: a move or a throw. Later steps are dropped unless the next one is the same.
 * @param {{move?: string, throw?: number}} more
 * @param {string} name
 */
async function step(more, name) {
  if (line[at + 1]?.step === name) return go(at + 1);
  const before = view();
  try {
    /** @type {PositionView} */
    const next = await post("/api/positions/play", asked({ position: before.position, options: before.options, ...more }));
    board.offer([], before.turn, false);
    if (more.move) {
      await perform(board, before.moves.find((move) => move.move === more.move) || next.last, before.turn, next.svg);
    } else {
      board.show(next.svg);
      await tumble(board);
    }
    line = [...line.slice(0, at + 1), { ...next, step: name }];
    at += 1;
    render();
  } catch (error) {
    inform(messageOf(error));
  }
}

/** @param {MoveView} move */
function play(move) {
  step({ move: move.move }, pretty(move.move));
}

/**
 * @param {string | null} from
 * @param {string} to
 * @param {string | null} owner
 */
async function refused(from, to, owner = null) {
  if (view().waits_for === "throw") return inform(say("study.throw_which"));
  const { options: settled, position } = view();
  /** @type {WordsView} */
  const answer = await post("/api/positions/why", { game, options: settled, position, from, to, owner }).catch((error) => ({ words: error.message }));
  inform(answer.words);
}

/**
 * Show something, and announce it to screen readers.
 * @param {string} words
 */
function inform(words) {
  tell(find("message"), words);
  announce(words);
}

/** @param {MoveView | null} move */
function considered(move) {
  tell(find("message"), move ? `${pretty(move.move)}${move.words ? `: ${move.words}` : ""}` : "");
}

/** @param {number} number */
function go(number) {
  at = Math.min(Math.max(number, 0), line.length - 1);
  render();
}

function render() {
  const now = view();
  board.show(now.svg);
  board.names(true); // the moves below name places
  offerTurning(now.turnable);
  board.offer(now.moves, now.turn, now.waits_for === "move");
  editing(false);
  tell(find("status"), now.result ? now.result.words : now.status);
  tell(find("description"), now.description);
  tell(find("message"), "");
  tell(find("problem"), ""); // it was about a text that is no longer there
  announce(now.result ? now.result.words : now.status);
  find("position").value = now.position;
  find("back").disabled = at === 0;
  find("forward").disabled = at === line.length - 1;
  find("line").replaceChildren(...line.map((one, index) => make("li", {}, make("button", { type: "button", "aria-current": index === at ? "true" : null, onclick: () => go(index) }, one.step))));
  find("line").querySelector('[aria-current="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
  const query = new URLSearchParams({ position: now.position });
  for (const [name, value] of Object.entries(now.options)) query.set(name, String(value));
  find("play-here").href = addressOf(`/new/${game}?${query}`);
  find("play-here").hidden = Boolean(now.result);
  history.replaceState(null, "", `${location.pathname}?${new URLSearchParams({ position: now.position, ...options })}`);
  renderActions(now);
  think();
}

/** @param {PositionView} now */
function renderActions(now) {
  const buttons = now.waits_for === "throw"
    ? (now.throws || [1, 2, 3, 4, 5]).map((value) => make("button", { type: "button", "data-throw": value, onclick: () => step({ throw: value }, `[${value}]`) }, say("study.throw_value", { value })))
    : wordMoves(now.moves).map((move) => make("button", { type: "button", "data-move": move.move, onclick: () => play(move) }, buttonWords(move)));
  find("actions").replaceChildren(make("div", { class: "row" }, ...buttons));
}

// The values of the moves.

function think() {
  stop?.();
  stop = null;
  const now = view();
  showValues(null);
  tell(find("judged"), "");
  find("thinking").hidden = true;
  if (!find("live").checked || now.waits_for === "nothing") return;
  showProgress(0);
  stop = analyse({ game, options: now.options, position: now.position, seconds: SECONDS },
    (report) => {
      const thinking = ["waiting", "running"].includes(report.state);
      if (report.result) showValues(report.result);
      tell(find("judged"), report.result ? sayHowJudged(report.result, thinking) : "");
      if (thinking) showProgress(report.progress, report.preparing);
      else find("thinking").hidden = true;
      document.body.dataset.analysis = report.state;
    },
    (error) => {
      find("thinking").hidden = true;
      tell(find("chances"), messageOf(error));
    });
}

/**
 * @param {number} part
 * @param {WarmView | null} [preparing]
 */
function showProgress(part, preparing) {
  find("thinking").hidden = false;
  tell(find("thinking-words"), preparing ? say("study.preparing", { done: preparing.done, total: preparing.total }) : say("study.thinking"));
  find("progress").value = part;
}

/**
 * Say how deep a search has looked, which is deeper than a hint; values that are proven or known at once do not depend on it.
 * @param {AnalysisResult} found
 * @param {boolean} thinking
 */
function sayHowJudged({ engine = "", exact, depth, seconds = 0 }, thinking) {
  if (exact || !depth || AT_ONCE.includes(engine)) return "";
  return say(thinking ? "study.first_look" : "study.judged", { depth, seconds: Math.max(1, Math.round(seconds)) });
}

/** @param {AnalysisResult | null} found */
function showValues(found) {
  const now = view();
  tell(find("chances"), found ? sayChances(now.players, found.chances || []).join(" · ") : "");
  const moves = found?.moves?.length ? found.moves : null;
  const throws = found?.throws?.length ? found.throws : null;
  if (throws) return find("values").replaceChildren(...throws.map((one) => valueLine(say("study.throw_value", { value: one.throw }), pretty(one.best), sayPoints(one.luck), one.probability, () => step({ throw: one.throw }, `[${one.throw}]`))));
  /** @type {MoveValue[]} */
  const shown = moves || now.moves.map((move) => ({ move: move.move }));
  find("values").replaceChildren(...shown.slice(0, 60).map((one) => {
    const known = now.moves.find((move) => move.move === one.move);
    const chance = one.chance === undefined ? "" : `${say("study.percent", { chance: hundredths(one.chance) })}${one.exact ? " ✓" : ""}`;
    const element = valueLine(pretty(one.move), known?.words || "", chance, one.chance ?? 0, () => known && play(known));
    if (known) element.firstChild?.addEventListener("pointerenter", () => board.preview(known));
    if (known) element.firstChild?.addEventListener("pointerleave", () => board.preview(null));
    return element;
  }));
}

/**
 * @param {string} name
 * @param {string} words
 * @param {string} value
 * @param {number} part
 * @param {() => unknown} go
 */
function valueLine(name, words, value, part, go) {
  const fill = make("span", { class: "fill", "aria-hidden": "true" });
  fill.style.width = `${Math.round(part * 100)}%`;
  return make("li", {}, make("button", { type: "button", onclick: () => { go(); showInView(find("board")); } }, fill, make("b", {}, name), make("span", { class: "told-words" }, words), make("span", { class: "percent" }, value)));
}

// Moving pieces freely: the text is changed by the server's rules, or refused with a reason.

/** @param {boolean} on */
function editing(on) {
  if (!view()) return;
  find("edit-button").setAttribute("aria-pressed", String(on));
  if (on) board.offer([], view().turn, false);
  board.setFreeListener(on ? shift : null);
  if (on) {
    inform(say("study.edit_help"));
  }
}

/**
 * @param {string | null} piece
 * @param {Place | null} from
 * @param {Place} to
 */
async function shift(piece, from, to) {
  if (!from) return; // nothing is there
  try {
    /** @type {PositionView} */
    const answer = await post("/api/positions/shift", asked({ options: view().options, position: view().position, piece, from: from.name, to: to.name }));
    line = [...line.slice(0, at + 1), { ...answer, step: `${from.name} ⇢ ${to.name}` }];
    at += 1;
    render();
    editing(true);
  } catch (error) {
    render();
    editing(true);
    inform(messageOf(error));
  }
}

find("set").addEventListener("submit", (event) => {
  event.preventDefault();
  set(find("position").value.trim().replace(/\s+/g, " "));
});
find("start-button").addEventListener("click", () => set(""));
find("edit-button").addEventListener("click", () => editing(find("edit-button").getAttribute("aria-pressed") !== "true"));
find("back").addEventListener("click", () => go(at - 1));
find("forward").addEventListener("click", () => go(at + 1));
find("live").addEventListener("change", think);
find("share-position").addEventListener("click", () => share(positionPath(game, options, view().position), find("shared")));
document.addEventListener("picturechange", async () => {
  if (!view()) return;
  line = await Promise.all(line.map(async (one, index) => ({ ...(await drawAgain(one, line[index - 1])), step: one.step })));
  render();
});
addEventListener("pagehide", () => stop?.());

find("main").inert = true; // until there is a board
set(first).finally(() => { find("main").inert = false; });
