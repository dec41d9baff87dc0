// Records made short enough for an address: without redundant parts, deflated, and encoded for addresses.

const MOST = 400_000; // bytes of a record; longer ones are not made in good faith

/**
 * Return a packed record, or null if the browser does not support it.
 * @param {string} record
 * @returns {Promise<string | null>}
 */
export async function pack(record) {
  if (typeof CompressionStream === "undefined") return null;
  const deflated = await through(new TextEncoder().encode(shortened(record)), new CompressionStream("deflate-raw"));
  const letters = Array.from(deflated, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * Return the record of a packed text, or null if it is invalid.
 * @param {string} text
 * @returns {Promise<string | null>}
 */
export async function unpack(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate-raw")));
  } catch {
    return null;
  }
}

/**
 * Leave out turn numbers and line breaks among the moves, which the parser of records does not need; comments stay.
 * @param {string} record
 */
function shortened(record) {
  const end = record.indexOf("\n\n");
  const moves = record.slice(end + 2);
  if (end < 0 || /[{};]/.test(moves)) return record;
  return `${record.slice(0, end)}\n\n${moves.replace(/(^|\s)\d+\.(?=\s)/g, " ").replace(/\s+/g, " ").trim()}`;
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} stream
 * @returns {Promise<Uint8Array>}
 */
async function through(bytes, stream) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (let { value } = await reader.read(); value; { value } = await reader.read()) {
    parts.push(value);
    size += value.length;
    if (size > MOST) throw new RangeError("too long");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
