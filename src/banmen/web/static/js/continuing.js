// Unfinished games: a short row of them, the others on request, and a way to remove one.

import { get } from "./api.js";
import { find, findAll, make, tell } from "./elements.js";
import { askToRemove, describeMatch, isDue, smallBoard, wireRemoval } from "./match-list.js";
import { say } from "./words.js";

const WIDE = matchMedia("(min-width: 62rem)");
const NARROW = matchMedia("(max-width: 35.99rem)");
/** @type {MatchShort[]} */
let open = []; // unfinished matches: those in which others wait for the reader, then the latest
let all = false; // whether all of them are shown

/** Show the unfinished matches, and fit the row to the window. */
export async function watchUnfinished() {
  /** @type {MatchList} */
  const { matches } = await get("/api/matches");
  open = matches.filter((match) => !match.result && !match.finished && match.url).sort((one, two) => Number(isDue(two)) - Number(isDue(one)));
  for (const width of [WIDE, NARROW]) width.addEventListener("change", show);
  find("show-all").addEventListener("click", () => {
    all = !all;
    show();
  });
  wireRemoval(forget);
  document.addEventListener("picturechange", show);
  show();
}

const room = () => (WIDE.matches ? 3 : NARROW.matches ? 1 : 2);

function show() {
  const shown = all ? open : open.slice(0, room());
  find("continue").hidden = !open.length;
  find("continue-list").replaceChildren(...shown.map(line));
  const button = find("show-all");
  button.hidden = open.length <= room();
  button.setAttribute("aria-expanded", String(all));
  tell(button, say(all ? "home.show_fewer" : "home.show_all", { number: open.length }));
}

/** @param {MatchShort} match */
function line(match) {
  const words = describeMatch(match);
  const told = !match.players.length ? match.status : match.steps ? say("home.continue_line", words) : words.who;
  return make("li", { "data-match": match.id },
    make("a", { href: match.url },
      match.players.length ? smallBoard(match, 44) : null,
      make("span", {}, make("b", {}, match.title), " ", make("small", {}, isDue(match) ? say("home.continue_due", { line: told }) : told))),
    make("button", { type: "button", class: "remove", "aria-label": say("home.remove_game", words), title: say("home.remove"), onclick: () => askToRemove(match) },
      make("span", { "aria-hidden": "true" }, "✕")));
}

/**
 * Take a removed match off the list, and focus the next one.
 * @param {MatchShort} match
 */
function forget(match) {
  const place = open.indexOf(match);
  open.splice(place, 1);
  all = all && open.length > room();
  show();
  const buttons = findAll(find("continue-list"), ".remove");
  (buttons[Math.min(place, buttons.length - 1)] ?? find("main")).focus();
}
