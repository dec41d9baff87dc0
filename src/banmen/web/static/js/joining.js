// The dialog for letting others join: it opens the server to its network, and shows an address with its QR code. It is fetched
// on demand, with its texts and styles.

import { addressOf } from "./addresses.js";
import { ask, get, messageOf, post } from "./api.js";
import { find, make, parsePicture, tell } from "./elements.js";
import { copy, send, shareable } from "./sharing.js";
import { say } from "./words.js";

const LONG = 60; // characters of an address that nobody would type
let path = "/";
let address = "";

/**
 * Show how others can open a page, and let them in if they cannot.
 * @param {string} wanted
 * @param {boolean} seat whether it is for moving one's own seat to another device
 */
export async function showJoining(wanted = "/", seat = false) {
  path = wanted;
  const dialog = find("join-dialog") ?? (await fetchSheet());
  find("join-title-others").hidden = seat;
  find("join-title-seat").hidden = find("join-seat").hidden = !seat;
  await change(() => get("/api/network"));
  dialog.showModal();
}

/** @returns {Promise<HTMLDialogElement>} */
async function fetchSheet() {
  const { head, body } = new DOMParser().parseFromString(await get("/joining"), "text/html");
  const looks = /** @type {HTMLLinkElement} */ (head.querySelector("link"));
  const dialog = /** @type {HTMLDialogElement} */ (body.querySelector("dialog"));
  const dressed = new Promise((resolve) => {
    looks.onload = looks.onerror = resolve;
  });
  document.head.append(looks);
  document.body.append(dialog);
  find("join-open").addEventListener("click", () => change(() => post("/api/network"), find("join-opened")));
  find("join-stop").addEventListener("click", () => change(() => ask("DELETE", "/api/network"), find("join-open")));
  find("join-copy").addEventListener("click", async () => {
    const copied = await copy(address, dialog);
    tell(find("join-status"), copied ? say("site.copied") : "");
    find("join-by-hand").hidden = copied;
  });
  find("join-send").addEventListener("click", () => send(address));
  find("join-send").hidden = !navigator.share;
  await dressed;
  return dialog;
}

/**
 * Query or change how others can join, and show it; `next` is then focused.
 * @param {() => Promise<NetworkView>} asked
 * @param {HTMLElement | null} next
 */
async function change(asked, next = null) {
  tell(find("join-status"), "");
  tell(find("join-problem"), "");
  find("join-by-hand").hidden = true;
  try {
    await show(await asked());
    next?.focus({ preventScroll: true });
  } catch (error) {
    tell(find("join-problem"), messageOf(error));
  }
}

/** @param {NetworkView} network */
async function show(network) {
  address = (await shareable(path)) ?? "";
  const open = Boolean(address);
  find("join-first").hidden = open || path === "/";
  find("join-closed").hidden = open || !network.changeable;
  find("join-fixed").hidden = open || network.changeable;
  find("join-opened").hidden = !open;
  find("join-stop").hidden = !network.changeable;
  find("join-public").hidden = !network.public;
  if (open) await showAddress(network.addresses);
}

/** @param {string[]} origins */
async function showAddress(origins) {
  find("join-address").textContent = address;
  find("join-address").classList.toggle("long", address.length > LONG);
  const others = origins.map((origin) => origin + addressOf(path)).filter((other) => other !== address);
  find("join-others").replaceChildren(...others.map((other) => make("li", {}, other)));
  find("join-also").hidden = others.length === 0;
  /** @type {QrView | null} */
  const drawn = await post("/api/qr", { path: addressOf(path) }).catch(() => null); // it may be too long for one
  find("join-code").replaceChildren(...(drawn ? [parsePicture(drawn.svg)] : []));
  find("join-too-long").hidden = Boolean(drawn);
  find("join-how").hidden = !drawn;
}
