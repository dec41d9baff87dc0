// The visitor's own page: the account and its devices, blocked people, and stored data, to be exported or removed.

import { addressOf } from "./addresses.js";
import { ask, codeOf, get, messageOf, post } from "./api.js";
import { find, findAll, make, tell } from "./elements.js";
import { clearFieldProblem, showFieldProblem } from "./field-problems.js";
import { keepName, knownName } from "./invitations.js";
import { set } from "./settings.js";
import { lang, say } from "./words.js";

const DATE = new Intl.DateTimeFormat(lang, { year: "numeric", month: "short", day: "numeric" });
const FILE = "banmen-visitor.json";
/** @type {Record<string, string>} */
const NAMES = { bad_name: "name", mixed_name: "name", name_taken: "name", weak_passphrase: "new", wrong_passphrase: "old" };

/** @typedef {Partial<Record<string, HTMLInputElement>>} Fields */

/** @param {number} at */
const date = (at) => DATE.format(at * 1000);
const refresh = async () => show(await get("/api/me"));

/** @param {MeView} view */
function show(view) {
  const { account, devices, blocked, bots } = view;
  const name = knownName();
  tell(find("you-who"), account ? say("you.is_signed_in", { name: account.name }) : name ? say("you.is_known_as", { name }) : say("you.is_nobody"));
  find("signed-out").hidden = Boolean(account);
  find("signed-in").hidden = !account;
  find("everybody").hidden = false;
  find("removal-confirmed").hidden = !account;
  find("removal-passphrase").disabled = !account;
  if (account) showAccount(account);
  find("devices").replaceChildren(...devices.map(deviceLine));
  find("sign-out-others").hidden = devices.length < 2;
  find("blocked").replaceChildren(...blocked.map(blockedLine));
  find("blocked-none").hidden = blocked.length > 0;
  find("bots-part").hidden = !bots.length;
  tell(find("bots"), bots.join(", "));
}

/** @param {AccountView} account */
function showAccount({ name, public: open }) {
  find("own-name").value = find("passphrase-name").value = find("removal-name").value = name;
  find("own-public").checked = open;
  find("own-profile").hidden = !open;
  find("own-profile").href = addressOf(`/people/${encodeURIComponent(name)}`);
}

/** @param {DeviceView} device */
function deviceLine({ id, label, created, used, this: here }) {
  const name = label || say("you.a_device");
  const detail = here ? say("you.this_device") : say("you.device_used", { created: date(created), used: date(used) });
  return make("li", { "data-device": id }, make("span", { class: "who" }, make("b", {}, name), make("small", {}, detail)),
    here ? null : listButton(say("you.sign_out_device"), say("you.sign_out_name", { name }), "devices-title", say("you.signed_out_device", { name }), () => ask("DELETE", `/api/me/devices/${id}`)));
}

/** @param {BlockView} block */
function blockedLine({ id, name, title, at }) {
  const called = name || say("you.nameless");
  return make("li", {}, make("span", { class: "who" }, make("b", {}, called), make("small", {}, say("you.blocked_when", { game: title, date: date(at) }))),
    listButton(say("you.unblock"), say("you.unblock_name", { name: called }), "blocked-title", say("you.unblocked", { name: called }), () => ask("DELETE", `/api/me/blocked/${id}`)));
}

/**
 * Return the button of a line, which removes the line; the title of the list is then focused.
 * @param {string} words
 * @param {string} spoken
 * @param {"devices-title" | "blocked-title"} title
 * @param {string} done
 * @param {() => Promise<unknown>} work
 */
function listButton(words, spoken, title, done, work) {
  return make("button", { type: "button", "aria-label": spoken, onclick: () => attempt(find(title), async () => {
    await work();
    await refresh();
    find(title).focus();
    return done;
  }) }, words);
}

/**
 * Do something, and show the result next to its control: a problem of a field below that field.
 * @param {HTMLElement} place
 * @param {() => Promise<string>} work returns the text to show afterwards
 * @param {Fields} fields
 */
async function attempt(place, work, fields = {}) {
  const part = /** @type {HTMLElement} */ (place.closest("form") ?? place.closest("section"));
  if (part.ariaBusy === "true") return; // pressed twice
  const [problem] = findAll(part, ".problem[role=alert]:not(.field-problem)");
  const [done] = findAll(part, ".you-done");
  for (const field of Object.values(fields)) if (field) clearFieldProblem(field);
  for (const line of findAll(document, ".you-done")) tell(line, "");
  tell(problem, "");
  part.ariaBusy = "true";
  try {
    tell(done, await work());
  } catch (error) {
    const field = fields[NAMES[codeOf(error)]];
    if (field) showFieldProblem(field, messageOf(error));
    else tell(problem, messageOf(error));
  }
  part.ariaBusy = "false";
}

/**
 * @param {HTMLFormElement} form
 * @param {() => Promise<string>} work
 * @param {Fields} fields
 */
function wireForm(form, work, fields = {}) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(form, work, fields);
  });
}

/**
 * Show who this device now belongs to, and say it at the top.
 * @param {string} words
 */
async function switchIdentity(words) {
  for (const form of document.forms) if (form.method === "post") form.reset();
  for (const box of findAll(document, "[data-reveal]")) box.dispatchEvent(new Event("change"));
  find("passphrase-part").open = false;
  await refresh();
  tell(find("you-told"), words);
  find("you-title").focus({ preventScroll: true });
  scrollTo({ top: 0 });
  return "";
}

wireForm(find("create-form"), async () => {
  const name = find("create-name").value.trim();
  await post("/api/me/account", { name, passphrase: find("create-passphrase").value, public: find("create-public").checked });
  keepName(name);
  return switchIdentity(say("you.created"));
}, { name: find("create-name"), new: find("create-passphrase") });

wireForm(find("enter-form"), async () => {
  await post("/api/me/sign-in", { name: find("enter-name").value.trim(), passphrase: find("enter-passphrase").value });
  /** @type {MeView} */
  const { account } = await get("/api/me");
  keepName(account?.name ?? "");
  return switchIdentity(say("you.signed_in"));
}, { old: find("enter-passphrase") });

wireForm(find("name-form"), async () => {
  const name = find("own-name").value.trim();
  await ask("PATCH", "/api/me/account", { name });
  keepName(name);
  await refresh();
  return say("you.name_changed");
}, { name: find("own-name") });

wireForm(find("public-form"), async () => "");
find("own-public").addEventListener("change", () => {
  const open = find("own-public").checked;
  attempt(find("public-form"), async () => {
    try {
      await ask("PATCH", "/api/me/account", { public: open });
    } catch (error) {
      find("own-public").checked = !open; // as it still is
      throw error;
    }
    find("own-profile").hidden = !open;
    return say(open ? "you.is_public" : "you.is_not_public");
  });
});

wireForm(find("passphrase-form"), async () => {
  await post("/api/me/passphrase", { old: find("old-passphrase").value, new: find("new-passphrase").value });
  find("old-passphrase").value = find("new-passphrase").value = "";
  await refresh();
  return say("you.passphrase_changed");
}, { old: find("old-passphrase"), new: find("new-passphrase") });

find("sign-out").addEventListener("click", () => attempt(find("sign-out"), async () => {
  await post("/api/me/sign-out");
  set("name", null);
  return switchIdentity(say("you.signed_out"));
}));
find("sign-out-others").addEventListener("click", () => attempt(find("sign-out-others"), async () => {
  await post("/api/me/sign-out-others");
  await refresh();
  find("devices-title").focus();
  return say("you.signed_out_others");
}));

// A refused download would be saved as a file with the error in it, so it is fetched here.
find("export").addEventListener("click", () => attempt(find("export"), async () => {
  const data = await get("/api/me/export");
  const file = URL.createObjectURL(new Blob([JSON.stringify(data)], { type: "application/json" }));
  const link = make("a", { download: FILE });
  link.href = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(file), 10_000);
  return say("you.exported");
}));

find("remove-all").addEventListener("click", () => {
  find("removal-form").reset();
  clearFieldProblem(find("removal-passphrase"));
  find("removal-dialog").showModal();
});
wireForm(find("removal-form"), async () => {
  await post("/api/me/delete", find("removal-passphrase").disabled ? {} : { passphrase: find("removal-passphrase").value });
  set("name", null);
  try {
    localStorage.clear(); // the links and games that this browser remembers
  } catch {
    // Then it has stored nothing.
  }
  find("removal-dialog").close();
  return switchIdentity(say("you.removed"));
}, { old: find("removal-passphrase") });

for (const box of /** @type {HTMLInputElement[]} */ (findAll(document, "[data-reveal]"))) {
  box.addEventListener("change", () => {
    for (const id of (box.dataset.reveal ?? "").split(" ")) /** @type {HTMLInputElement} */ (document.getElementById(id)).type = box.checked ? "text" : "password";
  });
}
refresh().catch((error) => {
  tell(find("you-who"), "");
  tell(find("problem"), messageOf(error));
});
