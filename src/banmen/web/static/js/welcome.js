// The first game of a kind: what it is about, in one sentence over the board, and the offer to learn it. Only once.

import { announce } from "./announce.js";
import { get } from "./api.js";
import { find, make } from "./elements.js";
import { set, settings } from "./settings.js";
import { state } from "./state.js";
import { say } from "./words.js";

/**
 * Show what the game is about until the visitor goes on; `shown` is called with the function that removes it.
 * @param {(end: () => void) => void} shown
 */
export async function welcome(shown) {
  const { game, title } = state.view;
  const met = `met-${game}`;
  const [goal, lessons] = await Promise.all([findGoal(game), countLessons(game)]);
  if (!goal) return;
  const learnt = /** @type {number[]} */ (settings[`learnt-${game}`] || []).length;
  const words = say(learnt ? "play.welcome_learn_on" : "play.welcome_learn");
  const learn = lessons > learnt ? make("a", { class: "button", href: `/learn/${game}`, id: "welcome-learn", onclick: remember }, words) : null;
  const card = make("section", { class: "welcome", id: "welcome", "aria-label": say("play.welcome_label", { game: title }) },
    make("div", { class: "welcome-card" },
      make("p", { class: "welcome-goal" }, goal),
      make("button", { type: "button", class: "big", id: "welcome-play" }, say("play.welcome_play")), learn));
  find("board").after(card);
  card.querySelector("button")?.focus({ preventScroll: true });
  announce(goal);
  await new Promise((resolve) => {
    const end = () => {
      set(met, true);
      if (card.contains(document.activeElement)) find("main").focus({ preventScroll: true });
      card.remove();
      removeEventListener("keydown", leave, true);
      resolve(null);
    };
    /** @param {KeyboardEvent} event */
    const leave = (event) => event.key === "Escape" && end();
    shown(end);
    addEventListener("keydown", leave, true);
    card.addEventListener("click", (event) => {
      event.stopPropagation(); // the same tap throws nothing and skips nothing
      if (!(event.target instanceof Element && event.target.closest("a"))) end();
    });
  });

  /** Let the lessons lead back to this game. */
  function remember() {
    set(met, true);
    try {
      sessionStorage.setItem(`banmen-back-${game}`, location.pathname);
    } catch {
      // Then the lessons end with a new game.
    }
  }
}

/** @param {string} name */
async function findGoal(name) {
  /** @type {{name: string, goal: string}[]} */
  const games = await get("/api/games").catch(() => []);
  return games.find((game) => game.name === name)?.goal ?? "";
}

/** @param {string} name */
async function countLessons(name) {
  /** @type {LessonsView} */
  const list = await get(`/api/games/${name}/lessons`).catch(() => ({ lessons: [] }));
  return list.lessons.length;
}
