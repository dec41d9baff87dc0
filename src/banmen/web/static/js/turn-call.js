// "Your turn": in the title of the page, by a short knock on wood, and as a system notification if wanted.

import { notify } from "./notifying.js";
import { call } from "./sound.js";
import { state } from "./state.js";
import { say } from "./words.js";

/** @type {boolean | null} */
let waited = null; // whether it was somebody else's turn at the last check; null before the first

/** Mark the title, and alert a player who has been waiting for their turn. */
export function callIfDue() {
  const { view } = state;
  const due = view.yours && !view.result;
  document.title = `${due ? `● ${say("online.your_turn")} · ` : ""}${view.title} · ${say("site.short")}`;
  if (due && waited) {
    call();
    if (document.hidden) notify(say("online.your_turn"), { body: view.status, tag: state.id, path: location.pathname }).catch(() => {});
  }
  waited = !due;
}
