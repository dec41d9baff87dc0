// Playing by keys: where the focus goes by itself, and what keys do that are pressed nowhere in particular.

import { find, targetOf } from "./elements.js";
import { state } from "./state.js";

let keyed = false; // the last thing used was the keyboard

/**
 * Return what is to be done next: the button to press, or the place on the board to go to.
 * @returns {HTMLElement | null}
 */
function next() {
  return find("throw") || find("only") || (state.board.active ? state.board.element.querySelector('.place[tabindex="0"]') : null)
    || find("actions").querySelector("button, a");
}

/** @param {Element | null} element */
const nowhere = (element) => !element || element === document.body || !element.isConnected || element.id === "main";

/** Keyboard players go on where they are; focus that has nowhere to be goes to what is to be done next. */
export function settleFocus() {
  if (!keyed || !nowhere(document.activeElement)) return;
  next()?.focus({ preventScroll: true });
}

/** Listen to keys: from nowhere, arrows, Enter and Space lead to what is to be done; numbers choose from the list of moves. */
export function goOnByKeys() {
  addEventListener("keydown", () => { keyed = true; }, true);
  addEventListener("pointerdown", () => { keyed = false; }, true);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog:modal")) return;
    if (/^[1-9]$/.test(event.key)) return chooseNumber(event);
    if (!nowhere(document.activeElement) || !(event.key.startsWith("Arrow") || event.key === "Enter" || event.key === " ")) return;
    next()?.focus({ preventScroll: true });
    event.preventDefault();
  });
}

/** @param {KeyboardEvent} event */
function chooseNumber(event) {
  const within = nowhere(document.activeElement) || targetOf(event).closest?.(".board, .moves, .actions");
  if (!within || targetOf(event).closest?.(".chooser")) return;
  find("moves").querySelectorAll("button")[Number(event.key) - 1]?.click();
}
