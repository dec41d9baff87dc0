// Help while playing: a hint, what stands in danger, and why something cannot go there.

import { get, post } from "./api.js";
import { find, tell, tellSentences } from "./elements.js";
import { state } from "./state.js";
import { pretty } from "./telling.js";
import { say } from "./words.js";

/** Ask for a good move and light it up alone; what was picked is put down first. */
export async function hint() {
  const { board, view, path } = state;
  const button = find("hint-button");
  if (button.getAttribute("aria-busy") === "true") return;
  board.mark([]);
  board.undoPick();
  button.setAttribute("aria-busy", "true");
  thinking(say("play.hint_thinking"));
  try {
    const told = await get(`${path}/hint`);
    if (view.seq !== state.view.seq) return;
    const { move } = told;
    keep(told.words);
    board.mark([{ kind: "hint", move }, ...[move.from, move.to].filter(Boolean).map((place) => ({ kind: "hint", place }))]);
  } catch (error) {
    if (view.seq === state.view.seq) keep(error.message || say("play.hint_none"));
  } finally {
    button.setAttribute("aria-busy", "false");
  }
}

/** Show what stands in danger, or stop showing it. */
export async function threats() {
  const button = find("threats-button");
  const on = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(on));
  if (!on) {
    keep("");
    return state.board.mark([]);
  }
  const told = await get(`${state.path}/threats`).catch((error) => ({ places: [], words: error.message }));
  state.board.mark(told.places.map((place) => ({ kind: "threat", place })));
  keep(told.words || say("play.nothing_threatened"));
}

/** Say why something cannot go there. */
export async function refused(from, to, owner = null) {
  try {
    keep((await post(`${state.path}/why`, { from, to, owner })).words);
  } catch (error) {
    tell(find("message"), error.message);
  }
}

/** Say what a move under the pointer would do; without one, what was said before. */
export function considered(move) {
  if (find("message").classList.contains("thinking")) return;
  if (move) tell(find("message"), `${pretty(move.move)}${move.words ? `: ${move.words}` : ""}`);
  else tellSentences(find("message"), state.note);
}

/** Say something that stays while the pointer wanders over the board. */
export function keep(words) {
  state.note = words;
  find("message").classList.remove("thinking");
  tellSentences(find("message"), words);
}

function thinking(words) {
  tell(find("message"), words);
  find("message").classList.add("thinking");
}

/** Take away what was said, and the dangers; something new has happened. */
export function clearHelp() {
  find("threats-button").setAttribute("aria-pressed", "false");
  find("message").classList.remove("thinking");
  tell(find("message"), "");
}
