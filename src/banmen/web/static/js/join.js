// The page that a link to a seat opens: who invites to which game, a name, and one button. The secret comes after the # and is
// removed from the address as soon as it is used.

import { addressOf } from "./addresses.js";
import { codeOf, get, messageOf, post } from "./api.js";
import { find, make, tell } from "./elements.js";
import { explainName, keepName, knownName, sayClock, suggestName, takeSeat } from "./invitations.js";
import { theme } from "./settings.js";
import { lang, say } from "./words.js";

const { match = "" } = document.body.dataset;
const path = `/api/matches/${encodeURIComponent(match)}`;
const table = `/play/${encodeURIComponent(match)}`;
const secret = decodeURIComponent(location.hash.slice(1));
/** @type {Record<string, string>} */
const REASONS = { bad_link: "used", seat_taken: "taken", no_seat: "taken", no_match: "gone", match_over: "over" };
const MANGLED = "invalid"; // the answer to a secret that no link can have

async function begin() {
  try {
    /** @type {InvitationView} */
    const invitation = await post(`${path}/invitation`, secret ? { link: secret } : {});
    if (invitation.yours && !invitation.name) return go();
    if (invitation.yours && invitation.name === knownName()) return go(); // opened again by the person who sits there
    show(invitation);
  } catch (error) {
    await refuse(error);
  }
}

/** @param {InvitationView} invitation */
function show(invitation) {
  document.body.classList.add(`game-${invitation.game}`);
  document.title = `${invitation.title} · ${say("site.short")}`;
  const people = invitation.people.filter((name) => name !== invitation.name).join(say("online.and"));
  tell(find("invited-heading"), invitation.moving ? say("online.move_here", { name: invitation.name || invitation.seat.name }) : people ? say("online.invited_by", { names: people, game: invitation.title }) : say("online.invited", { game: invitation.title }));
  tell(find("invited-facts"), say("online.invitation_line", { seat: invitation.seat.name, clock: sayClock(invitation.clock) }));
  const query = new URLSearchParams({ .../** @type {Record<string, string>} */ (invitation.options), position: "start", theme: theme(), lang });
  find("invited-picture").replaceChildren(make("img", { src: `/pictures/${invitation.game}.svg?${query}`, alt: "", width: 640, height: 640 }));
  if (invitation.moving) find("invited-name").value = invitation.name;
  else suggestName(find("invited-name"));
  find("invited-sit").textContent = say(invitation.moving ? "online.move_button" : "online.sit_down");
  find("invited-form").hidden = false;
  find("invited-form").addEventListener("submit", (event) => {
    event.preventDefault();
    sit(invitation);
  });
  find("invited-sit").disabled = false;
  tellGoal(invitation.game);
}

/** @param {string} name */
async function tellGoal(name) {
  /** @type {{name: string, goal: string}[]} */
  const games = await get("/api/games").catch(() => []);
  tell(find("invited-goal"), games.find((game) => game.name === name)?.goal);
}

/** @param {InvitationView} invitation */
async function sit({ moving, commitment }) {
  const name = find("invited-name").value.trim();
  find("invited-sit").disabled = true;
  tell(find("invited-problem"), "");
  try {
    await takeSeat(match, { name, ...(secret ? { link: secret } : {}) }, moving ? "" : commitment);
    if (!moving || knownName() === null) keepName(name);
    go();
  } catch (error) {
    find("invited-sit").disabled = false;
    if (codeOf(error) in REASONS) await refuse(error);
    else if (!explainName(find("invited-name"), error)) tell(find("invited-problem"), messageOf(error));
  }
}

/** Go to the match, and leave no secret behind in the address. */
function go() {
  history.replaceState(null, "", location.pathname);
  location.replace(addressOf(table));
}

/**
 * Say why the link does not work, and offer to watch if that is possible.
 * @param {unknown} error
 */
async function refuse(error) {
  const reason = codeOf(error) === MANGLED ? "used" : REASONS[codeOf(error)];
  find("invited-form").hidden = true;
  tell(find("invited-heading"), say(reason ? `online.link_${reason}_title` : "online.link_trouble_title"));
  tell(find("invited-facts"), reason ? say(`online.link_${reason}`) : messageOf(error));
  tell(find("invited-goal"), "");
  const watchable = await get(`${path}?detail=plain`).then(() => true, () => false);
  find("invited-watch").hidden = !watchable;
  find("invited-else").hidden = false;
}

begin();
