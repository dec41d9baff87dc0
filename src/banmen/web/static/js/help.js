// Help while playing: a hint, what stands in danger, and why something cannot go there. The last question asked is answered.
// What is answered is shown and spoken; what a move under the pointer would do is only shown, since its place says it by itself.

import { announce } from "./announce.js";
import { get, post } from "./api.js";
import { find, tell, tellSentences } from "./elements.js";
import { sayMove } from "./format.js";
import { renderPanel } from "./panel.js";
import { endsOf } from "./selection.js";
import { isAsking, state } from "./state.js";
import { say } from "./words.js";

let questions = 0; // asked so far

/** Begin a question: whatever was asked before is no longer waited for. Returns a function that tells whether this is still the last one. */
function question() {
  const number = (questions += 1);
  const { seq } = state.view;
  find("hint-button").setAttribute("aria-busy", "false");
  find("message").classList.remove("thinking");
  return () => number === questions && seq === state.view.seq;
}

/** Ask for a good move and light it up alone; what was picked is put down first. */
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
  const told = await get(`${path}/hint`).catch((error) => ({ words: error.message || say("play.hint_none") }));
  if (!wanted()) return;
  button.setAttribute("aria-busy", "false");
  keep(state.away ? "" : told.words); // the notice says it already
  const { move } = told;
  if (move) board.mark([{ kind: "hint", move }, ...endsOf(move).map((place) => ({ kind: "hint", place }))]);
}

/** Show what stands in danger, or stop showing it. */
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
  const told = await get(`${state.path}/threats`).catch((error) => ({ places: [], words: error.message }));
  if (!wanted()) return unpress();
  state.board.mark(told.places.map((place) => ({ kind: "danger", place })));
  keep(told.words || say("play.nothing_in_danger"));
}

/**
 * Say why something cannot go there.
 * @param {string | null} from
 * @param {string} to
 * @param {string | null} owner
 */
export async function refused(from, to, owner = null) {
  const wanted = question();
  /** @type {WordsView} */
  const told = await post(`${state.path}/why`, { from, to, owner }).catch((error) => ({ words: error.message }));
  if (wanted()) keep(state.away ? "" : told.words);
}

// "Why not?" as a button: whatever is pointed at is asked about and not played, until the visitor leaves it.

/** Let the visitor point at what is to move and where to, and say whether and why; or stop that. */
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
  state.board.letLoose(pointedAt);
  renderPanel();
  keep(say(state.board.lifted ? "play.why_where" : "play.why_what"));
}

/** Say what is asked next. */
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
  state.board.letLoose(null);
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
 * Say what a move under the pointer would do; without one, what was said before.
 * @param {MoveView | null} move
 */
export function considered(move) {
  if (find("message").classList.contains("thinking")) return;
  if (move) tell(find("message"), sayMove(move));
  else tellSentences(find("message"), state.note);
}

/**
 * Say something that stays while the pointer wanders over the board.
 * @param {string} words
 */
export function keep(words) {
  state.note = words;
  announce(words);
  find("message").classList.remove("thinking");
  tellSentences(find("message"), words);
}

/**
 * Take away what was said, if it is one of these: it is no longer so.
 * @param {string[]} words
 */
export function unsay(...words) {
  if (words.includes(state.note)) keep("");
}

// Where a question failed and the socket has not noticed anything, nobody else takes the words away.
addEventListener("online", () => unsay(say("play.offline")));

/** @param {string} words */
function thinking(words) {
  announce(words);
  tell(find("message"), words);
  find("message").classList.add("thinking");
}

/** Take away what was said, and the dangers; something new has happened. */
export function clearHelp() {
  question();
  stopAsking();
  unpress();
  tell(find("message"), "");
}
