// Addresses that carry a position or a whole game, so that whoever opens them sees the same; and how they are handed out.

import { addressOf } from "./addresses.js";
import { get, messageOf } from "./api.js";
import { make, tell } from "./elements.js";
import { unpack } from "./packing.js";
import { say } from "./words.js";

/** Names of a server that lead every device to itself. */
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
 * Return the path of a replay: the record stands after the #, which is never sent with a request; packed if that could be done.
 * @param {string} record
 * @param {string | null} packed
 * @param {number} step
 */
export function replayPath(record, packed, step = 0) {
  const carried = packed ? `game=${packed}` : `record=${encodeURIComponent(record)}`;
  return `/replay#${step ? `step=${step}&` : ""}${carried}`;
}

/**
 * Return the record and the step that an address carries, or null; what cannot be unpacked is left to the server to refuse.
 * @param {string} hash
 */
export async function readReplayAddress(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const packed = fields.get("game");
  const record = packed ? (await unpack(packed)) ?? packed : fields.get("record");
  return record ? { record, step: Number(fields.get("step")) || 0 } : null;
}

/**
 * Return the address of a page that other devices can open, or null if they cannot reach this server.
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
 * Hand out the address of a page: by what the device shares things with, else copied. Where other devices cannot open it, offer to
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
 * Hand an address to whatever the device shares things with; tell whether there is such a thing. Browsers have it for https only.
 * @param {string} address
 */
export async function send(address) {
  if (!navigator.share) return false;
  try {
    await navigator.share({ url: address });
  } catch (error) {
    return error instanceof Error && error.name === "AbortError"; // somebody has thought better of it
  }
  return true;
}

/**
 * Copy a text, and tell whether that was possible. Over plain http, as in a home network, browsers have no clipboard for pages:
 * there the text is selected and copied as by hand. `near` is where it may stand meanwhile.
 * @param {string} text
 * @param {HTMLElement} near
 */
export async function copy(text, near) {
  const late = new Promise((_, refuse) => setTimeout(refuse, 600)); // a browser may keep asking
  try {
    await Promise.race([navigator.clipboard.writeText(text), late]);
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
