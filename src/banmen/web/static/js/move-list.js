// The list of all steps of a replay: each a button that goes there, with the verdict of an analysis.

import { find, make } from "./elements.js";
import { say } from "./words.js";

/** @type {Record<string, string>} */
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };
/** @type {HTMLButtonElement[]} */
let buttons = [];

/**
 * List the steps of a game; `go` is called with the number of the chosen one.
 * @param {ReplayView} game
 * @param {(step: number) => void} go
 */
export function listSteps(game, go) {
  /** @type {Record<string, string>} */
  const names = Object.fromEntries(game.players.map(({ player, name }) => [player, name]));
  const seats = game.players.map(({ player }) => player);
  buttons = game.frames.map((frame) => make("button", { type: "button", "data-seat": frame.player === null ? null : seats.indexOf(frame.player), onclick: () => go(frame.step) },
    make("span", { class: "number" }, String(frame.step)),
    make("span", { class: "name" }, frame.player === null ? say("study.begin") : names[frame.player]),
    frame.thrown ? make("span", { class: "throw" }, String(frame.thrown)) : null,
    make("b", {}, frame.move ? frame.short : ""),
    make("span", { class: "sign" })));
  find("move-lines").replaceChildren(...buttons.map((button) => make("li", {}, button)));
}

/**
 * Mark the step that is shown, and keep it in view within the list.
 * @param {number} at
 */
export function markStep(at) {
  buttons.forEach((button, index) => (index === at ? button.setAttribute("aria-current", "step") : button.removeAttribute("aria-current")));
  const box = find("move-lines");
  const line = buttons[at]?.parentElement;
  if (!line) return;
  // Not by scrollIntoView, which would scroll the page as well.
  if (line.offsetTop < box.scrollTop) box.scrollTop = line.offsetTop;
  else if (line.offsetTop + line.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = line.offsetTop + line.offsetHeight - box.clientHeight;
}

/**
 * Show the verdicts of the analysis so far.
 * @param {StepAnalysis[]} steps
 */
export function markVerdicts(steps) {
  for (const { step, verdict } of steps) {
    const sign = buttons[step]?.querySelector(".sign");
    const bad = SIGNS[verdict ?? ""];
    if (!sign) continue;
    sign.replaceChildren(...(bad ? [make("span", { "aria-hidden": "true" }, bad), make("span", { class: "unseen" }, say(`replay.verdict_${verdict}`))] : []));
  }
}
