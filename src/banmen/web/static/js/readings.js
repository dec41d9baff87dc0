// Readings above letters that a child may not know yet, in text that scripts write; the server does the same for its pages. The
// format of entries is described in presentation/readings.py.

import { make } from "./elements.js";

const LEFT_OUT = "script, style, title, textarea, svg, code, kbd, ruby, .unseen, .mark, [lang]:not(html)";
const PART = /(?:\|([^[|]+)|([\u3005\u4e00-\u9fff]+))\[([^\]]+)\]/g;
const KANJI = /[\u3005\u4e00-\u9fff]/;
/** @typedef {[letters: string, reading: string]} Segment */
/** @type {Map<string, Segment[]>} */
const table = new Map();
let longest = 0;

/**
 * Add the reading of a word.
 * @param {string} entry
 */
function learn(entry) {
  /** @type {Segment[]} */
  const segments = [];
  let end = 0;
  for (const part of entry.matchAll(PART)) {
    if (part.index > end) segments.push([entry.slice(end, part.index), ""]);
    segments.push([part[1] ?? part[2], part[3]]);
    end = part.index + part[0].length;
  }
  if (end < entry.length) segments.push([entry.slice(end), ""]);
  const letters = segments.map(([base]) => base).join("");
  table.set(letters, segments);
  longest = Math.max(longest, letters.length);
}

/**
 * Return a text in segments, with readings where they are known.
 * @param {string} text
 * @returns {Segment[]}
 */
export function findReadings(text) {
  const counted = text.replace(/[0-9]/g, "#");
  /** @type {Segment[]} */
  const segments = [];
  /** @type {(letters: string, reading: string) => void} */
  const add = (letters, reading) => {
    const last = segments.at(-1);
    if (!reading && last && !last[1]) last[0] += letters;
    else segments.push([letters, reading]);
  };
  for (let start = 0; start < text.length;) {
    let end = Math.min(start + longest, text.length);
    /** @type {Segment[] | undefined} */
    let found;
    for (; end > start && !found; end -= 1) found = table.get(text.slice(start, end)) ?? (counted[start] === "#" ? table.get(counted.slice(start, end)) ?? table.get(`#${text.slice(start + 1, end)}`) : undefined);
    if (!found) {
      add(text[start], "");
      start += 1;
      continue;
    }
    for (const [letters, reading] of found) {
      add(text.slice(start, start + letters.length), reading);
      start += letters.length;
    }
  }
  return segments;
}

/**
 * Write readings above a text on the page; elements that show no markup get them in place of the letters.
 * @param {Text} node
 */
function annotate(node) {
  const parent = node.parentElement;
  if (!parent || !KANJI.test(node.data) || parent.closest(LEFT_OUT)) return;
  const segments = findReadings(node.data);
  if (parent.closest("option")) node.data = segments.map(([letters, reading]) => reading || letters).join("");
  else if (segments.some(([, reading]) => reading)) {
    const written = segments.map(([letters, reading]) => (reading ? make("ruby", {}, letters, make("rt", { "aria-hidden": "true" }, reading)) : letters));
    // In flex and grid containers (buttons, summaries of folded parts) a text stays together in one box.
    node.replaceWith(make("span", { class: "read" }, ...written));
  }
}

/** @param {Node} root */
function annotateAll(root) {
  if (root instanceof Text) return annotate(root);
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const found = [];
  while (walker.nextNode()) found.push(/** @type {Text} */ (walker.currentNode));
  found.forEach(annotate);
}

/** Write readings above all text on the page, and above any added later; before it is painted. */
export async function writeReadings() {
  const answer = await fetch(document.documentElement.dataset.readings ?? "");
  for (const entry of (await answer.text()).split(" ")) learn(entry);
  annotateAll(document.body);
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "characterData") annotateAll(target);
      else addedNodes.forEach((node) => { if (node.isConnected) annotateAll(node); });
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
  document.documentElement.dataset.read = "yes"; // for code that waits for it
}
