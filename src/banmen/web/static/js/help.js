// Help during play: a hint, the pieces in danger, and why a piece cannot go there. Only the latest question is answered.
// Answers are shown and announced; the effects of a move under the pointer are only shown, since its place announces them.

import { announce } from "./announce.js";
import { get, post } from "./api.js";
import { find, tell, tellSentences } from "./elements.js";
import { sayMove } from "./format.js";
import { renderPanel } from "./panel.js";
import { endsOf } from "./selection.js";
import { isAsking, state } from "./state.js";
import { say } from "./words.js";

let questions = 0; // number of questions so far

/** Begin a question: answers to earlier ones are dropped. Returns a function that tells whether this is still the latest. */
function question() {
  const number = (questions += 1);
  const { seq } = state.view;
  find("hint-button").setAttribute("aria-busy", "false");
  find("message").classList.remove("thinking");
  return () => number === questions && seq === state.view.seq;
}

/** Request a good move and highlight only that; the picked piece is put down first. */
export async function hint() {
  const { board, path } = state;
  const button = find("hint-button");
  if (button.getAttribute("aria-busy") === "true") return;
  const wanted = question();
  stopAsking();
  unpress();
  board.mark([]);
  board.undoPick();
  button.setAttribute("aria-busy", "true");
  thinking(say("play.hint_thinking"));
  /** @type {{words: string, move?: MoveView}} */
  const answer = await get(`${path}/hint`).catch((error) => ({ words: error.message || say("play.hint_none") }));
  if (!wanted()) return;
  button.setAttribute("aria-busy", "false");
  keep(state.away ? "" : answer.words); // the notice says it already
  const { move } = answer;
  if (move) board.mark([{ kind: "hint", move }, ...endsOf(move).map((place) => ({ kind: "hint", place }))]);
}

/** Show the pieces in danger, or stop showing them. */
export async function showDangers() {
  const button = find("dangers-button");
  const on = button.getAttribute("aria-pressed") !== "true";
  const wanted = question();
  stopAsking();
  button.setAttribute("aria-pressed", String(on));
  if (!on) {
    keep("");
    return state.board.mark([]);
  }
  /** @type {DangersView} */
  const answer = await get(`${state.path}/threats`).catch((error) => ({ places: [], words: error.message }));
  if (!wanted()) return unpress();
  state.board.mark(answer.places.map((place) => ({ kind: "danger", place })));
  keep(answer.words || say("play.nothing_in_danger"));
}

/**
 * Explain why a piece cannot go to a place.
 * @param {string | null} from
 * @param {string} to
 * @param {string | null} owner
 */
export async function refused(from, to, owner = null) {
  const wanted = question();
  /** @type {WordsView} */
  const answer = await post(`${state.path}/why`, { from, to, owner }).catch((error) => ({ words: error.message }));
  if (wanted()) keep(state.away ? "" : answer.words);
}

// "Why not?" as a button: moves that are pointed at are explained and not played, until the visitor leaves it.

/** Let the visitor point at a piece and a target, and say whether and why; or stop that. */
export function askWhy() {
  if (isAsking()) {
    stopAsking();
    return keep("");
  }
  question();
  unpress();
  state.board.mark([]);
  find("why-button").setAttribute("aria-pressed", "true");
  document.body.classList.add("asking");
  state.board.setFreeListener(pointedAt);
  renderPanel();
  keep(say(state.board.lifted ? "play.why_where" : "play.why_what"));
}

/** Say what to point at next. */
export function lifted() {
  if (isAsking()) keep(say("play.why_where"));
}

/**
 * @param {string | null} _piece
 * @param {Place | null} from
 * @param {Place} to
 */
function pointedAt(_piece, from, to) {
  const theirs = from?.owner && from.owner !== state.view.turn ? from.owner : to.owner;
  refused(from?.name ?? null, to.name, theirs || null);
}

function stopAsking() {
  if (!isAsking()) return;
  find("why-button").setAttribute("aria-pressed", "false");
  document.body.classList.remove("asking");
  state.board.setFreeListener(null);
  renderPanel();
  if (document.activeElement === document.body) find("why-button").focus({ preventScroll: true }); // the button to leave it is gone
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || !isAsking()) return;
  stopAsking();
  keep("");
});

function unpress() {
  find("dangers-button").setAttribute("aria-pressed", "false");
}

/**
 * Show the effects of a move under the pointer; without one, the earlier message.
 * @param {MoveView | null} move
 */
export function considered(move) {
  if (find("message").classList.contains("thinking")) return;
  if (move) tell(find("message"), sayMove(move));
  else tellSentences(find("message"), state.note);
}

/**
 * Show a message that stays while the pointer moves over the board.
 * @param {string} words
 */
export function keep(words) {
  state.note = words;
  announce(words);
  find("message").classList.remove("thinking");
  tellSentences(find("message"), words);
}

/**
 * Remove the message if it is one of these, because it is no longer true.
 * @param {string[]} words
 */
export function unsay(...words) {
  if (words.includes(state.note)) keep("");
}

// If a request failed and the socket has not noticed, nothing else removes the message.
addEventListener("online", () => unsay(say("play.offline")));

/** @param {string} words */
function thinking(words) {
  announce(words);
  tell(find("message"), words);
  find("message").classList.add("thinking");
}

/** Remove the message and the dangers, because something new has happened. */
export function clearHelp() {
  question();
  stopAsking();
  unpress();
  tell(find("message"), "");
}
