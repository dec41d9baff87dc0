// Setting up a tournament: the form is sent, and its organiser enters at once if they play themselves.

import { addressOf } from "./addresses.js";
import { beginOnce, messageOf, post } from "./api.js";
import { readClock } from "./clock-choice.js";
import { find, findAll, tell } from "./elements.js";
import { keepName, suggestPublicName } from "./invitations.js";
import { readOptions, showRanges } from "./option-fields.js";
import { say } from "./words.js";

const form = find("tournament-form");
const { game = "", options: fixed = "{}" } = form.dataset;

/** @param {string} name */
const chosen = (name) => /** @type {HTMLInputElement | null} */ (form.querySelector(`input[name="${name}"]:checked`))?.value ?? "";

suggestPublicName(find("my-name")).catch(() => {}); // then it is typed
form.addEventListener("change", show);
form.addEventListener("submit", begin);
showRanges(form);
show();
find("tournament-begin").disabled = false; // without this script pressing it would do nothing useful

function show() {
  const swiss = chosen("kind") === "swiss";
  find("tournament-rounds-line").hidden = !swiss;
  tell(find("tournament-kind-help"), say(swiss ? "tournament.swiss_help" : "tournament.robin_help"));
  const plays = find("tournament-plays").checked;
  find("tournament-name-line").hidden = !plays;
  find("my-name").required = plays;
}

/** @param {Event} event */
async function begin(event) {
  event.preventDefault();
  find("tournament-begin").disabled = true;
  tell(find("problem"), "");
  try {
    /** @type {TournamentView} */
    const { id } = await beginOnce("/api/tournaments", asked());
    if (find("tournament-plays").checked) await enter(id);
    location.assign(addressOf(`/tournaments/${id}`));
  } catch (error) {
    tell(find("problem"), messageOf(error));
    find("tournament-begin").disabled = false;
  }
}

function asked() {
  const computers = /** @type {HTMLInputElement[]} */ (findAll(form, 'input[name="computers"]:checked')).map(({ value }) => value);
  const rounds = Number(find("tournament-rounds").value) || null;
  return {
    name: find("tournament-title").value.trim() || find("tournament-title").placeholder, game, kind: chosen("kind"),
    options: { ...JSON.parse(fixed), ...readOptions(form) }, rounds: chosen("kind") === "swiss" ? rounds : null,
    clock: readClock(chosen("clock")), computers,
  };
}

/** @param {string} id */
async function enter(id) {
  const name = find("my-name").value.trim();
  keepName(name);
  await post(`/api/tournaments/${id}/enter`, { name });
}
