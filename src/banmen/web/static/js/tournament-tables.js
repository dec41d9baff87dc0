// The rounds of a tournament and its table.

import { find, findAll, make } from "./elements.js";
import { say } from "./words.js";

/**
 * Format a score, with halves as such.
 * @param {number} score
 */
const points = (score) => `${Math.floor(score) || (score % 1 ? "" : "0")}${score % 1 ? "½" : ""}`;

/**
 * Show the current round, and below it the earlier ones, folded away.
 * @param {TournamentView} view
 */
export function showRounds({ state, round, rounds, meetings }) {
  find("round-part").hidden = !round;
  find("round-title").textContent = say("tournament.round_of", { round, rounds });
  const focused = document.activeElement?.getAttribute("href");
  find("round-list").replaceChildren(...meetings.filter((one) => one.round === round).map(meetingLine));
  const earlier = Array.from({ length: Math.max(0, round - 1) }, (_, index) => round - 1 - index);
  find("earlier-part").hidden = !earlier.length;
  find("earlier-list").replaceChildren(...earlier.map((number) => make("section", {},
    make("h3", {}, say("tournament.round_of", { round: number, rounds })),
    make("ul", { class: "meetings" }, ...meetings.filter((one) => one.round === number).map(meetingLine)))));
  document.body.classList.toggle("tournament-over", state === "over");
  if (focused) findAll(document, ".meetings a").find((link) => link.getAttribute("href") === focused)?.focus();
}

/** @param {MeetingView} meeting */
function meetingLine({ first, second, match, scores, yours }) {
  if (second === null) return make("li", { class: yours ? "yours" : "" }, make("span", { class: "pair" }, make("b", {}, first)), make("small", {}, say("tournament.bye")));
  const names = make("span", { class: "pair" }, ...pair(first, second, scores));
  const address = match ? (scores ? `/replay?match=${encodeURIComponent(match)}` : `/play/${encodeURIComponent(match)}`) : "";
  const words = scores ? say("tournament.review") : say(yours ? "tournament.your_match" : "tournament.watch");
  const link = address ? make("a", { class: "button", href: address, "aria-label": `${words}: ${first} – ${second}` }, words) : null;
  return make("li", { class: yours ? "yours" : "" }, names, make("b", { class: "meeting-score" }, scores ? `${points(scores[0])} – ${points(scores[1])}` : ""), link);
}

/**
 * @param {string} first
 * @param {string} second
 * @param {number[] | null} scores
 */
function pair(first, second, scores) {
  const mark = (/** @type {string} */ who, /** @type {number} */ place) => make(scores && scores[place] > scores[1 - place] ? "b" : "span", {}, who);
  return [mark(first, 0), make("span", { class: "versus" }, " – "), mark(second, 1)];
}

/**
 * Show the entrants, and once there are results also the standings.
 * @param {TournamentView} view
 */
export function showStandings({ state, standings }) {
  const here = standings.filter(({ gone }) => !gone);
  const begun = state !== "open";
  find("table-title").textContent = begun ? say("tournament.table") : say(here.length === 1 ? "tournament.entrant" : "tournament.entrants", { number: here.length });
  find("standings").hidden = !begun;
  find("tie-note").hidden = !begun;
  find("entrants").hidden = begun;
  find("entrants").replaceChildren(...(begun ? [] : here.map((one) => make("li", {}, nameOf(one)))));
  find("standings-rows").replaceChildren(...(begun ? standings.map(row) : []));
}

/** @param {EntrantView} one */
function row(one) {
  return make("tr", { class: `${one.you ? "yours" : ""}${one.gone ? " gone" : ""}` },
    make("td", {}, String(one.place)), make("th", { scope: "row" }, nameOf(one)),
    make("td", {}, make("b", {}, points(one.score))), make("td", {}, points(one.opponents)), make("td", {}, String(one.wins)));
}

/** @param {EntrantView} one */
function nameOf({ name, you, gone }) {
  const more = you ? say("play.you") : gone ? say("tournament.gone") : "";
  return make("span", { class: "entrant" }, name, more ? make("small", {}, ` ${more}`) : null);
}
