// What a screen reader says: each thing once, in the order in which it happened. Nothing else on the play page speaks by itself.

import { find, make } from "./elements.js";

const KEPT = 8; // things said that can still be read

/**
 * Say something.
 * @param {string | null | undefined} words
 */
export function announce(words) {
  if (!words) return;
  const log = find("announce");
  log.append(make("p", {}, words));
  while (log.childElementCount > KEPT) log.firstElementChild?.remove();
}
