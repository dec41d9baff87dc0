// Actions about another person in a match: blocking them, or reporting them to the server's operator. Each is confirmed
// with an explanation of what it does. Fetched on demand.

import { messageOf, post } from "./api.js";
import { find, findAll, make, tell } from "./elements.js";
import { state } from "./state.js";
import { forgetTalk } from "./talk.js";
import { say } from "./words.js";

const REASONS = ["name", "talk", "cheating", "stalling"];

/**
 * Open the menu of a person.
 * @param {SeatView} seat
 */
export function openPersonMenu({ player, name }) {
  const words = { name };
  const part = make("div", { class: "person-part" });
  const problem = make("p", { class: "problem", role: "alert", hidden: true });
  const title = make("h2", { id: "person-title", tabindex: -1 }, name);
  const dialog = make("dialog", { id: "person-dialog", class: "sheet person", "aria-labelledby": "person-title" },
    make("form", { method: "dialog" }, make("button", { class: "quiet close", "aria-label": say("online.close") }, "✕")), title, part, problem);

  /**
   * Show one part of the menu; its first control is focused.
   * @param {...(HTMLElement | null)} contents
   */
  const turnTo = (...contents) => {
    tell(problem, "");
    part.replaceChildren(...contents.filter((one) => one !== null));
    (findAll(part, "[data-first]")[0] ?? title).focus();
  };
  const back = () => make("button", { type: "button", class: "person-back", onclick: choose }, say("person.back"));
  const choose = () => turnTo(make("div", { class: "person-choices" },
    make("button", { type: "button", id: "person-block", "data-first": true, onclick: askBlock }, say("person.block")),
    make("button", { type: "button", id: "person-report", onclick: askReport }, say("person.report"))));
  const askBlock = () => turnTo(make("p", {}, say("person.block_sure", words)), make("div", { class: "choices" },
    make("button", { type: "button", class: "warn", id: "person-do", onclick: () => attempt(() => block(player), say("person.blocked", words)) }, say("person.block")),
    back()));
  const askReport = () => turnTo(make("form", { class: "person-form", onsubmit: report },
    make("fieldset", {}, make("legend", {}, say("person.why")), ...REASONS.map((reason, index) => make("label", {},
      make("input", { type: "radio", name: "reason", value: reason, required: true, "data-first": index === 0 }), make("span", {}, say(`person.reason_${reason}`))))),
    make("p", { class: "fine" }, say("person.report_sure", words)),
    make("div", { class: "choices" }, make("button", { class: "warn", id: "person-do" }, say("person.report")), back())));
  /** @param {Event} event */
  const report = (event) => {
    event.preventDefault();
    const reason = new FormData(/** @type {HTMLFormElement} */ (event.target)).get("reason");
    attempt(() => post(`${state.path}/report`, { player, reason }), say("person.reported", words));
  };
  /**
   * @param {() => Promise<unknown>} work
   * @param {string} done
   */
  const attempt = async (work, done) => {
    tell(problem, "");
    try {
      await work();
      turnTo(make("p", { class: "person-done", tabindex: -1, "data-first": true }, done), make("p", {}, make("a", { href: "/you" }, say("person.to_you"))));
    } catch (error) {
      tell(problem, messageOf(error));
    }
  };

  dialog.addEventListener("close", () => {
    dialog.remove();
    const [line] = findAll(find("players"), ".player").filter((one) => one.dataset.player === player);
    line?.querySelector("button")?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  choose();
}

/**
 * Block a person: what they have said disappears at once.
 * @param {string} player
 */
async function block(player) {
  await post(`${state.path}/block`, { player });
  forgetTalk(player);
}
