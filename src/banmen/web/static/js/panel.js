// The panel beside the board: who plays, what is to be done, and the buttons for it.

import { get, post } from "./api.js";
import { find, late, make, parsePicture, tell, tellSentences } from "./elements.js";
import { ending, renderStory } from "./ending.js";
import { buttonLabel, buttonWords, playerLines, sayMove, throwIcon } from "./format.js";
import { movesFrom, wordMoves } from "./selection.js";
import { theme } from "./settings.js";
import { state } from "./state.js";
import { lang, say } from "./words.js";

/** @typedef {{act: (type: string) => void, play: (move: MoveView) => void}} Doing */

/** @type {Doing} */
let doing = late(); // what the buttons call: act(type), play(move)
/** @type {SVGElement | null} */
let spare = null; // a picture with a piece of everybody, once it is needed

/**
 * Say what the buttons of the panel call.
 * @param {Doing} called
 */
export function wire(called) {
  doing = called;
}

/**
 * Show the panel; while something moves, `change` has its words (`acting`) and whose doing it is (`turn`).
 * @param {{acting?: string, turn?: string | null}} change
 */
export function renderPanel(change = {}) {
  const { view, board } = state;
  const moving = Boolean(change.acting);
  const lines = playerLines(board.svg, { ...view, turn: change.turn ?? view.turn, result: moving ? null : view.result }, spare);
  find("players").replaceChildren(...lines);
  if (view.result && !spare && find("players").querySelector(".token.plain")) lookUpPieces();
  tellSentences(find("status"), change.acting || view.status);
  find("status").hidden = Boolean(view.result) && !moving;
  find("status").classList.toggle("thinking", !moving && !view.yours && !view.result);
  document.body.classList.toggle("busy", moving); // nothing jumps while something moves
  tell(find("description"), view.description);
  find("thrown").hidden = !view.thrown || moving || Boolean(view.result);
  tell(find("thrown"), String(view.thrown ?? ""));
  renderActions(moving);
  if (!find("message").textContent) tellSentences(find("message"), moving ? "" : state.note);
  renderTools();
  renderStory(moving);
}

/** Get a picture of the start, for whoever has lost all pieces still wants to be known by one. */
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
  const people = view.players.some((player) => player.who === "human");
  find("hint-button").hidden = find("dangers-button").hidden = find("why-button").hidden = !people || Boolean(view.result);
  find("hint-button").disabled = find("why-button").disabled = !(view.yours && view.waits_for === "move");
  find("dangers-button").disabled = !view.yours;
  find("undo-button").disabled = !view.can_undo || state.acting;
  find("undo-button").hidden = !people;
  find("resign-button").hidden = Boolean(view.result) || !people;
  find("typed").hidden = Boolean(view.result) || !people;
  const [first] = view.yours ? view.moves : [];
  find("typed-move").placeholder = first ? say("play.type_example", { move: first.move }) : "";
  tell(/** @type {HTMLElement} */ (find("in-words").querySelector("summary")), say(find("typed").hidden ? "play.in_words" : "play.by_words"));
  find("typed-moves").replaceChildren(...(view.yours ? view.moves : []).map((move) => make("option", { value: move.move }, move.words)));
}

/**
 * Show what can be done now. While it is under way, or the server is away, the buttons stay, but do nothing.
 * @param {boolean} changing
 */
export function renderActions(changing = state.showing) {
  const box = find("actions");
  const made = changing ? [] : actions();
  // The same buttons are left alone, so that they keep the focus.
  const sign = made.map((element) => element.dataset.action || element.textContent).join("|") + state.view.seq;
  if (box.dataset.sign !== sign) {
    box.dataset.sign = sign;
    box.replaceChildren(...made);
    listMoves();
  }
  const held = (state.acting || state.away) && !state.view.result;
  for (const button of box.querySelectorAll("button")) {
    if (held) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  }
}

/** @returns {HTMLElement[]} */
function actions() {
  const { view, path } = state;
  if (view.result) return ending();
  if (!view.yours) return view.thinking ? [make("button", { type: "button", "data-action": "stop", onclick: () => post(`${path}/stop`).catch(() => {}) }, say("play.stop"))] : [];
  if (view.waits_for === "throw") {
    return [make("button", { type: "button", class: "big throw", id: "throw", "data-action": "throw", onclick: () => doing.act("throw") }, throwIcon(view.game), say("play.throw"))];
  }
  if (view.moves.length === 1) {
    const [move] = view.moves;
    const words = say("play.only", { move: sayMove(move) });
    return [make("button", { type: "button", class: "big only", id: "only", "data-move": move.move, "data-action": "only", onclick: () => doing.play(move) }, make("span", {}, say("play.only_play")), make("small", {}, words))];
  }
  return wordMoves(view.moves).map((move) => make("button", { type: "button", class: "choice", "data-move": move.move, onclick: () => doing.play(move) }, buttonWords(move)));
}

/** List the moves of what is picked, or all of them where there are few. */
export function listMoves() {
  const { view, board, showing } = state;
  const due = view?.yours && view.waits_for === "move" && !showing;
  const all = due ? view.moves.filter((move) => !wordMoves([move]).length) : [];
  const some = board.picked !== null ? movesFrom(all, board.picked) : all;
  const telling = some.length <= 4 || some.some((move) => move.effects.length || move.choice);
  const shown = view && view.moves.length > 1 && some.length <= 8 && telling ? some : [];
  find("moves").replaceChildren(...shown.map((move) => make("li", {}, make("button", {
    type: "button", "data-move": move.move, onclick: () => doing.play(move),
    onpointerenter: () => board.preview(move), onfocus: () => board.preview(move), onpointerleave: () => board.preview(null),
  }, make("b", {}, buttonLabel(move)), make("span", {}, move.outcome)))));
}
