// Keyboard play: where the focus goes automatically, and global keys.

import { find, targetOf } from "./elements.js";
import { state } from "./state.js";

/** @typedef {{skip: () => void, lookFurther: (steps: number) => void, comeBack: () => void}} KeyListener */

let keyed = false; // the last input came from the keyboard, or from a screen reader

/**
 * Return the next thing to do: the button to press, or the place on the board to go to.
 * @returns {HTMLElement | null}
 */
function next() {
  return find("throw") || find("only") || (state.board.active ? state.board.element.querySelector('.place[tabindex="0"]') : null)
    || find("actions").querySelector("button, a");
}

/** @param {Element | null} element */
const nowhere = (element) => !element || element === document.body || !element.isConnected || element.id === "main";

/** Keyboard players go on where they are; a lost focus goes to the next thing to do. */
export function settleFocus() {
  if (!keyed || !nowhere(document.activeElement)) return;
  next()?.focus({ preventScroll: true });
}

/**
 * Listen to keys: globally, arrows, Enter and Space lead to the next thing to do; numbers choose from the list of moves; others
 * look back, skip animations, or list all keys.
 * @param {KeyListener} listener
 */
export function listenToKeys(listener) {
  addEventListener("keydown", () => { keyed = true; }, true);
  addEventListener("pointerdown", () => { keyed = false; }, true);
  addEventListener("click", (event) => { if (event.detail === 0) keyed = true; }, true); // screen readers press without a pointer
  document.addEventListener("keydown", (event) => {
    if (!isMeant(event) || !press(event, listener)) return;
    event.preventDefault();
  });
  // While the visitor looks back, arrows go through the moves, even from the board.
  document.addEventListener("keydown", (event) => {
    const steps = isMeant(event) ? lookingSteps(event) : 0;
    if (!steps) return;
    listener.lookFurther(steps);
    event.preventDefault();
    event.stopPropagation();
  }, true);
}

/**
 * Tell whether a key may be meant for the game: not one typed into a field, or handled by a dialog.
 * @param {KeyboardEvent} event
 */
function isMeant(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || document.querySelector("dialog:modal")) return false;
  return !targetOf(event).closest?.("input, textarea, select");
}

/**
 * Handle a key, and return whether it means anything here.
 * @param {KeyboardEvent} event
 * @param {KeyListener} listener
 */
function press(event, listener) {
  const { key } = event;
  if (key === "?") return find("keys-dialog").showModal() ?? true;
  if (state.showing && !find("welcome") && ["Enter", " ", "Escape"].includes(key) && isFree(event)) return listener.skip() ?? true;
  if (state.looking !== null && (key === "Escape" || key === "End")) return listener.comeBack() ?? true;
  if (/^[1-9]$/.test(key)) return chooseNumber(event);
  if (!nowhere(document.activeElement) || !(key.startsWith("Arrow") || key === "Enter" || key === " ")) return false;
  next()?.focus({ preventScroll: true });
  return true;
}

/**
 * Return how many steps a key goes back or forward: , and . at any time, arrows while the visitor looks back.
 * @param {KeyboardEvent} event
 */
function lookingSteps({ key }) {
  if (key === ",") return -1;
  if (key === ".") return 1;
  if (state.looking === null) return 0;
  return { ArrowLeft: -1, ArrowRight: 1, Home: -state.looking }[key] ?? 0;
}

/**
 * Tell whether a key was pressed outside any control, on the board, or where the button to press was.
 * @param {KeyboardEvent} event
 */
const isFree = (event) => nowhere(document.activeElement) || Boolean(targetOf(event).closest?.(".board, .moves, .actions"));

/** @param {KeyboardEvent} event */
function chooseNumber(event) {
  if (!isFree(event) || targetOf(event).closest?.(".chooser")) return false;
  const button = find("moves").querySelectorAll("button")[Number(event.key) - 1];
  if (!button) return false;
  find("main").focus({ preventScroll: true }); // leave the place where it had a meaning: the next key goes to the next thing to do
  button.click();
  return true;
}
