// Announcements for screen readers: each thing once, in the order it happened. Nothing else on the play page announces itself.

import { find, make } from "./elements.js";

const KEPT = 8; // announcements that can still be read

/**
 * Announce something.
 * @param {string | null | undefined} words
 */
export function announce(words) {
  if (!words) return;
  const log = find("announce");
  log.append(make("p", {}, words));
  while (log.childElementCount > KEPT) log.firstElementChild?.remove();
}
