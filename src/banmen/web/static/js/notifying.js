// System notifications, if the visitor wants them and the browser supports them: most do so only over https.

import { announce } from "./announce.js";
import { make, tell } from "./elements.js";
import { set, settings } from "./settings.js";
import { say } from "./words.js";

const canNotify = () => "Notification" in window && window.isSecureContext;
const isOn = () => Boolean(settings.notify) && Notification.permission === "granted";

/**
 * Show a notification, if the visitor wants that; `path` is the page it leads to.
 * @param {string} title
 * @param {{body: string, tag: string, path: string}} options
 */
export async function notify(title, { body, tag, path }) {
  if (!canNotify() || !isOn()) return;
  const words = { body, tag, data: path };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification(title, words); // phones do not show notifications made by the page itself
  else new Notification(title, words);
}

/**
 * Return a switch for notifications, or a text that says why there is none.
 * @param {string} label
 */
export function notifyChoice(label) {
  if (!canNotify()) return make("p", { class: "fine", id: "notify-not" }, say("Notification" in window ? "online.notify_https" : "online.notify_none"));
  const status = make("p", { class: "fine" });
  const button = make("button", { type: "button", id: "notify-button", "aria-pressed": String(isOn()) }, label);
  button.addEventListener("click", async () => {
    const granted = isOn() || (await Notification.requestPermission()) === "granted";
    set("notify", granted && !isOn());
    button.setAttribute("aria-pressed", String(isOn()));
    tell(status, isOn() ? say("online.notify_on") : granted ? "" : say("online.notify_denied"));
    announce(status.textContent);
  });
  return make("div", { class: "notify" }, button, status);
}
