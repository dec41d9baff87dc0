// SHA-256 and HMAC for short texts. Browsers have them, but withhold them from pages without a certificate, as at home.

const ROUNDS = 64;
const BLOCK = 64; // bytes
/** @type {number[]} */
const PRIMES = [];
for (let number = 2; PRIMES.length < ROUNDS; number += 1) if (PRIMES.every((prime) => number % prime)) PRIMES.push(number);
/** The first 32 bits behind the point. @param {number} value */
const fraction = (value) => ((value - Math.floor(value)) * 2 ** 32) | 0;
const FIRST = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ADDED = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

/**
 * @param {number} word
 * @param {number} bits
 */
const turn = (word, bits) => (word >>> bits) | (word << (32 - bits));

/**
 * Return the bytes of a hexadecimal string.
 * @param {string} text
 */
export const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/**
 * Return bytes as a hexadecimal string.
 * @param {Uint8Array} bytes
 */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Return the SHA-256 of bytes.
 * @param {Uint8Array} bytes
 */
export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const state = [...FIRST];
  const words = new Int32Array(ROUNDS);
  for (let start = 0; start < padded.length; start += BLOCK) {
    for (let index = 0; index < 16; index += 1) words[index] = view.getInt32(start + 4 * index);
    for (let index = 16; index < ROUNDS; index += 1) {
      const early = words[index - 15];
      const later = words[index - 2];
      words[index] = words[index - 16] + words[index - 7]
        + (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)) + (turn(later, 17) ^ turn(later, 19) ^ (later >>> 10));
    }
    mix(state, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setInt32(4 * index, word));
  return new Uint8Array(digest.buffer);
}

/**
 * Mix one block into the state.
 * @param {number[]} state
 * @param {Int32Array} words
 */
function mix(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let index = 0; index < ROUNDS; index += 1) {
    const chosen = (e & f) ^ (~e & g);
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + ADDED[index] + words[index]) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => { state[index] = (state[index] + word) | 0; });
}

/**
 * Return the HMAC-SHA256 of a text under a key of at most one block.
 * @param {Uint8Array} key
 * @param {string} text
 */
export function hmac(key, text) {
  const said = new TextEncoder().encode(text);
  const pad = (/** @type {number} */ byte) => Uint8Array.from({ length: BLOCK }, (_, index) => (key[index] ?? 0) ^ byte);
  return sha256(join(pad(0x5c), sha256(join(pad(0x36), said))));
}

/**
 * @param {Uint8Array} first
 * @param {Uint8Array} second
 */
function join(first, second) {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
