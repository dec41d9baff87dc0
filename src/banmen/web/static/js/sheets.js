// The sheets over the table: settings and rules.

import { get } from "./api.js";
import { find } from "./elements.js";
import { askAgain } from "./picture-format.js";
import { set, settings } from "./settings.js";
import { knock } from "./sound.js";

/**
 * Wire the sound button and the settings; `changed` is called after each change.
 * @param {() => void} changed
 */
export function chooseSettings(changed) {
  const show = () => {
    find("sound-button").setAttribute("aria-pressed", String(settings.sound));
    find("sound").checked = settings.sound;
    find("speed").value = settings.speed;
    find("coordinates").checked = settings.coordinates;
    find("facing").checked = settings.facing;
    find("forced").value = settings.forced;
    find("throws").checked = settings.throws;
  };
  /** @param {boolean} on */
  const sound = (on) => {
    set("sound", on);
    if (on) knock();
    show();
  };
  find("sound-button").addEventListener("click", () => sound(!settings.sound));
  find("sound").addEventListener("change", () => sound(find("sound").checked));
  find("speed").addEventListener("change", () => set("speed", find("speed").value));
  find("coordinates").addEventListener("change", () => {
    set("coordinates", find("coordinates").checked);
    changed();
  });
  find("facing").addEventListener("change", () => {
    set("facing", find("facing").checked);
    askAgain();
  });
  find("forced").addEventListener("change", () => {
    set("forced", find("forced").value);
    changed();
  });
  find("throws").addEventListener("change", () => {
    set("throws", find("throws").checked);
    changed();
  });
  find("keys-button").addEventListener("click", () => {
    find("settings-dialog").close();
    find("keys-dialog").showModal();
  });
  find("theme-choice")?.addEventListener("click", () => find("theme-button")?.click()); // for which a phone has no room at the top
  find("settings-button").addEventListener("click", () => find("settings-dialog").showModal());
  show();
}

/**
 * Show the rules beside the board; where there is no room beside it, over it.
 * @param {string} game
 */
export async function showRules(game) {
  const dialog = find("rules-dialog");
  if (dialog.open) return dialog.close();
  if (!dialog.dataset.game) {
    /** @type {RulesView | null} */
    const told = await get(`/api/games/${game}/rules`).catch(() => null);
    if (!told) return;
    find("rules-text").innerHTML = told.html;
    dialog.dataset.game = game;
    const { bindExamples } = await import("./examples.js"); // only those who open the rules need it
    bindExamples(find("rules-text"), game);
  }
  if (matchMedia("(min-width: 60rem)").matches) dialog.show();
  else dialog.showModal();
  // A sheet beside the board hears no Escape by itself.
  dialog.onkeydown = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault(); // it puts nothing down on the board
    dialog.close();
  };
  dialog.onclose = () => find("rules-button")?.focus({ preventScroll: true });
}
