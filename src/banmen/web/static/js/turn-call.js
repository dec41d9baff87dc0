// "Your turn": in the title of the page, by a short knock on wood, and as a notification of the system where that is wanted.

import { find, make, tell } from "./elements.js";
import { set, settings } from "./settings.js";
import { call } from "./sound.js";
import { state } from "./state.js";
import { say } from "./words.js";

/** @type {boolean | null} */
let waited = null; // whether it was somebody else's turn when the page last looked; null before it has looked

/** Mark the title, and call whoever has waited for their turn. */
export function callIfDue() {
  const { view } = state;
  const due = view.yours && !view.result;
  document.title = `${due ? `● ${say("online.your_turn")} · ` : ""}${view.title} · ${say("site.short")}`;
  if (due && waited) {
    call();
    if (document.hidden) notify(say("online.your_turn"), view.status).catch(() => {});
  }
  waited = !due;
}

/** Tell whether this browser can show notifications here: most do so over https alone. */
const canNotify = () => "Notification" in window && window.isSecureContext;

/**
 * Show a notification, if the visitor wants that.
 * @param {string} title
 * @param {string} body
 */
async function notify(title, body) {
  if (!settings.notify || !canNotify() || Notification.permission !== "granted") return;
  const words = { body, tag: state.id, data: location.pathname };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification(title, words); // phones show none that a page makes itself
  else new Notification(title, words);
}

/** Return a switch for notifications, or words that say why there is none. */
export function notifyChoice() {
  if (!canNotify()) return make("p", { class: "fine", id: "notify-not" }, say("Notification" in window ? "online.notify_https" : "online.notify_none"));
  const told = make("p", { class: "fine", role: "status" });
  const button = make("button", { type: "button", id: "notify-button", "aria-pressed": String(isOn()) }, say("online.notify"));
  button.addEventListener("click", async () => {
    const granted = isOn() || (await Notification.requestPermission()) === "granted";
    set("notify", granted && !isOn());
    button.setAttribute("aria-pressed", String(isOn()));
    tell(told, isOn() ? say("online.notify_on") : granted ? "" : say("online.notify_denied"));
    find("announce")?.append(make("p", {}, told.textContent));
  });
  return make("div", { class: "notify" }, button, told);
}

const isOn = () => Boolean(settings.notify) && Notification.permission === "granted";
