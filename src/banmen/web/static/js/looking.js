// Looking back during a game: the list of moves, any earlier position, and a replay of what the others have just done.
// Nothing is taken back by it: news of the match waits in the meantime, and the way back to the present is always at hand.

import { announce } from "./announce.js";
import { get } from "./api.js";
import { find, findAll, make, tellSentences } from "./elements.js";
import { show } from "./event-player.js";
import { token } from "./format.js";
import { keep } from "./help.js";
import { renderPanel } from "./panel.js";
import { formatQuery } from "./picture-format.js";
import { pace, set, settings } from "./settings.js";
import { state } from "./state.js";
import { hurry, isHurried, rest } from "./tween.js";
import { say } from "./words.js";

const MOST = 40; // events that are shown again
const STILL = 1300; // milliseconds for each picture if nothing moves

/** @type {FrameView[]} */
let frames = []; // the steps of the match; their pictures are fetched when needed
let known = -1; // the number of the last event they include
/** @type {() => void} */
let returned = () => {}; // called once the present is shown again

/**
 * Set the function to call when the visitor comes back to the present.
 * @param {() => void} called
 */
export function wireLooking(called) {
  returned = called;
}

/** Drop the steps: some were taken back, or the form of pictures has changed. */
export function forgetSteps() {
  frames = [];
  known = -1;
}

const last = () => frames.length - 1;

/** Fetch the steps that are new since the last time. */
async function refresh() {
  const { view, path } = state;
  if (known === view.seq) return;
  let found = frames.slice(0, Math.max(0, last())); // the last one may have been a throw without its move
  for (let total = Infinity; found.length < total;) { // an answer has room for so many steps
    /** @type {ReplayView} */
    const replay = await get(`${path}/replay?pictures=false&first=${found.length}`);
    found = [...found, ...replay.frames];
    total = replay.frames.length ? replay.total : 0;
  }
  frames = found;
  known = view.seq;
}

/**
 * Return a step with its picture.
 * @param {number} step
 */
async function pictured(step) {
  const frame = frames[step];
  if (frame.svg) return frame;
  /** @type {ReplayView} */
  const replay = await get(`${state.path}/replay?${formatQuery({ first: step, count: 1 })}`);
  frame.svg = replay.frames[0].svg;
  return frame;
}

// Looking at one step.

/** End at once whatever is being shown. */
async function endShow() {
  while (state.showing) {
    hurry();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Show the game after a step; the last one is the present.
 * @param {number} step
 */
export async function look(step) {
  await endShow();
  try {
    await refresh();
    if (step >= last()) return comeBack();
    state.looking = Math.max(0, step);
    state.steps = last();
    const frame = await pictured(state.looking);
    if (state.looking !== frame.step) return; // a later request was faster
    const { board } = state;
    board.element.querySelector(".cheer")?.remove();
    board.show(frame.svg);
    board.names(settings.coordinates);
    board.offer([], frame.player ?? "", false);
    document.body.classList.add("looking");
    renderPanel({ looking: frame });
    tellSentences(find("message"), frame.words);
    announce(find("status").textContent);
    announce(frame.words);
    markStep();
  } catch (error) {
    comeBack();
  }
}

/**
 * Go back or forward by some steps from the one shown.
 * @param {number} steps
 */
export async function lookFurther(steps) {
  if (state.looking === null && steps > 0) return;
  await refresh().catch(() => {});
  await look((state.looking ?? last()) + steps);
}

/** Show the present again. */
export function comeBack() {
  if (state.looking === null) return;
  state.looking = null;
  document.body.classList.remove("looking");
  tellSentences(find("message"), state.note);
  markStep();
  returned();
  if (!state.showing) announce(find("status").textContent); // what happened in the meantime announces itself
}

// The list of moves.

/** Open the list of moves or close it: beside the board if there is room, otherwise over it. */
export async function toggleList() {
  const dialog = find("past-dialog");
  if (dialog.open) {
    set("past", false);
    return dialog.close();
  }
  const beside = matchMedia("(min-width: 60rem)").matches;
  if (beside) set("past", true);
  openList(beside);
  await listSteps();
  if (!beside) find("past-close").focus();
}

/** @param {boolean} beside */
function openList(beside) {
  const dialog = find("past-dialog");
  if (beside) dialog.show();
  else dialog.showModal();
  find("past-button").setAttribute("aria-expanded", "true");
  dialog.onclose = () => find("past-button").setAttribute("aria-expanded", "false");
}

/** Open the list if there is room for it beside the board, unless the visitor has closed it before. */
export function openListBeside() {
  if (settings.past === false || !matchMedia("(min-width: 60rem) and (min-height: 36rem)").matches) return;
  const focused = document.activeElement;
  openList(true);
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true }); // a dialog takes the focus when it opens
}

/** List the steps by turns, if the list is open. */
export async function listSteps() {
  if (!find("past-dialog").open) return;
  try {
    await refresh();
  } catch {
    return; // without the server the list stays as it is
  }
  const list = find("past");
  const sign = `${known} ${frames.length}`;
  if (list.dataset.sign !== sign) {
    list.dataset.sign = sign;
    list.replaceChildren(...turns().map(turnLine));
  }
  find("past-empty").hidden = last() > 0;
  markStep();
}

/** Return the steps, grouped by turn. */
function turns() {
  /** @type {FrameView[][]} */
  const found = [];
  for (const frame of frames.slice(1)) {
    if (found.at(-1)?.[0].player === frame.player) found.at(-1)?.push(frame);
    else found.push([frame]);
  }
  return found;
}

/** @param {FrameView[]} steps */
function turnLine(steps) {
  const player = steps[0].player ?? "";
  const seat = state.view.players.find((one) => one.player === player);
  return make("li", { class: "turn-line" },
    token(state.board.svg, player),
    make("div", {}, ...steps.map((frame) => make("button", { type: "button", "data-step": String(frame.step), onclick: () => choose(frame.step) },
      make("span", { class: "unseen" }, say("play.past_step", { step: frame.step, name: seat?.name ?? player })),
      frame.thrown !== null && frame.move ? make("b", {}, String(frame.thrown)) : null,
      make("span", {}, frame.short)))));
}

/** @param {number} step */
function choose(step) {
  if (find("past-dialog").matches(":modal")) {
    find("past-dialog").close();
    scrollTo({ top: 0 }); // to the board
  }
  look(step);
}

/** Mark the step that is shown, and scroll it into view. */
function markStep() {
  const list = find("past");
  const shown = String(state.looking ?? last());
  for (const button of findAll(list, "[data-step]")) {
    const here = button.dataset.step === shown;
    if (here) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
    if (here) list.scrollTop = Math.max(0, button.offsetTop - list.clientHeight / 2);
  }
}

// Replaying what the others did.

/** Return which steps the others made last, as the first and the one after the last of them. */
function othersSteps() {
  const { players, turn } = state.view;
  const computers = players.filter(({ who }) => who !== "human").map(({ player }) => player);
  /** @param {string | null} player */
  const isOther = (player) => (computers.length ? computers.includes(player ?? "") : player !== turn);
  let end = frames.length;
  while (end > 1 && !isOther(frames[end - 1].player)) end -= 1;
  let first = end;
  while (first > 1 && isOther(frames[first - 1].player)) first -= 1;
  return { first, end };
}

/** Replay what the others did since the visitor's last move, and then show the present. */
export async function seeAgain() {
  if (state.showing || state.acting) return;
  state.looking = null;
  state.showing = true;
  document.body.classList.add("looking");
  try {
    await refresh();
    const { first, end } = othersSteps();
    if (first === end) keep(say("play.nothing_to_see"));
    else await (pace() ? walkThrough(first, end) : pageThrough(first, end));
  } catch {
    // Without the server there is nothing to replay.
  }
  document.body.classList.remove("looking");
  tellSentences(find("message"), state.note);
  state.showing = false;
  returned();
}

/**
 * Replay some steps.
 * @param {number} first
 * @param {number} end
 */
async function walkThrough(first, end) {
  const { board, view } = state;
  const from = await pictured(first - 1);
  const to = await pictured(end - 1);
  board.offer([], "", false);
  board.show(from.svg);
  await show(board, from, frames.slice(first, end).flatMap(eventsOf), { ...view, position: to.position, svg: to.svg }, retell, MOST);
}

/**
 * Show steps as pictures, for visitors who want no animation.
 * @param {number} first
 * @param {number} end
 */
async function pageThrough(first, end) {
  for (let step = first; step < end && !isHurried(); step += 1) {
    const frame = await pictured(step);
    state.board.offer([], "", false);
    state.board.show(frame.svg);
    retell({ words: frame.words, player: frame.player });
    await rest(STILL);
  }
}

/** @param {{words: string, player: string | null}} event */
function retell({ words, player }) {
  renderPanel({ acting: say("play.seeing"), turn: player });
  tellSentences(find("message"), words || say("play.throwing"));
  announce(words);
}

/**
 * Return a step as its events: a throw, a move, or both.
 * @param {FrameView} frame
 * @returns {EventView[]}
 */
function eventsOf(frame) {
  const { player, thrown, move, words } = frame;
  const common = { seq: 0, at: 0, player };
  /** @type {EventView[]} */
  const made = [];
  if (thrown !== null) made.push({ ...common, kind: "throw", data: { value: thrown }, words: move ? "" : words, move: null });
  if (move) made.push({ ...common, kind: "move", data: { move: move.move }, words, move });
  return made;
}
