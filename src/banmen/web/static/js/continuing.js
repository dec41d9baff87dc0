// Games that wait to be continued: a short row of them, the others on request, and a way to be rid of one.

import { ask, codeOf, get, messageOf } from "./api.js";
import { find, findAll, make, tell } from "./elements.js";
import { theme } from "./settings.js";
import { lang, say } from "./words.js";

const WIDE = matchMedia("(min-width: 62rem)");
const NARROW = matchMedia("(max-width: 35.99rem)");
/** @type {MatchShort[]} */
let open = []; // unfinished matches, the latest first
let all = false; // whether all of them are shown
/** @type {MatchShort | null} */
let leaving = null; // the match whose removal is being asked about

/** Show the unfinished matches, and keep the row as long as the window has room for. */
export async function watchUnfinished() {
  /** @type {MatchList} */
  const { matches } = await get("/api/matches");
  open = matches.filter((match) => !match.result);
  for (const width of [WIDE, NARROW]) width.addEventListener("change", show);
  find("show-all").addEventListener("click", () => {
    all = !all;
    show();
  });
  find("remove-dialog").addEventListener("close", () => {
    if (find("remove-dialog").returnValue === "yes" && leaving) remove(leaving);
    find("remove-dialog").returnValue = "";
  });
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

/**
 * Return how a match is told: against whom, and how far it has come.
 * @param {MatchShort} match
 */
function told(match) {
  const others = match.players.filter(({ who }) => who !== "human");
  const alone = match.players.length - others.length === 1;
  const who = (alone ? others : match.players).map((player) => (player.who === "human" ? player.name : player.label)).join(" – ");
  return { game: match.title, who, steps: match.steps ? say("home.continue_step", { steps: match.steps }) : say("home.continue_none") };
}

/** @param {MatchShort} match */
function line(match) {
  const query = new URLSearchParams({ theme: theme(), lang, position: match.position });
  for (const [name, value] of Object.entries(match.options || {})) query.set(name, String(value));
  const words = told(match);
  return make("li", { "data-match": match.id },
    make("a", { href: match.url },
      make("img", { src: `/pictures/${match.game}.svg?${query}`, alt: "", width: 44, height: 44, loading: "lazy" }),
      make("span", {}, make("b", {}, match.title), " ", make("small", {}, match.steps ? say("home.continue_line", words) : words.who))),
    make("button", { type: "button", class: "remove", "aria-label": say("home.remove_game", words), title: say("home.remove"), onclick: () => sure(match) },
      make("span", { "aria-hidden": "true" }, "✕")));
}

/** @param {MatchShort} match */
function sure(match) {
  leaving = match;
  tell(find("remove-text"), say("home.remove_text", told(match)));
  find("remove-dialog").showModal();
}

/**
 * Remove a match for good, and leave the focus where the next one is.
 * @param {MatchShort} match
 */
async function remove(match) {
  const place = open.indexOf(match);
  try {
    await ask("DELETE", `/api/matches/${encodeURIComponent(match.id)}`);
  } catch (error) {
    if (codeOf(error) !== "no_match") return complain(messageOf(error)); // gone already is as good
  }
  open.splice(place, 1);
  all = all && open.length > room();
  show();
  const buttons = findAll(find("continue-list"), ".remove");
  (buttons[Math.min(place, buttons.length - 1)] ?? find("main")).focus();
  tell(find("removed"), say("home.removed", told(match)));
}

/** @param {string} words */
function complain(words) {
  tell(find("removed"), words);
  find("removed").classList.remove("unseen");
}
