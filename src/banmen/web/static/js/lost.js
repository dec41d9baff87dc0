// A friendly page in place of the board if there is nothing to show, with a way home.

import { find, make } from "./elements.js";
import { say } from "./words.js";

/**
 * Replace the page's content by an error and the way home; `kind` is the key of its texts, `detail` adds a sentence.
 * @param {string} kind
 * @param {string} detail
 */
export function lost(kind, detail = "") {
  document.body.className = "plain";
  document.title = `${say(`error.${kind}_title`)} · ${say("site.short")}`;
  find("game-title")?.remove();
  find("main").inert = false;
  const myGames = kind === "gone" ? [" ", make("a", { class: "button", href: "/my-games" }, say("mine.title"))] : [];
  find("main").replaceChildren(make("div", { class: "alone" },
    make("img", { class: "alone-picture", src: new URL("../icons/astray.svg", import.meta.url).href, alt: "", width: 260, height: 232 }),
    make("h1", {}, say(`error.${kind}_title`)),
    make("p", {}, say(`error.${kind}_text`)),
    detail ? make("p", { class: "detail" }, detail) : null,
    make("p", {}, make("a", { class: "big", href: "/" }, say("error.home")), ...myGames)));
}
