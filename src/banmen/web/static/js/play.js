// The play page: shows a match as the server sends it, and sends the visitor's actions.

import { announce } from "./announce.js";
import { codeOf, freshName, get, messageOf, persist, Refusal } from "./api.js";
import { Board } from "./board.js";
import { showCredit } from "./credit.js";
import { find, make } from "./elements.js";
import { show, tellNews } from "./event-player.js";
import { countDown, signOf } from "./forced.js";
import { findTyped, nameOwners } from "./format.js";
import { askWhy, clearHelp, considered, hint, keep, lifted, refused, showDangers, unsay } from "./help.js";
import { listenToKeys, settleFocus } from "./keys.js";
import { listen } from "./live.js";
import { comeBack, forgetSteps, listSteps, look, lookFurther, openListBeside, seeAgain, toggleList, wireLooking } from "./looking.js";
import { lost } from "./lost.js";
import { listMoves, renderActions, renderPanel, wire } from "./panel.js";
import { formatQuery, offerTurning } from "./picture-format.js";
import { endsOf } from "./selection.js";
import { set, settings } from "./settings.js";
import { chooseSettings, showRules } from "./sheets.js";
import { ownPlayers, state } from "./state.js";
import { calm, hurry, pause } from "./tween.js";
import { say } from "./words.js";

const FEW = 8; // steps that are shown again to a visitor who comes a moment too late
const MOST_SEEN = 40; // matches whose beginning is remembered as shown
const MOST_TRIES = 3; // taking back or resigning while others go on
const ASIDE = ["invite", "join", "propose", "agree", "decline", "say", "rematch", "paused"]; // events that change nothing on the board
const STRAY = 400; // milliseconds after skipping in which one more tap counts as the same
/** @type {ActionView[]} */
const waiting = [];
state.board = new Board(find("board"), { play, refused, idle, picked: listMoves, considered, lifted });
wire({ act, play, lookFurther, comeBack, askWhy });
wireLooking(() => pump(true));
/** @type {ReturnType<typeof listen>} */
let send;
let hurriedAt = -Infinity;
let spoken = -1; // the number of the last event that was announced
let endWelcome = () => {}; // removes the welcome for newcomers

async function begin() {
  find("main").inert = true; // nothing to press before there is a game
  try {
    state.view = await persist(() => get(`${state.path}?${formatQuery()}`), offline);
  } catch (error) {
    return lost(codeOf(error) === "no_match" ? "gone" : "broken");
  }
  const { view } = state;
  if (view.together) state.company = (await import("./together.js")).gather({ speak, act });
  nameOwners(view.players, ownPlayers(view));
  document.body.classList.add(`game-${view.game}`);
  document.title = `${view.title} · ${say("site.short")}`;
  find("game-title").textContent = view.title;
  showCredit(view.game);
  const fresh = !view.together && isFresh(view);
  state.showing = fresh;
  openListBeside();
  const isNew = !settings[`met-${view.game}`]; // never played here
  document.body.classList.toggle("welcoming", fresh && isNew && (view.steps > 0 || !view.yours));
  if (!fresh || isNew) render();
  find("main").inert = false;
  send = listen(state.id, () => (state.showing && fresh ? -1 : state.company?.since() ?? state.view.seq), receive, offline);
  watchPreparing();
  find("main").focus({ preventScroll: true }); // the next key goes to the next thing to do
  if (!fresh) return;
  if (isNew) {
    const module = await import("./welcome.js").catch(() => null); // needed once for each game
    await module?.welcome((end) => { endWelcome = end; });
    endWelcome = () => {};
    document.body.classList.remove("welcoming");
  }
  calm(); // taps beside it had no meaning
  await tellBeginning();
}

/** Follow the preparation of the strong computers, as long as one plays and they are not ready. */
async function watchPreparing() {
  if (!state.view.players.some(({ who }) => who !== "human")) return;
  /** @type {WarmView | null} */
  const progress = await get(`/api/warm?game=${state.view.game}`).catch(() => null);
  if (!progress) return;
  state.preparing = progress.ready ? "" : say("play.preparing", { done: progress.done, total: progress.total });
  if (!state.showing) renderActions();
  if (!progress.ready) setTimeout(watchPreparing, 1500);
}

/**
 * Tell whether a match has only just begun and is seen for the first time here.
 * @param {MatchView} view
 */
function isFresh(view) {
  const seen = Array.isArray(settings.seen) ? settings.seen : [];
  if (seen.includes(state.id)) return false;
  set("seen", [state.id, ...seen].slice(0, MOST_SEEN));
  return view.steps <= FEW && !view.result && !view.can_undo; // a player who has moved knows how it began
}

/** Say who begins and why, and replay what the computer did before the page was loaded. */
async function tellBeginning() {
  for (let patience = 0; !waiting.length && patience < 40; patience += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  const first = waiting.shift();
  if (first) await unfold(first).catch(() => {});
  endShowing();
  pump(true);
}

/** @param {ActionView} first */
async function unfold({ events, view }) {
  const people = new Set(ownPlayers(view));
  const made = events.filter(({ kind }) => kind !== "created");
  const begun = events.find(({ kind }) => kind === "created")?.words ?? "";
  state.view = view;
  if (made.some(({ player }) => player !== null && people.has(player))) return; // the visitor's own action
  state.note = view.opening?.length ? begun : ""; // if nothing was thrown for it, the status says enough
  if (!made.length) return;
  /** @type {ReplayView} */
  const { frames } = await get(`${state.path}/replay?${formatQuery({ first: 0, count: 1 })}`);
  state.board.show(frames[0].svg);
  const first = made[0].player ?? view.turn;
  state.board.offer([], first, false);
  renderPanel({ acting: begun, turn: first });
  announce(begun);
  await pause(1300);
  await change(made, view, frames[0]);
  state.note = [begun, state.note].filter(Boolean).join(" ");
}

/** @param {boolean} away */
function offline(away) {
  find("offline").hidden = !away;
  if (state.away === away) return;
  state.away = away;
  unsay(say("play.offline"), ...(away ? [] : [say("play.sent_later")])); // the notice says it, and removes it
  if (!away && state.view) listSteps(); // what happened in the meantime
  if (away && state.acting) keep(say("play.sent_later"));
  if (state.view && state.board.svg) renderActions();
}

/**
 * Process a message of the server, and show one thing after another.
 * @param {LiveMessage} message
 */
function receive(message) {
  if (message.error) return message.error.code === "no_match" ? lost("gone") : keep(message.error.message);
  if (message.present) return state.company?.meet(message);
  if ("thinking" in message && !message.view) {
    if (state.view) state.view.thinking = Boolean(message.thinking);
    if (!state.showing) renderActions();
    return;
  }
  if (message.view) waiting.push({ view: message.view, events: message.events ?? [] });
  pump();
}

/**
 * Show what has arrived. If it is already shown, the pick is kept.
 * @param {boolean} news whether something other than the present is on the board
 */
async function pump(news = false) {
  if (state.showing || state.looking !== null) return;
  state.showing = true;
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (next.view.seq < state.view.seq) continue;
    const events = next.events.filter((event) => event.seq > state.view.seq);
    if (next.view.seq === state.view.seq || (events.every(isAside) && signOf(next.view) === signOf(state.view))) {
      news ||= next.view.yours !== state.view.yours; // this device was signed in or out
      state.view = { ...next.view, svg: state.view.svg };
    } else {
      news = true;
      // Whatever goes wrong on the way, the page ends in the state that the server sent.
      await change(events, next.view, state.view).catch(() => {});
    }
    state.company?.follow(events, next.events);
  }
  endShowing();
  if (news) render();
  else renderPanel();
  document.body.dataset.seq = String(state.view.seq);
}

/**
 * Tell whether an event happened only beside the board.
 * @param {EventView} event
 */
const isAside = ({ kind }) => ASIDE.includes(kind);

function endShowing() {
  state.showing = false;
  calm();
}

/** A tap or key during an animation means that the visitor has seen enough: it ends at once, and so do those queued after it. */
function skip() {
  if (!state.showing) return;
  hurriedAt = performance.now();
  hurry();
}

/**
 * Show a change: the sticks fall, a piece walks, one after another.
 * @param {EventView[]} events
 * @param {MatchView} next
 * @param {{position: string}} before
 */
async function change(events, next, before) {
  const { board } = state;
  state.view = next;
  if (events.length && events.every(({ kind }) => kind === "seal")) return; // nothing on the board has changed
  board.offer([], next.turn, false);
  board.speakOf(events.flatMap(({ move, player }) => (move ? [{ places: endsOf(move), player: player ?? "" }] : [])));
  board.element.querySelector(".cheer")?.remove();
  clearHelp();
  if (events.some(({ kind }) => kind === "undo")) forgetSteps();
  state.note = tellNews(events, next, ownPlayers(next));
  if (!events.some(({ kind }) => kind === "throw" || kind === "move")) renderPanel({ acting: state.note, turn: next.turn });
  await show(board, before, events.filter((event) => !isAside(event)), next, (event) => renderPanel({ acting: event.kind === "throw" ? say("play.throwing") : event.words, turn: event.player }));
  if (next.result && hasWonHere(next)) import("./petals.js").then(({ petals }) => petals(board.element)); // not needed before
  if (events.at(-1)?.kind === "throw" && next.waits_for === "move" && !next.yours) {
    renderPanel();
    await pause(420);
  } else if (waiting.length) await pause(200);
  announce(state.note);
  if (next.result) keep(""); // the result tells how the last move ended the game
  if (next.again) await cheer(next);
}

/**
 * Say for a moment over the board that a player throws again.
 * @param {MatchView} view
 */
async function cheer(view) {
  const sign = make("p", { class: "cheer", "aria-hidden": "true" }, view.again);
  state.board.element.append(sign);
  if (!view.yours) await pause(700);
  setTimeout(() => sign.remove(), view.yours ? 1400 : 0);
}

/**
 * Tell whether somebody who plays on this page has won.
 * @param {MatchView} view
 */
function hasWonHere(view) {
  return view.result?.winners.some((player) => ownPlayers(view).includes(player));
}

// Actions of the visitor.

/**
 * @param {string} type
 * @param {{move?: string}} more
 */
async function act(type, more = {}) {
  if (!state.view) return;
  if (state.acting) return state.away ? keep(say("play.sent_later")) : undefined; // one thing at a time
  state.acting = true;
  endWelcome();
  const body = { type, seq: state.view.seq, client_id: freshName(), ...more };
  if (state.away) keep(say("play.sent_later"));
  renderActions();
  try {
    const answer = await sendUntilTaken(body);
    state.acting = false;
    receive(answer);
  } catch (error) {
    state.acting = false;
    if (codeOf(error) === "no_match") return lost("gone");
    const stale = error instanceof Refusal && error.body?.view ? error.body : null;
    if (stale) receive({ events: stale.events, view: stale.view });
    await quiet();
    render();
    keep(stale ? say("play.elsewhere") : messageOf(error));
  }
}

/**
 * Send an action. All but throws and moves apply to the latest state, so another player's move meanwhile does not matter.
 * @param {{type: string, seq: number, client_id: string}} body
 * @returns {Promise<ActionView>}
 */
async function sendUntilTaken(body) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await send(body);
    } catch (error) {
      const stale = error instanceof Refusal && error.code === "stale" ? error.body?.view : null;
      if (!stale || ["throw", "move"].includes(body.type) || tries === MOST_TRIES) throw error;
      body = { ...body, seq: stale.seq, client_id: freshName() };
    }
  }
}

/**
 * Say or propose something, without interrupting play.
 * @param {string} type
 * @param {Record<string, unknown>} more
 */
async function speak(type, more) {
  receive(await sendUntilTaken({ type, seq: state.view.seq, client_id: freshName(), ...more }));
}

/** Wait until all animations have ended. */
async function quiet() {
  while (state.showing) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** @param {MoveView} move */
function play(move) {
  act("move", { move: move.move });
}

/** A touch on the board, or on the sticks beside it, when it is time to throw means a throw. */
function idle() {
  const { view, showing, looking } = state;
  if (looking !== null) return comeBack();
  if (view?.yours && view.waits_for === "throw" && !showing && performance.now() - hurriedAt > STRAY) act("throw");
}

// What the page shows.

function render() {
  const { view, board } = state;
  if (state.looking !== null) return;
  board.show(view.svg);
  board.names(settings.coordinates);
  offerTurning(view.turnable);
  board.offer(view.moves, view.turn, view.yours && view.waits_for === "move");
  renderPanel();
  if (spoken !== view.seq && !state.showing) {
    spoken = view.seq;
    announce(view.result ? view.result.words : view.yours ? view.status : "");
  }
  settleFocus();
  listSteps();
  countDown({ act, play });
  // What is shown now, for code that waits for it.
  document.body.dataset.seq = String(view.seq);
  document.body.dataset.due = view.result ? "over" : view.yours ? view.waits_for : "other";
}

// Buttons and the typed move.

find("hint-button").addEventListener("click", hint);
find("dangers-button").addEventListener("click", showDangers);
find("why-button").addEventListener("click", askWhy);
find("past-button").addEventListener("click", toggleList);
find("again-button").addEventListener("click", seeAgain);
find("see-again").addEventListener("click", seeAgain);
find("undo-button").addEventListener("click", () => act("undo"));
find("resign-button").addEventListener("click", () => find("resign-dialog").showModal());
find("resign-dialog").addEventListener("close", () => {
  if (find("resign-dialog").returnValue === "yes") act("resign");
  find("resign-dialog").returnValue = "";
});
find("rules-button").addEventListener("click", () => showRules(state.view.game));
find("in-words").open = Boolean(settings.words);
find("in-words").addEventListener("toggle", () => {
  const { open } = find("in-words");
  if (open && !settings.words) find("typed-move").scrollIntoView({ block: "nearest" }); // just opened, not left open last time
  set("words", open);
});
chooseSettings(() => state.view && render());
listenToKeys({ skip, lookFurther, comeBack });
document.addEventListener("click", ({ target }) => {
  const other = target instanceof Element && target.closest("button:not(.place), a, input, select, textarea, summary, label, dialog");
  if (!other) skip();
});

find("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const { view } = state;
  const text = find("typed-move").value.trim();
  if (!view.yours) return keep(say("play.not_your_turn"));
  if (view.waits_for === "throw") return keep(say("play.throw_first"));
  if (!text) return keep(say("play.type_first"));
  const move = findTyped(view.moves, text);
  if (!move) return keep(say("play.not_a_move", { move: text }));
  find("typed-move").value = "";
  play(move);
});

document.addEventListener("picturechange", async () => {
  const { seq } = state.view;
  state.view = await get(`${state.path}?${formatQuery()}`);
  const { picked, extra } = state.board;
  forgetSteps();
  if (state.looking !== null) return void look(state.looking);
  render();
  if (state.view.seq === seq) state.board.restore(picked, extra);
});

begin();
