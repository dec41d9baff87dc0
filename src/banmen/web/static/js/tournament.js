// A tournament: entering and leaving it, the current round, the table, and the way to one's match when it begins.

import { addressOf, tournamentPath } from "./addresses.js";
import { ask, codeOf, get, messageOf, post } from "./api.js";
import { find, make, tell } from "./elements.js";
import { explainName, keepName, suggestPublicName } from "./invitations.js";
import { notify, notifyChoice } from "./notifying.js";
import { repeat } from "./repeating.js";
import { share } from "./sharing.js";
import { call } from "./sound.js";
import { showStandings, showRounds } from "./tournament-tables.js";
import { say } from "./words.js";

const { tournament = "", name = "" } = document.body.dataset;
const page = tournamentPath(tournament);
const path = `/api${page}`;
const HOUR = 3600;
/** @type {string | null} */
let known = cameFrom(); // the reader's known match, perhaps an earlier one; null before the page has looked
let shown = ""; // the tournament as shown on the page
let offered = ""; // the possible actions, as shown on the page

find("leave-dialog").addEventListener("close", () => {
  if (find("leave-dialog").returnValue === "yes") change("leave");
});
find("call-off-dialog").addEventListener("close", () => {
  if (find("call-off-dialog").returnValue === "yes") callOff();
});
repeat(async () => {
  try {
    return show(await get(path));
  } catch (error) {
    return codeOf(error) === "no_tournament" && showCalledOff();
  }
});

/**
 * Show a tournament, and return whether it is over.
 * @param {TournamentView} view
 */
function show(view) {
  const sign = JSON.stringify(view);
  if (sign !== shown) {
    shown = sign;
    const mine = ownMatch(view);
    tell(find("tournament-status"), describe(view, mine));
    tell(find("tournament-note"), noteOf(view, mine));
    find("tournament-note").hidden = !find("tournament-note").textContent;
    offer(view, mine);
    showRounds(view);
    showStandings(view);
    document.title = `${mine ? `● ${say("tournament.your_match")} · ` : ""}${name} · ${say("site.short")}`;
    followOwnMatch(mine);
  }
  return view.state === "over";
}

/** Tell those who wait that the tournament is gone; nothing changes any more. */
function showCalledOff() {
  tell(find("tournament-status"), say("tournament.called_off"));
  find("tournament-note").hidden = true;
  find("tournament-actions").replaceChildren();
  return true;
}

/**
 * Return the reader's current match, if there is one.
 * @param {TournamentView} view
 */
const ownMatch = ({ meetings, round }) => meetings.find((one) => one.round === round && one.yours && one.match && !one.scores)?.match ?? "";

/** Return the match from which the reader came back; null if they came from elsewhere. */
function cameFrom() {
  const [, match] = /\/play\/([\w-]+)/.exec(document.referrer) ?? [];
  return match ?? null;
}

/**
 * Take the reader to a match that begins while they wait here or played the one before; readers who come back from it to
 * see the table are left alone.
 * @param {string} match
 */
function followOwnMatch(match) {
  const waited = known !== null && match && match !== known;
  known = match;
  if (!waited) return;
  call();
  const to = addressOf(`/play/${encodeURIComponent(match)}`);
  if (document.hidden) notify(say("tournament.your_match"), { body: name, tag: match, path: to }).catch(() => {});
  location.assign(to);
}

/**
 * Describe the state of the tournament.
 * @param {TournamentView} view
 * @param {string} mine
 */
function describe(view, mine) {
  const { state, winners, entered, own, round, meetings, entrants } = view;
  if (state === "over") return winners.length === 1 ? say("tournament.won", { name: winners[0] }) : say("tournament.won_together", { names: winners.join(say("online.and")) });
  if (state === "open" && own && entrants > 1) return say("tournament.can_start");
  if (state === "open") return say(entered ? "tournament.you_are_in" : "tournament.join_now");
  if (mine) return say("tournament.match_ready");
  const now = meetings.filter((one) => one.round === round);
  if (now.some((one) => one.yours && !one.second)) return say("tournament.you_have_a_bye");
  const left = now.filter(({ scores }) => !scores).length;
  return say(left === 1 ? "tournament.one_left" : "tournament.some_left", { number: left });
}

/**
 * Say what comes next.
 * @param {TournamentView} view
 * @param {string} mine
 */
function noteOf({ state, own, entered, entrants, round, rounds, grace }, mine) {
  if (state === "over") return "";
  if (state === "open" && entrants < 2) return say("tournament.too_few");
  if (state === "open") return say(own ? "tournament.start_note" : entered ? "tournament.wait_note" : "tournament.join_note");
  if (mine) return grace < HOUR ? say("tournament.come_minutes", { minutes: grace / 60 }) : say("tournament.come_hours", { hours: grace / HOUR });
  return say(round < rounds ? "tournament.next_by_itself" : "tournament.last_round");
}

/**
 * Show the reader's possible actions. Unchanged ones stay, and with them the focus and what was typed.
 * @param {TournamentView} view
 * @param {string} mine
 */
function offer(view, mine) {
  const { state, own, entered, entrants } = view;
  const sign = JSON.stringify([state, own && entrants > 1, entered, mine]);
  if (sign === offered) return;
  offered = sign;
  const box = find("tournament-actions");
  const focused = box.contains(document.activeElement) ? document.activeElement?.id : "";
  box.replaceChildren(...[
    mine ? make("a", { class: "big", id: "to-my-match", href: `/play/${encodeURIComponent(mine)}` }, say("tournament.to_my_match")) : null,
    state === "open" && own ? make("button", { type: "button", class: "big", id: "tournament-start", disabled: entrants < 2, onclick: () => change("start") }, say("tournament.start")) : null,
    state === "open" && !entered ? nameForm(own) : null,
    make("div", { class: "tournament-more" },
      state === "open" ? make("button", { type: "button", id: "tournament-share", onclick: () => share(page, find("tournament-told")) }, say("online.send_link")) : null,
      state === "open" ? make("button", { type: "button", id: "tournament-code", onclick: showCode }, say("online.show_code")) : null,
      state === "open" && own ? make("button", { type: "button", class: "soft", id: "tournament-call-off", onclick: () => find("call-off-dialog").showModal() }, say("tournament.call_off")) : null,
      entered && state !== "over" ? make("button", { type: "button", class: "soft", id: "tournament-leave", onclick: () => leave(state) }, say("tournament.leave")) : null),
    entered && state !== "over" ? notifyChoice(say("tournament.notify")) : null,
  ].filter((part) => part !== null));
  if (focused) (document.getElementById(focused) ?? find("tournament-status")).focus({ preventScroll: true });
}

/** @param {boolean} own */
function nameForm(own) {
  const field = make("input", { id: "entrant-name", maxlength: 24, autocomplete: "nickname", required: true, placeholder: say("online.name_example"), "aria-describedby": "entrant-name-help" });
  suggestPublicName(field).catch(() => {}); // then it is typed
  const enter = (/** @type {Event} */ event) => {
    event.preventDefault();
    change("enter", { name: field.value.trim() });
  };
  return make("form", { class: "tournament-join", onsubmit: enter },
    make("label", { for: "entrant-name" }, say("online.name")), field,
    make("p", { class: "lobby-note", id: "entrant-name-help" }, say("tournament.name_is_shown")),
    make("button", { class: own ? "" : "big", id: "tournament-enter" }, say("tournament.enter")));
}

async function showCode() {
  (await import("./joining.js")).showJoining(page);
}

/**
 * Leave: at once if nothing has begun, otherwise after a confirmation.
 * @param {string} state
 */
function leave(state) {
  if (state === "open") change("leave");
  else find("leave-dialog").showModal();
}

/**
 * Enter, leave or start, and show the result.
 * @param {"enter" | "leave" | "start"} what
 * @param {Record<string, unknown>} body
 */
async function change(what, body = {}) {
  tell(find("problem"), "");
  try {
    show(await post(`${path}/${what}`, body));
    if (typeof body.name === "string") keepName(body.name);
  } catch (error) {
    if (!explainName(/** @type {HTMLInputElement | null} */ (document.getElementById("entrant-name")), error)) tell(find("problem"), messageOf(error));
  }
}

async function callOff() {
  tell(find("problem"), "");
  try {
    await ask("DELETE", path);
    location.assign(addressOf("/tournaments"));
  } catch (error) {
    tell(find("problem"), messageOf(error));
  }
}
