// The play page: shows a match as the server tells it, and sends what the visitor does.

import { freshName, get, persist, post, Refusal } from "./api.js";
import { Board } from "./board.js";
import { find, make, tell } from "./elements.js";
import { listen } from "./live.js";
import { perform } from "./motion.js";
import { movesFrom, wordMoves } from "./picking.js";
import { chooseSettings, showRules } from "./sheets.js";
import { settings, theme } from "./settings.js";
import { tumble } from "./sticks.js";
import { playerLines, pretty, sticksIcon } from "./telling.js";
import { pause } from "./tween.js";
import { hundredths, say } from "./words.js";

const id = document.body.dataset.match;
const path = `/api/matches/${encodeURIComponent(id)}`;
const board = new Board(find("board"), { play, refused, idle, picked: listMoves, considered });
const waiting = [];
let view = null;
let showing = false; // something is moving
let acting = false; // something has been sent and not been answered
let keyed = false; // the last thing used was the keyboard
let note = ""; // the last thing told that stays until the next move

async function begin() {
  find("main").inert = true; // nothing to press before there is a game
  try {
    view = await persist(() => get(`${path}?theme=${theme()}`), offline);
  } catch (error) {
    find("game-title").textContent = say("play.gone");
    for (const name of ["hint-button", "threats-button", "undo-button", "resign-button", "rules-button", "typed"]) find(name).hidden = true;
    find("main").inert = false;
    return tell(find("message"), error.message);
  }
  document.body.classList.add(`game-${view.game}`);
  document.title = `${view.title} · ${say("site.short")}`;
  find("game-title").textContent = view.title;
  render();
  find("main").inert = false;
  get("/api/games").then((games) => tell(find("credit"), games.find((game) => game.name === view.game)?.credit));
  listen(id, () => view.seq, receive, offline);
}

const offline = (away) => { find("offline").hidden = !away; };

/** Take in what the server tells, and show one thing after another. */
function receive(told) {
  if (told.error) return tell(find("message"), told.error.message);
  if ("thinking" in told && !told.view) {
    if (view) view.thinking = told.thinking;
    if (!showing) renderActions();
    return;
  }
  waiting.push(told);
  pump();
}

async function pump() {
  if (showing) return;
  showing = true;
  while (waiting.length) {
    const told = waiting.shift();
    if (told.view.seq < view.seq) continue;
    if (told.view.seq === view.seq) {
      view = { ...told.view, svg: view.svg };
      renderPanel();
      continue;
    }
    const events = told.events.filter((event) => event.seq > view.seq);
    await change(events, told.view);
  }
  showing = false;
  render();
}

/** Show a change: the sticks fall, a piece walks; more than one thing at once is shown as it ended. */
async function change(events, next) {
  board.offer([], next.turn, false);
  clearHelp();
  const before = view;
  view = next;
  const moved = events.filter((event) => event.kind === "move");
  const thrown = events.filter((event) => event.kind === "throw");
  note = events.map((event) => event.words).filter(Boolean).join(" ");
  renderPanel({ acting: moved.length || !thrown.length ? note : say("play.throwing"), turn: before.turn });
  if (moved.length) {
    const last = moved.at(-1);
    await perform(board, last.move, last.player, next.svg);
    board.show(next.svg);
    if (waiting.length) await pause(200);
  } else {
    board.show(next.svg);
    if (thrown.length) await tumble(board);
    if (next.waits_for === "move" && !next.yours) {
      renderPanel();
      await pause(420);
    }
  }
  announce(note);
}

function announce(...words) {
  find("announce").textContent = words.filter(Boolean).join(" ");
}

// What the visitor does.

async function act(type, more = {}) {
  if (acting || !view) return;
  acting = true;
  const body = { type, seq: view.seq, client_id: freshName(), ...more };
  renderActions();
  try {
    const told = await persist(() => post(`${path}/actions?theme=${theme()}`, body), offline);
    acting = false;
    receive(told);
  } catch (error) {
    acting = false;
    if (error instanceof Refusal && error.body?.view) receive({ events: error.body.events, view: error.body.view });
    tell(find("message"), error.message);
    render();
  }
}

function play(move) {
  act("move", { move: move.move });
}

/** Somebody touches the board before throwing: say so, and point at the button. */
function idle() {
  if (!view?.yours || view.waits_for !== "throw" || acting || showing) return;
  tell(find("message"), say("play.throw_first"));
  find("actions").querySelector("button")?.focus({ preventScroll: true });
}

async function refused(from, to, owner = null) {
  try {
    const told = await post(`${path}/why`, { from, to, owner });
    note = told.words; // stays while the pointer wanders over the board
    tell(find("message"), note);
  } catch (error) {
    tell(find("message"), error.message);
  }
}

function considered(move) {
  if (!move) return tell(find("message"), note);
  tell(find("message"), `${pretty(move.move)}${move.words ? `: ${move.words}` : ""}`);
}

async function hint() {
  find("hint-button").disabled = true;
  const at = view.seq;
  try {
    const told = await get(`${path}/hint`);
    if (at !== view.seq) return;
    const { move } = told;
    const chance = say("play.hint_chance", { chance: hundredths(told.chance) });
    tell(find("message"), `${say(move.words ? "play.hint_told" : "play.hint_is", { move: pretty(move.move), words: move.words })} ${chance}`);
    board.mark([{ kind: "hint", move }, ...[move.from, move.to].filter(Boolean).map((place) => ({ kind: "hint", place }))]);
  } catch (error) {
    tell(find("message"), error.message || say("play.hint_none"));
  } finally {
    find("hint-button").disabled = false;
  }
}

async function threats() {
  const button = find("threats-button");
  const on = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(on));
  if (!on) return board.mark([]);
  const told = await get(`${path}/threats`).catch((error) => ({ places: [], words: error.message }));
  board.mark(told.places.map((place) => ({ kind: "threat", place })));
  note = told.words || say("play.nothing_threatened");
  tell(find("message"), note);
}

function clearHelp() {
  find("threats-button").setAttribute("aria-pressed", "false");
  tell(find("message"), "");
}

// What the page shows.

function render() {
  board.show(view.svg);
  board.names(settings.coordinates);
  board.offer(view.moves, view.turn, view.yours && view.waits_for === "move");
  renderPanel();
  if (view.yours && !view.result) announce(note, view.status);
  else announce(note, view.result?.words);
  settleFocus();
  // What is shown now, for whoever waits for it.
  document.body.dataset.seq = String(view.seq);
  document.body.dataset.due = view.result ? "over" : view.yours ? view.waits_for : "other";
}

function renderPanel(change = {}) {
  find("players").replaceChildren(...playerLines(board.svg, { ...view, turn: change.turn ?? view.turn, result: change.acting ? null : view.result }));
  tell(find("status"), change.acting || view.status);
  find("status").hidden = Boolean(view.result) && !change.acting;
  document.body.classList.toggle("busy", Boolean(change.acting)); // nothing jumps while something moves
  tell(find("description"), view.description);
  renderThrown(change.acting);
  renderActions(change.acting);
  if (!find("message").textContent) tell(find("message"), change.acting ? "" : note);
  const people = view.players.some((player) => player.who === "human");
  find("hint-button").hidden = find("threats-button").hidden = !people || Boolean(view.result);
  find("hint-button").disabled = !(view.yours && view.waits_for === "move");
  find("threats-button").disabled = !view.yours;
  find("undo-button").disabled = !view.can_undo || acting;
  find("undo-button").hidden = !people;
  find("resign-button").hidden = Boolean(view.result) || !people;
  find("typed").hidden = Boolean(view.result) || !people;
  find("typed-moves").replaceChildren(...(view.yours ? view.moves : []).map((move) => make("option", { value: move.move }, move.words)));
}

function renderThrown(changing) {
  const box = find("thrown");
  box.hidden = !view.thrown || Boolean(changing) || Boolean(view.result);
  if (box.hidden) return;
  tell(box, String(view.thrown));
}

function renderActions(changing = showing) {
  const box = find("actions");
  const made = changing || acting ? [] : actions();
  // The same buttons are left alone, so that they keep the focus.
  const sign = made.map((element) => element.dataset.action || element.textContent).join("|") + view.seq;
  if (box.dataset.sign === sign) return;
  box.dataset.sign = sign;
  box.replaceChildren(...made);
  listMoves();
}

function actions() {
  if (view.result) return ending();
  if (!view.yours) return view.thinking ? [make("button", { type: "button", "data-action": "stop", onclick: () => post(`${path}/stop`) }, say("play.stop"))] : [];
  if (view.waits_for === "throw") {
    return [make("button", { type: "button", class: "big throw", id: "throw", "data-action": "throw", onclick: () => act("throw") }, sticksIcon(), say("play.throw"))];
  }
  if (view.moves.length === 1) {
    const [move] = view.moves;
    const words = say("play.only", { move: `${pretty(move.move)}${move.words ? ` (${move.words})` : ""}` });
    return [make("p", { class: "message" }, words), make("button", { type: "button", class: "big", id: "only", "data-move": move.move, "data-action": "only", onclick: () => play(move) }, say("play.only_play"))];
  }
  const plain = wordMoves(view.moves);
  return plain.map((move) => make("button", { type: "button", "data-move": move.move, onclick: () => play(move) }, move.words || move.move));
}

function ending() {
  const again = make("button", { type: "button", class: "big", "data-action": "again", onclick: playAgain }, say("play.again"));
  const links = make("div", { class: "row" },
    make("a", { class: "button", href: `/replay?match=${encodeURIComponent(id)}`, id: "look-back" }, say("play.look_back")),
    make("a", { class: "button", href: `/new/${view.game}` }, say("play.other_game")),
    make("a", { class: "button", href: "/" }, say("play.to_start")));
  return [make("p", { class: "result", id: "result" }, view.result.words), again, links];
}

async function playAgain() {
  const seats = Object.fromEntries(view.players.map(({ player, who }) => [player, who]));
  try {
    const next = await post(`/api/matches?theme=${theme()}`, { game: view.game, options: view.options, seats });
    location.assign(next.url);
  } catch (error) {
    tell(find("message"), error.message);
  }
}

/** List the moves of what is picked, or all of them where there are few. */
function listMoves() {
  const due = view?.yours && view.waits_for === "move" && !showing && !acting;
  const all = due ? view.moves.filter((move) => !wordMoves([move]).length) : [];
  const some = board.picked !== null ? movesFrom(all, board.picked) : all;
  const telling = some.length <= 4 || some.some((move) => move.effects.length || move.choice);
  const shown = view && view.moves.length > 1 && some.length <= 8 && telling ? some : [];
  find("moves").replaceChildren(...shown.map((move) => make("li", {}, make("button", {
    type: "button", "data-move": move.move, onclick: () => play(move),
    onpointerenter: () => board.preview(move), onfocus: () => board.preview(move), onpointerleave: () => board.preview(null),
  }, make("b", {}, pretty(move.move)), make("span", {}, move.words)))));
}

/** Keyboard players go on where they are; focus that has nowhere to be goes to what is to be done next. */
function settleFocus() {
  const now = document.activeElement;
  if (!keyed) return;
  if (now && now !== document.body && now.isConnected && now.id !== "main") return;
  const next = find("throw") || find("only") || (board.active ? board.element.querySelector('.place[tabindex="0"]') : null);
  next?.focus({ preventScroll: true });
}

// Buttons, keys, the typed move.

find("hint-button").addEventListener("click", hint);
find("threats-button").addEventListener("click", threats);
find("undo-button").addEventListener("click", () => act("undo"));
find("resign-button").addEventListener("click", () => find("resign-dialog").showModal());
find("resign-dialog").addEventListener("close", () => {
  if (find("resign-dialog").returnValue === "yes") act("resign");
  find("resign-dialog").returnValue = "";
});
find("rules-button").addEventListener("click", () => showRules(view.game));
chooseSettings(() => view && render());

find("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = find("typed-move").value.trim();
  if (!text) return;
  if (view.waits_for === "throw") return tell(find("message"), say("play.throw_first"));
  const move = view.moves.find((other) => other.move === text || pretty(other.move) === text);
  if (!view.yours || !move) return tell(find("message"), say("play.not_a_move", { move: text }));
  find("typed-move").value = "";
  play(move);
});

addEventListener("keydown", () => { keyed = true; }, true);
addEventListener("pointerdown", () => { keyed = false; }, true);
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !/^[1-9]$/.test(event.key)) return;
  const within = event.target.closest?.(".board, .moves, .actions");
  if (!within || event.target.closest(".chooser")) return;
  const button = find("moves").querySelectorAll("button")[Number(event.key) - 1];
  button?.click();
});

document.addEventListener("themechange", async () => {
  view = await get(`${path}?theme=${theme()}`);
  render();
});

begin();
