// The form in which pictures are requested: their colours, the side from which the board is seen, and their shape.

import { settings, theme } from "./settings.js";

// Held upright, or so small and on its side that nothing has room beside the board.
const TALL = matchMedia("(orientation: portrait), (max-width: 46rem) and (max-height: 30rem)");
const KEY = `banmen-side-${location.pathname}`;

let flipped = read();

function read() {
  try {
    return sessionStorage.getItem(KEY) === "other";
  } catch {
    return false; // nothing can be stored
  }
}

/** Return the current form of pictures. */
export function pictureFormat() {
  return { theme: theme(), side: flipped ? "other" : settings.facing ? "mover" : "own", tall: TALL.matches };
}

/**
 * Return the form as part of an address; `more` is added to it.
 * @param {Record<string, string | number | boolean>} more
 */
export function formatQuery(more = {}) {
  const { tall, ...words } = pictureFormat();
  return new URLSearchParams({ ...words, tall: String(tall), ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, String(value)])) }).toString();
}

/** View the board from the other side. */
export function flip() {
  flipped = !flipped;
  try {
    if (flipped) sessionStorage.setItem(KEY, "other");
    else sessionStorage.removeItem(KEY);
  } catch {
    // It holds until the page is left.
  }
  askAgain();
}

/** Notify the scripts that show pictures to request them in the new form. */
export function askAgain() {
  document.dispatchEvent(new CustomEvent("picturechange"));
}

/**
 * Wire the button and the key that turn the board; they exist only if it can be turned.
 * @param {boolean} turnable
 */
export function offerTurning(turnable) {
  const button = /** @type {HTMLButtonElement | null} */ (document.getElementById("turn-button"));
  if (!button) return;
  button.hidden = !turnable;
  if (button.dataset.wired) return;
  button.dataset.wired = "yes";
  const turn = () => {
    if (!button.hidden) flip();
  };
  button.addEventListener("click", turn);
  document.addEventListener("keydown", (event) => {
    const typing = /** @type {Element} */ (event.target).closest?.("input:not([type=range]):not([type=checkbox]), textarea, select");
    if (event.key.toLowerCase() !== "f" || event.ctrlKey || event.altKey || event.metaKey || typing || document.querySelector("dialog:modal")) return;
    turn();
    event.preventDefault();
  });
}

TALL.addEventListener("change", askAgain);
