// Shared by all pages: settings, light or dark, and a language link that keeps one's place.

import { addressOf } from "./addresses.js";
import { find } from "./elements.js";
import { wireSettings } from "./settings-sheet.js";
import { chooseTheme, theme } from "./settings.js";

const themeButton = find("theme-button");
themeButton?.addEventListener("click", () => {
  chooseTheme(theme() === "dark" ? "light" : "dark");
  for (const picture of document.querySelectorAll(".board-picture")) repaint(picture);
});
if (themeButton) themeButton.disabled = false; // pressed before this script is loaded, it would do nothing

wireSettings();
if (document.documentElement.dataset.readings) import("./readings.js").then(({ writeReadings }) => writeReadings());

/**
 * Replace the picture of a board: in the current colours, and with the given parameters, if any.
 * @param {Element} picture
 * @param {Record<string, string> | null} asked
 */
export function repaint(picture, asked = null) {
  const image = /** @type {HTMLImageElement} */ (picture.querySelector("img"));
  const address = new URL(image.src);
  const kept = asked ? { lang: address.searchParams.get("lang") ?? "", ...asked } : Object.fromEntries(address.searchParams);
  address.search = String(new URLSearchParams({ ...kept, theme: theme() }));
  if (address.href === image.src) return;
  picture.querySelector("source")?.remove();
  image.src = address.href;
}

// The part after # (a replay, a line of analysis) never reaches the server, so it is copied here.
for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a.language"))) {
  link.addEventListener("click", () => {
    const now = new URL(location.href);
    now.searchParams.set("lang", link.hreflang);
    link.href = now.href;
  });
}

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register(addressOf("/service-worker.js")).catch(() => {});
}
