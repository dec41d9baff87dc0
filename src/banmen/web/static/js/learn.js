// Lessons: a text, a task, and the rules on the server to judge the try.

import { announce } from "./announce.js";
import { get, messageOf, post } from "./api.js";
import { Board } from "./board.js";
import { find, unset, make, tell } from "./elements.js";
import { buttonLabel, buttonWords, sayMove, throwIcon } from "./format.js";
import { perform } from "./motion.js";
import { endsOf, movesFrom, wordMoves } from "./selection.js";
import { formatQuery, pictureFormat } from "./picture-format.js";
import { set, settings } from "./settings.js";
import { tumble } from "./sticks.js";
import { pause } from "./tween.js";
import { say } from "./words.js";

const { game = "" } = document.body.dataset;
const path = `/api/games/${game}/lessons`;
const board = new Board(find("board"), { play: (move) => attempt({ move: move.move }, move), refused, picked: listMoves, considered });
/** @type {LessonShort[]} */
let lessons = [];
/** @type {LessonStepView} */
let now = unset(); // the current step
let busy = false;
let note = ""; // why something could not be done, until the next try
/** @type {Set<number>} */
const done = new Set(/** @type {number[]} */ (settings[`learnt-${game}`] || []));

async function begin() {
  /** @type {LessonsView} */
  const list = await get(path);
  lessons = list.lessons;
  if (!lessons.length) return nothing();
  const wanted = Number(new URLSearchParams(location.hash.slice(1)).get("lesson"));
  const first = lessons.find((lesson) => !done.has(lesson.number))?.number ?? 1;
  open(lessons.some((lesson) => lesson.number === wanted) ? wanted : first, 1);
}

addEventListener("hashchange", () => location.reload()); // another lesson was put into the address

function nothing() {
  find("board").setAttribute("aria-busy", "false");
  tell(find("lesson-text"), say("learn.none"));
  find("actions").replaceChildren(make("a", { class: "big", href: `/rules/${game}` }, say("learn.to_rules")));
}

/**
 * @param {number} lesson
 * @param {number} step
 */
async function open(lesson, step) {
  now = await get(`${path}/${lesson}/${step}?${formatQuery()}`);
  history.replaceState(null, "", `#lesson=${lesson}`);
  find("steps").replaceChildren(...lessons.map(({ number, title }) => make("li", {}, make("button", {
    type: "button", class: done.has(number) ? "done" : null, "aria-current": number === lesson ? "step" : null,
    "aria-label": say("learn.lesson", { number, title }) + (done.has(number) ? `, ${say("learn.step_done")}` : ""), title, onclick: () => open(number, 1),
  }, String(number)))));
  tell(find("lesson-title"), now.title);
  tell(find("lesson-text"), now.text);
  tell(find("goal"), "");
  tell(find("message"), "");
  ask();
}

function ask() {
  const { view } = now;
  note = "";
  board.show(view.svg);
  board.speakOf([{ places: [...now.names, ...view.moves.flatMap(endsOf)], player: view.turn }]); // also while a try is answered
  board.offer(view.moves, view.turn, now.asks === "move");
  const buttons = now.asks === "throw"
    ? [make("button", { type: "button", class: "big throw", id: "throw", onclick: () => attempt({}, null) }, throwIcon(game), say("play.throw"))]
    : wordMoves(view.moves).map((move) => make("button", { type: "button", "data-move": move.move, onclick: () => attempt({ move: move.move }, move) }, buttonWords(move)));
  find("actions").replaceChildren(...buttons);
  listMoves();
  announce(`${now.title}. ${now.text}`);
}

/**
 * Try something; the board shows it either way.
 * @param {{move?: string}} tried
 * @param {MoveView | null} move
 */
async function attempt(tried, move) {
  if (busy) return;
  busy = true;
  try {
    /** @type {TryView} */
    const answer = await post(`${path}/${now.lesson}/${now.step}`, { ...tried, ...pictureFormat() });
    board.offer([], now.view.turn, false);
    if (move) await perform(board, move, now.view.turn, answer.view.svg);
    board.show(answer.view.svg);
    board.offer([], now.view.turn, false); // which also names what the answer speaks of
    if (!move) await tumble(board);
    tell(find("goal"), answer.words);
    announce(answer.words);
    tell(find("message"), "");
    find("moves").replaceChildren();
    await (answer.right ? succeed() : again());
  } catch (error) {
    inform(messageOf(error));
  } finally {
    busy = false;
  }
}

async function succeed() {
  const last = now.step === now.steps;
  if (last) {
    done.add(now.lesson);
    set(`learnt-${game}`, [...done]);
    find("steps").querySelector('[aria-current="step"]')?.classList.add("done");
  }
  const more = lessons.some((lesson) => lesson.number === now.lesson + 1);
  const next = !last ? () => open(now.lesson, now.step + 1) : more ? () => open(now.lesson + 1, 1) : null;
  const button = next
    ? make("button", { type: "button", class: "big", id: "next", onclick: next }, say(last ? "learn.next" : "learn.go_on"))
    : make("a", { class: "big", id: "finish", href: waitingGame() ?? `/new/${game}` }, say(waitingGame() ? "learn.back" : "learn.finish"));
  find("actions").replaceChildren(button);
  button.focus({ preventScroll: true });
}

/** Return the address of the game that the visitor came from to learn the rules, or null. */
function waitingGame() {
  try {
    return sessionStorage.getItem(`banmen-back-${game}`);
  } catch {
    return null; // nothing can be stored here
  }
}

async function again() {
  await pause(900);
  const button = make("button", { type: "button", class: "big", id: "again", onclick: () => { tell(find("goal"), ""); ask(); } }, say("learn.again"));
  find("actions").replaceChildren(button);
  button.focus({ preventScroll: true });
}

/**
 * @param {string | null} from
 * @param {string} to
 * @param {string | null} owner
 */
async function refused(from, to, owner = null) {
  const { options, position } = now.view;
  /** @type {WordsView} */
  const answer = await post("/api/positions/why", { game, options, position, from, to, owner }).catch((error) => ({ words: error.message }));
  note = answer.words;
  inform(note);
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
  tell(find("message"), move ? sayMove(move) : note);
}

function listMoves() {
  const all = now?.asks === "move" ? now.view.moves.filter((move) => !wordMoves([move]).length) : [];
  const some = board.picked === null ? all : movesFrom(all, board.picked);
  const shown = some.length <= 8 ? some : [];
  find("moves").replaceChildren(...shown.map((move) => make("li", {}, make("button", {
    type: "button", "data-move": move.move, onclick: () => attempt({ move: move.move }, move),
    onpointerenter: () => board.preview(move), onfocus: () => board.preview(move), onpointerleave: () => board.preview(null),
  }, make("b", {}, buttonLabel(move)), make("span", {}, move.outcome)))));
}

document.addEventListener("picturechange", () => now && open(now.lesson, now.step));
begin().catch((error) => inform(error.message));
