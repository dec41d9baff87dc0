// The end of a game on the play page: who won and why, what to do next, and the story of the game once it is known.

import { addressOf } from "./addresses.js";
import { announce } from "./announce.js";
import { beginMatch, messageOf } from "./api.js";
import { find, make, tell } from "./elements.js";
import { state } from "./state.js";
import { say } from "./words.js";

const LEVELS = 8; // of every game
const SETTLING = 900; // milliseconds before the story is requested: the result comes first

const replayAddress = () => `/replay?match=${encodeURIComponent(state.id)}`;

/**
 * Return who won and why, and the buttons for what comes next.
 * @returns {HTMLElement[]}
 */
export function ending() {
  const { view } = state;
  const next = state.company ? null : nextOpponent(view);
  const again = state.company?.again() ?? [make("button", { type: "button", class: "big", "data-action": "again", onclick: () => playAgain() }, say("play.again"))];
  const links = make("div", { class: "row" },
    next ? make("button", { type: "button", id: "next-opponent", onclick: () => playAgain(next.seats) }, say(next.key, { number: next.number })) : null,
    make("a", { class: "button", href: replayAddress(), id: "look-back" }, say("play.look_back")));
  const why = make("p", { class: "why", id: "result-why", hidden: !view.result?.why }, view.result?.why);
  return [make("p", { class: "result", id: "result" }, view.result?.words), why, ...again, links];
}

/**
 * Show the story of the game below, with ways to go elsewhere; nothing during the game.
 * @param {boolean} moving
 * @param {() => void} seal after which nothing can be taken back
 */
export function renderStory(moving, seal) {
  const { view } = state;
  const box = find("story");
  const sign = view.result && !moving ? `${view.steps} ${view.position}` : "";
  if (box.dataset.sign === sign) return renderProof(box, seal);
  box.dataset.sign = sign;
  if (sign) scrollToEnd();
  const story = make("div", { class: "story-told" });
  box.replaceChildren(...(sign ? [story, make("div", { class: "row" },
    make("a", { class: "button", href: `/new/${view.game}` }, say("play.other_game")),
    make("a", { class: "button", href: "/my-games" }, say("mine.title")),
    make("a", { class: "button", href: "/" }, say("play.to_start")))] : []));
  renderProof(box, seal);
  if (!sign || !view.steps) return;
  setTimeout(async () => {
    if (!story.isConnected) return;
    const { tellStory } = await import("./story.js"); // not needed before, and nobody waits for it
    tellStory(story, view, state.path, replayAddress());
  }, SETTLING);
}

/** Scroll the end into view: the winner is shown at the top of the panel, or below the board. */
function scrollToEnd() {
  scrollTo({ top: 0 });
  find("result")?.closest(".panel")?.scrollTo({ top: 0 });
}

/**
 * Show below the story how the throws of a finished game can be checked: the seed is revealed once nothing can be taken back.
 * @param {HTMLElement} box
 * @param {() => void} seal
 */
function renderProof(box, seal) {
  const { view } = state;
  const before = box.querySelector("details");
  if (!view.result || view.checkable === null || !box.childElementCount) return before?.remove();
  const sign = String(view.seed);
  if (before?.dataset.sign === sign) return;
  const check = view.seed ? [checkButton()] : [make("button", { type: "button", id: "seal", onclick: seal }, say("play.proof_show")), make("p", {}, say("play.proof_final"))];
  const seed = view.seed ? [make("p", {}, say("play.proof_seed")), make("code", { id: "seed" }, view.seed)] : [];
  const proof = make("details", { class: "told", id: "proof", "data-sign": sign, open: before?.open ?? false },
    make("summary", {}, say("play.proof")),
    make("p", {}, say(view.together ? "play.proof_how_together" : "play.proof_how")), ...check,
    make("p", { hidden: view.checkable }, say("play.proof_void")),
    make("p", {}, say("play.proof_fingerprint")), make("code", { id: "commitment" }, view.commitment), ...seed);
  if (before) before.replaceWith(proof);
  else box.append(proof);
}

/** Return the button that recomputes all throws, and the place for the result. */
function checkButton() {
  const result = make("div", { id: "proof-found", "aria-live": "polite" });
  const check = async () => {
    const { checkDice } = await import("./dice-check.js"); // few people ask
    await checkDice(result, state.id, state.path);
  };
  return make("div", {}, make("button", { type: "button", id: "check-dice", onclick: check }, say("play.proof_check")), result);
}

/**
 * Return the next opponent if one person played computers of one level: a stronger one after a win, otherwise a weaker one.
 * @param {MatchView} view
 */
function nextOpponent(view) {
  const people = view.players.filter(({ who }) => who === "human");
  const levels = new Set(view.players.filter(({ who }) => who !== "human").map(({ who }) => who));
  const level = Number([...levels][0]?.match(/^level:(\d)$/)?.[1]);
  if (people.length !== 1 || levels.size !== 1 || !level || !view.result?.winners.length) return null;
  const won = view.result.winners.includes(people[0].player);
  const number = level + (won ? 1 : -1);
  if (number < 1 || number > LEVELS) return null;
  const seats = Object.fromEntries(view.players.map(({ player, who }) => [player, who === "human" ? who : `level:${number}`]));
  return { key: won ? "play.next_up" : "play.next_down", number, seats };
}

/** @param {Record<string, string>} seats */
async function playAgain(seats = Object.fromEntries(state.view.players.map(({ player, who }) => [player, who]))) {
  const { view } = state;
  try {
    location.assign(addressOf((await beginMatch({ game: view.game, options: view.options, seats })).url));
  } catch (error) {
    tell(find("message"), messageOf(error));
    announce(messageOf(error));
  }
}
