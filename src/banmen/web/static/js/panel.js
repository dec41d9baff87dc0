// The panel beside the board: the players, what to do next, and the buttons for it.

import { get, post } from "./api.js";
import { draw, find, unset, make, parsePicture, tell, tellSentences } from "./elements.js";
import { ending, renderStory } from "./ending.js";
import { signOf } from "./forced.js";
import { buttonLabel, buttonWords, playerLines, sayMove, throwIcon } from "./format.js";
import { movesFrom, wordMoves } from "./selection.js";
import { theme } from "./settings.js";
import { isAsking, ownPlayers, state } from "./state.js";
import { lang, say } from "./words.js";

/**
 * The functions that the panel's buttons call.
 * @typedef {{act: (type: string) => void, play: (move: MoveView) => void, lookFurther: (steps: number) => void, comeBack: () => void,
 *   askWhy: () => void}} Doing
 */

/** @type {Doing} */
let doing = unset();
/** @type {SVGElement | null} */
let spare = null; // a picture with a piece of every player, once it is needed
/** @type {ChildNode | null} */
let noted = null; // the beginning of the message, if it says what has happened
const latest = new ResizeObserver(() => requestAnimationFrame(showLatest)); // a new button takes room from it

/** Show the latest message if there is no room for all of it; what is above it can be scrolled to. */
function showLatest() {
  const message = find("message"), { scrollHeight, clientHeight } = message;
  const cut = noted !== null && message.firstChild === noted && scrollHeight > clientHeight + 1;
  message.classList.toggle("cut", cut);
  if (cut) message.scrollTop = scrollHeight;
}

/**
 * Set the functions that the buttons call.
 * @param {Doing} called
 */
export function wire(called) {
  doing = called;
}

/**
 * Show the panel; during an animation, `change` has its text (`acting`) and its player (`turn`); while the visitor looks
 * back, the step that is looked at (`looking`).
 * @param {{acting?: string, turn?: string | null, looking?: FrameView}} change
 */
export function renderPanel(change = {}) {
  if (change.looking) return renderLooking(change.looking);
  if (state.looking !== null) return; // changes are shown once the visitor comes back
  const { view, board } = state;
  const moving = Boolean(change.acting);
  const lines = playerLines(board.svg, { ...view, turn: change.turn ?? view.turn, result: moving ? null : view.result }, spare, ownPlayers(view));
  const focused = showPlayers(lines);
  if (view.result && !spare && find("players").querySelector(".token.plain")) lookUpPieces();
  tellSentences(find("status"), change.acting || (isAsking() ? say("play.why_status") : view.status));
  find("status").hidden = Boolean(view.result) && !moving;
  find("status").classList.toggle("thinking", !moving && !view.yours && !view.result && !view.together);
  tell(find("description"), view.description);
  find("thrown").hidden = !view.thrown || moving || Boolean(view.result);
  tell(find("thrown"), String(view.thrown ?? ""));
  renderActions(moving);
  if (!find("message").textContent) {
    tellSentences(find("message"), moving ? "" : state.note);
    noted = find("message").firstChild;
    showLatest();
    latest.observe(find("message"));
  }
  renderTools();
  state.company?.dress();
  focusPlayer(focused);
  renderStory(moving, () => doing.act("seal"));
}

/**
 * Show the panel for a past step.
 * @param {FrameView} frame
 */
function renderLooking(frame) {
  const { view, board } = state;
  const focused = showPlayers(playerLines(board.svg, { ...view, turn: frame.player, result: null }, spare, ownPlayers(view)));
  tell(find("status"), say(frame.step ? "play.looking" : "play.looking_start", { step: frame.step, steps: state.steps }));
  find("status").hidden = false;
  find("status").classList.remove("thinking");
  find("thrown").hidden = frame.thrown === null;
  tell(find("thrown"), String(frame.thrown ?? ""));
  renderActions(false);
  renderTools();
  state.company?.dress();
  focusPlayer(focused);
}

/**
 * Show the lines of the players, and return whose line had the focus.
 * @param {HTMLElement[]} lines
 */
function showPlayers(lines) {
  const line = /** @type {HTMLElement | null | undefined} */ (document.activeElement?.closest("#players > .player"));
  find("players").replaceChildren(...lines);
  return line?.dataset.player;
}

/**
 * Return the focus to the line of a player.
 * @param {string | undefined} player
 */
function focusPlayer(player) {
  if (player) /** @type {HTMLElement | null} */ (find("players").querySelector(`[data-player="${CSS.escape(player)}"] button`))?.focus({ preventScroll: true });
}

/** Fetch a picture of the start, because a player who has lost all pieces still needs one as a symbol. */
async function lookUpPieces() {
  const { game, options } = state.view;
  const query = new URLSearchParams({ ...options, position: "start", theme: theme(), lang });
  /** @type {string} */
  const text = await get(`/pictures/${game}.svg?${query}`).catch(() => "");
  if (!text || spare) return;
  spare = parsePicture(text);
  renderPanel();
}

function renderTools() {
  const { view } = state;
  const people = ownPlayers(view).length > 0;
  const helped = people && !view.together; // there is no help against other people
  find("hint-button").hidden = find("dangers-button").hidden = find("why-button").hidden = !helped || Boolean(view.result);
  const past = state.looking !== null;
  find("hint-button").disabled = find("why-button").disabled = past || !(view.yours && view.waits_for === "move");
  find("dangers-button").disabled = past || !view.yours;
  find("undo-button").disabled = past || !view.can_undo || state.acting;
  find("past-button").disabled = view.steps === 0;
  const seen = past || !view.yours || view.steps === 0 || state.showing;
  find("again-button").disabled = find("see-again").hidden = seen;
  find("again-button").hidden = Boolean(view.result); // then the whole game can be reviewed
  find("undo-button").hidden = !helped;
  find("resign-button").hidden = Boolean(view.result) || !people;
  find("typed").hidden = Boolean(view.result) || !people;
  const [first] = view.yours ? view.moves : [];
  find("typed-move").placeholder = first ? say("play.type_example", { move: first.move }) : "";
  tell(/** @type {HTMLElement} */ (find("in-words").querySelector("summary")), say(find("typed").hidden ? "play.in_words" : "play.by_words"));
  find("typed-moves").replaceChildren(...(view.yours ? view.moves : []).map((move) => make("option", { value: move.move }, move.words)));
}

/**
 * Show the possible actions. While one is in progress, or the server is away, the buttons stay, but do nothing.
 * @param {boolean} changing
 */
export function renderActions(changing = state.showing) {
  const box = find("actions");
  const made = changing ? [] : actions();
  // Unchanged buttons are left alone, so that they keep the focus.
  const sign = made.map((element) => element.dataset.action || element.textContent).join("|") + (state.looking === null ? signOf(state.view) : "past");
  if (box.dataset.sign !== sign) {
    box.dataset.sign = sign;
    box.replaceChildren(...made);
    listMoves();
  }
  const held = state.acting && !state.view.result;
  for (const button of box.querySelectorAll("button")) {
    if (button.dataset.action === "look-back") button.disabled = state.looking === 0;
    if (held) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  }
}

/** @returns {HTMLElement[]} */
function actions() {
  const { view, path } = state;
  if (state.looking !== null) return lookingBack();
  if (isAsking()) return [make("button", { type: "button", class: "big", id: "leave-why", "data-action": "leave-why", onclick: doing.askWhy }, say("play.why_leave"))];
  if (view.result) return ending();
  if (!view.yours) return [...preparing(), ...(view.thinking ? [make("button", { type: "button", "data-action": "stop", onclick: () => post(`${path}/stop`).catch(() => {}) }, say("play.stop"))] : [])];
  if (view.waits_for === "throw") {
    return [make("button", { type: "button", class: "big throw", id: "throw", "data-action": "throw", onclick: () => doing.act("throw") }, throwIcon(view.game), make("span", {}, say("play.throw")))];
  }
  if (view.moves.length === 1) {
    const [move] = view.moves;
    const words = say("play.only", { move: sayMove(move) });
    return [make("button", { type: "button", class: "big only", id: "only", "data-move": move.move, "data-action": "only", onclick: () => doing.play(move) }, make("span", {}, say("play.only_play")), make("small", {}, words))];
  }
  return wordMoves(view.moves).map((move) => make("button", { type: "button", class: "choice", "data-move": move.move, onclick: () => doing.play(move) }, buttonWords(move)));
}

/** Say that strong computers are still being prepared, if one is waiting for them. */
function preparing() {
  return state.preparing ? [make("p", { class: "preparing" }, state.preparing)] : [];
}

function lookingBack() {
  /**
   * @param {string} action
   * @param {string} words
   * @param {string} path
   * @param {number} steps
   */
  const arrow = (action, words, path, steps) => make("button", { type: "button", class: "step", "data-action": action, "aria-label": words, title: words, onclick: () => doing.lookFurther(steps) },
    draw("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, draw("path", { d: path, fill: "currentColor" })));
  return [make("div", { class: "row past-row" },
    arrow("look-back", say("play.step_back"), "M17 5v14L6 12z", -1),
    arrow("look-on", say("play.step_on"), "M7 5v14l11-7z", 1),
    make("button", { type: "button", class: "big", id: "to-now", "data-action": "now", onclick: () => doing.comeBack() }, say("play.to_now")))];
}

/** List the moves of the picked piece, or all moves if there are few. */
export function listMoves() {
  const { view, board, showing } = state;
  const due = view?.yours && view.waits_for === "move" && !showing && state.looking === null && !isAsking();
  const all = due ? view.moves.filter((move) => !wordMoves([move]).length) : [];
  const some = board.picked !== null ? movesFrom(all, board.picked) : all;
  const telling = some.length <= 4 || some.some((move) => move.effects.length || move.choice);
  const shown = view && view.moves.length > 1 && some.length <= 8 && telling ? some : [];
  find("moves").replaceChildren(...shown.map((move) => make("li", {}, make("button", {
    type: "button", "data-move": move.move, onclick: () => doing.play(move),
    onpointerenter: () => board.preview(move), onfocus: () => board.preview(move), onpointerleave: () => board.preview(null),
  }, make("b", {}, buttonLabel(move)), make("span", {}, move.outcome)))));
}
