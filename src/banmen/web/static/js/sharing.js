// Links to a position or a whole game, so that anyone who opens them sees the same; and sharing them.

import { addressOf } from "./addresses.js";
import { get, messageOf } from "./api.js";
import { make, tell } from "./elements.js";
import { unpack } from "./packing.js";
import { say } from "./words.js";

/** Host names that lead every device to itself. */
const LOOPBACK = /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/;

/**
 * Return the path of a position on the analysis board.
 * @param {string} game
 * @param {Options} options
 * @param {string} position
 */
export function positionPath(game, options, position) {
  const query = new URLSearchParams({ position });
  for (const [name, value] of Object.entries(options || {})) query.set(name, String(value));
  return `/board/${game}?${query}`;
}

/**
 * Return the path of a replay: the record comes after the #, which is never sent with a request; packed if possible.
 * @param {string} record
 * @param {string | null} packed
 * @param {number} step
 */
export function replayPath(record, packed, step = 0) {
  const carried = packed ? `game=${packed}` : `record=${encodeURIComponent(record)}`;
  return `/replay#${step ? `step=${step}&` : ""}${carried}`;
}

/**
 * Return the record and the step in an address, or null; what cannot be unpacked is left to the server to refuse.
 * @param {string} hash
 */
export async function readReplayAddress(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const packed = fields.get("game");
  const record = packed ? (await unpack(packed)) ?? packed : fields.get("record");
  return record ? { record, step: Number(fields.get("step")) || 0 } : null;
}

/**
 * Return the address of a page for other devices, or null if they cannot reach this server.
 * @param {string} path
 * @returns {Promise<string | null>}
 */
export async function shareable(path) {
  if (!LOOPBACK.test(location.hostname)) return location.origin + addressOf(path);
  /** @type {NetworkView} */
  const { origin } = await get("/api/network");
  return origin && origin + addressOf(path);
}

/**
 * Share the address of a page: by the device's share function, otherwise by copying. If other devices cannot open it, offer to
 * let them in.
 * @param {string} path
 * @param {HTMLElement} box
 */
export async function share(path, box) {
  let address;
  delete box.dataset.address;
  tell(box, "");
  try {
    address = await shareable(path);
  } catch (error) {
    return tell(box, messageOf(error));
  }
  if (!address) return (await import("./joining.js")).showJoining(path);
  box.dataset.address = address;
  if (matchMedia("(pointer: coarse)").matches && (await send(address))) return tell(box, "");
  tell(box, (await copy(address, box)) ? say("site.copied") : `${say("site.copy_this")} ${address}`);
}

/**
 * Share an address by the device's share function; return whether there is one. Browsers offer it only over https.
 * @param {string} address
 */
export async function send(address) {
  if (!navigator.share) return false;
  try {
    await navigator.share({ url: address });
  } catch (error) {
    return error instanceof Error && error.name === "AbortError"; // the visitor has changed their mind
  }
  return true;
}

/**
 * Copy a text, and return whether that was possible. Over plain http, as on a home network, pages have no access to the clipboard:
 * there the text is selected and copied as if by hand. `near` is where it may be put meanwhile.
 * @param {string} text
 * @param {HTMLElement} near
 */
export async function copy(text, near) {
  const timeout = new Promise((_, refuse) => setTimeout(refuse, 600)); // a browser may keep asking
  try {
    await Promise.race([navigator.clipboard.writeText(text), timeout]);
    return true;
  } catch {
    return copySelected(text, near.closest("dialog") ?? document.body);
  }
}

/**
 * @param {string} text
 * @param {HTMLElement} place
 */
function copySelected(text, place) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const field = make("textarea", { class: "unseen", readonly: true, tabindex: "-1", "aria-hidden": "true" });
  field.value = text;
  place.append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    focused?.focus({ preventScroll: true });
  }
}
