// The dialogs of the play page: the effects of settings, and the rules.

import { get } from "./api.js";
import { find } from "./elements.js";
import { change } from "./settings-sheet.js";
import { settings } from "./settings.js";
import { knock } from "./sound.js";

/**
 * Wire the sound button and the settings of the play page; `changed` is called after each change.
 * @param {() => void} changed
 */
export function chooseSettings(changed) {
  const show = () => find("sound-button").setAttribute("aria-pressed", String(settings.sound));
  find("sound-button").addEventListener("click", () => change("sound", !settings.sound));
  document.addEventListener("settingchange", (event) => {
    if (/** @type {CustomEvent} */ (event).detail === "sound" && settings.sound) knock();
    show();
    changed();
  });
  find("keys-button").addEventListener("click", () => {
    find("settings-dialog").close();
    find("keys-dialog").showModal();
  });
  show();
}

/**
 * Show the rules beside the board, or over it if there is no room beside it.
 * @param {string} game
 */
export async function showRules(game) {
  const dialog = find("rules-dialog");
  if (dialog.open) return dialog.close();
  if (!dialog.dataset.game) {
    /** @type {RulesView | null} */
    const rules = await get(`/api/games/${game}/rules`).catch(() => null);
    if (!rules) return;
    find("rules-text").innerHTML = rules.html;
    dialog.dataset.game = game;
    const { bindExamples } = await import("./examples.js"); // only those who open the rules need it
    bindExamples(find("rules-text"), game);
  }
  if (matchMedia("(min-width: 60rem)").matches) dialog.show();
  else dialog.showModal();
  // A dialog beside the board gets no Escape by itself.
  dialog.onkeydown = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault(); // it puts nothing down on the board
    dialog.close();
  };
  dialog.onclose = () => find("rules-button")?.focus({ preventScroll: true });
}
