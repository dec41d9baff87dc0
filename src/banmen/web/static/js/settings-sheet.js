// The settings dialog, which every page has. Interested scripts listen to "settingchange".

import { find } from "./elements.js";
import { askAgain } from "./picture-format.js";
import { chooseEasyWords, chooseLargePrint, set, settings, takeReopened } from "./settings.js";

/**
 * Change a setting and notify listeners.
 * @param {string} name
 * @param {unknown} value
 */
export function change(name, value) {
  set(name, value);
  showSettings();
  document.dispatchEvent(new CustomEvent("settingchange", { detail: name }));
}

/** Show the current settings. */
function showSettings() {
  for (const name of /** @type {const} */ (["sound", "coordinates", "facing", "throws"])) find(name).checked = Boolean(settings[name]);
  find("speed").value = settings.speed;
  find("forced").value = String(settings.forced);
  find("large-print").checked = document.documentElement.dataset.print === "large";
  const easy = find("easy-words");
  if (easy) easy.checked = Boolean(document.documentElement.dataset.readings);
}

/** Wire the button and all controls of the dialog. */
export function wireSettings() {
  for (const name of /** @type {const} */ (["sound", "coordinates", "throws"])) find(name).addEventListener("change", () => change(name, find(name).checked));
  for (const name of /** @type {const} */ (["speed", "forced"])) find(name).addEventListener("change", () => change(name, find(name).value));
  find("facing").addEventListener("change", () => {
    change("facing", find("facing").checked);
    askAgain();
  });
  find("large-print").addEventListener("change", () => chooseLargePrint(find("large-print").checked));
  find("easy-words")?.addEventListener("change", () => chooseEasyWords(Boolean(find("easy-words")?.checked)));
  find("theme-choice").addEventListener("click", () => find("theme-button")?.click()); // for which a phone has no room at the top
  find("settings-button").addEventListener("click", openSettings);
  showSettings();
  find("settings-button").disabled = false; // pressed before this script is loaded, it would do nothing
  const focused = takeReopened();
  if (!focused) return;
  openSettings();
  document.getElementById(focused)?.focus();
}

function openSettings() {
  showSettings(); // another window may have changed them
  find("settings-dialog").showModal();
}
