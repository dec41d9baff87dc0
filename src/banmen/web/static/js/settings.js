// The visitor's settings, stored in the browser. Light or dark is a cookie as well, so that the server draws the right pictures.

import { BASE } from "./addresses.js";

const NAME = "banmen";
const REOPEN = "banmen-settings";
const USUAL = { sound: true, speed: "normal", coordinates: false, facing: false, forced: "passes", throws: false };
/** @type {Record<string, number>} */
const PACE = { slow: 1.7, normal: 1, fast: 0.5, none: 0 };

/** @returns {PageSettings} */
function read() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(NAME) || "{}") };
  } catch {
    return { ...USUAL };
  }
}

export const settings = read();

/**
 * Change a setting and store it.
 * @param {string} name
 * @param {unknown} value
 */
export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(NAME, JSON.stringify(settings));
  } catch {
    // Private windows may store nothing; the setting holds until the page is left.
  }
}

/** The duration of animations, as a multiple of the normal one; 0 for none. */
export function pace() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden) return 0;
  return PACE[settings.speed] ?? 1;
}

/**
 * Return "light" or "dark": what was chosen, or what the system prefers.
 * @returns {Theme}
 */
export function theme() {
  const chosen = /** @type {Theme | undefined} */ (document.documentElement.dataset.theme);
  return chosen || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

/**
 * Choose light or dark.
 * @param {Theme} name
 */
export function chooseTheme(name) {
  document.documentElement.dataset.theme = name;
  document.cookie = `banmen_theme=${name}; path=${BASE || "/"}; max-age=31536000; samesite=lax`;
  document.dispatchEvent(new CustomEvent("picturechange"));
}

/**
 * Choose readings and easy words, or normal ones; the page is reloaded with them. It is a cookie, so that the server knows.
 * @param {boolean} easy
 */
export function chooseEasyWords(easy) {
  document.cookie = `banmen_easy=${easy ? "on" : ""}; path=${BASE || "/"}; max-age=${easy ? 31536000 : 0}; samesite=lax`;
  try {
    sessionStorage.setItem(REOPEN, "easy-words");
  } catch {
    // Then the settings are closed afterwards.
  }
  location.reload();
}

/** Return, once, what had the focus in the settings dialog when the page was reloaded because of them. */
export function takeReopened() {
  try {
    const id = sessionStorage.getItem(REOPEN);
    sessionStorage.removeItem(REOPEN);
    return id;
  } catch {
    return null;
  }
}

/**
 * Choose large or normal print; it is a cookie, so that the server sends the page that way.
 * @param {boolean} large
 */
export function chooseLargePrint(large) {
  if (large) document.documentElement.dataset.print = "large";
  else delete document.documentElement.dataset.print;
  document.cookie = `banmen_print=${large ? "large" : ""}; path=${BASE || "/"}; max-age=${large ? 31536000 : 0}; samesite=lax`;
}
