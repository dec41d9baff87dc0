// Addresses that carry a position or a whole game, so that whoever opens them sees the same.

import { BASE } from "./addresses.js";
import { tell } from "./elements.js";
import { unpack } from "./packing.js";
import { say } from "./words.js";

/**
 * Return the address of a position on the analysis board.
 * @param {string} game
 * @param {Options} options
 * @param {string} position
 */
export function positionAddress(game, options, position) {
  const query = new URLSearchParams({ position });
  for (const [name, value] of Object.entries(options || {})) query.set(name, String(value));
  return `${location.origin}${BASE}/board/${game}?${query}`;
}

/**
 * Return the address of a replay: the record stands after the #, which is never sent anywhere; packed if that could be done.
 * @param {string} record
 * @param {string | null} packed
 * @param {number} step
 */
export function replayAddress(record, packed, step = 0) {
  const carried = packed ? `game=${packed}` : `record=${encodeURIComponent(record)}`;
  return `${location.origin}${BASE}/replay#${step ? `step=${step}&` : ""}${carried}`;
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
 * Copy an address, or show it where the browser does not allow copying or keeps asking.
 * @param {string} address
 * @param {HTMLElement} box
 */
export async function share(address, box) {
  box.dataset.address = address;
  const late = new Promise((_, refuse) => setTimeout(refuse, 600));
  try {
    await Promise.race([navigator.clipboard.writeText(address), late]);
    tell(box, say("site.copied"));
  } catch {
    tell(box, `${say("site.copy_this")} ${address}`);
  }
}
