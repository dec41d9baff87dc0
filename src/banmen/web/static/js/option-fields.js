// The fields of a form for changing the rules of a game.

import { findAll } from "./elements.js";

/**
 * Return the chosen rules that differ from the defaults.
 * @param {HTMLElement} form
 * @returns {Record<string, string>}
 */
export function readOptions(form) {
  /** @type {Record<string, string>} */
  const options = {};
  for (const input of /** @type {HTMLInputElement[]} */ (findAll(form, "[data-option]"))) {
    if (input.dataset.option && input.value !== input.dataset.default) options[input.dataset.option] = input.value;
  }
  return options;
}

/**
 * Show the value of each slider beside it.
 * @param {HTMLElement} form
 */
export function showRanges(form) {
  form.addEventListener("input", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const output = input.parentElement?.querySelector("output");
    if (output) output.textContent = input.value;
  });
}
