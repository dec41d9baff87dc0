// Moving one's seat to another device: a link that is shown only to its owner, after which this device only watches.

import { messageOf } from "./api.js";
import { find, make, tell } from "./elements.js";
import { joinPath, makeLink } from "./invitations.js";
import { notifyChoice } from "./notifying.js";
import { state } from "./state.js";
import { say } from "./words.js";

/** Put what belongs to this match into the settings dialog. */
export function showMatchSettings() {
  const own = state.view.together?.own ?? [];
  const before = document.getElementById("match-settings");
  const sign = `${own.join()} ${Boolean(state.view.result)}`;
  if (before?.dataset.sign === sign) return;
  const box = make("section", { id: "match-settings", class: "match-settings", "data-sign": sign, "aria-labelledby": "match-settings-title" });
  if (own.length && !state.view.result) {
    const problem = make("p", { class: "problem", role: "alert", hidden: true });
    box.append(make("h3", { id: "match-settings-title" }, say("online.this_game")), notifyChoice(say("online.notify")),
      make("p", { class: "setting" }, make("button", { type: "button", id: "move-seat", onclick: () => moveSeat(own[0], problem) }, say("online.move_seat"))),
      make("p", { class: "fine" }, say("online.move_seat_warning")), problem);
  }
  if (before) before.replaceWith(box);
  else find("settings-dialog").append(box);
}

/**
 * @param {string} player
 * @param {HTMLElement} problem
 */
async function moveSeat(player, problem) {
  try {
    const path = joinPath(state.id, await makeLink(state.id, player));
    find("settings-dialog").close();
    (await import("./joining.js")).showJoining(path, true);
  } catch (error) {
    tell(problem, messageOf(error));
  }
}
